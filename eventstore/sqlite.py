"""The default store: one SQLite file.

Laws: one transaction discipline for everything (`BEGIN IMMEDIATE`, all or nothing); a connection belongs to its thread;
rows are never changed, triggers refuse; nothing is written to a file that is not ours.
"""

import threading
import weakref
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import sqlite_utils
from sqlite_utils.migrations import Migrations

from core.phrase import phrase
from eventstore import taking_turns
from eventstore.store import CHAIN_START, Conflict, NewEvent, StoredEvent, UnusableStore, link
from eventstore.taking_turns import sqlite3

APPLICATION_ID: Final = 0x50617274
"""Marks the file as ours in its header: `Part`."""

migrations = Migrations("partie")


def _refusing(table: str, change: str) -> str:
    return (
        f"CREATE TRIGGER {table}_refuse_{change.lower()} BEFORE {change} ON {table}"
        f" BEGIN SELECT RAISE(ABORT, '{table} are never changed or deleted'); END"
    )


@migrations()
def m001_streams_and_events(db: sqlite_utils.Database) -> None:
    # No AUTOINCREMENT: rows are never deleted, so positions cannot come twice, and a commit writes one page less.
    db.execute("CREATE TABLE streams (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT")
    db.execute("""
        CREATE TABLE events (
            position INTEGER PRIMARY KEY,
            stream INTEGER NOT NULL REFERENCES streams (id),
            version INTEGER NOT NULL,
            type TEXT NOT NULL,
            shape INTEGER NOT NULL,
            data TEXT NOT NULL,
            source TEXT,
            command TEXT,
            recorded_by TEXT NOT NULL,
            recorded_at TEXT NOT NULL,
            happened_at TEXT,
            witness TEXT,
            chain BLOB NOT NULL,
            UNIQUE (stream, version)
        ) STRICT""")
    db.execute("CREATE UNIQUE INDEX one_event_a_source ON events (stream, source) WHERE source IS NOT NULL")
    db.execute("CREATE INDEX events_by_command ON events (stream, command) WHERE command IS NOT NULL")
    for table in ("events", "streams"):
        for change in ("UPDATE", "DELETE"):
            db.execute(_refusing(table, change))


@migrations()
def m002_events_by_source(db: sqlite_utils.Database) -> None:
    # The same promise as before, the other way round: so a play is found by its source without knowing its stream.
    db.execute("CREATE UNIQUE INDEX events_by_source ON events (source, stream) WHERE source IS NOT NULL")
    db.execute("DROP INDEX one_event_a_source")


SCHEMA: Final = len(migrations.pending(sqlite_utils.Database(memory=True)))
"""The number of the newest schema, kept in `PRAGMA user_version`."""

_ROW = "version, type, shape, data, source, command, recorded_by, recorded_at, happened_at, witness, chain"
_INSERT = f"INSERT INTO events (stream, {_ROW}) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)"
_HEAD = (
    "SELECT s.id, e.version, e.chain FROM streams s LEFT JOIN events e ON e.stream = s.id"
    " WHERE s.name = ? ORDER BY e.version DESC LIMIT 1"
)


class SqliteStore:
    """A store in the file at `path`, which is made when missing.

    Raises UnusableStore when the file is something else, of a newer schema, locked or not writable. `synchronous` is
    `FULL` (an acknowledged event survives a power cut) or `NORMAL` (it survives a crash of the program only). `wait`
    is how many seconds a writer waits for another one.
    """

    def __init__(self, path: Path, *, synchronous: str = "FULL", wait: float = 5) -> None:
        self.path = path
        self._synchronous = synchronous
        self._wait = wait
        self._local = threading.local()
        self._together = taking_turns.Together()
        # Weak, so that a thread that ends closes its connection: the pages of the viewer use a new thread for each run.
        self._databases: weakref.WeakSet[sqlite_utils.Database] = weakref.WeakSet()
        with self._told():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._refuse_foreign_file()
            if self._pragma("user_version") < SCHEMA:
                self._migrate()

    @property
    def database(self) -> sqlite_utils.Database:
        """This thread's connection."""
        database: sqlite_utils.Database | None = getattr(self._local, "database", None)
        if database is None:
            database = self._connect()
            self._local.database = database
        return database

    def close(self) -> None:
        """Close the connections of all threads; only when no thread is using one."""
        for database in list(self._databases):
            database.conn.close()
        self._databases.clear()
        self._local = threading.local()

    def append(
        self,
        stream: str,
        events: Sequence[NewEvent],
        *,
        after: int,
        by: str,
        at: str,
        command: str | None = None,
        redacted: Mapping[str, Mapping[int, str]] | None = None,
    ) -> tuple[StoredEvent, ...]:
        def write(connection: Any) -> tuple[StoredEvent, ...]:
            rows = self._append(connection, stream, events, after, by, at, command)
            for named, texts in (redacted or {}).items():
                self._redact(connection, named, texts)
            return rows

        with self._told():
            rows = self._together(self.transaction, write)
        if redacted:
            self.scrub()
        return rows

    def _append(
        self,
        connection: Any,
        stream: str,
        events: Sequence[NewEvent],
        after: int,
        by: str,
        at: str,
        command: str | None,
    ) -> tuple[StoredEvent, ...]:
        head = connection.execute(_HEAD, (stream,)).fetchone()
        number, version, chain = head or (None, 0, CHAIN_START)
        if command is not None and (done := self._rows(stream, "stream = ? AND command = ?", (number, command))):
            return done
        if version != after:
            raise Conflict(stream, after, version)
        if not events:
            return ()
        if number is None:
            number = connection.execute("INSERT INTO streams (name) VALUES (?)", (stream,)).lastrowid
        rows = []
        for event in events:
            version += 1
            chain = link(chain, stream, version, event, command, by, at)
            seen = (event.happened_at, event.witness, chain)
            rows.append((number, version, event.type, event.shape, event.data, event.source, command, by, at, *seen))
        first = self._insert(connection, stream, rows) - len(rows) + 1
        return tuple([StoredEvent(first + i, stream, *row[1:]) for i, row in enumerate(rows)])

    def _insert(self, connection: Any, stream: str, rows: Sequence[tuple[Any, ...]]) -> int:
        """Insert rows and give the position of the last one; positions are consecutive within a transaction."""
        try:
            if len(rows) == 1:
                return int(connection.execute(_INSERT, rows[0]).lastrowid)
            connection.executemany(_INSERT, rows)
        except sqlite3.IntegrityError:
            raise ValueError(f"{stream} already holds an event from the same source.") from None
        position: int = connection.execute("SELECT last_insert_rowid()").fetchone()[0]
        return position

    def _redact(self, connection: Any, stream: str, texts: Mapping[int, str]) -> None:
        connection.execute("DROP TRIGGER events_refuse_update")
        connection.executemany(
            "UPDATE events SET data = ? WHERE stream = (SELECT id FROM streams WHERE name = ?) AND version = ?",
            [(text, stream, version) for version, text in texts.items()],
        )
        connection.execute(_refusing("events", "UPDATE"))

    def scrub(self) -> None:
        """Write the file anew, so that nothing is left in it of what was changed or dropped; takes a while."""
        with self._told():
            connection = self.database.conn
            connection.execute("PRAGMA secure_delete=ON")
            connection.execute("VACUUM")
            busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise UnusableStore(
                phrase(
                    "{path} is being read by another program; close it and scrub the file again.", path=str(self.path)
                )
            )

    def read(self, stream: str, *, after: int = 0) -> tuple[StoredEvent, ...]:
        where = "stream = (SELECT id FROM streams WHERE name = ?) AND version > ? ORDER BY version"
        with self._told():
            return self._rows(stream, where, (stream, after))

    def _rows(self, stream: str, where: str, values: tuple[object, ...]) -> tuple[StoredEvent, ...]:
        rows = self.database.conn.execute(f"SELECT position, ?, {_ROW} FROM events WHERE {where}", (stream, *values))
        return tuple(map(StoredEvent._make, rows))

    def read_all(self, after: int = 0, *, limit: int = 1000) -> tuple[StoredEvent, ...]:
        with self._told():
            rows = self.database.conn.execute(
                f"SELECT position, name, {_ROW} FROM events JOIN streams ON streams.id = stream"
                " WHERE position > ? ORDER BY position LIMIT ?",
                (after, limit),
            )
            return tuple(map(StoredEvent._make, rows))

    def changed(self, after: int = 0, *, limit: int = 1000) -> list[tuple[str, int, int]]:
        """The streams that the next `limit` rows behind position `after` belong to, oldest first.

        Each comes with the positions of its first and its last row among these.
        """
        return self.query(
            "SELECT name, min(position) AS first, max(position) FROM"
            " (SELECT position, stream FROM events WHERE position > ? ORDER BY position LIMIT ?)"
            " JOIN streams ON streams.id = stream GROUP BY stream ORDER BY first",
            (after, limit),
        )

    def streams(self, prefix: str = "") -> Iterator[str]:
        with self._told():
            names = self.database.conn.execute(
                "SELECT name FROM streams WHERE substr(name, 1, ?) = ? ORDER BY id", (len(prefix), prefix)
            ).fetchall()
        return (name for (name,) in names)

    def streams_from(self, source: str) -> tuple[str, ...]:
        with self._told():
            names = self.database.conn.execute(
                "SELECT name FROM events JOIN streams ON streams.id = stream WHERE source = ? ORDER BY position",
                (source,),
            ).fetchall()
        return tuple(name for (name,) in names)

    def query(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """The rows of a SELECT, for the read tables that lie beside the log."""
        with self._told():
            rows: list[tuple[Any, ...]] = self.database.conn.execute(sql, values).fetchall()
        return rows

    def copy(self, path: Path) -> None:
        """Write the whole store, as it is now, to another file, which is made anew."""
        with self._told(), closing(sqlite3.connect(path)) as other:
            self.database.conn.backup(other)

    @contextmanager
    def transaction(self) -> Iterator[Any]:
        """A write transaction on this thread's connection: committed at the end, rolled back by any exception."""
        with self._told():
            connection = self.database.conn
            taking_turns.begin(connection, self.path, self._wait)
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    def _connect(self) -> sqlite_utils.Database:
        connection = sqlite3.connect(self.path, timeout=self._wait, isolation_level=None, check_same_thread=False)
        database = sqlite_utils.Database(connection, recursive_triggers=False, execute_plugins=False)
        self._databases.add(database)
        for pragma in (
            f"synchronous={self._synchronous}",
            "foreign_keys=ON",
            "cache_size=-65536",
            "trusted_schema=OFF",
        ):
            connection.execute(f"PRAGMA {pragma}")
        return database

    def _pragma(self, name: str) -> int:
        value: int = self.database.conn.execute(f"PRAGMA {name}").fetchone()[0]
        return value

    def _refuse_foreign_file(self) -> None:
        if not self.path.exists() or self.path.stat().st_size == 0:
            return
        # Blank is asked first: tables and mark are committed together, so whoever sees tables sees the mark after.
        if not self._is_blank() and self._pragma("application_id") != APPLICATION_ID:
            raise UnusableStore(
                phrase("{path} is not a Partie store but some other file; it was left as it is.", path=str(self.path))
            )
        if (schema := self._pragma("user_version")) > SCHEMA:
            raise UnusableStore(
                phrase(
                    "{path} was written by a newer Partie (schema {schema}, this one knows {known});"
                    " install the newer version to open it.",
                    path=str(self.path),
                    schema=schema,
                    known=SCHEMA,
                )
            )

    def _is_blank(self) -> bool:
        """Whether the file is SQLite's but empty, as it is for a moment while another program makes a new store."""
        tables: int = self.database.conn.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        return tables == 0

    def _migrate(self) -> None:
        connection = self.database.conn
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("BEGIN IMMEDIATE")  # Two programs may open a new file at once: the second finds it done.
        try:
            migrations.apply(self.database)
            connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version={SCHEMA}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turn what SQLite says into one sentence for people."""
        try:
            yield
        except sqlite3.OperationalError as error:
            raise UnusableStore(self._sentence(str(error))) from error
        except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
            raise
        except sqlite3.DatabaseError as error:
            raise UnusableStore(self._sentence(str(error))) from error
        except UnusableStore:
            raise
        except OSError as error:
            blocked = isinstance(error, FileExistsError | NotADirectoryError)
            reason = phrase("its folder is a file") if blocked else str(error.strerror).lower()
            sentence = phrase("{path} cannot be opened: {reason}.", path=str(self.path), reason=reason)
            raise UnusableStore(sentence) from error

    def _sentence(self, said: str) -> str:
        path = str(self.path)
        sentences = {
            "locked": phrase(
                "{path} is locked by another program that has been writing for more than {seconds} seconds.",
                path=path,
                seconds=f"{self._wait:g}",
            ),
            "readonly": phrase("{path} cannot be written: the file or its folder is read-only.", path=path),
            "not a database": phrase(
                "{path} is not a Partie store but some other file; it was left as it is.", path=path
            ),
            "unable to open": phrase(
                "{path} cannot be opened; is it a folder, or is its folder missing or closed to you.", path=path
            ),
            "disk is full": phrase("{path} cannot be written: the disk is full.", path=path),
            "malformed": phrase(
                "{path} is damaged; restore a backup, or ask `partie verify` which matches are whole.", path=path
            ),
        }
        unknown = phrase("{path} cannot be used: {said}.", path=path, said=said)
        return next((sentence for key, sentence in sentences.items() if key in said), unknown)
