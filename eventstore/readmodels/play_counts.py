"""Counts over all matches, kept beside their rows, so that a figure of a whole store needs few rows.

They are sums of what each match adds; a match that changes takes off what its rows before added.
"""

import json
from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple

from eventstore.readmodels.population import Population
from eventstore.store.sqlite_file import SqliteFile

SCHEMA: Final = (
    "CREATE TABLE play_counts (simulated INTEGER NOT NULL, kind TEXT NOT NULL, label TEXT NOT NULL,"
    " bgg_id INTEGER NOT NULL, plays INTEGER NOT NULL, minutes INTEGER NOT NULL, timed INTEGER NOT NULL,"
    " PRIMARY KEY (simulated, kind, label, bgg_id)) STRICT, WITHOUT ROWID",
    "CREATE TABLE source_values (simulated INTEGER NOT NULL, title TEXT NOT NULL, bgg_id INTEGER NOT NULL,"
    " moves INTEGER NOT NULL, source TEXT NOT NULL, points REAL NOT NULL, seats INTEGER NOT NULL,"
    " PRIMARY KEY (simulated, title, bgg_id, moves, source, points)) STRICT, WITHOUT ROWID",
    "CREATE TABLE seat_counts (person TEXT NOT NULL, hidden INTEGER NOT NULL, seats INTEGER NOT NULL,"
    " PRIMARY KEY (person, hidden)) STRICT, WITHOUT ROWID",
)
"""`play_counts` are of the plays that statistics count, by `kind` of label: `game` (title and BoardGameGeek id, 0 for
none), `place`, `day` (as precise as known, empty if unknown), `depth`, and `person` (as recorded); `minutes` is the
total of the `timed` plays.

`source_values` counts how often each value of points from a source was reached; the source `''` counts the seats of
plays that were recorded by `moves`. `seat_counts` counts the seats of all matches.
"""

COUNT_TABLES: Final = ("play_counts", "source_values", "seat_counts")

_OF_PLAY: Final = "{sign}1, {sign}coalesce(p.minutes, 0), {sign}(p.minutes IS NOT NULL)"
_GAME: Final = "p.simulated, p.title, coalesce(p.bgg_id, 0), p.depth = 'moves'"
_ADDED: Final = {
    "play_counts": (
        f"SELECT p.simulated, 'game', p.title, coalesce(p.bgg_id, 0), {_OF_PLAY} FROM p",
        f"SELECT p.simulated, 'place', p.place, 0, {_OF_PLAY} FROM p WHERE p.place > ''",
        f"SELECT p.simulated, 'day', coalesce(p.played_on, ''), 0, {_OF_PLAY} FROM p",
        f"SELECT p.simulated, 'depth', p.depth, 0, {_OF_PLAY} FROM p",
        f"SELECT p.simulated, 'person', r.person, 0, {_OF_PLAY} FROM p"
        " CROSS JOIN (SELECT DISTINCT match, person FROM results {those}) r USING (match)",
    ),
    "source_values": (
        f"SELECT {_GAME}, s.source, s.points, {{sign}}1 FROM p CROSS JOIN sources s USING (match) WHERE p.detailed",
        f"SELECT {_GAME}, '', 0.0, {{sign}}p.seats FROM p WHERE p.detailed AND p.depth = 'moves'",
    ),
    "seat_counts": ("SELECT person, hidden, {sign}1 FROM seats {those}",),
}
"""SQL of what each match adds to each table."""

_KEYS: Final = {
    "play_counts": ("simulated", "kind", "label", "bgg_id"),
    "source_values": ("simulated", "title", "bgg_id", "moves", "source", "points"),
    "seat_counts": ("person", "hidden"),
}
_SUMS: Final = {"play_counts": ("plays", "minutes", "timed"), "source_values": ("seats",), "seat_counts": ("seats",)}


def count_matches(connection: Any, matches: Sequence[str], sign: Literal["+", "-"]) -> None:
    """Add the rows of these matches to the counts, or take them off."""
    for table, sums in _SUMS.items():
        added = ", ".join(f"{name} = {name} + excluded.{name}" for name in sums)
        rows = _sums(table, "WHERE match IN (SELECT value FROM json_each(?1))", sign)
        connection.execute(f"INSERT INTO {table} {rows} ON CONFLICT DO UPDATE SET {added}", (json.dumps([*matches]),))


def _sums(table: str, those: str = "", sign: str = "+") -> str:
    """SQL of the rows of a table of counts that some plays give, or all."""
    keys, sums = ", ".join(_KEYS[table]), _SUMS[table]
    rows = " UNION ALL ".join(_ADDED[table]).format(sign=sign, those=those)
    plays = f"p AS MATERIALIZED (SELECT * FROM plays {those}), added({keys}, {', '.join(sums)}) AS ({rows})"
    totals = ", ".join(f"sum({name})" for name in sums)
    return f"SELECT * FROM (WITH {plays} SELECT {keys}, {totals} FROM added GROUP BY {keys}) WHERE TRUE"


class PlayCount(NamedTuple):
    """The plays of a selection with one label, see `SCHEMA`."""

    kind: str
    label: str
    bgg_id: int
    plays: int
    minutes: int
    timed: int


def counts_of(population: Population) -> list[PlayCount]:
    """The counts of the plays of a population by all kinds of labels; only those that are not 0."""
    if population.simulated is not None:
        rows = population.database.query(
            "SELECT kind, label, bgg_id, plays, minutes, timed FROM play_counts WHERE simulated = ? AND plays",
            (population.simulated,),
        )
    else:
        added = " UNION ALL ".join(_ADDED["play_counts"])
        added = added.format(sign="+", those="WHERE match IN (SELECT match FROM p)")
        rows = population.query(
            "WITH p AS MATERIALIZED (SELECT * FROM plays WHERE {where}),"
            f" added(simulated, kind, label, bgg_id, plays, minutes, timed) AS ({added})"
            " SELECT kind, label, bgg_id, sum(plays), sum(minutes), sum(timed) FROM added GROUP BY 1, 2, 3"
        )
    return list(map(PlayCount._make, rows))


def are_counts_right(database: SqliteFile) -> bool:
    """Whether all counts are those of the rows."""
    for table, (first, *_) in _SUMS.items():
        found = f"SELECT * FROM {table} WHERE {first}"
        if any(database.query(f"{a} EXCEPT {b}") for a, b in ((found, _sums(table)), (_sums(table), found))):
            return False
    return True
