"""The plays before one: what the best was, who won, and what the play changed."""

import json
from collections.abc import Collection, Sequence
from typing import Final

from core.game import Seat
from core.sheet_rounds import numbered, points_by_round
from eventstore.matches.people import SOMEBODY
from eventstore.matches.simulated import is_simulated
from eventstore.readmodels import milestones
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.population import Population
from eventstore.readmodels.projection import MatchRow
from eventstore.statistics import play_changes
from eventstore.statistics.play_changes import Earlier, PlayPast, Stood, known_seats, most_by_source
from eventstore.statistics.plays import PlayedMatch, PlayedSeat

_RESULTS: Final = (
    "FROM (SELECT * FROM plays WHERE {where}) p JOIN results r ON r.title = p.title AND r.moment = p.moment"
)
_SOURCES: Final = "plays CROSS JOIN sources s"
_IS_BEFORE: Final = "s.match = plays.match AND plays.detailed = 1 AND {where}"


def earlier(population: Population, match: PlayedMatch, details: Sequence[PlayedSeat]) -> Earlier:
    """Facts of the plays of the population, which are those before the match; `details` are those of the match."""
    # Not whether there is such a row: SQLite would look for it in the index of all points.
    with_points = "SELECT count(merit) FROM results r WHERE r.title = plays.title AND r.moment = plays.moment"
    ((plays, scored),) = population.query(
        f"SELECT count(*), count(CASE WHEN ({with_points}) > 0 THEN 1 END) FROM plays WHERE {{where}}"
    )
    by_person = _by_person(population, lowest=match.lowest_wins)
    rounds = [points_by_round(own.sources) for own in details]
    return Earlier(
        plays,
        Stood(max(own.best for own in by_person.values()), scored) if by_person else None,
        {person: own for person, own in by_person.items() if person != SOMEBODY},
        _results(population, match),
        sources(population, most_by_source(details)),
        _rounds(population) if any(rounds) else None,
    )


def _by_person(population: Population, *, lowest: bool) -> dict[str, Stood]:
    """The best points of each person, and the number of seats with points, as in `Earlier.own_points`."""
    points = f"CASE p.lowest WHEN {int(lowest)} THEN r.merit ELSE -r.merit END"
    found: dict[str, Stood] = {}
    for recorded, best, seats in population.query(
        f"SELECT r.person, max({points}), count(*) {_RESULTS} WHERE r.merit IS NOT NULL GROUP BY r.person"
    ):
        person = population.people.one(recorded)
        known = found.get(person, Stood(best, 0))
        found[person] = Stood(max(best, known.best), known.n + seats)
    return found


def _results(population: Population, match: PlayedMatch) -> dict[Seat, list[bool]]:
    """As in `Earlier.results`."""
    seats = {match.seats[seat].person: seat for seat in known_seats(match)}
    rows = population.query(
        "WITH seated(person) AS (SELECT value FROM json_each(?))"
        f" SELECT p.moment, r.person, max(r.won) {_RESULTS} WHERE r.person IN (SELECT person FROM seated)"
        " AND r.won IS NOT NULL GROUP BY p.moment, r.person ORDER BY p.moment",
        json.dumps([id for person in seats for id in population.people.ids(person)]),
    )
    won: dict[Seat, dict[str, bool]] = {seat: {} for seat in seats.values()}
    for moment, recorded, result in rows:
        own = won[seats[population.people.one(recorded)]]
        own[moment] = own.get(moment, False) or bool(result)
    return {seat: [*results.values()] for seat, results in won.items()}


def sources(population: Population, asked: Collection[str]) -> dict[str, Stood]:
    """The most points of a seat from each of these sources, and the number of plays in which a seat has the source."""
    if not asked:
        return {}
    rows = population.query(
        "WITH asked(source) AS (SELECT value FROM json_each(?))"
        f" SELECT s.source, max(s.points), count(DISTINCT s.match) FROM {_SOURCES} WHERE {_IS_BEFORE}"
        " AND s.source IN (SELECT source FROM asked) GROUP BY s.source",
        json.dumps([*asked]),
    )
    return {source: Stood(points, plays) for source, points, plays in rows}


def _rounds(population: Population) -> Stood | None:
    """The most points of a seat in one round, and the number of plays with rounds, as of `points_by_round`."""
    labels = [label for (label,) in population.query(f"SELECT DISTINCT s.source FROM {_SOURCES} WHERE {_IS_BEFORE}")]
    lines = {label: number for label in labels if (number := numbered(label)) is not None}
    if not lines:
        return None
    other = "SELECT 1 FROM sources o WHERE o.match = s.match AND o.seat = s.seat AND o.source NOT IN"
    ((best, plays),) = population.query(
        f"WITH lines(label, number) AS (VALUES {', '.join(['(?, ?)'] * len(lines))})"
        " SELECT max(points), count(DISTINCT match) FROM (SELECT s.match AS match, sum(s.points) AS points"
        f" FROM {_SOURCES} CROSS JOIN lines WHERE label = s.source AND {_IS_BEFORE}"
        f" AND NOT EXISTS ({other} (SELECT label FROM lines)) GROUP BY s.match, s.seat, number) AS rounds",
        *(value for line in lines.items() for value in line),
    )
    return Stood(best, plays) if plays else None


LAST: Final = 3
"""Number of earlier plays that are shown."""


def past_of(index: MatchIndex, row: MatchRow) -> PlayPast:
    """The changes by the match, and the plays before it; no changes while it is open or not counted,
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
    known, last = earlier(before, own[0], details), _last(index, before)
    own_plays = play_changes.own_plays(own[0], known)
    everything = index.population(simulated=asked["simulated"])
    reached = milestones.reached(everything, own[0], moment[0][0], known.plays + 1, own_plays, next(iter(last), None))
    return PlayPast(play_changes.changes(own[0], details, known), last, plays, own_plays, tuple(reached))


def _last(index: MatchIndex, population: Population) -> tuple[PlayedMatch, ...]:
    """The newest plays of the population, the newest first."""
    rows = population.query(f"SELECT match FROM plays WHERE {{where}} ORDER BY moment DESC LIMIT {LAST}")
    return index.played(ids=[match for (match,) in rows])[::-1]
