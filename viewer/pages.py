"""The pages of the app, as places to go to, and for whom they are."""

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
    """Every page by its name, as `visitor` finds them.

    Pages link to each other, so each run fills them in before one is shown.
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
        """Whether who looks may do what the role does with a match, or with the whole store."""
        return self.visitor.may(role, match)

    def need(self, role: Role, match: str | None = None) -> None:
        """Raises NotAllowed for who may not."""
        if not self.may(role, match):
            raise NotAllowed(self.visitor, role, match)

    def offers(self, name: str) -> bool:
        """Whether a page is for who looks."""
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
"""What each page is called; its name is its address."""

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
"""What one must be allowed to do with the whole store to be shown a page; the others are about matches one sees."""


def filled(shows: dict[str, Show], visit: Visit) -> Pages:
    """The pages of one run, each drawn by its function; the first one is where people arrive."""
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
