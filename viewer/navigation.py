"""The navigation bar above each page."""

from typing import Final

import streamlit as st

from viewer import session
from viewer.app_pages.registry import Pages
from viewer.language import gettext, gettext_noop

NAVBAR: Final = {
    "matches": gettext_noop("Matches"),
    "people": gettext_noop("People"),
    "game": gettext_noop("Games"),
    "insights": gettext_noop("Insights"),
    "overview": gettext_noop("Overview"),
    "imports": gettext_noop("Import"),
}
"""The pages of the navigation bar, with their labels."""


def navbar(pages: Pages, here: st.Page) -> None:
    """Show the navigation bar; not on the live recording page, which is used on a phone in one hand."""
    if here == pages.table:
        return
    with st.container(horizontal=True, key="navigation", gap="xxsmall"):
        for name, label in NAVBAR.items():
            if pages.offers(name):
                st.page_link(getattr(pages, name), label=gettext(label))
        if not session.is_unrestricted():
            st.page_link(pages.login, label=gettext("Log in") if pages.principal.role is None else gettext("Log out"))
