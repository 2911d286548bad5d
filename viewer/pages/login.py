"""The login page, and the message shown in place of a page that the principal may not see."""

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Final, TypedDict
from urllib.parse import urlencode

import streamlit as st

from eventstore.access.grants import NotAllowed, Role
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from viewer import surface
from viewer.components.held_writes import held_writes
from viewer.components.lib.text_files import text_of
from viewer.locale import language
from viewer.locale.language import gettext, gettext_noop, translate
from viewer.pages.shared import logins
from viewer.pages.shared.pages import Pages, error_page
from viewer.surface.host import Component
from viewer.texts.markdown import escape

_login_form = Component(
    "partie_login_form",
    text_of("login_form/login_form.html"),
    "login_form/login_form.js",
    text_of("login_form/login_form.css"),
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
    surface.mount(_login_form, data, key="login-form", on={"leave": st.logout})


MAY: Final[Mapping[Role | None, str]] = {
    None: gettext_noop("You can view public matches."),
    "viewer": gettext_noop("You can view everything."),
    "annotator": gettext_noop("You can view everything and write notes."),
    "recorder": gettext_noop("You can view everything, write notes and record matches."),
}
MAY_WITH_ONE: Final[Mapping[Role | None, str]] = {
    "viewer": gettext_noop("You can view one match."),
    "annotator": gettext_noop("You can view one match and write notes on it."),
    "recorder": gettext_noop("You can record one match and write notes on it."),
}


def show(index: MatchIndex, matches: MatchRepository, pages: Pages) -> None:
    """Show the principal's current role and the controls to log in or out."""
    principal = pages.principal
    with st.container(width=620, key="login"):
        st.title(gettext("Log in"), anchor=False)
        if refusal := _refusal(pages):
            st.error(refusal, icon=":material/info:")
        for one in principal.each:
            st.text(gettext((MAY_WITH_ONE if one.match else MAY)[one.role]))
        if logins.is_unrestricted():
            return
        held_writes()
        by_provider = logins.is_logged_in()
        is_in = by_provider or principal.role is not None
        if is_in or logins.requires_tokens():
            login_form(is_in=is_in, by_provider=by_provider, to=st.query_params.get("to", ""))
        if not by_provider:
            _providers()


def _providers() -> None:
    providers = logins.providers()
    if providers and find_spec("authlib") is None:
        st.error(gettext("To log in, install the missing packages: partie[oidc]."))
        return
    for provider in providers:
        label = escape(gettext("Log in with {provider}", provider=provider)) if provider else gettext("Log in")
        st.button(label, key=f"login-{provider}", on_click=st.login, args=(provider,), type="primary")


def _refusal(pages: Pages) -> str:
    """The reason why the last login attempt failed; empty if there is none."""
    if "wait" in st.query_params:
        return gettext("Too many invalid tokens from your address. Wait a minute and try again.")
    if "wrong" in st.query_params and pages.principal.role is None:
        return gettext("Invalid or revoked token.")
    if logins.is_logged_in() and pages.principal.role is None:
        return gettext("You are logged in as {name}, but you do not have access here.", name=logins.login_name())
    return ""


def refused(error: NotAllowed, pages: Pages) -> None:
    """Show one sentence and a link to the login page in place of the page."""
    error_page(gettext("You do not have access to this page"), translate(str(error.refusal.sentence)))
    here = f"{(st.context.url or '').rpartition('/')[2]}?{urlencode(st.query_params.to_dict())}"
    st.page_link(pages.login, label=gettext("Log in"), icon=":material/login:", query_params={"to": here})
    held_writes()
