"""Facts before a play begins: the last plays of its title by the same people, and the points to beat."""

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.population import Population
from eventstore.statistics.plays import PlayedMatch
from eventstore.statistics.records import Record

LAST: Final = 3
"""Number of earlier plays that are shown."""


@dataclass(frozen=True, slots=True)
class BeforePlay:
    """`last` are the newest plays, under this title, of `plays` in all; `best` is its record, by anybody."""

    last: tuple[PlayedMatch, ...] = ()
    plays: int = 0
    best: Record | None = None


def before_play(index: MatchIndex, title: str, people: Sequence[str] = ()) -> BeforePlay:
    """The plays of the title by exactly these people; without `people` those by anybody. An empty id is a new person,
    with whom nothing was played.
    """
    if not title:
        return BeforePlay()
    population = index.population(game=title)
    own = _plays_by(population, people)
    last = {match.id: replace(match, game=title) for match in index.played(ids=own[:LAST])}
    # A play may be withdrawn between two queries.
    return BeforePlay(tuple(last[id] for id in own[:LAST] if id in last), len(own), _best(population, title))


def _plays_by(population: Population, people: Sequence[str]) -> list[str]:
    """The plays by exactly these people, or by anybody, the newest first."""
    seated = defaultdict[str, Counter[str]](Counter)
    plays = [
        match for (match,) in population.query("SELECT match FROM plays WHERE {where} ORDER BY moment DESC, match DESC")
    ]
    if not people:
        return plays
    for match, person in population.query(
        f"SELECT match, person FROM results WHERE match IN (SELECT match FROM plays WHERE seats = {len(people)}"
        " AND {where})"
    ):
        seated[match][population.people.one(person)] += 1
    table = Counter(people)
    return [match for match in plays if seated[match] == table]


def best_of_each(index: MatchIndex, title: str, people: Sequence[str]) -> list[Record]:
    """The best points of each of these people who has any, in their order."""
    population = index.population(game=title)
    return [best for person in people if (best := _best(population, title, population.people.ids(person)))]


def _best(population: Population, title: str, people: Collection[str] = ()) -> Record | None:
    """The best points of a seat, by the rule of the first play with points; of equal ones the first.

    With `people` of their seats alone.
    """
    asked = "WITH asked(person) AS (SELECT value FROM json_each(?)) " if people else ""
    own = [json.dumps([*people])] if people else []
    points = (
        "FROM (SELECT * FROM plays WHERE {where}) p JOIN results r ON r.title = p.title AND r.moment = p.moment"
        " WHERE r.merit IS NOT NULL" + (" AND r.person IN (SELECT person FROM asked)" if people else "")
    )
    if not (first := population.query(f"{asked}SELECT p.lowest {points} ORDER BY p.moment LIMIT 1", *own)):
        return None
    value, order = "CASE p.lowest WHEN 1 THEN -r.merit ELSE r.merit END", "ASC" if first[0][0] else "DESC"
    ((n,),) = population.query(f"{asked}SELECT count(DISTINCT p.match) {points}", *own)
    best = f"SELECT {value}, p.match, p.played_on, r.person {points} ORDER BY 1 {order}, p.moment, r.seat LIMIT 1"
    for most, match, played_on, person in population.query(asked + best, *own):
        return Record("points", title, most, match, played_on, population.people.one(person), n)
    return None
