"""Insights as queries on the typed rows of plays: no play is decoded, and none is kept in memory."""

import datetime
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from eventstore.matches.people import SOMEBODY
from eventstore.readmodels.population import Population, titles
from eventstore.statistics.insights import (
    COUNTS,
    REVIEWED,
    Case,
    Dimension,
    Insight,
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


class Question(NamedTuple):
    """With the id of a `person` only the seats of this person count, else anonymous seats too, but in the dimension
    `person`. `reviews` are the figures of the seats of reviewed matches by match, for the metrics in `REVIEWED`.
    """

    metric: Metric
    dimension: Dimension
    person: str | None = None
    reviews: Mapping[str, Sequence[SeatReview]] = MappingProxyType({})


class _Label(NamedTuple):
    """A dimension in SQL: the label, its condition, and the tables that it needs beside a play `p` and a seat `r`."""

    text: str
    condition: str = "TRUE"
    tables: str = ""


_SEATED: Final = "r.title = p.title AND r.moment = p.moment"
_SEATS: Final = f"JOIN results r ON {_SEATED}"
_FACT: Final = "JOIN facts f ON f.match = p.match AND f.kind = '{}'"
_TRAIT: Final = "JOIN traits t ON t.match = p.match AND t.seat = r.seat AND t.kind = '{}'"
_OWN: Final = "coalesce(one.person, r.person)"
_OTHER: Final = "coalesce(another.person, o.person)"

_OF_MATCHES: Final[Mapping[Dimension, _Label]] = {
    "game": _Label("coalesce(called.title, p.title)", tables="LEFT JOIN called ON called.bgg_id = p.bgg_id"),
    "players": _Label("CAST(p.seats AS TEXT)"),
    "place": _Label("p.place", "p.place <> ''"),
    "weekday": _Label("p.played_on", "length(p.played_on) = 10"),
    "month": _Label("substr(p.played_on, 1, 7)", "length(p.played_on) >= 7"),
    "year": _Label("substr(p.played_on, 1, 4)", "length(p.played_on) >= 4"),
    "tag": _Label("tags.tag", tables="JOIN tags ON tags.match = p.match"),
    "depth": _Label("p.depth"),
    "expansion": _Label("coalesce(f.value, '')", tables=f"LEFT {_FACT.format('expansion')}"),
    "scenario": _Label("f.value", tables=_FACT.format("scenario")),
    "difficulty": _Label("f.value", tables=_FACT.format("difficulty")),
}

_OF_SEATS: Final[Mapping[Dimension, _Label]] = {
    "person": _Label(_OWN, f"{_OWN} <> '{SOMEBODY}'", "LEFT JOIN one ON one.id = r.person"),
    "seat": _Label("CAST(r.seat + 1 AS TEXT)", "p.ordered = 1"),
    "start": _Label("CASE r.started WHEN 1 THEN 'start' WHEN 0 THEN 'other' ELSE 'unknown' END"),
    "role": _Label("t.value", tables=_TRAIT.format("role")),
    "color": _Label("t.value", tables=_TRAIT.format("color")),
    "new": _Label("CASE r.newcomer WHEN 1 THEN 'new' ELSE 'not' END", "r.newcomer IS NOT NULL"),
    "opponent": _Label(
        _OTHER,
        f"{_OTHER} <> '{SOMEBODY}' AND {_OTHER} <> {_OWN}",
        "JOIN results o ON o.title = p.title AND o.moment = p.moment AND o.seat <> r.seat"
        " LEFT JOIN one ON one.id = r.person LEFT JOIN one another ON another.id = o.person",
    ),
}

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
    "points": "CASE p.lowest WHEN 1 THEN -r.merit ELSE r.merit END",
    "margin": "r.lead",
    "luck": "1",
    "lost": "1",
}


class _Told(NamedTuple):
    """What one seat tells, or one match (with seat 0): its label, and the value of the metric."""

    label: str
    match: str
    seat: int
    depth: str
    sides: int
    value: float


def insight(population: Population, names: Mapping[str, str], question: Question) -> Insight:
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


def plays_behind(population: Population, question: Question, label: str) -> tuple[str, ...]:
    """The ids of the plays behind the value of a label."""
    told = _told(population, question)
    return tuple(of_match[0].match for of_match in told if any(one.label == label for one in of_match))


class _Figures:
    """The cases of each label, as far as they were added."""

    def __init__(self, question: Question) -> None:
        self._question = question
        self._cases = defaultdict[str, Counter[Case]](Counter)
        self._seats = defaultdict[str, list[ReviewedSeat]](list)

    def add(self, one: _Told) -> None:
        if self._question.metric in REVIEWED:
            self._seats[one.label].append(ReviewedSeat(one.match, one.seat, self._question.reviews[one.match]))
        else:
            self._cases[one.label][Case(one.value, one.sides)] += 1

    def row(self, label: str, name: str, matches: int) -> InsightRow:
        metric = self._question.metric
        if metric in REVIEWED:
            return reviewed_row(metric, label, name, self._seats[label], matches)
        return row_of(metric, label, name, self._cases[label], matches)


def _told(population: Population, question: Question) -> Iterator[Sequence[_Told]]:
    """What each match tells, in the order of play, without repetitions: a seat may have two others of one person."""
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


def _cases(population: Population, question: Question, called: Mapping[int, str]) -> tuple[str, tuple[object, ...]]:
    """The query of the rows of `_Told` between two moments, and the values of its placeholders before these moments."""
    people, (metric, dimension, person, _) = population.people, question
    of_seats, label = metric in _VALUES_OF_SEATS, _OF_MATCHES.get(dimension) or _OF_SEATS[dimension]
    value = (_VALUES_OF_SEATS if of_seats else _VALUES_OF_MATCHES)[metric]
    is_own = "TRUE" if person is None else "r.person IN (SELECT id FROM own)"
    seats = _SEATS
    if not of_seats and dimension in _OF_MATCHES:
        is_own = is_own if person is None else f"EXISTS (SELECT 1 FROM results r WHERE {_SEATED} AND {is_own})"
        seats = ""
    merged = {id: people.one(id) for id in people.merged}
    sql = (
        f"WITH one(id, person) AS ({_pairs(merged, 'TEXT')}), called(bgg_id, title) AS ({_pairs(called, 'BIGINT')}),"
        " own(id) AS (SELECT value FROM json_each(?)),"
        f" p AS (SELECT * FROM plays WHERE moment > ? AND moment <= ? AND {population.where})"
        f" SELECT {label.text} AS label, p.match, {'r.seat' if of_seats else '0'}, p.depth, p.sides, {value} AS value"
        f" FROM p {seats} {label.tables} WHERE {is_own} AND {label.condition} AND {value} IS NOT NULL ORDER BY p.moment"
    )
    pairs = [each for pairs in (merged, called) for pair in pairs.items() for each in pair]
    ids = people.ids(person) if person is not None else ()
    return sql, (*pairs, json.dumps([*ids]))


def _pairs(pairs: Mapping[Any, str], kind: str) -> str:
    """A table of pairs, with a number or a text first."""
    rows = ", ".join([f"(CAST(? AS {kind}), CAST(? AS TEXT))"] * len(pairs))
    return f"VALUES {rows}" if rows else f"SELECT CAST(NULL AS {kind}), '' WHERE FALSE"
