"""The filter bar of the match lists; its state is kept in the query parameters of the address."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import date
from typing import Any, Final, TypeVar

import streamlit as st

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex
from viewer.address import read_address, read_several, write_address, write_several
from viewer.boards.text import plain
from viewer.language import gettext, gettext_noop
from viewer.markdown import escape
from viewer.people.picker import known_people, labels_of

DEPTHS: Final[Mapping[str, str]] = {
    "moves": gettext_noop("Every move"),
    "rounds": gettext_noop("Points by round"),
    "final": gettext_noop("Final points"),
}
STATES: Final[Mapping[str, str]] = {
    "finished": gettext_noop("Finished"),
    "open": gettext_noop("Open"),
    "closed": gettext_noop("Closed"),
    "damaged": gettext_noop("Damaged"),
}
"""Labels by the values of a `MatchRow` field."""

_FACTS: Final[Mapping[str, str]] = {
    "role": gettext_noop("Role"),
    "expansion": gettext_noop("Expansion"),
    "team": gettext_noop("Team"),
    "color": gettext_noop("Color"),
    "scenario": gettext_noop("Scenario"),
    "variant": gettext_noop("Variant"),
    "difficulty": gettext_noop("Difficulty"),
    "series": gettext_noop("Series"),
}
"""Labels by the kinds of `eventstore.readmodels.filters.FACTS`."""

_MOST_PLAYERS: Final = 10
"""Largest number of players in the filter; larger tables are found by other criteria."""

_Each = TypeVar("_Each")
_BOUND: Final[dict[str, Any]] = {"bind": "query-params"}


def filters(library: MatchIndex, records: MatchRepository, without: Collection[str] = ()) -> MatchFilter:
    """Show the filter bar; returns the chosen criteria without those that are None or empty.

    `without` names the fields to leave out, as on a page about one `game` or `person`.
    """
    match_filter: MatchFilter = {}
    widths = {"game": 7, "person": 7, "since": 4, "until": 4, "more": 3}
    columns = {name: width for name, width in widths.items() if name not in without}
    bar = st.container(key="filters").columns(list(columns.values()), vertical_alignment="bottom")
    for name, column in zip(columns, bar, strict=True):
        with column:
            if name == "game":
                titles = {title: title for title in library.games() if title}
                match_filter["game"] = _word(gettext("Game"), titles, "game", gettext("All games"))
            elif name == "person":
                match_filter["person"] = _people(library, records)
            elif name == "since":
                match_filter["since"] = _day(gettext("From"), "since")
            elif name == "until":
                match_filter["until"] = _day(gettext("To"), "until")
            else:
                with st.popover(gettext("More"), icon=":material/tune:", width="stretch"):
                    _more(library, match_filter)
    if chosen := [*_chosen(match_filter)]:
        st.caption(escape("  ·  ".join(chosen)))
    return match_filter


def _chosen(match_filter: MatchFilter) -> Iterator[str]:
    """What the criteria in the popover are, as they are not visible there while it is closed."""
    if match_filter.get("only"):
        yield gettext("Only these people")
    labels = {"seats": gettext("Number of players"), "place": gettext("Place"), "tag": gettext("Tag")}
    for key, label in (labels | {kind: gettext(name) for kind, name in _FACTS.items()}).items():
        if (value := match_filter.get(key)) is not None:
            yield f"{label}: {plain(str(value))}"
    if depth := match_filter.get("depth"):
        yield gettext(DEPTHS[depth])
    if state := match_filter.get("state"):
        yield gettext(STATES[state])


def _people(library: MatchIndex, records: MatchRepository) -> list[str]:
    """Ask for people who played; returns their ids."""
    labels = labels_of([person for person in known_people(library, records) if person.plays])
    everybody = records.people()

    def find(word: str) -> str | None:
        """The person with this id, or with this name as in older addresses; of namesakes the last to have played."""
        named = {everybody.one(word)} & labels.keys() or {*everybody.named(word)}
        return next((id for id in labels if id in named), None)

    read_several("person", find)
    st.session_state["person"] = [id for id in st.session_state["person"] if id in labels]
    chosen: list[str] = st.multiselect(
        gettext("People"),
        labels,
        format_func=lambda id: labels[id],
        key="person",
        placeholder=gettext("Everybody"),
        select_all=False,
    )
    write_several("person", chosen, find)
    return chosen


def _day(label: str, key: str) -> str | None:
    day: date | None = st.date_input(label, value=None, format="YYYY-MM-DD", key=key, **_BOUND)
    return day.isoformat() if day else None


def _more(library: MatchIndex, match_filter: MatchFilter) -> None:
    if "person" in match_filter:
        match_filter["only"] = st.toggle(
            gettext("Only these people"), key="only", disabled=not match_filter["person"], **_BOUND
        )
    match_filter["seats"] = _one(
        gettext("Number of players"), range(1, _MOST_PLAYERS + 1), "seats", gettext("Any number")
    )
    match_filter["place"] = _one(gettext("Place"), library.places(), "place", gettext("Anywhere"))
    match_filter["tag"] = _one(gettext("Tag"), library.tags(), "tag", gettext("Any tag"))
    match_filter["depth"] = _word(gettext("Recorded"), DEPTHS, "depth", gettext("Any level of detail"))
    match_filter["state"] = _word(gettext("State"), STATES, "state", gettext("Any state"))
    for kind, values in library.facts().items():
        match_filter[kind] = _one(gettext(_FACTS[kind]), values, kind, gettext("Any"))  # type: ignore[literal-required]


def _one(label: str, options: Iterable[_Each], key: str, all: str) -> _Each | None:
    """Ask for one of the options; None stands for `all`."""
    chosen: _Each | None = st.selectbox(label, options, index=None, placeholder=all, key=key, **_BOUND)
    return chosen


def _word(label: str, words: Mapping[str, str], key: str, all: str) -> str | None:
    """The same for values with a label, which is translated."""
    read_address(key, words)
    chosen: str | None = st.selectbox(
        label, words, index=None, placeholder=all, key=key, format_func=lambda word: gettext(words[word])
    )
    write_address(key, chosen)
    return chosen
