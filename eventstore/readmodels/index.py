"""Disposable read tables, rebuilt from the log; lists and the library page read them and never fold a match.

The tables may be dropped at any time; `MatchIndex` creates them again. Every read first brings them up to date from
their checkpoint on, and only the matches that changed are folded.
"""

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Any, Final, NamedTuple, Unpack

from pydantic import TypeAdapter

from eventstore.matches import people
from eventstore.matches.notes import NoteWritten
from eventstore.matches.people import PersonForgotten
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.database import read_model_db
from eventstore.readmodels.filters import MatchFilter, placeholders, to_sql
from eventstore.readmodels.projection import MatchRow, ProjectionBatch, ProjectionRow, fold
from eventstore.statistics.plays import PlayedMatch, SeatDetails
from eventstore.store.sqlite_file import SqliteFile
from eventstore.store.store import ReplacedStore, Store

PROJECTION_VERSION: Final = 7
"""Version of the rows, increased whenever a row would differ; tables of another version are rebuilt."""

BATCH_SIZE: Final = 10_000
"""Rows of the log per batch; the tables are written after each batch."""

TABLES: Final = ("matches", "seats", "tags", "bookmarks")

_DROPPED: Final = 0
"""The version of dropped tables, of which the file may still hold content."""


class Reached(NamedTuple):
    """How far the tables cover the log: the checkpoint, and the version up to which the people stream was searched for
    forgotten people.
    """

    checkpoint: str
    people: int


_ROWS: Final = TypeAdapter(MatchRow)
_NOTES: Final = TypeAdapter(NoteWritten)
_ALL_PLAYED: Final = TypeAdapter(tuple[PlayedMatch, ...])
_DETAILS: Final = TypeAdapter(tuple[SeatDetails, ...])

_OVER: Final = "state IN ('finished', 'closed') AND row ->> 'parent' IS NULL"


class MatchIndex:
    """The matches of a store as rows of the read tables; with `found` only the matches of these ids."""

    def __init__(self, store: Store, records: MatchRepository, found: Collection[str] | None = None) -> None:
        self._store, self._tables, self._records, self._found = store, read_model_db(store), records, found

    def matches(
        self, *, limit: int = -1, offset: int = 0, behind: str | None = None, **wanted: Unpack[MatchFilter]
    ) -> tuple[MatchRow, ...]:
        """Rows that fit, by date played, then by age of the record, newest first; `limit` -1: no limit.

        `behind` is the id of the match after which to continue: no row is repeated when matches are added meanwhile.
        """
        self.catch_up()
        fits, values = self._where(wanted)
        if behind is not None:
            place = "coalesce(played_on, ''), recorded"
            fits += f" AND ({place}) < (SELECT {place} FROM matches WHERE id = ?)"
            values.append(behind)
        sql = f"SELECT row FROM matches WHERE {fits} ORDER BY played_on DESC, recorded DESC LIMIT ? OFFSET ?"
        rows = self._tables.query(sql, (*values, limit, offset))
        names = self._records.people()
        return tuple(_row(row, names) for (row,) in rows)

    def ids(self, **wanted: Unpack[MatchFilter]) -> tuple[str, ...]:
        """Ids of the matches that fit, in the order of their first rows: a fork comes after its parent."""
        self.catch_up()
        fits, values = self._where(wanted)
        return tuple(
            id for (id,) in self._tables.query(f"SELECT id FROM matches WHERE {fits} ORDER BY recorded", values)
        )

    def count(self, **wanted: Unpack[MatchFilter]) -> int:
        """The number of matches that fit."""
        self.catch_up()
        fits, values = self._where(wanted)
        ((found,),) = self._tables.query(f"SELECT count(*) FROM matches WHERE {fits}", values)
        return int(found)

    def before(self, row: MatchRow) -> tuple[MatchRow, ...]:
        """The matches of the same game that were played before this one, newest first."""
        rows = self.matches(game=row.game_title, until=row.played_on)
        return rows[[other.id for other in rows].index(row.id) + 1 :]

    def bookmarks(self, limit: int = -1) -> tuple[tuple[MatchRow, NoteWritten], ...]:
        """Bookmarked notes and their matches, last changed first; `limit` -1: no limit."""
        self.catch_up()
        found, values = self._among("id")
        sql = f"SELECT row, note FROM bookmarks JOIN matches ON id = match WHERE {found} ORDER BY position DESC LIMIT ?"
        names, rows = self._records.people(), self._tables.query(sql, (*values, limit))
        return tuple((_row(row, names), _NOTES.validate_json(note)) for row, note in rows)

    def row(self, id: str) -> MatchRow | None:
        """The row of one match; None when there is none."""
        self.catch_up()
        found, values = self._among("id")
        rows = self._tables.query(f"SELECT row FROM matches WHERE id = ? AND {found}", (id, *values))
        return _row(rows[0][0], self._records.people()) if rows else None

    def forks(self, id: str) -> tuple[MatchRow, ...]:
        """The matches that were forked from this one, oldest first."""
        self.catch_up()
        found, values = self._among("id")
        sql = f"SELECT row FROM matches WHERE row ->> 'parent' = ? AND {found} ORDER BY recorded"
        rows = self._tables.query(sql, (id, *values))
        names = self._records.people()
        return tuple(_row(row, names) for (row,) in rows)

    def played(self, **wanted: Unpack[MatchFilter]) -> tuple[PlayedMatch, ...]:
        """Matches that fit, for statistics: by date played, unknown dates first, then by age of the record.

        Open matches are left out until they are over, and forks always, as they were not played at a table.
        """
        self.catch_up()
        fits, values = self._where(wanted)
        sql = f"SELECT played FROM matches WHERE {_OVER} AND {fits} ORDER BY played_on, recorded"
        told = ",".join(row for (row,) in self._tables.query(sql, values))
        return _now(_ALL_PLAYED.validate_json(f"[{told}]"), self._records.people())

    def details(self, **wanted: Unpack[MatchFilter]) -> dict[str, tuple[SeatDetails, ...]]:
        """The sources of each seat's points, by id of the matches that fit and were recorded in enough detail."""
        self.catch_up()
        fits, values = self._where(wanted)
        sql = f"SELECT id, details FROM matches WHERE details > '[]' AND {_OVER} AND {fits}"
        return {id: _DETAILS.validate_json(told) for id, told in self._tables.query(sql, values)}

    def games(self) -> tuple[str, ...]:
        """Titles of the games of all matches, in alphabetical order."""
        self.catch_up()
        found, values = self._among("id")
        rows = self._tables.query(f"SELECT DISTINCT game_title FROM matches WHERE {found} ORDER BY 1", values)
        return tuple(title for (title,) in rows)

    def places(self) -> tuple[str, ...]:
        """Places where matches were played, in alphabetical order."""
        self.catch_up()
        found, values = self._among("id")
        sql = f"SELECT DISTINCT place FROM matches WHERE place IS NOT NULL AND {found} ORDER BY 1"
        rows = self._tables.query(sql, values)
        return tuple(place for (place,) in rows)

    def tags(self) -> tuple[str, ...]:
        """Tags of all matches, in alphabetical order."""
        self.catch_up()
        found, values = self._among("match")
        rows = self._tables.query(f"SELECT DISTINCT tag FROM tags WHERE {found} ORDER BY 1", values)
        return tuple(tag for (tag,) in rows)

    def players(self) -> tuple[str, ...]:
        """Names of the people who played, in alphabetical order."""
        self.catch_up()
        names = self._records.people()
        found, values = self._among("match")
        seated = self._tables.query(f"SELECT DISTINCT person FROM seats WHERE {found}", values)
        return tuple(sorted({names.name(person) for (person,) in seated} - {people.SOMEBODY}, key=str.casefold))

    def checkpoint(self) -> str:
        """The checkpoint of the tables and the ids `found`; results computed from them are valid until it changes."""
        self.catch_up()
        among = "" if self._found is None else f" {sorted(self._found)}"
        reached = self.reached()
        return f"{reached.checkpoint if reached else ''}{among}"

    def catch_up(self, progress: Callable[[int], None] = lambda done: None) -> int:
        """Bring the tables up to date and return the number of matches that were folded.

        `progress` gets that number after each batch.
        """
        try:
            return self._catch_up(progress)
        except ReplacedStore:  # The tables may be in another file than the log, and cover rows that are gone.
            self._drop()
            return self._catch_up(progress)

    def _catch_up(self, progress: Callable[[int], None]) -> int:
        folded = 0
        while True:
            reached = self._current()
            changed = self._store.changed_streams(reached.checkpoint, limit=BATCH_SIZE)
            if not changed:
                return folded
            seen = reached.people
            if any(each.stream == people.STREAM for each in changed):
                rows = self._store.read(people.STREAM, after=seen)
                if any(row.type == PersonForgotten.__name__ for row in rows):
                    self._drop()  # Earlier rows may name a person who is forgotten now.
                    continue
                seen = rows[-1].version if rows else seen
            page = fold(self._records, changed)
            if self._write(page, reached, Reached(changed.checkpoint, seen)):
                folded += len(page.matches)
                progress(folded)

    def rebuild(self, progress: Callable[[int], None] = lambda done: None) -> int:
        """Drop the tables and rebuild them from the log; returns the number of matches."""
        self._drop()
        return self.catch_up(progress)

    def refill(
        self, pages: Iterable[ProjectionBatch], reached: Reached, progress: Callable[[int], None] = lambda done: None
    ) -> int:
        """Rebuild the tables from batches folded by other processes, the whole log as of `reached`; returns the number
        of matches.

        Their checkpoint stays at the start until the last batch is written, so that a reader meanwhile folds the log
        itself and never reads incomplete tables.
        """
        self._drop()
        begun = Reached("", reached.people)
        self._make(begun)
        folded = 0
        for page in pages:
            self._write(page, begun, begun)
            folded += len(page.matches)
            progress(folded)
        self._write(ProjectionBatch(), begun, reached)
        return folded

    def _where(self, wanted: MatchFilter) -> tuple[str, list[object]]:
        """The SQL condition on the table of matches, and the values of its placeholders."""
        everybody = self._records.people()
        if self._found is not None or wanted.get("ids") is not None:
            # A principal that does not see every match learns no former name by asking for it.
            everybody = everybody.as_called_now()
        fits, values = to_sql(wanted, everybody)
        found, more = self._among("id")
        return f"{fits} AND {found}", [*values, *more]

    def _among(self, column: str) -> tuple[str, list[object]]:
        """The SQL condition that a column holds one of the ids `found`, and the values of its placeholders."""
        if self._found is None:
            return "1", []
        return f"{column} IN (SELECT value FROM json_each(?))", [json.dumps([*self._found])]

    def reached(self) -> Reached | None:
        """How far the tables cover the log; None: there are none of this version."""
        edition = self._edition()
        if edition != PROJECTION_VERSION:
            return None
        ((checkpoint, seen),) = self._tables.query("SELECT checkpoint, people FROM projections")
        return Reached(checkpoint, seen)

    def _edition(self) -> int | None:
        if not self._tables.query("SELECT 1 FROM sqlite_master WHERE name = 'projections'"):
            return None
        found = self._tables.query("SELECT * FROM projections")  # Only the first column is the same in every version.
        return int(found[0][0]) if found else _DROPPED

    def _current(self) -> Reached:
        """How far the tables cover the log; creates them when they are missing or belong to another log."""
        while (reached := self.reached()) is None or not self._store.holds(reached.checkpoint):
            if reached is not None:
                self._drop()
            self._make(Reached("", self.people_seen()))
        return reached

    def people_seen(self) -> int:
        """The version of the people stream. Rows folded from now on name no person who was forgotten up to it."""
        return self._records.people_repository.version()

    def _drop(self) -> None:
        """Drop the content of the tables. The file may still hold it until they are created again."""
        with self._tables.transaction() as connection:
            connection.execute("PRAGMA secure_delete=ON")  # The rows may name a person who is forgotten now.
            if self._edition() is not None:
                for table in TABLES:
                    connection.execute(f"DROP TABLE IF EXISTS {table}")
                connection.execute("DROP TABLE projections")
                connection.execute("CREATE TABLE projections (edition INTEGER NOT NULL) STRICT")

    def _make(self, reached: Reached) -> None:
        # Where log and tables share a file, the erasure of a person rewrites it.
        if not isinstance(self._store, SqliteFile) and self._edition() == _DROPPED:
            self._tables.vacuum()
        with self._tables.transaction() as connection:
            if self.reached() is not None:  # Another program was faster.
                return
            for table in ("projections", *TABLES):
                connection.execute(f"DROP TABLE IF EXISTS {table}")
            connection.execute(
                "CREATE TABLE projections (edition INTEGER NOT NULL, checkpoint TEXT NOT NULL, people INTEGER NOT NULL)"
                " STRICT"
            )
            connection.execute("INSERT INTO projections VALUES (?,?,?)", (PROJECTION_VERSION, *reached))
            connection.execute(
                "CREATE TABLE matches (id TEXT PRIMARY KEY, game TEXT NOT NULL, game_title TEXT NOT NULL,"
                " played_on TEXT, recorded INTEGER NOT NULL, seats INTEGER NOT NULL, place TEXT, depth TEXT NOT NULL,"
                " state TEXT NOT NULL, row TEXT NOT NULL, bgg_id INTEGER, played TEXT NOT NULL,"
                " details TEXT NOT NULL) STRICT"
            )
            connection.execute(
                "CREATE TABLE bookmarks (match TEXT NOT NULL, note TEXT NOT NULL, position INTEGER) STRICT"
            )
            connection.execute("CREATE INDEX forks ON matches (row ->> 'parent') WHERE row ->> 'parent' IS NOT NULL")
            connection.execute("CREATE INDEX matches_by_game ON matches (game_title)")
            connection.execute("CREATE INDEX matches_by_place ON matches (place)")
            connection.execute("CREATE INDEX matches_by_date ON matches (played_on DESC, recorded DESC)")
            connection.execute(
                "CREATE TABLE seats (person TEXT NOT NULL, match TEXT NOT NULL, seat INTEGER NOT NULL,"
                " PRIMARY KEY (person, match, seat)) STRICT, WITHOUT ROWID"
            )
            connection.execute("CREATE INDEX seats_by_match ON seats (match)")
            connection.execute(
                "CREATE TABLE tags (tag TEXT NOT NULL, match TEXT NOT NULL,"
                " PRIMARY KEY (tag, match)) STRICT, WITHOUT ROWID"
            )
            connection.execute("CREATE INDEX tags_by_match ON tags (match)")
            connection.execute("CREATE INDEX bookmarks_by_match ON bookmarks (match)")

    def _write(self, page: ProjectionBatch, before: Reached, after: Reached) -> bool:
        """Write the batch and move the progress from `before` to `after`; False, and no write, if it is elsewhere."""
        with self._tables.transaction() as connection:
            if self.reached() != before:
                return False
            for id, (position, marked) in page.bookmarks.items():
                connection.execute("DELETE FROM bookmarks WHERE match = ?", (id,))
                rows = [(id, note, position) for note in marked]
                connection.executemany("INSERT INTO bookmarks VALUES (?,?,?)", rows)
            for kept in page.matches:
                _keep(connection, kept)
            connection.execute("UPDATE projections SET checkpoint = ?, people = ?", after)
            return True


def columns_of(kept: ProjectionRow) -> dict[str, object]:
    """The columns of a match in the table of matches."""
    row = kept.row
    return {
        "id": row.id,
        "recorded": kept.recorded,
        "game": row.game,
        "game_title": row.game_title,
        "bgg_id": kept.bgg_id,
        "played_on": row.played_on,
        "seats": len(row.players),
        "place": row.place,
        "depth": row.depth,
        "state": row.state,
        "row": _ROWS.dump_json(row).decode(),
        "played": kept.played,
        "details": kept.details,
    }


def _keep(connection: Any, kept: ProjectionRow) -> None:
    row, columns = kept.row, columns_of(kept)
    newer = [column for column in columns if column not in ("id", "recorded")]
    written = connection.execute(
        f"INSERT INTO matches ({', '.join(columns)}) VALUES ({placeholders(columns)})"
        f" ON CONFLICT (id) DO UPDATE SET {', '.join(f'{column} = excluded.{column}' for column in newer)}"
        " WHERE excluded.row ->> 'version' >= row ->> 'version'",
        tuple(columns.values()),
    )
    if not written.rowcount:  # Another program has written a later version.
        return
    connection.execute("DELETE FROM seats WHERE match = ?", (row.id,))
    connection.executemany(
        "INSERT INTO seats VALUES (?,?,?)", [(person, row.id, seat) for seat, person in enumerate(row.players)]
    )
    connection.execute("DELETE FROM tags WHERE match = ?", (row.id,))
    connection.executemany("INSERT INTO tags VALUES (?,?)", [(tag, row.id) for tag in {*row.tags}])


def _row(row: str, names: people.People) -> MatchRow:
    kept = _ROWS.validate_json(row)
    return replace(kept, players=tuple(map(names.name, kept.players)))


def _now(matches: tuple[PlayedMatch, ...], everybody: people.People) -> tuple[PlayedMatch, ...]:
    """The matches with the present ids of merged people and the most frequent title of each BoardGameGeek game."""
    titles = Counter((played.bgg_id, played.game) for played in matches if played.bgg_id)
    usual = {id: title for (id, title), _ in sorted(titles.items(), key=lambda each: each[1])}

    def told(played: PlayedMatch) -> PlayedMatch:
        title = usual.get(played.bgg_id or 0, played.game)
        if title == played.game and not any(sitting.person in everybody.merged for sitting in played.seats):
            return played
        seats = [replace(sitting, person=everybody.one(sitting.person)) for sitting in played.seats]
        return replace(played, game=title, seats=tuple(seats))

    return tuple(map(told, matches))
