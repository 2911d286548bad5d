"""The navigation bar above each page."""

from typing import Final

import streamlit as st

from viewer import visiting
from viewer.language import later, say
from viewer.pages import Pages

WAYS: Final = {
    "matches": later("Matches"),
    "people": later("People"),
    "game": later("Games"),
    "insights": later("Insights"),
    "overview": later("Overview"),
    "imports": later("Import"),
}
"""The pages of the navigation bar, with their labels."""


def ways(pages: Pages, here: st.Page) -> None:
    """Show the navigation bar; not on the live recording page, which is used on a phone in one hand."""
    if here == pages.table:
        return
    with st.container(horizontal=True, key="navigation", gap="xxsmall"):
        for name, label in WAYS.items():
            if pages.offers(name):
                st.page_link(getattr(pages, name), label=say(label))
        if not visiting.is_open_house():
            st.page_link(pages.login, label=say("Log in") if pages.visitor.role is None else say("Log out"))
