"""The default store: one SQLite file.

Laws: those of the file (`sqlite_file.py`); rows are never changed (triggers refuse it); an append is all or nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from core.errors import InvalidInput
from eventstore.store import locking
from eventstore.store.schema_difference import not_kept, refuse_writes
from eventstore.store.sqlite_file import SqliteFile
from eventstore.store.sqlite_library import sqlite3
from eventstore.store.sqlite_schema import SCHEMA, refusing_trigger
from eventstore.store.store import (
    CHAIN_START,
    CHAINED_BYTES,
    Append,
    Conflict,
    Page,
    ReplacedStore,
    StoredEvent,
    StreamChange,
    chain_hash,
    hashed_data,
)

__all__ = ["SCHEMA", "SqliteStore", "sqlite3"]

_COLUMNS = "version, type, shape, data, source, command, recorded_by, recorded_at, happened_at, witness, chain"
_INSERT = f"INSERT INTO events (stream, {_COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)"
_WRITTEN = f"SELECT stream, {_COLUMNS} FROM events WHERE position >= ? ORDER BY position"
_HEAD = (
    "SELECT s.id, e.version, e.chain FROM streams s LEFT JOIN events e ON e.stream = s.id"
    " WHERE s.name = ? ORDER BY e.version DESC LIMIT 1"
)


class SqliteStore(SqliteFile):
    """A store in the file at `path`; the other parameters are those of SqliteFile."""

    def __init__(self, path: Path, *, synchronous: str = "FULL", timeout_s: float = 5) -> None:
        self.group_commit = locking.GroupCommit()
        super().__init__(path, synchronous=synchronous, timeout_s=timeout_s)

    def append(self, write: Append) -> tuple[StoredEvent, ...]:
        def transact(connection: Any) -> tuple[StoredEvent, ...]:
            rows = self._append(connection, write)
            if write.blobs and (not write.events or _is_newest(connection, write.stream, rows)):
                self._keep(connection, write.stream, write.blobs)
            for named, texts in write.redactions.items():
                self._redact(connection, named, texts)
            return rows

        with self._translate_errors():
            if (shared := getattr(self._local, "shared", None)) is not None:
                return locking.savepoint(shared, transact)
            rows = self.group_commit(self._log_transaction, transact)
        if write.redactions:
            self.vacuum()
        if None in write.blobs.values():
            self._truncate_journal()  # The journal still holds the pages of the deleted content.
        return rows

    @contextmanager
    def one_commit(self) -> Iterator[bool]:
        with self._log_transaction() as self._local.shared:
            try:
                yield True
            finally:
                del self._local.shared

    @contextmanager
    def _log_transaction(self) -> Iterator[Any]:
        """A transaction that writes to the log. Raises ForeignSchema where the schema endangers what is written."""
        with self.transaction() as connection:
            ((version,),) = connection.execute("PRAGMA schema_version")  # Grows with every change of the schema.
            if version != getattr(self._local, "schema_version", None):
                refuse_writes(str(self.path), self.schema_differences())
                self._local.schema_version = version
            yield connection

    def blob(self, stream: str, digest: str) -> bytes | None:
        where = "stream = (SELECT id FROM streams WHERE name = ?) AND digest = ?"
        rows = self.query(f"SELECT content FROM blobs WHERE {where}", (stream, digest))
        return rows[0][0] if rows else None

    def blobs(self, stream: str) -> tuple[str, ...]:
        named = "SELECT digest FROM blobs WHERE stream = (SELECT id FROM streams WHERE name = ?) ORDER BY digest"
        return tuple(digest for (digest,) in self.query(named, (stream,)))

    def blob_streams(self) -> tuple[str, ...]:
        streams = "blobs LEFT JOIN streams ON streams.id = stream"
        named = f"SELECT DISTINCT coalesce(name, 'stream ' || stream) AS kept FROM {streams} ORDER BY kept"
        return tuple(name for (name,) in self.query(named))

    def _append(self, connection: Any, write: Append) -> tuple[StoredEvent, ...]:
        head = connection.execute(_HEAD, (write.stream,)).fetchone()
        number, version, chain = head or (None, 0, CHAIN_START)
        key, by, at, stream = write.idempotency_key, write.by, write.at, write.stream
        if key is not None and (earlier := self._rows(stream, "stream = ? AND command = ?", (number, key))):
            return earlier
        if version != write.expected_version:
            raise Conflict(stream, write.expected_version, version)
        if not write.events:
            return ()
        if number is None:
            number = self._new_stream(connection, stream)
        rows = []
        for event in write.events:
            version += 1
            chain = chain_hash(chain, stream, version, event, key, by, at, hashed_data(event))
            more = (key, by, at, event.happened_at, event.state_digest, chain)
            rows.append((number, version, event.type, event.schema_version, event.data, event.source, *more))
        first = self._insert(connection, stream, rows) - len(rows) + 1
        self._refuse_unkept(connection, first, rows)
        return tuple([StoredEvent(first + i, stream, *row[1:]) for i, row in enumerate(rows)])

    def _insert(self, connection: Any, stream: str, rows: Sequence[tuple[Any, ...]]) -> int:
        """Insert rows and return the position of the last one; positions are consecutive within a transaction."""
        try:
            if len(rows) == 1:
                return int(connection.execute(_INSERT, rows[0]).lastrowid)
            connection.executemany(_INSERT, rows)
        except sqlite3.IntegrityError as error:
            if "events.source" not in str(error):  # Another index or constraint than Partie's.
                raise not_kept(str(self.path)) from error
            raise InvalidInput("The match already holds an event from the same source.") from None
        position: int = connection.execute("SELECT last_insert_rowid()").fetchone()[0]
        return position

    def _new_stream(self, connection: Any, name: str) -> int:
        """Insert a stream and return its number, which its rows refer to."""
        inserted = connection.execute("INSERT INTO streams (name) VALUES (?)", (name,))
        if inserted.rowcount != 1:
            raise not_kept(str(self.path))
        return int(inserted.lastrowid)

    def _refuse_unkept(self, connection: Any, first: int, rows: Sequence[tuple[Any, ...]]) -> None:
        """Raise ForeignSchema unless these are the rows from position `first` on."""
        if connection.execute(_WRITTEN, (first,)).fetchall() != rows:
            raise not_kept(str(self.path))

    def _redact(self, connection: Any, stream: str, texts: Mapping[int, str]) -> None:
        connection.execute("DROP TRIGGER IF EXISTS events_refuse_update")
        changed = connection.executemany(
            "UPDATE events SET data = ?, chain = substr(chain, 1, ?)"
            " WHERE stream = (SELECT id FROM streams WHERE name = ?) AND version = ?",
            [(text, CHAINED_BYTES, stream, version) for version, text in texts.items()],
        )
        connection.execute(refusing_trigger("events", "UPDATE"))
        if changed.rowcount != len(texts):
            raise not_kept(str(self.path))

    def _keep(self, connection: Any, stream: str, blobs: Mapping[str, bytes | None]) -> None:
        connection.execute("PRAGMA secure_delete=ON")  # Overwrites the pages of a deleted content with zeros.
        number, *_ = connection.execute(_HEAD, (stream,)).fetchone()
        for digest, content in blobs.items():
            if content is None:
                connection.execute("DELETE FROM blobs WHERE stream = ? AND digest = ?", (number, digest))
            else:
                insert = "INSERT OR IGNORE INTO blobs (stream, digest, content) VALUES (?,?,?)"
                connection.execute(insert, (number, digest, content))
            if self.blob(stream, digest) != content:
                raise not_kept(str(self.path))

    def read(self, stream: str, *, after: int = 0) -> tuple[StoredEvent, ...]:
        where = "stream = (SELECT id FROM streams WHERE name = ?) AND version > ? ORDER BY version"
        return self._rows(stream, where, (stream, after))

    def read_streams(self, names: Sequence[str]) -> Mapping[str, tuple[StoredEvent, ...]]:
        read = ((name, self.read(name)) for name in names)  # No round trip to save.
        return {name: rows for name, rows in read if rows}

    def _rows(self, stream: str, where: str, values: tuple[object, ...]) -> tuple[StoredEvent, ...]:
        rows = self.query(f"SELECT position, ?, {_COLUMNS} FROM events WHERE {where}", (stream, *values))
        return tuple(map(StoredEvent._make, rows))

    def read_all(self, after: str = "", *, limit: int = 1000) -> Page[StoredEvent]:
        position = self._position(after)
        rows = self.query(
            f"SELECT position, name, {_COLUMNS} FROM events JOIN streams ON streams.id = stream"
            " WHERE position > ? ORDER BY position LIMIT ?",
            (position, limit),
        )
        return Page(map(StoredEvent._make, rows), self._checkpoint(rows[-1][0]) if rows else after)

    def changed_streams(self, after: str = "", *, limit: int = 1000) -> Page[StreamChange]:
        position = self._position(after)
        rows = self.query(
            "SELECT name, min(position) AS first, max(position) FROM"
            " (SELECT position, stream FROM events WHERE position > ? ORDER BY position LIMIT ?)"
            " JOIN streams ON streams.id = stream GROUP BY stream ORDER BY first",
            (position, limit),
        )
        changed = [StreamChange._make(row) for row in rows]
        return Page(changed, self._checkpoint(max(each.last for each in changed)) if changed else after)

    def checkpoint(self) -> str:
        ((last,),) = self.query("SELECT max(position) FROM events")
        return "" if last is None else self._checkpoint(last)

    def _checkpoint(self, position: int) -> str:
        """The position, as one writer at a time commits, so positions are in the order of commits; and 4 bytes of the
        row hash, by which a replaced file is recognized.
        """
        ((chain,),) = self.query("SELECT substr(chain, 1, 4) FROM events WHERE position = ?", (position,))
        return f"{position}-{chain.hex()}"

    def holds(self, checkpoint: str) -> bool:
        position, _, chain = checkpoint.partition("-")
        rows = self.query("SELECT substr(chain, 1, 4) FROM events WHERE position = ?", (int(position or 0),))
        return not checkpoint or rows == [(bytes.fromhex(chain),)]

    def _position(self, checkpoint: str) -> int:
        """Raises ReplacedStore when the position holds another row, or none."""
        if not self.holds(checkpoint):
            raise ReplacedStore()
        return int(checkpoint.partition("-")[0] or 0)

    def streams(self, prefix: str = "") -> Iterator[str]:
        named = "SELECT name FROM streams WHERE substr(name, 1, ?) = ? ORDER BY id"
        return (name for (name,) in self.query(named, (len(prefix), prefix)))

    def streams_from(self, source: str) -> tuple[str, ...]:
        named = "SELECT name FROM events JOIN streams ON streams.id = stream WHERE source = ? ORDER BY position"
        return tuple(name for (name,) in self.query(named, (source,)))

    def append_raw(self, rows: Sequence[StoredEvent]) -> None:
        with self._log_transaction() as connection:
            heads, written = dict[str, tuple[int, int]](), list[tuple[Any, ...]]()
            ((last,),) = connection.execute("SELECT coalesce(max(position), 0) FROM events")
            for row in rows:
                if row.stream not in heads:
                    head = connection.execute(_HEAD, (row.stream,)).fetchone()
                    number = head[0] if head else self._new_stream(connection, row.stream)
                    heads[row.stream] = (number, head[1] if head else 0)
                number, version = heads[row.stream]
                if row.version != version + 1:
                    raise Conflict(row.stream, row.version - 1, version)
                written.append((number, *row[2:]))
                heads[row.stream] = (number, row.version)
            connection.executemany(_INSERT, written)
            self._refuse_unkept(connection, last + 1, written)


def _is_newest(connection: Any, stream: str, rows: Sequence[StoredEvent]) -> bool:
    """True if the stream ends with these rows. Otherwise an earlier call wrote them, and what came later holds."""
    head = connection.execute(_HEAD, (stream,)).fetchone()
    return bool(rows) and head[1] == rows[-1].version
