"""The places of matches among the earlier plays, read from the table of results.

A list asks for each of its rows whether it was a record or a first win; neither may read all plays of a game.
"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from typing import Final

from core.game import Seat
from eventstore.matches import people, simulated
from eventstore.matches.people import People
from eventstore.readmodels.database import ReadDatabase
from eventstore.readmodels.filters import placeholders
from eventstore.readmodels.play_tables import ResultRow
from eventstore.readmodels.population import Population
from eventstore.statistics.play_changes import (
    AfterAYear,
    Milestone,
    OwnPlays,
    PersonPlays,
    PersonWins,
    TitlePlays,
    known_seats,
)
from eventstore.statistics.play_facts import MIN_EARLIER, Milestones
from eventstore.statistics.plays import PlayedMatch


def milestones(
    database: ReadDatabase, everybody: People, ids: Collection[str], visible: Collection[str] | None
) -> tuple[Milestones, ...]:
    """The places of the matches `ids` among all plays of their games; only the matches `visible` are compared."""
    rows = [ResultRow(*row) for row in database.query(_OF_MATCHES, (json.dumps([*ids]),))]
    titles = _synonyms(database, {row.title for row in rows})
    by_match: dict[str, list[ResultRow]] = {}
    for row in rows:
        by_match.setdefault(row.match, []).append(row)
    records = _records(database, by_match, titles, visible)
    wins = _wins(database, [row for row in rows if row.won], titles, everybody, visible)
    return tuple(
        Milestones(match, records.get(match), tuple((row.seat, *wins[row]) for row in own if row in wins))
        for match, own in by_match.items()
    )


_OF_MATCHES: Final = (
    "SELECT r.* FROM results r JOIN plays p USING (match)"
    " WHERE match IN (SELECT value FROM json_each(?)) AND p.titled = 1 ORDER BY r.title, r.moment, r.seat"
)


def _synonyms(database: ReadDatabase, titles: Collection[str]) -> Mapping[str, Sequence[str]]:
    """All titles of the same BoardGameGeek game, for each of these titles."""
    same = (
        "SELECT DISTINCT bgg_id, game_title FROM matches WHERE bgg_id IN"
        " (SELECT DISTINCT bgg_id FROM matches WHERE game_title IN (SELECT value FROM json_each(?)))"
    )
    games: dict[int, set[str]] = {}
    for game, title in database.query(same, (json.dumps([*titles]),)):
        games.setdefault(game, set()).add(title)
    return {title: sorted({title}.union(*(names for names in games.values() if title in names))) for title in titles}


def _earlier(visible: Collection[str] | None) -> tuple[str, list[object]]:
    """The SQL condition that `r` is an earlier result of the kind of the match `w`, and its placeholders' values.

    Simulated matches are compared with simulated ones, the others without them.
    """
    kind = f"substr({{}}.match, 1, {len(simulated.PREFIX)}) = '{simulated.PREFIX}'"
    is_alike = f"({kind.format('r')}) = ({kind.format('w')})"
    sql = f"r.title IN (SELECT value FROM json_each(w.titles)) AND r.moment < w.moment AND {is_alike}"
    if visible is None:
        return sql, []
    return f"{sql} AND r.match IN (SELECT value FROM json_each(?))", [json.dumps([*visible])]


def _records(
    database: ReadDatabase,
    matches: Mapping[str, Sequence[ResultRow]],
    titles: Mapping[str, Sequence[str]],
    visible: Collection[str] | None,
) -> dict[str, int]:
    """The seat with more points than any seat in enough earlier matches, for the matches that have one."""
    best = [max(known, key=_points) for own in matches.values() if (known := [r for r in own if r.merit is not None])]
    if not best:
        return {}
    wanted = [(r.match, r.moment, json.dumps(titles[r.title]), r.merit, r.seat) for r in best]
    is_earlier, values = _earlier(visible)
    sql = (
        f"WITH w(match, moment, titles, merit, seat) AS (VALUES {_rows(wanted)})"
        f" SELECT match, seat FROM w WHERE NOT EXISTS (SELECT 1 FROM results r WHERE r.merit >= w.merit"
        f" AND {is_earlier}) AND {MIN_EARLIER} <= (SELECT count(*) FROM (SELECT DISTINCT r.match FROM results r"
        f" WHERE r.merit IS NOT NULL AND {is_earlier} LIMIT {MIN_EARLIER}) AS earlier)"
    )
    return dict(database.query(sql, (*_flat(wanted), *values, *values)))


def _rows(values: Sequence[Sequence[object]]) -> str:
    """The rows of a VALUES clause."""
    return ", ".join([f"({placeholders(row)})" for row in values])


def _flat(values: Sequence[Sequence[object]]) -> list[object]:
    return [value for row in values for value in row]


def _points(result: ResultRow) -> float:
    return result.merit if result.merit is not None else float("-inf")


def _wins(
    database: ReadDatabase,
    won: Sequence[ResultRow],
    titles: Mapping[str, Sequence[str]],
    everybody: People,
    visible: Collection[str] | None,
) -> dict[ResultRow, tuple[bool, int]]:
    """True if a win is the person's first after a play without one, and the number of wins in a row."""
    known = [result for result in won if result.person != people.SOMEBODY]
    if not known:
        return {}
    wanted = [
        (n, r.match, r.moment, json.dumps(titles[r.title]), json.dumps(everybody.ids(r.person)))
        for n, r in enumerate(known)
    ]
    is_earlier, values = _earlier(visible)
    own = f"FROM results r WHERE r.person IN (SELECT value FROM json_each(w.persons)) AND {is_earlier}"
    sql = (
        f"WITH w(number, match, moment, titles, persons) AS (VALUES {_rows(wanted)})"
        f" SELECT EXISTS (SELECT 1 {own} AND r.won = 0) AND NOT EXISTS (SELECT 1 {own} AND r.won = 1),"
        f" 1 + (SELECT count(DISTINCT r.match) {own} AND r.won = 1"
        f" AND r.moment > coalesce((SELECT max(r.moment) {own} AND r.won = 0), '')) FROM w ORDER BY number"
    )
    rows = database.query(sql, (*_flat(wanted), *values * 4))
    return {result: (bool(is_first), run) for result, (is_first, run) in zip(known, rows, strict=True)}


_ROUND: Final = 100
_YEAR_DAYS: Final = 365


def reached(
    population: Population,
    match: PlayedMatch,
    moment: str,
    plays: int,
    own: Mapping[Seat, OwnPlays],
    last: PlayedMatch | None,
) -> Iterator[Milestone]:
    """The milestones of a match among all plays of the population, at this moment; the rarest first.

    It is the play number `plays` of its game, after `last`; `own` are those of its people.
    """
    for seat in known_seats(match):
        yield from _person_plays(population, seat, match.seats[seat].person, moment)
    if plays % _ROUND == 0:
        yield TitlePlays(plays)
    for seat, known in own.items():
        if match.seats[seat].won and (known.wins == 10 or known.wins % 50 == 0):
            yield PersonWins(seat, known.wins)
    if last and (days := _days(last.played_on, match.played_on)) is not None and days >= _YEAR_DAYS:
        yield AfterAYear(last.id, last.played_on or "")


def _person_plays(population: Population, seat: Seat, person: str, moment: str) -> Iterator[PersonPlays]:
    until = (
        "FROM plays WHERE moment IN (SELECT moment FROM results WHERE person IN (SELECT value FROM json_each(?))"
        " AND moment <= ?) AND {where}"
    )
    values = json.dumps([*population.people.ids(person)]), moment
    ((number,),) = population.query(f"SELECT count(*) {until}", *values)
    if number and number % _ROUND == 0:
        for first in population.query(f"SELECT match, title, played_on {until} ORDER BY moment LIMIT 1", *values):
            yield PersonPlays(seat, number, *first)


def _days(earlier: str | None, later: str | None) -> int | None:
    """None where a date is not wholly known."""
    try:
        return (date.fromisoformat(later or "") - date.fromisoformat(earlier or "")).days
    except ValueError:
        return None
