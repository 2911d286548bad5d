"""The thin row of ways to the main pages, above each of them."""

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
"""The pages people go to without coming from another, and what they are called in the row."""


def ways(pages: Pages, here: st.Page) -> None:
    """Show the row; none at the table, which is a phone in one hand."""
    if here == pages.table:
        return
    with st.container(horizontal=True, key="navigation", gap="xxsmall"):
        for name, label in WAYS.items():
            if pages.offers(name):
                st.page_link(getattr(pages, name), label=say(label))
        if not visiting.is_open_house():
            st.page_link(pages.login, label=say("Log in") if pages.visitor.role is None else say("Log out"))
