"""The search field of a list. The words stand in the address as `q`, and the page runs again as they are typed."""

from typing import Final

import streamlit as st

from viewer.components.lib import scripts

PARAMETER: Final = "q"
MAX_LETTERS: Final = 100

_field = st.components.v2.component(
    "partie_search", html='<div class="search"></div>', js=scripts.component("search_field/search_field.js")
)


def searched() -> str:
    """The words in the address."""
    return st.query_params.get(PARAMETER, "")[:MAX_LETTERS].strip()


def search_field(placeholder: str, clear: str, found: str) -> None:
    """Show the field; `clear` names the button that empties it, `found` says how much was found."""
    data = {"placeholder": placeholder, "clear": clear, "found": found, "most": MAX_LETTERS}
    _field(data=data, key="search", on_searched_change=lambda: None)
