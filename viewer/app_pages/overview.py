"""The overview page: when, where, with whom and which games were played."""

import datetime

import streamlit as st

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.statistics.overview import Overview, overview
from viewer.boards.text import fit
from viewer.filters import filters
from viewer.language import date, gettext, ngettext, number, translate
from viewer.navigation import Pages
from viewer.statistics import chart_panel, figures, words
from viewer.statistics.calendar import by_week, calendar, sentence, span, week_sentence, within
from viewer.statistics.chart_panel import ChartContext, ranking
from viewer.statistics.dataset import Dataset, dataset


def show(library: MatchIndex, records: MatchRepository, pages: Pages) -> None:
    """The filter and the year are kept in the address."""
    st.title(gettext("Overview"), anchor=False)
    with st.container(horizontal=True, key="questions"):
        st.page_link(pages.year, label=gettext("Year in review"), icon=":material/calendar_month:")
        st.page_link(pages.suggest, label=gettext("What to play"), icon=":material/casino:")
    data = dataset(library, records, filters(library, records))
    found = _overview(data, data.key)
    if not found.plays:
        chart_panel.nothing(library)
        return
    context = ChartContext(library, pages, "dark" if st.context.theme.type == "dark" else "light")
    st.text(_lead(found))
    with st.container(horizontal=True, key="figures"):
        for label, value in _figures(found):
            more = words.depths(found.depths) if label == gettext("Matches") else None
            st.metric(label, value, width="content", help=more)
    _when(found, context)
    rankings = (
        ("people", gettext("Who played"), found.people, pages.person, "person"),
        ("games", gettext("What was played"), found.games, pages.game, "game"),
        ("places", gettext("Where it was played"), found.places, pages.matches, "place"),
    )
    for column, (key, title, counts, page, field) in zip(st.columns(3, gap="medium"), rankings, strict=True):
        if counts:
            with column:
                ranking(counts, title, page, field, context, key=key)


def _lead(found: Overview) -> str:
    """What was played most, by whom and where."""
    most = [fit(translate(counts[0].name), 40) for counts in (found.games, found.people) if counts]
    if len(most) < 2:
        return gettext("Most often played: {game}.", game=most[0])
    if not found.places:
        return gettext("Most often played: {game}, and most often by {name}.", game=most[0], name=most[1])
    place = fit(found.places[0].name, 40)
    return gettext(
        "Most often played: {game}, most often by {name}, and most often at {place}.",
        game=most[0],
        name=most[1],
        place=place,
    )


def _figures(found: Overview) -> list[tuple[str, str]]:
    figures = [
        (gettext("Matches"), number(found.plays)),
        (gettext("Games"), number(len(found.games))),
        (gettext("People"), number(len(found.people))),
        (gettext("H-index"), number(found.h_index)),
    ]
    if found.timed:
        hours = gettext("{hours} h", hours=number(round(found.minutes / 60)))
        figures.append((ngettext("Time in {number} match", "Time in {number} matches", found.timed), hours))
    return figures


def _when(found: Overview, context: ChartContext) -> None:
    """Days and weeks of a year, or of the last 12 months."""
    st.header(gettext("When"), anchor=False)
    years = sorted({count.label[:4] for count in found.days}, reverse=True)
    year: str | None = st.selectbox(
        gettext("Year"),
        years,
        index=None,
        placeholder=gettext("The last twelve months"),
        key="year",
        bind="query-params",
        width=260,
    )
    first, last = span(int(year) if year else None, datetime.date.today())
    days = within(found.days, first, last)
    caption = sentence(days, first, last)
    if found.undated:
        caption += " " + ngettext(
            "{number} match has no known date.", "{number} matches have no known date.", found.undated
        )
    table = {gettext("Day"): [date(day.label) for day in days], gettext("Matches"): [str(day.plays) for day in days]}
    picked = chart_panel.chart_panel(calendar(days, first, last, context.theme), caption, table, key="days")
    if picked is not None:
        chart_panel.match_links(
            context.library, context.pages, date(days[picked].label), days[picked].matches, key="day"
        )
    weeks = by_week(found.weeks, first, last)
    if days:
        week = chart_panel.bar_panel(
            figures.columns(weeks, context.theme), weeks, week_sentence(weeks), gettext("Week of"), key="weeks"
        )
        if week and week.matches:
            chart_panel.match_links(context.library, context.pages, week.label, week.matches, key="week")


@st.cache_resource(max_entries=8, show_spinner=False)
def _overview(_dataset: Dataset, key: str) -> Overview:
    return overview(_dataset.played, _dataset.names)
