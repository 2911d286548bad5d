"""The plays before one: the last ones by the same people and the points to beat, and what the play changed."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from eventstore.matches.simulated import is_simulated
from eventstore.readmodels.earlier_plays import earlier
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.population import Population
from eventstore.readmodels.projection import MatchRow
from eventstore.statistics import play_changes
from eventstore.statistics.play_changes import PlayPast
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


def _best(population: Population, title: str) -> Record | None:
    """The best points of a seat, by the rule of the first play with points; of equal ones the first."""
    points = (
        "FROM (SELECT * FROM plays WHERE {where}) p JOIN results r ON r.title = p.title AND r.moment = p.moment"
        " WHERE r.merit IS NOT NULL"
    )
    if not (first := population.query(f"SELECT p.lowest {points} ORDER BY p.moment LIMIT 1")):
        return None
    value, order = "CASE p.lowest WHEN 1 THEN -r.merit ELSE r.merit END", "ASC" if first[0][0] else "DESC"
    ((n,),) = population.query(f"SELECT count(DISTINCT p.match) {points}")
    for best, match, played_on, person in population.query(
        f"SELECT {value}, p.match, p.played_on, r.person {points} ORDER BY 1 {order}, p.moment, r.seat LIMIT 1"
    ):
        return Record("points", title, best, match, played_on, population.people.one(person), n)
    return None


def past_of(index: MatchIndex, row: MatchRow) -> PlayPast:
    """The changes that the match made, and the plays before it; no changes while it is open or not counted,
    and nothing for a sheet without the title of its game.

    A simulated match is compared with simulated ones, the others without them.
    """
    if row.depth != "moves" and not row.options.get("title"):  # It may be any game.
        return PlayPast()
    asked = MatchFilter(game=row.game_title, simulated=is_simulated(row.id, row.parent))
    plays, population = index.count(**asked), index.population(**asked)
    moment = population.query("SELECT moment FROM plays WHERE match = ? AND {where}", row.id)
    own = index.played(ids=[row.id]) if moment else ()
    if not own:
        until = population.among("coalesce(played_on, '') <= ?", row.played_on or "9")
        return PlayPast(before=_last(index, until), plays=plays)
    before = population.among("plays.moment < ?", moment[0][0])
    details = index.details(ids=[row.id]).get(row.id, ())
    known = earlier(before, own[0], details)
    return PlayPast(
        play_changes.changes(own[0], details, known),
        _last(index, before),
        plays,
        play_changes.own_plays(own[0], known),
    )


def _last(index: MatchIndex, population: Population) -> tuple[PlayedMatch, ...]:
    """The newest plays of the population, the newest first."""
    rows = population.query(f"SELECT match FROM plays WHERE {{where}} ORDER BY moment DESC LIMIT {LAST}")
    return index.played(ids=[match for (match,) in rows])[::-1]
