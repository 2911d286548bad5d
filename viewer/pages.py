"""The pages of the app, their labels and the roles they require."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import streamlit as st

from eventstore.access import NotAllowed, Role, Visitor
from eventstore.projections import Library
from eventstore.records import Records
from viewer.language import later, say
from viewer.visiting import Visit


@dataclass(slots=True)
class Pages:
    """Every page by its name, for one principal.

    Pages link to each other, so each run builds all of them before it shows one.
    """

    visitor: Visitor
    matches: st.Page = field(init=False)
    new: st.Page = field(init=False)
    table: st.Page = field(init=False)
    replay: st.Page = field(init=False)
    report: st.Page = field(init=False)
    correct: st.Page = field(init=False)
    overview: st.Page = field(init=False)
    game: st.Page = field(init=False)
    insights: st.Page = field(init=False)
    imports: st.Page = field(init=False)
    person: st.Page = field(init=False)
    pair: st.Page = field(init=False)
    people: st.Page = field(init=False)
    login: st.Page = field(init=False)

    def may(self, role: Role, match: str | None = None) -> bool:
        """Whether the principal has the role for a match, or for the whole store."""
        return self.visitor.may(role, match)

    def need(self, role: Role, match: str | None = None) -> None:
        """Raises NotAllowed if the principal does not have the role."""
        if not self.may(role, match):
            raise NotAllowed(self.visitor, role, match)

    def offers(self, name: str) -> bool:
        """Whether the principal may see a page."""
        return name not in NEEDS or self.may(NEEDS[name])


Show = Callable[[Library, Records, Pages], None]

TITLES: Final = {
    "matches": later("Matches"),
    "new": later("New match"),
    "table": later("Table"),
    "replay": later("Replay"),
    "report": later("Report"),
    "correct": later("Correct"),
    "overview": later("Overview"),
    "game": later("Game"),
    "insights": later("Insights"),
    "imports": later("Import and export"),
    "person": later("Person"),
    "pair": later("Head to head"),
    "people": later("People"),
    "login": later("Log in"),
}
"""The label of each page; its name is its path."""

NEEDS: Final[Mapping[str, Role]] = {
    "new": "recorder",
    "imports": "viewer",
    "people": "recorder",
    "overview": "viewer",
    "game": "viewer",
    "insights": "viewer",
    "person": "viewer",
    "pair": "viewer",
}
"""The role for the whole store that a page requires; the other pages need access to their match only."""


def filled(shows: dict[str, Show], visit: Visit) -> Pages:
    """Build the pages of one run, each drawn by its function; the first one is the home page."""
    pages = Pages(visit.visitor)

    def shown(name: str) -> None:
        if name in NEEDS:
            pages.need(NEEDS[name])
        shows[name](visit.library, visit.records, pages)

    for name in shows:
        page = st.Page(
            partial(shown, name),
            title=say(TITLES[name]),
            url_path=name,
            default=name == next(iter(shows)),
            visibility="visible" if name == next(iter(shows)) else "hidden",
        )
        setattr(pages, name, page)
    return pages
