"""The tables of plays: typed columns of each play that statistics count, of its seats, and of where points come from.

A figure of many plays is a query on these rows; no play is folded or decoded for it.
"""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

from core.game import facts_of
from eventstore import codec
from eventstore.matches.match import Match
from eventstore.matches.people import SOMEBODY
from eventstore.matches.simulated import is_simulated
from eventstore.statistics import sides
from eventstore.statistics.plays import PlayedMatch, PlayedSeat, SeatResult

SCHEMA: Final = (
    "CREATE TABLE plays (match TEXT PRIMARY KEY, simulated INTEGER NOT NULL, moment TEXT NOT NULL, title TEXT NOT NULL,"
    " titled INTEGER NOT NULL, bgg_id INTEGER, played_on TEXT, place TEXT, depth TEXT NOT NULL, minutes INTEGER,"
    " seats INTEGER NOT NULL, sides INTEGER NOT NULL, kind TEXT NOT NULL, detailed INTEGER NOT NULL,"
    " rated INTEGER NOT NULL, start_won INTEGER, ordered INTEGER NOT NULL, lowest INTEGER NOT NULL,"
    " margin REAL, finished INTEGER NOT NULL, options INTEGER NOT NULL) STRICT",
    "CREATE INDEX plays_by_moment ON plays (moment, simulated, minutes, title)",
    "CREATE INDEX plays_by_title ON plays (title, coalesce(bgg_id, 0), moment)",
    "CREATE INDEX plays_by_bgg_id ON plays (bgg_id, title, moment) WHERE bgg_id IS NOT NULL",
    "CREATE INDEX plays_by_seats ON plays (seats, title, bgg_id, minutes, simulated, match)",
    "CREATE TABLE results (title TEXT NOT NULL, moment TEXT NOT NULL, seat INTEGER NOT NULL, match TEXT NOT NULL,"
    " person TEXT NOT NULL, merit REAL, won INTEGER, rank INTEGER, side INTEGER NOT NULL, started INTEGER, lead REAL,"
    " newcomer INTEGER,"
    " PRIMARY KEY (title, moment, seat)) STRICT, WITHOUT ROWID",
    "CREATE INDEX results_by_match ON results (match)",
    "CREATE INDEX results_by_merit ON results (title, merit)",
    "CREATE INDEX results_by_person ON results (person, title, won)",
    "CREATE INDEX results_by_moment ON results (person, moment, seat)",
    "CREATE TABLE traits (match TEXT NOT NULL, seat INTEGER NOT NULL, kind TEXT NOT NULL, value TEXT NOT NULL,"
    " PRIMARY KEY (match, seat, kind, value)) STRICT, WITHOUT ROWID",
    "CREATE TABLE sources (match TEXT NOT NULL, source TEXT NOT NULL, seat INTEGER NOT NULL, place INTEGER NOT NULL,"
    " points REAL NOT NULL, PRIMARY KEY (match, source, seat)) STRICT, WITHOUT ROWID",
)
"""`moment` sorts as the date played and then the age of the record; `merit` are the points, negated where the fewest
win; `won`, `started` and `start_won`, whether the start player won, are 0 or 1, NULL if unknown. `side` is the number
of the side from 0. A `detailed` play has known points by source; `rated` is one that changes ratings, as far as this
does not depend on merges of people. `titled` is false for a sheet that may be any game. `place` is the place of a
source among those of its seat. A play is `ordered` if its seats are in turn order, `lowest` if the fewest points win,
and `finished` if it was not closed by hand; plays with the same number `options` have the same options of their game.
`margin` is `sides.winning_margin`, `lead` is `sides.lead`, `newcomer` whether the game was new to the seat. Kinds of
`traits` of a seat are role and color.
"""

PLAY_TABLES: Final = ("plays", "results", "traits", "sources")
"""The tables whose rows belong to a match each."""


class CountedPlay(NamedTuple):
    """A row of the table of plays, in the order of its columns."""

    match: str
    simulated: int
    moment: str
    title: str
    titled: int
    bgg_id: int | None
    played_on: str | None
    place: str | None
    depth: str
    minutes: int | None
    seats: int
    sides: int
    kind: str
    detailed: int
    rated: int
    start_won: int | None
    ordered: int
    lowest: int
    margin: float | None
    finished: int
    options: int


class ResultRow(NamedTuple):
    """A row of the table of results: one seat, in the order of its columns."""

    title: str
    moment: str
    seat: int
    match: str
    person: str
    merit: float | None
    won: int | None
    rank: int | None
    side: int
    started: int | None
    lead: float | None
    newcomer: int | None


class Trait(NamedTuple):
    """A row of the table of traits: a role or the color of one seat."""

    match: str
    seat: int
    kind: str
    value: str


class SourceRow(NamedTuple):
    """A row of the table of sources: the points of one seat from one source."""

    match: str
    source: str
    seat: int
    place: int
    points: float


class PlayRows(NamedTuple):
    """The rows of one match in the tables of plays."""

    play: CountedPlay
    results: tuple[ResultRow, ...]
    traits: tuple[Trait, ...]
    sources: tuple[SourceRow, ...]


def play(match: Match, played: PlayedMatch, details: Sequence[PlayedSeat]) -> PlayRows | None:
    """The rows of a match; None where statistics do not count it."""
    is_fork = match.parent and not match.is_chosen_line
    if match.state == "open" or not played.counted or is_fork or match.withdrawal:
        return None
    titled = facts_of(match.game).records_moves or match.game_title != match.game.TITLE
    moment = moment_of(played.played_on, played.order, played.id)
    all_sides = sides.sides(played)
    leads = sides.leads(played)
    side_of = {id(result): number for number, side in enumerate(all_sides) for result in side}
    results = tuple(
        ResultRow(
            played.game,
            moment,
            seat,
            played.id,
            result.person,
            _merit(played, result.score),
            _bit(result.won),
            storable(result.rank),
            side_of[id(result)],
            _bit(result.started),
            _real(leads[seat]),
            _bit(result.new),
        )
        for seat, result in enumerate(played.seats)
    )
    is_detailed = bool(details) and sides.is_scored(played)
    rated = _is_rated(all_sides)
    row = CountedPlay(
        played.id,
        int(is_simulated(played.id)),
        moment,
        played.game,
        int(titled),
        storable(played.bgg_id) or None,
        played.played_on,
        played.place,
        played.depth,
        storable(played.minutes),
        len(played.seats),
        len(all_sides),
        sides.kind(played),
        int(is_detailed),
        int(rated),
        _start_won(played) if rated else None,
        int(played.has_start_player),
        int(played.lowest_wins),
        _real(sides.winning_margin(played)),
        int(match.state == "finished"),
        _digest(codec.encode_options(match.options)),
    )
    return PlayRows(row, results, _traits(played), _sources(played.id, details) if is_detailed else ())


def moment_of(played_on: str | None, recorded: int, id: str) -> str:
    """A text that sorts by date played, unknown dates first, then by age of the record; no other match has it."""
    return f"{played_on or '':<10} {recorded:012d} {id}"  # Records of two shards may have the same age.


def storable(number: int | None) -> int | None:
    """The number as a column can hold it, in 64 bits; None if it is larger, as old matches may have any number."""
    return number if number is not None and -(2**63) <= number < 2**63 else None


def _digest(options: Mapping[str, object]) -> int:
    """A number of 64 bits for these options: other options have another one."""
    text = json.dumps(options, sort_keys=True)
    return int.from_bytes(sha256(text.encode()).digest()[:8], signed=True)


def _merit(played: PlayedMatch, score: float | None) -> float | None:
    if score is None or not sides.is_scored(played):
        return None
    return float(-score if played.lowest_wins else score)


def _bit(value: bool | None) -> int | None:
    return None if value is None else int(value)


def _real(value: float | None) -> float | None:
    return None if value is None else float(value)


def _is_rated(all_sides: Sequence[Sequence[SeatResult]]) -> bool:
    """True if ratings count the match: two sides with known people and results in an order, nobody on both."""
    known = [side for side in all_sides if side[0].won is not None and any(one.person != SOMEBODY for one in side)]
    people = [person for side in known for person in {one.person for one in side} - {SOMEBODY}]
    is_ordered = any(side[0].won or any(one.rank is not None for one in side) for side in known)
    return len(known) > 1 and len(people) == len(set(people)) and is_ordered


def _start_won(played: PlayedMatch) -> int | None:
    """True if the start player won; None if the start player or the result is unknown."""
    began = [result for result in played.seats if result.started and result.won is not None]
    return _bit(began[0].won) if len(began) == 1 else None


def _traits(played: PlayedMatch) -> tuple[Trait, ...]:
    return tuple(
        Trait(played.id, seat, kind, value)
        for seat, own in enumerate(played.seats)
        for kind, value in dict.fromkeys(
            [("color", own.color.capitalize()), *(("role", one.name) for one in own.roles)]
        )
        if value
    )


def _sources(match: str, details: Sequence[PlayedSeat]) -> tuple[SourceRow, ...]:
    return tuple(
        SourceRow(match, source, seat, place, float(points))
        for seat, own in enumerate(details)
        for place, (source, points) in enumerate(own.sources.items())
    )


def delete_plays(connection: Any, matches: Sequence[tuple[str]]) -> list[PlayRows]:
    """Delete the rows of these matches, and return those of the plays and their results."""
    deleted = list[PlayRows]()
    asked, these = (json.dumps([match for (match,) in matches]),), "match IN (SELECT value FROM json_each(?))"
    results = defaultdict[str, list[ResultRow]](list)
    for row in connection.execute(f"SELECT * FROM results WHERE {these} ORDER BY seat", asked).fetchall():
        results[row[3]].append(ResultRow(*row))
    for row in connection.execute(f"SELECT * FROM plays WHERE {these}", asked).fetchall():
        deleted.append(PlayRows(CountedPlay(*row), tuple(results[row[0]]), (), ()))
    for table in PLAY_TABLES:
        connection.execute(f"DELETE FROM {table} WHERE {these}", asked)
    return deleted


def insert_plays(connection: Any, plays: Sequence[PlayRows]) -> None:
    """Insert the rows of matches that have none."""
    connection.executemany(_insert("plays", CountedPlay), [each.play for each in plays])
    connection.executemany(_insert("results", ResultRow), [row for each in plays for row in each.results])
    connection.executemany(_insert("traits", Trait), [row for each in plays for row in each.traits])
    connection.executemany(_insert("sources", SourceRow), [row for each in plays for row in each.sources])


def _insert(table: str, row: type[CountedPlay] | type[ResultRow] | type[Trait] | type[SourceRow]) -> str:
    return f"INSERT INTO {table} VALUES ({', '.join('?' * len(row._fields))})"
