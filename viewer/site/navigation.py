"""The pages of the app with their labels, and the navigation bar above them."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Final

import streamlit as st

from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import MatchRow
from eventstore.store.store_url import is_file
from viewer import settings
from viewer.components.navigation import COOKIE, Link, navigation
from viewer.locale import language
from viewer.locale.language import gettext, gettext_noop
from viewer.pages.shared import logins
from viewer.pages.shared.pages import Pages
from viewer.pages.shared.session import Session
from viewer.pages.shared.showing import TITLES, Show, show_page


def reader_language() -> str:
    """The reader's language: from the address, else the earlier choice, else the browser's preference."""
    if requested := st.query_params.get("lang"):
        st.session_state["language"] = requested  # The address of the next page does not contain it.
    stored = st.session_state.get("language")
    return language.preferred(stored, st.context.cookies.get(COOKIE), st.context.locale)


def build_pages(shows: dict[str, Show], user_session: Session) -> Pages:
    """Build the pages of one run, each drawn by its function; the first one is the home page."""
    address = settings.store_address()
    pages = Pages(user_session.principal, Path(address) if is_file(address) else None)

    for name in shows:
        page = st.Page(
            partial(show_page, name, shows[name], user_session, pages),
            title=gettext(TITLES[name]),
            url_path=name,
            default=name == next(iter(shows)),
            visibility="visible" if name == next(iter(shows)) else "hidden",
        )
        setattr(pages, name, page)
    return pages


WORDS: Final = {
    "matches": gettext_noop("Plays"),
    "people": gettext_noop("People"),
    "game": gettext_noop("Games"),
    "insights": gettext_noop("Insights"),
    "year": gettext_noop("Year"),
    "suggest": gettext_noop("What to play"),
    "training": gettext_noop("Training"),
}
"""The pages in the bar with their labels, the most used first: on a phone the first three have room."""

MORE: Final = {
    "overview": gettext_noop("Overview"),
    "pair": gettext_noop("Head to head"),
    "templates": gettext_noop("Score sheets"),
    "imports": gettext_noop("Import and export"),
    "keeping": gettext_noop("Keeping"),
}
"""The pages in the menu behind them."""

_PARENTS: Final[Mapping[str, str]] = {
    "new": "matches",
    "replay": "matches",
    "report": "matches",
    "table": "matches",
    "twice": "matches",
    "person": "people",
}
"""The page of the bar that a page belongs to."""


def show_navigation(pages: Pages, here: st.Page, index: MatchIndex) -> None:
    """Show the navigation of this page."""
    row = index.row(st.query_params.get("match", "")) if here == pages.table else None
    words, more = links(pages, here.url_path or "matches", row)
    navigation(words, more)


def links(pages: Pages, here: str, row: MatchRow | None) -> tuple[list[Link], list[Link]]:
    """The links in the bar of a page, which may be about a match, and those in its menu.

    There are none at the table of a game with moves, which is used on a phone in one hand.
    """
    if here == "table" and row and row.depth == "moves":
        return [], []
    current = _PARENTS.get(here, here)

    def offered(labels: Mapping[str, str]) -> list[Link]:
        return [
            Link("." if name == "matches" else name, gettext(label), name == current)
            for name, label in labels.items()
            if pages.offers(name)
        ]

    words, more = offered(WORDS), offered(MORE)
    if pages.principal.role is None:
        words.append(Link("login", gettext("Log in"), current == "login"))
    elif not logins.is_unrestricted():
        more.append(Link("login", gettext("Log out"), current == "login"))
    return words, more
