"""The login page, and the message shown in place of a page that the principal may not see."""

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Final
from urllib.parse import urlencode

import streamlit as st

from eventstore.access import NotAllowed, Role
from eventstore.projections import Library
from eventstore.records import Records
from viewer import message, visiting
from viewer.door import door
from viewer.language import later, say, told
from viewer.pages import Pages

MAY: Final[Mapping[Role | None, str]] = {
    None: later("You see the matches that are open to everybody."),
    "viewer": later("You may look at everything."),
    "annotator": later("You may look at everything and write notes."),
    "recorder": later("You may look at everything, write notes and record."),
}
MAY_WITH_ONE: Final[Mapping[Role | None, str]] = {
    "viewer": later("You may look at one match."),
    "annotator": later("You may look at one match and write notes on it."),
    "recorder": later("You may record one match and write notes on it."),
}


def show(library: Library, records: Records, pages: Pages) -> None:
    """Show the principal's current role and the ways to log in or out."""
    visitor = pages.visitor
    with st.container(width=620, key="login"):
        st.title(say("Log in"), anchor=False)
        if refusal := _refusal(pages):
            st.error(refusal, icon=":material/info:")
        st.text(say((MAY_WITH_ONE if visitor.match else MAY)[visitor.role]))
        if visiting.is_open_house():
            return
        if visiting.asks_for_tokens():
            door(is_in=visitor.by.startswith("token"), to=st.query_params.get("to", ""))
        if visiting.is_logged_in():
            st.button(say("Log out"), on_click=st.logout, icon=":material/logout:")
        else:
            _providers()


def _providers() -> None:
    providers = visiting.providers()
    if providers and find_spec("authlib") is None:
        st.error(say("Logging in needs more packages: install partie[oidc]."))
        return
    for provider in providers:
        label = say("Log in with {provider}", provider=provider) if provider else say("Log in")
        st.button(label, key=f"login-{provider}", on_click=st.login, args=(provider,), type="primary")


def _refusal(pages: Pages) -> str:
    """The reason why the last login attempt failed; empty if there is none."""
    if "wait" in st.query_params:
        return say("Too many wrong tokens came from your address. Wait a minute and try again.")
    if "wrong" in st.query_params and pages.visitor.role is None:
        return say("This token opens nothing, or no longer.")
    if visiting.is_logged_in() and pages.visitor.role is None:
        return say("You are logged in, but nobody has let you in here: {name}.", name=visiting.login_name())
    return ""


def refused(error: NotAllowed, pages: Pages) -> None:
    """Show one sentence and a link to the login page in place of the page."""
    message.show(say("This page is not open to you"), told(str(error.refusal.sentence)))
    here = f"{(st.context.url or '').rpartition('/')[2]}?{urlencode(st.query_params.to_dict())}"
    st.page_link(pages.login, label=say("Log in"), icon=":material/login:", query_params={"to": here})
