"""Streaks, the rating over time, whether a person gets better at a game, and records."""

from collections.abc import Callable, Sequence

import streamlit as st

from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.person import PlayOf, contests, plays_of_person
from eventstore.readmodels.population import Population
from eventstore.statistics.person import PersonStatistics, Streak
from eventstore.statistics.progress import progress
from viewer.boards.scene import Json
from viewer.components.html_block import html_block, pressed
from viewer.components.paper import paper
from viewer.locale.language import gettext, ngettext, translate
from viewer.locale.plain_text import fit
from viewer.look.element import element
from viewer.pages.shared.record_table import record_table
from viewer.statistics.figure import Figure, drawn
from viewer.statistics.progress import better, rating


def progress_tab(person: PersonStatistics, population: Population, index: MatchIndex) -> None:
    rows = streaks(person)
    said = [element("p", rows, class_="answer")] if rows else []
    figures = _rating(person, population) + _better(person, population)
    html_block(*said, *map(drawn, figures), key="progress")
    if person.records:
        title = element("summary", gettext("Records"))
        fold = element("details", title, *record_table(index, person.records))
        paper(fold, key="records")


def _rating(person: PersonStatistics, population: Population) -> list[Figure]:
    if not person.rating:
        return []
    plays = {point.match: PlayOf("", None) for point in person.rating.line}
    plays |= plays_of_person(population, person.person)  # One that was withdrawn meanwhile is missing.
    return [rating(person.rating, plays)]


def _better(person: PersonStatistics, population: Population) -> list[Figure]:
    """The progress at the game that was chosen, kept in `?of=`; else at the one with most plays."""
    games = [row.label for row in person.games if row.chance.n > 1]
    if not games:
        return []
    if sent := pressed("progress"):
        st.query_params["of"] = sent.value.removeprefix("game=")
    requested = st.query_params.get("of", "")
    game = requested if requested in games else games[0]
    choice = _choice(games, game) if len(games) > 1 else ""
    return [better(progress(contests(population, person.person, game), game), person.name, choice)]


def _choice(games: Sequence[str], chosen: str) -> Json:
    options = [
        element("option", fit(translate(game), 60), value=game, **({"selected": ""} if game == chosen else {}))
        for game in games
    ]
    return element("select", *options, class_="field", aria_label=gettext("Game"), data_send="of", data_value="game")


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
