"""Whether a person gets better, the rating over time, streaks and records; the only tab with large charts."""

from collections.abc import Callable

import streamlit as st

from eventstore.readmodels.person import PlayOf, contests, plays_of_person
from eventstore.readmodels.population import Population
from eventstore.statistics.person import PersonStatistics, Streak
from eventstore.statistics.progress import progress
from viewer.components.html_block import html_block
from viewer.components.paper import paper
from viewer.locale.language import gettext, ngettext, translate
from viewer.locale.plain_text import fit
from viewer.look.element import element
from viewer.pages.shared.chart_panel import ChartContext
from viewer.pages.shared.record_table import record_table
from viewer.statistics import progress_chart, rating


def progress_tab(person: PersonStatistics, population: Population, context: ChartContext) -> None:
    if rows := streaks(person):
        html_block(element("p", rows, class_="answer"), key="streaks")
    _ratings(person, population, context)
    _getting_better(person, population, context)
    if person.records:
        title = element("summary", gettext("Records"))
        fold = element("details", title, *record_table(context.index, person.records))
        paper(fold, key="records")


def _getting_better(person: PersonStatistics, population: Population, context: ChartContext) -> None:
    games = [row.label for row in person.games if row.chance.n > 1]
    if not games:
        return
    st.subheader(gettext("Getting better?"), anchor=False)
    game: str = games[0]
    if len(games) > 1:
        game = st.selectbox(
            gettext("Game"), games, format_func=lambda each: fit(translate(each), 60), key="better-at", width=360
        )
    found = progress(contests(population, person.person, game), game)
    st.text(progress_chart.sentence(found, person.name))
    if len(found.steps) > 1:
        ids = [step.match for step in found.steps]
        caption = f"{progress_chart.caption()} {progress_chart.sure(found)}"
        context.line(progress_chart.line(found, context.theme), caption, progress_chart.table(found), ids, key="better")


def _ratings(person: PersonStatistics, population: Population, context: ChartContext) -> None:
    """The rating after every contest."""
    if not person.rating:
        return
    st.subheader(gettext("Rating"), anchor=False)
    matches = {point.match: PlayOf("", None) for point in person.rating.line}
    matches |= plays_of_person(population, person.person)  # One that was withdrawn meanwhile is missing.
    figure, table = rating.line(person.rating, matches, context.theme), rating.table(person.rating, matches)
    ids = [point.match for point in person.rating.line]
    context.line(figure, rating.sentence(person.rating), table, ids, key="rating")


def streaks(person: PersonStatistics) -> str:
    """The current streak, and the longest of each kind; empty if there is none of two plays."""
    rows = []
    if person.current and person.current.length > 1:
        rows.append(_current(person.current))
    longest: list[tuple[Streak | None, Callable[[int], str]]] = [
        (person.winning, lambda count: ngettext("{number} win", "{number} wins", count)),
        (person.losing, lambda count: ngettext("{number} play without a win", "{number} plays without a win", count)),
    ]
    known = [says(streak.length) for streak, says in longest if streak and streak.length > 1]
    if known:
        rows.append(gettext("Longest streaks: {rows}.", rows=", ".join(known)))
    return " ".join(rows)


def _current(streak: Streak) -> str:
    if streak.result == "won":
        return ngettext("Now {number} win in a row.", "Now {number} wins in a row.", streak.length)
    return ngettext("Now {number} play without a win.", "Now {number} plays in a row without a win.", streak.length)
