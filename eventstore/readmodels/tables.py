"""The read tables of a store: their columns, how far they cover the log, and how rows get into them."""

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from core.folding import folded
from core.games import OWN
from eventstore.matches import photos
from eventstore.matches.unreadable import log
from eventstore.readmodels.database import PROJECTION_VERSION, ReadDatabase
from eventstore.readmodels.filters import placeholders
from eventstore.readmodels.play_counts import COUNT_TABLES, count_matches
from eventstore.readmodels.play_counts import SCHEMA as COUNT_SCHEMA
from eventstore.readmodels.play_tables import PLAY_TABLES, delete_plays, insert_plays
from eventstore.readmodels.play_tables import SCHEMA as PLAY_SCHEMA
from eventstore.readmodels.projection import MATCH_COLUMNS, ProjectionBatch, ProjectionRow, Remarks, damaged_row
from eventstore.readmodels.rating_tables import RATING_TABLES, forget_ratings
from eventstore.readmodels.rating_tables import SCHEMA as RATING_SCHEMA
from eventstore.readmodels.text_tables import SCHEMA as TEXT_SCHEMA
from eventstore.readmodels.text_tables import TEXT_TABLES, TextSource, delete_texts, insert_texts
from eventstore.store.store import Unstorable, UnusableStore

MATCH_TABLES: Final = ("seats", "tags", "facts", "bookmarks", *TEXT_TABLES, *PLAY_TABLES)
"""The tables whose rows belong to a match each, beside that of the matches."""

TABLES: Final = ("matches", *MATCH_TABLES, *COUNT_TABLES, *RATING_TABLES)

SCHEMA: Final = (
    "CREATE TABLE projections (edition INTEGER NOT NULL, checkpoint TEXT NOT NULL, people INTEGER NOT NULL) STRICT",
    "CREATE TABLE matches (id TEXT PRIMARY KEY, game TEXT NOT NULL, game_title TEXT NOT NULL,"
    " folded_title TEXT NOT NULL, played_on TEXT, recorded INTEGER NOT NULL, seats INTEGER NOT NULL, place TEXT,"
    " folded_place TEXT, depth TEXT NOT NULL,"
    " state TEXT NOT NULL, withdrawn INTEGER NOT NULL, counted INTEGER NOT NULL, row TEXT NOT NULL,"
    " bgg_id INTEGER, moment TEXT NOT NULL, parent TEXT, title TEXT, missing INTEGER NOT NULL, rules INTEGER NOT NULL,"
    " version INTEGER NOT NULL, sources TEXT NOT NULL, played TEXT NOT NULL, details TEXT NOT NULL,"
    " chain TEXT NOT NULL, people_bits INTEGER NOT NULL) STRICT",
    "CREATE INDEX forks ON matches (parent) WHERE parent IS NOT NULL",
    "CREATE INDEX titled_matches ON matches (title) WHERE title IS NOT NULL",
    "CREATE INDEX missing_matches ON matches (game) WHERE missing = 1",
    "CREATE INDEX withdrawn_matches ON matches (id) WHERE withdrawn = 1",
    "CREATE INDEX matches_by_key ON matches (game)",
    "CREATE INDEX matches_by_game ON matches (game_title, bgg_id)",
    "CREATE INDEX matches_by_bgg_id ON matches (bgg_id, game_title) WHERE bgg_id IS NOT NULL",
    "CREATE INDEX matches_by_place ON matches (place)",
    "CREATE INDEX matches_by_folded_title ON matches (folded_title, bgg_id)",
    "CREATE INDEX matches_by_folded_place ON matches (folded_place) WHERE folded_place IS NOT NULL",
    "CREATE INDEX matches_by_date ON matches (played_on)",
    "CREATE UNIQUE INDEX matches_by_moment ON matches (moment)",
    # All that a search asks of a match itself: to count those found, no wide row is read.
    "CREATE INDEX matches_searched ON matches (moment, id, game_title, title, place, played_on, withdrawn, parent,"
    " people_bits)",
    "CREATE TABLE seats (person TEXT NOT NULL, match TEXT NOT NULL, seat INTEGER NOT NULL, hidden INTEGER NOT NULL,"
    " moment TEXT NOT NULL, PRIMARY KEY (person, match, seat)) STRICT, WITHOUT ROWID",
    "CREATE INDEX seats_by_moment ON seats (person, hidden, moment, seat)",
    "CREATE INDEX seats_by_match ON seats (match)",
    "CREATE TABLE tags (tag TEXT NOT NULL, folded TEXT NOT NULL, match TEXT NOT NULL, PRIMARY KEY (tag, match))"
    " STRICT, WITHOUT ROWID",
    "CREATE INDEX tags_by_folded ON tags (folded, match)",
    "CREATE INDEX tags_by_match ON tags (match)",
    "CREATE TABLE facts (kind TEXT NOT NULL, value TEXT NOT NULL, folded TEXT NOT NULL, match TEXT NOT NULL) STRICT",
    "CREATE INDEX facts_by_value ON facts (kind, folded, match)",
    "CREATE INDEX facts_by_match ON facts (match)",
    "CREATE TABLE bookmarks (match TEXT NOT NULL, note TEXT NOT NULL, position INTEGER, place INTEGER NOT NULL) STRICT",
    "CREATE INDEX bookmarks_by_match ON bookmarks (match)",
    *TEXT_SCHEMA,
    *PLAY_SCHEMA,
    *COUNT_SCHEMA,
    *RATING_SCHEMA,
)

_NEWER: Final = tuple(name for name in MATCH_COLUMNS if name not in ("id", "recorded"))

_INSERT: Final = f"INSERT INTO matches ({', '.join(MATCH_COLUMNS)}) VALUES ({placeholders(MATCH_COLUMNS)})"
_UPSERT: Final = f"{_INSERT} ON CONFLICT (id) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in _NEWER)}"


class Coverage(NamedTuple):
    """The part of the log that the tables cover: the checkpoint, and the version up to which the people stream was
    searched for forgotten people.
    """

    checkpoint: str
    people_version: int


class ReadTables:
    """The read tables of a store; every write is one transaction, and yields to a program that wrote first."""

    def __init__(self, database: ReadDatabase) -> None:
        self._database = database

    def coverage(self) -> Coverage | None:
        """The part of the log that the tables cover; None: there are none of this version and this schema."""
        version, *coverage = self._row()
        return Coverage(*coverage) if version == PROJECTION_VERSION and self._are_as_created() else None

    def missing(self) -> tuple[tuple[str, int, str], ...]:
        """Each match that was folded without its game: the key, the number of its rules, and the id of the match."""
        rows = self._database.query("SELECT game, rules, id FROM matches WHERE missing = 1")
        return tuple((game, rules, id) for game, rules, id in rows)

    def chains(self, matches: Sequence[str]) -> dict[str, str]:
        """The chain of each of these matches that has a row, but for those of games that packages bring: another
        version of these may fold the same events to another row. Empty where the tables cannot be read.
        """
        try:
            # The concatenation keeps SQLite from reading all matches of these games.
            rows = self._database.query(
                "SELECT id, chain FROM matches WHERE id IN (SELECT value FROM json_each(?)) AND missing = 0"
                f" AND game || '' IN ({placeholders(OWN)})",
                (json.dumps(matches), *OWN),
            )
        except UnusableStore:  # Dropped just now, or else the write will tell it.
            return {}
        return dict(rows)

    def newest(self) -> tuple[str, int] | None:
        """The match that was recorded last, and the position of its first event; None: there is none."""
        rows = self._database.query("SELECT id, recorded FROM matches ORDER BY recorded DESC LIMIT 1")
        return (str(rows[0][0]), int(rows[0][1])) if rows else None

    def _are_as_created(self) -> bool:
        """True if nothing is missing, changed or added: an index, a trigger, or a view in place of a table."""
        names = ("projections", *TABLES)
        return not any(each.table.lower() in names for each in self._database.schema_differences(SCHEMA))

    def version(self) -> int | None:
        """The version of the tables in the database; None: there are none."""
        version: int | None = self._row()[0]
        return version

    def _row(self) -> tuple[Any, ...]:
        """The version and the coverage; only the version is the same in all versions, None: there are no tables."""
        if self._database.created_with("projections") is None:
            return (None,)
        (row,) = self._database.query("SELECT * FROM projections")
        return row

    def drop(self) -> None:
        """Drop the content of the tables. The file may still hold it until it is rewritten, as by an erasure."""
        with self._database.transaction() as connection:
            for table in ("projections", *TABLES):
                self._database.drop_object(connection, table)

    def create(self, coverage: Coverage) -> None:
        """Create empty tables of this version, unless there are some."""
        with self._database.transaction() as connection:
            if self.coverage() is not None:  # Another program was faster.
                return
            for table in ("projections", *TABLES):
                self._database.drop_object(connection, table)
            for statement in SCHEMA:
                connection.execute(statement)
            connection.execute("INSERT INTO projections VALUES (?,?,?)", (PROJECTION_VERSION, *coverage))

    def write(self, batch: ProjectionBatch, before: Coverage, after: Coverage) -> bool:
        """Write the batch and move the coverage from `before` to `after`; False, and no write, if it is elsewhere."""
        with self._database.transaction() as connection:
            if self.coverage() != before:
                return False
            _replace_remarks(connection, batch.remarks)
            self._write_matches(connection, batch.matches)
            connection.execute("UPDATE projections SET checkpoint = ?, people = ?", after)
            return True

    def _write_matches(self, connection: Any, projected: Sequence[ProjectionRow]) -> None:
        """Write the rows of matches; one that the database cannot hold as that of a damaged match."""
        try:
            self._database.savepoint(connection, partial(_upsert, projected=projected))
        except Unstorable as error:
            if len(projected) == 1:
                (row,) = projected
                log.error("The read tables cannot hold a match, which `partie verify` names: %s", error)
                _upsert(connection, [damaged_row(row.id, row.recorded)])
            else:
                half = len(projected) // 2
                self._write_matches(connection, projected[:half])
                self._write_matches(connection, projected[half:])


def _replace_remarks(connection: Any, remarks: Mapping[str, Remarks]) -> None:
    """Replace the remarks of streams, but for those that another program has read at a later position."""
    for stream, own in remarks.items():
        prefix, match = stream[: stream.index("/") + 1], stream[stream.index("/") + 1 :]
        source: TextSource = "photo" if prefix == photos.STREAMS else "note"
        later = "SELECT 1 FROM bookmarks WHERE match = ? AND position > ? AND ? = 'note'"
        later += " UNION ALL SELECT 1 FROM texts WHERE match = ? AND position > ? AND source = ?"
        if connection.execute(later, (match, own.position, source) * 2).fetchone():
            continue
        delete_texts(connection, source, [match])
        insert_texts(connection, source, [(match, own.position, own.texts)])
        if source == "note":
            connection.execute("DELETE FROM bookmarks WHERE match = ?", (match,))
            bookmarks = [(match, note, own.position, place) for place, note in enumerate(own.bookmarks)]
            connection.executemany("INSERT INTO bookmarks VALUES (?,?,?,?)", bookmarks)


def _upsert(connection: Any, projected: Sequence[ProjectionRow]) -> None:
    """Write the rows of matches, but for those of which another program has written a later version.

    A damaged match has no version.
    """
    ids = json.dumps([row.id for row in projected])
    known = dict(
        connection.execute(
            "SELECT id, version FROM matches WHERE id IN (SELECT value FROM json_each(?))", (ids,)
        ).fetchall()
    )
    rows = [row for row in projected if row.is_damaged or known.get(row.id, -1) <= row.version]
    connection.executemany(_INSERT, [row.columns for row in rows if row.id not in known])
    connection.executemany(_UPSERT, [row.columns for row in rows if row.id in known])
    replaced = [(row.id,) for row in rows if row.id in known]
    count_matches(connection, [id for (id,) in replaced], "-")
    replaced_ids = json.dumps([id for (id,) in replaced])
    for table in ("seats", "tags", "facts"):
        connection.execute(f"DELETE FROM {table} WHERE match IN (SELECT value FROM json_each(?))", (replaced_ids,))
    seats = [seat for row in rows for seat in row.seats]
    connection.executemany("INSERT INTO seats VALUES (?,?,?,?,?)", seats)
    connection.executemany(
        "INSERT INTO tags VALUES (?,?,?)", [(tag, folded(tag), row.id) for row in rows for tag in row.tags]
    )
    connection.executemany(
        "INSERT INTO facts VALUES (?,?,?,?)",
        [(*fact, folded(fact[1]), row.id) for row in rows for fact in row.facts],
    )
    delete_texts(connection, "comment", [id for (id,) in replaced])
    insert_texts(connection, "comment", [(row.id, 0, row.comments) for row in rows if row.comments])
    before = delete_plays(connection, replaced)
    plays = [row.play for row in rows if row.play]
    insert_plays(connection, plays)
    count_matches(connection, [row.id for row in rows], "+")
    forget_ratings(connection, before, plays)
