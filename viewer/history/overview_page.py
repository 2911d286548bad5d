"""The overview page: when, where, with whom and which games were played."""

import datetime

import streamlit as st

from eventstore.projections import Library
from eventstore.records import Records
from eventstore.statistics.overview import Overview, overview
from viewer.filters import filters
from viewer.history import exhibit, figures, words
from viewer.history.calendar import by_week, calendar, sentence, span, week_sentence, within
from viewer.history.hall import Hall
from viewer.history.past import Past, past
from viewer.history.ranking import ranking
from viewer.language import date, number, plural, say
from viewer.pages import Pages


def show(library: Library, records: Records, pages: Pages) -> None:
    """The filter and the year are kept in the address."""
    st.title(say("Overview"), anchor=False)
    everything = past(library, records, filters(library))
    found = _overview(everything, everything.key)
    if not found.plays:
        exhibit.nothing(library)
        return
    hall = Hall(library, pages, "dark" if st.context.theme.type == "dark" else "light")
    with st.container(horizontal=True, key="figures"):
        for label, value in _figures(found):
            st.metric(label, value, width="content")
    st.caption(words.depths(found.depths))
    _when(found, hall)
    rankings = (
        ("people", say("Who played"), found.people, pages.person, "person"),
        ("games", say("What was played"), found.games, pages.game, "game"),
        ("places", say("Where it was played"), found.places, pages.matches, "place"),
    )
    for column, (key, title, counts, page, field) in zip(st.columns(3, gap="medium"), rankings, strict=True):
        if counts:
            with column:
                ranking(counts, title, page, field, hall, key=key)


def _figures(found: Overview) -> list[tuple[str, str]]:
    figures = [
        (say("Matches"), number(found.plays)),
        (say("Games"), number(len(found.games))),
        (say("People"), number(len(found.people))),
        (say("H-index"), number(found.h_index)),
    ]
    if found.timed:
        hours = say("{hours} h", hours=number(round(found.minutes / 60)))
        figures.append(
            (plural("At the table in {number} match", "At the table in {number} matches", found.timed), hours)
        )
    return figures


def _when(found: Overview, hall: Hall) -> None:
    """Days and weeks of a year, or of the last 12 months."""
    st.header(say("When"), anchor=False)
    years = sorted({count.label[:4] for count in found.days}, reverse=True)
    year: str | None = st.selectbox(
        say("Year"),
        years,
        index=None,
        placeholder=say("The last twelve months"),
        key="year",
        bind="query-params",
        width=260,
    )
    first, last = span(int(year) if year else None, datetime.date.today())
    days = within(found.days, first, last)
    said = sentence(days, first, last)
    if found.undated:
        said += " " + plural("{number} match has no known day.", "{number} matches have no known day.", found.undated)
    table = {say("Day"): [date(day.label) for day in days], say("Matches"): [str(day.plays) for day in days]}
    picked = exhibit.exhibit(calendar(days, first, last, hall.theme), said, table, key="days")
    if picked is not None:
        exhibit.matches(hall.library, hall.pages, date(days[picked].label), days[picked].matches, key="day")
    weeks = by_week(found.weeks, first, last)
    if days:
        week = exhibit.bars(
            figures.columns(weeks, hall.theme), weeks, week_sentence(weeks), say("Week of"), key="weeks"
        )
        if week and week.matches:
            exhibit.matches(hall.library, hall.pages, week.label, week.matches, key="week")


@st.cache_resource(max_entries=8, show_spinner=False)
def _overview(_past: Past, key: str) -> Overview:
    return overview(_past.played, _past.names)
