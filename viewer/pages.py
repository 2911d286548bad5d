"""The pages of the app, as places to go to."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import streamlit as st

from eventstore.projections import Library
from eventstore.records import Records
from viewer.language import later, say


@dataclass(slots=True)
class Pages:
    """Every page by its name. Pages link to each other, so each run fills them in before one is shown."""

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
}
"""What each page is called; its name is its address."""


def filled(shows: dict[str, Show], library: Library, records: Records) -> Pages:
    """The pages of one run, each drawn by its function; the first one is where people arrive."""
    pages = Pages()
    for name, show in shows.items():
        page = st.Page(
            lambda show=show: show(library, records, pages),  # type: ignore[misc]
            title=say(TITLES[name]),
            url_path=name,
            default=name == next(iter(shows)),
            visibility="visible" if name == next(iter(shows)) else "hidden",
        )
        setattr(pages, name, page)
    return pages
