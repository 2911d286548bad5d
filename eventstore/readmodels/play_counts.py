"""Counts over all matches, kept beside their rows, so that a figure of a whole store needs few rows.

They are sums of what each match adds; a match that changes takes off what its rows before added.
"""

import json
from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple

from eventstore.readmodels.database import ReadDatabase
from eventstore.readmodels.population import Population
from eventstore.statistics.sides import Kind

SCHEMA: Final = (
    "CREATE TABLE play_counts (simulated INTEGER NOT NULL, kind TEXT NOT NULL, label TEXT NOT NULL,"
    " bgg_id INTEGER NOT NULL, plays INTEGER NOT NULL, minutes INTEGER NOT NULL, timed INTEGER NOT NULL,"
    " PRIMARY KEY (simulated, kind, label, bgg_id)) STRICT, WITHOUT ROWID",
    "CREATE TABLE source_values (simulated INTEGER NOT NULL, title TEXT NOT NULL, bgg_id INTEGER NOT NULL,"
    " moves INTEGER NOT NULL, source TEXT NOT NULL, points REAL NOT NULL, seats INTEGER NOT NULL,"
    " PRIMARY KEY (simulated, title, bgg_id, moves, source, points)) STRICT, WITHOUT ROWID",
    "CREATE TABLE person_games (simulated INTEGER NOT NULL, person TEXT NOT NULL, title TEXT NOT NULL,"
    " bgg_id INTEGER NOT NULL, kind TEXT NOT NULL, plays INTEGER NOT NULL, won_plays INTEGER NOT NULL,"
    " decided INTEGER NOT NULL, wins INTEGER NOT NULL, PRIMARY KEY (simulated, person, title, bgg_id, kind))"
    " STRICT, WITHOUT ROWID",
    "CREATE TABLE game_results (simulated INTEGER NOT NULL, title TEXT NOT NULL, bgg_id INTEGER NOT NULL,"
    " kind TEXT NOT NULL, plays INTEGER NOT NULL, decided INTEGER NOT NULL, wins INTEGER NOT NULL,"
    " PRIMARY KEY (simulated, title, bgg_id, kind)) STRICT, WITHOUT ROWID",
    "CREATE TABLE start_counts (simulated INTEGER NOT NULL, title TEXT NOT NULL, bgg_id INTEGER NOT NULL,"
    " sides INTEGER NOT NULL, won INTEGER NOT NULL, plays INTEGER NOT NULL,"
    " PRIMARY KEY (simulated, title, bgg_id, sides, won)) STRICT, WITHOUT ROWID",
    "CREATE TABLE seat_counts (person TEXT NOT NULL, hidden INTEGER NOT NULL, seats INTEGER NOT NULL,"
    " PRIMARY KEY (person, hidden)) STRICT, WITHOUT ROWID",
)
"""`play_counts` are of the plays that statistics count, by `kind` of label: `game` (title and BoardGameGeek id, 0 for
none), `place`, `day` (as precise as known, empty if unknown) and `depth`; `minutes` is the total of the `timed` plays.

`person_games` are by person, as recorded, and kind of play (see `sides.Kind`): the plays, those in which a seat of the
person won, and the seats that are decided and that won. `game_results` are those of the first seats of all plays.
`start_counts` are the rated plays by their number of sides and whether the start player `won`, where that is known.

`source_values` counts how often each value of points from a source was reached; the source `''` counts the seats of
plays that were recorded by `moves`. `seat_counts` counts the seats of all matches.
"""

_OF_PLAY: Final = "{sign}1, {sign}coalesce(p.minutes, 0), CASE WHEN p.minutes IS NULL THEN 0 ELSE {sign}1 END"
_GAME: Final = "p.simulated, p.title, coalesce(p.bgg_id, 0), CASE WHEN p.depth = 'moves' THEN 1 ELSE 0 END"
_ADDED: Final = {
    "play_counts": (
        f"SELECT p.simulated, 'game', p.title, coalesce(p.bgg_id, 0), {_OF_PLAY} FROM p",
        f"SELECT p.simulated, 'place', p.place, 0, {_OF_PLAY} FROM p WHERE p.place > ''",
        f"SELECT p.simulated, 'day', coalesce(p.played_on, ''), 0, {_OF_PLAY} FROM p",
        f"SELECT p.simulated, 'depth', p.depth, 0, {_OF_PLAY} FROM p",
    ),
    "source_values": (
        f"SELECT {_GAME}, s.source, s.points, {{sign}}1 FROM p CROSS JOIN sources s"
        " WHERE s.match = p.match AND p.detailed = 1",
        f"SELECT {_GAME}, '', 0.0, {{sign}}p.seats FROM p WHERE p.detailed = 1 AND p.depth = 'moves'",
    ),
    "person_games": (
        "SELECT p.simulated, r.person, p.title, coalesce(p.bgg_id, 0), p.kind, {sign}1,"
        " CASE WHEN r.wins > 0 THEN {sign}1 ELSE 0 END, {sign}r.decided, {sign}r.wins"
        " FROM p CROSS JOIN (SELECT match, person, count(won) AS decided, coalesce(sum(won), 0) AS wins"
        " FROM results {those} GROUP BY match, person) r WHERE r.match = p.match",
    ),
    "game_results": (
        "SELECT p.simulated, p.title, coalesce(p.bgg_id, 0), p.kind, {sign}1,"
        " CASE WHEN r.won IS NULL THEN 0 ELSE {sign}1 END, {sign}coalesce(r.won, 0)"
        " FROM p CROSS JOIN results r WHERE r.match = p.match AND r.seat = 0",
    ),
    "start_counts": (
        "SELECT p.simulated, p.title, coalesce(p.bgg_id, 0), p.sides, p.start_won, {sign}1"
        " FROM p WHERE p.start_won IS NOT NULL",
    ),
    "seat_counts": ("SELECT person, hidden, {sign}1 FROM seats {those}",),
}
"""SQL of what each match adds to each table."""

_KEYS: Final = {
    "play_counts": ("simulated", "kind", "label", "bgg_id"),
    "source_values": ("simulated", "title", "bgg_id", "moves", "source", "points"),
    "person_games": ("simulated", "person", "title", "bgg_id", "kind"),
    "game_results": ("simulated", "title", "bgg_id", "kind"),
    "start_counts": ("simulated", "title", "bgg_id", "sides", "won"),
    "seat_counts": ("person", "hidden"),
}
_SUMS: Final = {
    "play_counts": ("plays", "minutes", "timed"),
    "source_values": ("seats",),
    "person_games": ("plays", "won_plays", "decided", "wins"),
    "game_results": ("plays", "decided", "wins"),
    "start_counts": ("plays",),
    "seat_counts": ("seats",),
}

COUNT_TABLES: Final = tuple(_SUMS)


def count_matches(connection: Any, matches: Sequence[str], sign: Literal["+", "-"]) -> None:
    """Add the rows of these matches to the counts, or take them off."""
    for table, sums in _SUMS.items():
        added = ", ".join(f"{name} = {table}.{name} + excluded.{name}" for name in sums)
        rows = _sums(table, "WHERE match IN (SELECT value FROM json_each(?))", sign)
        names, keys = ", ".join(_KEYS[table] + sums), ", ".join(_KEYS[table])
        upsert = f"INSERT INTO {table} ({names}) {rows} ON CONFLICT ({keys}) DO UPDATE SET {added}"
        connection.execute(upsert, (json.dumps([*matches]),) * rows.count("?"))


def _sums(table: str, those: str = "", sign: str = "+") -> str:
    """SQL of the rows of a table of counts that some plays give, or all."""
    keys, sums = ", ".join(_KEYS[table]), _SUMS[table]
    rows = " UNION ALL ".join(_ADDED[table]).format(sign=sign, those=those)
    plays = f"p AS MATERIALIZED (SELECT * FROM plays {those}), added({keys}, {', '.join(sums)}) AS ({rows})"
    totals = ", ".join(f"sum({name})" for name in sums)
    return f"SELECT * FROM (WITH {plays} SELECT {keys}, {totals} FROM added GROUP BY {keys}) AS counted WHERE TRUE"


class PlayCount(NamedTuple):
    """The plays of a selection with one label, see `SCHEMA`."""

    kind: str
    label: str
    bgg_id: int
    plays: int
    minutes: int
    timed: int


class PersonGame(NamedTuple):
    """The plays of a recorded person of one game and kind, see `SCHEMA`."""

    person: str
    title: str
    bgg_id: int
    kind: Kind
    plays: int
    won_plays: int
    decided: int
    wins: int


class GameResult(NamedTuple):
    """The results of the first seats in the plays of one game and kind."""

    title: str
    bgg_id: int
    kind: Kind
    plays: int
    decided: int
    wins: int


def play_counts(population: Population) -> list[PlayCount]:
    """The counts of the plays of a population by all kinds of labels; only those that are not 0."""
    return list(map(PlayCount._make, _rows_of(population, "play_counts")))


def person_games(population: Population) -> list[PersonGame]:
    """The same by person, game and kind."""
    return list(map(PersonGame._make, _rows_of(population, "person_games")))


def game_results(population: Population) -> list[GameResult]:
    """The same by game and kind."""
    return list(map(GameResult._make, _rows_of(population, "game_results")))


def start_counts(population: Population) -> list[tuple[str, int, int, int, int]]:
    """Rated plays by title, BoardGameGeek id (0: none), number of sides and whether the start player won (0 or 1)."""
    return list(map(tuple, _rows_of(population, "start_counts")))


def _rows_of(population: Population, table: str) -> list[tuple[Any, ...]]:
    keys, sums = _KEYS[table][1:], _SUMS[table]
    if population.simulated is not None:
        sql = f"SELECT {', '.join((*keys, *sums))} FROM {table} WHERE simulated = ? AND {sums[0]} <> 0"
        return population.database.query(sql, (population.simulated,))
    added = " UNION ALL ".join(_ADDED[table]).format(sign="+", those="WHERE match IN (SELECT match FROM p)")
    totals = ", ".join(f"sum({name})" for name in sums)
    return population.query(
        "WITH p AS MATERIALIZED (SELECT * FROM plays WHERE {where}),"
        f" added({', '.join(('simulated', *keys, *sums))}) AS ({added})"
        f" SELECT {', '.join(keys)}, {totals} FROM added GROUP BY {', '.join(keys)}"
    )


def are_counts_right(database: ReadDatabase) -> bool:
    """True if all counts are those of the rows."""
    for table, (first, *_) in _SUMS.items():
        found = f"SELECT {', '.join(_KEYS[table] + _SUMS[table])} FROM {table} WHERE {first} <> 0"
        if any(database.query(f"{a} EXCEPT {b}") for a, b in ((found, _sums(table)), (_sums(table), found))):
            return False
    return True
