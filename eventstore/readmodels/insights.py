"""Insights as queries on the typed rows of plays: no play is decoded, and none is kept in memory."""

import datetime
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from types import MappingProxyType
from typing import Final, NamedTuple

from eventstore.readmodels.dimensions import OF_MATCHES, OF_SEATS, POINTS, SEATED, SEATS, named
from eventstore.readmodels.population import Population, titles
from eventstore.statistics.insights import (
    COUNTS,
    REVIEWED,
    Dimension,
    Insight,
    InsightCase,
    InsightRow,
    Metric,
    ReviewedSeat,
    in_order,
    reviewed_row,
    row_of,
    tells,
)
from eventstore.statistics.reviews import SeatReview
from eventstore.statistics.tally import Depths


class InsightQuestion(NamedTuple):
    """With the id of a `person` only the seats of this person count, else anonymous seats too, but in the dimension
    `person`. `reviews` are the figures of the seats of reviewed matches by match, for the metrics in `REVIEWED`.
    """

    metric: Metric
    dimension: Dimension
    person: str | None = None
    reviews: Mapping[str, Sequence[SeatReview]] = MappingProxyType({})


_PAGE: Final = 5_000
"""Plays that are read together."""

_VALUES_OF_MATCHES: Final[Mapping[Metric, str]] = {
    "plays": "1",
    "lead": "p.margin",
    "minutes": "p.minutes",
    "hours": "p.minutes",
    "start": "CASE WHEN p.sides > 1 THEN (SELECT CASE count(*) WHEN 1 THEN max(s.won) END FROM results s"
    " WHERE s.title = p.title AND s.moment = p.moment AND s.started = 1) END",
}

_WON: Final = "CASE WHEN p.sides > 1 THEN r.won END"

_VALUES_OF_SEATS: Final[Mapping[Metric, str]] = {
    "wins": _WON,
    "share": _WON,
    "above": _WON,
    "points": POINTS,
    "margin": "r.lead",
    "luck": "1",
    "lost": "1",
}


class _Told(NamedTuple):
    """The value of one seat, or one match (with seat 0): its label, and the value of the metric."""

    label: str
    match: str
    seat: int
    depth: str
    sides: int
    value: float


def insight(population: Population, names: Mapping[str, str], question: InsightQuestion) -> Insight:
    """The answer from the plays of the population; `names` are those of people by id."""
    figures, matches, depths, total = _Figures(question), Counter[str](), Counter[str](), 0.0
    for of_match in _told(population, question):
        matches.update({one.label for one in of_match})
        depths[of_match[0].depth] += 1
        total += sum({one.seat: one.value for one in of_match}.values())
        for one in of_match:
            figures.add(one)
    known = names if question.dimension in ("person", "opponent") else {}
    rows = [figures.row(label, known.get(label, label), matches[label]) for label in matches]
    ((plays,),) = population.query("SELECT count(*) FROM plays WHERE {where}")
    return Insight(
        question.metric,
        question.dimension,
        in_order(rows, question.dimension),
        Depths(depths.total(), depths["moves"], depths["rounds"], depths["final"]),
        plays - depths.total(),
        (total / 60 if question.metric == "hours" else total) if question.metric in COUNTS else None,
    )


def plays_behind(population: Population, question: InsightQuestion, label: str) -> tuple[str, ...]:
    """The ids of the plays behind the value of a label."""
    told = _told(population, question)
    return tuple(of_match[0].match for of_match in told if any(one.label == label for one in of_match))


class _Figures:
    """The cases of each label, as far as they were added."""

    def __init__(self, question: InsightQuestion) -> None:
        self._question = question
        self._cases = defaultdict[str, Counter[InsightCase]](Counter)
        self._seats = defaultdict[str, list[ReviewedSeat]](list)

    def add(self, one: _Told) -> None:
        if self._question.metric in REVIEWED:
            self._seats[one.label].append(ReviewedSeat(one.match, one.seat, self._question.reviews[one.match]))
        else:
            self._cases[one.label][InsightCase(one.value, one.sides)] += 1

    def row(self, label: str, name: str, matches: int) -> InsightRow:
        metric = self._question.metric
        if metric in REVIEWED:
            return reviewed_row(metric, label, name, self._seats[label], matches)
        return row_of(metric, label, name, self._cases[label], matches)


def _told(population: Population, question: InsightQuestion) -> Iterator[Sequence[_Told]]:
    """The values of each match, in the order of play, without repetitions: a seat may have two others of one person."""
    metric, dimension, _, reviews = question
    called = titles(population) if dimension == "game" else {}
    if metric in REVIEWED:
        population = population.among("plays.match IN (SELECT value FROM json_each(?))", json.dumps([*reviews]))
    sql, values = _cases(population, question, called)
    for after, until in population.ranges(_PAGE):
        rows = map(_Told._make, population.database.query(sql, (*values, after, until, *population.values)))
        for match, of_match in groupby(rows, attrgetter("match")):
            told = {_named(one, dimension) for one in of_match}
            if metric in REVIEWED:
                told = {one for one in told if tells(metric, ReviewedSeat(match, one.seat, reviews[match]))}
            if told:
                yield sorted(told)


def _named(one: _Told, dimension: Dimension) -> _Told:
    """With the weekday in place of the date, which the database has as the label."""
    if dimension != "weekday":
        return one
    return one._replace(label=str(datetime.date.fromisoformat(one.label).isoweekday()))


def _cases(
    population: Population, question: InsightQuestion, called: Mapping[int, str]
) -> tuple[str, tuple[object, ...]]:
    """The query of the rows of `_Told` between two moments, and the values of its placeholders before these moments."""
    people, (metric, dimension, person, _) = population.people, question
    of_seats, label = metric in _VALUES_OF_SEATS, OF_MATCHES.get(dimension) or OF_SEATS[dimension]
    value = (_VALUES_OF_SEATS if of_seats else _VALUES_OF_MATCHES)[metric]
    is_own = "TRUE" if person is None else "r.person IN (SELECT id FROM own)"
    seats = SEATS
    if not of_seats and dimension in OF_MATCHES:
        is_own = is_own if person is None else f"EXISTS (SELECT 1 FROM results r WHERE {SEATED} AND {is_own})"
        seats = ""
    names, pairs = named(people, called)
    sql = (
        f"WITH {names}, own(id) AS (SELECT value FROM json_each(?)),"
        f" p AS (SELECT * FROM plays WHERE moment > ? AND moment <= ? AND {population.where})"
        f" SELECT {label.text} AS label, p.match, {'r.seat' if of_seats else '0'}, p.depth, p.sides, {value} AS value"
        f" FROM p {seats} {label.tables} WHERE {is_own} AND {label.condition} AND {value} IS NOT NULL ORDER BY p.moment"
    )
    ids = people.ids(person) if person is not None else ()
    return sql, (*pairs, json.dumps([*ids]))
