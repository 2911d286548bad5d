"""The pages of the app with their labels, and the navigation bar above them."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

import streamlit as st

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import MatchRow
from viewer.components.navigation import Link, navigation
from viewer.locale.language import gettext, gettext_noop
from viewer.pages.shared import session
from viewer.pages.shared.pages import NEEDS, Pages, name_page
from viewer.pages.shared.session import Session
from viewer.site.previews import window_title

Show = Callable[[MatchIndex, MatchRepository, Pages], None]

TITLES: Final = {
    "matches": gettext_noop("Plays"),
    "new": gettext_noop("New match"),
    "table": gettext_noop("Table"),
    "replay": gettext_noop("Replay"),
    "report": gettext_noop("Report"),
    "overview": gettext_noop("Overview"),
    "game": gettext_noop("Game"),
    "insights": gettext_noop("Insights"),
    "year": gettext_noop("Year in review"),
    "suggest": gettext_noop("What to play"),
    "imports": gettext_noop("Import and export"),
    "templates": gettext_noop("Score sheets"),
    "twice": gettext_noop("One play or two?"),
    "person": gettext_noop("Person"),
    "pair": gettext_noop("Head to head"),
    "training": gettext_noop("Training"),
    "people": gettext_noop("People"),
    "keeping": gettext_noop("Keeping"),
    "login": gettext_noop("Log in"),
}
"""The label of each page; its name is its path."""

STATISTICS: Final = frozenset({"overview", "game", "insights", "year", "suggest", "person", "pair", "people"})
"""The pages with figures of many matches: of simulated ones only as long as there are no others."""

OF_A_MATCH: Final = frozenset({"replay", "report", "table"})

COUNTED: Final = STATISTICS - {"people"} | {"new"}
"""The pages without simulated matches, as long as there are others; the other pages list them until they are hidden."""


def build_pages(shows: dict[str, Show], user_session: Session) -> Pages:
    """Build the pages of one run, each drawn by its function; the first one is the home page."""
    pages = Pages(user_session.principal)

    def show(name: str) -> None:
        if name in NEEDS:
            pages.require_role(NEEDS[name])
        name_page(*_name(name, user_session))
        index = user_session.index.counted() if name in COUNTED else user_session.listed
        if name in STATISTICS and (note := simulated_note(index)):
            st.caption(note)
        shows[name](index, user_session.records, pages)

    for name in shows:
        page = st.Page(
            partial(show, name),
            title=gettext(TITLES[name]),
            url_path=name,
            default=name == next(iter(shows)),
            visibility="visible" if name == next(iter(shows)) else "hidden",
        )
        setattr(pages, name, page)
    return pages


def _name(page: str, user_session: Session) -> tuple[str, ...]:
    """The name of a page, for one of a match with the result; pages of people and games name themselves."""
    if page in OF_A_MATCH and (row := user_session.listed.row(st.query_params.get("match", ""))):
        title = window_title(row)
        return (title,) if page == "replay" else (title, gettext(TITLES[page]))
    return (gettext(TITLES[page]),)


def simulated_note(index: MatchIndex) -> str:
    """The sentence above figures that are all of simulated matches; empty if they are not."""
    if index.count(simulated=False) or not index.count(simulated=True):
        return ""
    return gettext("All matches here are simulated. They count until the first match of your own.")


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
    elif not session.is_unrestricted():
        more.append(Link("login", gettext("Log out"), current == "login"))
    return words, more
