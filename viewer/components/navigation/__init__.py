"""The frame of every page: the navigation above it, the language below it, and the title of the page."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import streamlit as st

from viewer.components.lib import scripts
from viewer.locale import language

_COOKIE = "partie-language"
_navigation = st.components.v2.component(
    "partie_navigation", html="<span></span>", js=scripts.component("navigation/navigation.js")
)


@dataclass(frozen=True, slots=True)
class Link:
    """A page by its address relative to the root; `is_here` if it is the present one, or its parent."""

    href: str
    label: str
    is_here: bool = False


def reader_language() -> str:
    """The reader's language: from the address, else the earlier choice, else the browser's preference."""
    if requested := st.query_params.get("lang"):
        st.session_state["language"] = requested  # The address of the next page does not contain it.
    stored = st.session_state.get("language")
    return language.preferred(stored, st.context.cookies.get(_COOKIE), st.context.locale)


def navigation(words: Sequence[Link], more: Sequence[Link]) -> None:
    """Show the links: `words` stand in the bar as far as there is room, the rest and `more` in a menu.

    Without any link there is no bar, and the page has the whole screen.
    """
    data = {
        "cookie": _COOKIE,
        "languages": dict(language.LANGUAGES),
        "words": [asdict(link) for link in words],
        "more": [asdict(link) for link in more],
        "catalog": language.js_catalog("viewer/components/navigation"),
    }
    with st.container(key="navigation"):
        _navigation(data=data, key="frame")
