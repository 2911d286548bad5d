"""The login form component: it posts a token to the server, which stores it in an HttpOnly cookie."""

from importlib.resources import files
from typing import TypedDict

import streamlit as st

from viewer.components.lib import scripts
from viewer.locale import language

_folder = files(__name__)
_login_form = st.components.v2.component(
    "partie_login_form",
    html=_folder.joinpath("login_form.html").read_text("utf-8"),
    css=_folder.joinpath("login_form.css").read_text("utf-8"),
    js=scripts.component("login_form/login_form.js"),
)


class LoginData(TypedDict):
    """`isIn` and `byProvider`: logged in, by the provider; `to`: the next page, or empty."""

    isIn: bool
    byProvider: bool
    to: str
    catalog: language.CatalogJson


def login_form(*, is_in: bool, by_provider: bool, to: str) -> None:
    """Show the login form or, if `is_in` (by token or provider), the logout button; `to` is the next page, or empty."""
    catalog = language.js_catalog("viewer/components/login_form")
    data: LoginData = {"isIn": is_in, "byProvider": by_provider, "to": to, "catalog": catalog}
    _login_form(data=data, key="login-form", on_leave_change=st.logout)
