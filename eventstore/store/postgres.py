"""The store in a PostgreSQL database, for many writers on several machines.

Laws: an append is one round trip and all or nothing; within a shard rows become visible in the order of their
positions; rows are never changed (triggers refuse it).
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from hashlib import sha256
from itertools import groupby
from typing import Any, Final

import psycopg

from core.errors import InvalidInput
from eventstore.store.postgres_append import (
    CHANNEL,
    COLUMNS,
    SHARDS,
    NotKept,
    append_in_pipeline,
    append_with_more,
    refuse_endangered,
    refuse_unkept,
    shard_of,
)
from eventstore.store.postgres_database import SCHEMA, PostgresDatabase
from eventstore.store.postgres_objects import Connection, differences
from eventstore.store.postgres_tables import PostgresTables
from eventstore.store.schema_difference import ForeignSchema, SchemaDifference, not_kept, refuse_writes
from eventstore.store.store import (
    CHAIN_START,
    Append,
    Conflict,
    Page,
    ReplacedStore,
    StoredEvent,
    StreamChange,
    chain_hash,
    hashed_data,
)

__all__ = ["CHANNEL", "SCHEMA", "SHARDS", "Connection", "PostgresStore", "shard_of"]

_MAX_BYTES: Final = 40
"""Bytes of the name of a schema that leave room for what is added to it: PostgreSQL keeps 63."""


class PostgresStore(PostgresDatabase):
    """A store at `address`, a URI that libpq understands; its tables are created when missing.

    Raises UnusableStore when the server cannot be reached, or the database is no Partie store or of a newer schema.
    """

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self._tables = dict[tuple[str, ...], PostgresTables]()

    def tables(self, *names: str) -> PostgresTables:
        """The tables beside the log in the schema that is called as the log's and the first name, read with others."""
        if names not in self._tables:
            schemas = (f"{self._log_schema}_{name}" for name in names)
            self._tables.setdefault(names, PostgresTables(self._address, *schemas))
        return self._tables[names]

    @cached_property
    def _log_schema(self) -> str:
        """The name of the schema; another one in its place where PostgreSQL would cut off what is added to it."""
        ((name,),) = self._query("SELECT current_schema()", ())
        return str(name) if len(name.encode()) <= _MAX_BYTES else f"partie_{sha256(name.encode()).hexdigest()[:16]}"

    def close(self) -> None:
        super().close()
        for tables in self._tables.values():
            tables.close()

    def append(self, write: Append) -> tuple[StoredEvent, ...]:
        fields = list[tuple[object, ...]]()
        stream, key, by, at = write.stream, write.idempotency_key, write.by, write.at
        for version, event in enumerate(write.events, write.expected_version + 1):
            data = hashed_data(event)
            chain_hash(CHAIN_START, stream, version, event, key, by, at, data)  # Only for its InvalidInput.
            rest = None if data.rest == event.data else data.rest
            origin = (event.source, event.happened_at, event.state_digest)
            fields.append((event.type, event.schema_version, event.data, *origin, rest, data.digest, data.salt))
        columns = [list(column) for column in zip(*fields, strict=True)] or [[]] * 9
        values = (shard_of(stream), stream, write.expected_version, key, by, at, *columns)
        with self._connected() as connection:
            try:
                rows = (
                    append_with_more(connection, values, write.redactions, write.blobs)
                    if write.redactions or write.blobs
                    else append_in_pipeline(connection, values)
                )
            except NotKept:
                raise self._not_kept(connection) from None
            except psycopg.errors.UniqueViolation as error:
                if error.diag.constraint_name != "one_event_a_source":
                    raise
                raise InvalidInput("The match already holds an event from the same source.") from None
            except psycopg.DatabaseError as error:
                if error.sqlstate != "PT409":
                    raise
                raise Conflict(stream, write.expected_version, int(error.diag.message_primary or 0)) from None
        if write.redactions:
            self.vacuum()
        return rows

    def one_commit(self) -> AbstractContextManager[bool]:
        return nullcontext(False)  # An append is one round trip already.

    def blob(self, stream: str, digest: str) -> bytes | None:
        where = "shard = %s AND stream = %s AND digest = %s"
        key = (shard_of(stream), stream, digest)
        rows = self._query(f"SELECT content FROM blobs WHERE {where}", key)
        return rows[0][0] if rows else None

    def blobs(self, stream: str) -> tuple[str, ...]:
        named = 'SELECT digest FROM blobs WHERE shard = %s AND stream = %s ORDER BY digest COLLATE "C"'
        rows = self._query(named, (shard_of(stream), stream))
        return tuple(digest for (digest,) in rows)

    def blob_streams(self) -> tuple[str, ...]:
        rows = self._query("SELECT DISTINCT stream, shard FROM blobs", ())
        return tuple(sorted(name if shard_of(name) == shard else f"{name} in shard {shard}" for name, shard in rows))

    def append_raw(self, rows: Sequence[StoredEvent]) -> None:
        with self._connected() as connection:
            try:
                with connection.transaction():
                    self._append_raw(connection, rows)
            except NotKept:
                raise self._not_kept(connection) from None

    def _append_raw(self, connection: Connection, rows: Sequence[StoredEvent]) -> None:
        refuse_endangered(connection)
        streams = {row.stream: shard_of(row.stream) for row in rows}
        lock = "SELECT position, partie_now() FROM shards ORDER BY shard FOR UPDATE"
        positions = connection.execute(lock).fetchall()
        versions = connection.execute(
            "SELECT stream, max(version) FROM unnest(%s::int[], %s::text[]) AS wanted (shard, stream)"
            " JOIN events USING (shard, stream) GROUP BY stream",
            (list(streams.values()), list(streams)),
        )
        heads: dict[str, int] = dict.fromkeys(streams, 0) | dict(versions.fetchall())
        last_position = max(map(max, positions))
        written = list[tuple[Any, ...]]()
        copy_sql = f"COPY events (shard, {COLUMNS}) FROM STDIN"
        with connection.cursor().copy(copy_sql) as copy:
            for position, row in enumerate(rows, last_position + 1):
                if row.version != heads[row.stream] + 1:
                    raise Conflict(row.stream, row.version - 1, heads[row.stream])
                heads[row.stream] = row.version
                written.append((streams[row.stream], position, *row[1:]))
                copy.write_row(written[-1])
        refuse_unkept(connection, last_position, written)
        connection.execute("UPDATE shards SET position = %s", (last_position + len(rows),))

    def _not_kept(self, connection: Connection) -> ForeignSchema:
        """The error for an append that was not kept. Raises the one that names the reason, if the schema shows it."""
        refuse_writes(self._name, differences(connection))
        return not_kept(self._name)

    def schema_differences(self, derived: Sequence[str] = ()) -> tuple[SchemaDifference, ...]:
        with self._connected() as connection:  # A standby may have an older schema, which it cannot migrate.
            is_newest = connection.execute("SELECT schema FROM partie").fetchall() == [(SCHEMA,)]
            return differences(connection) if is_newest else ()

    def vacuum(self) -> None:
        """Rewrite the table. Backups, archives and the server's write-ahead log are left to the operator."""
        with self._connected() as connection:
            connection.execute("VACUUM (FULL) events")
            connection.execute("VACUUM (FULL) blobs")

    def read(self, stream: str, *, after: int = 0) -> tuple[StoredEvent, ...]:
        where = "shard = %s AND stream = %s AND version > %s ORDER BY version"
        rows = self._query(f"SELECT {COLUMNS} FROM events WHERE {where}", (shard_of(stream), stream, after))
        return tuple(map(StoredEvent._make, rows))

    def read_streams(self, names: Sequence[str]) -> Mapping[str, tuple[StoredEvent, ...]]:
        wanted = "unnest(%s::int[], %s::text[]) AS wanted (shard, stream) JOIN events USING (shard, stream)"
        sql = f"SELECT {COLUMNS} FROM {wanted} ORDER BY shard, stream, version"
        rows = map(StoredEvent._make, self._query(sql, ([*map(shard_of, names)], [*names])))
        return {name: tuple(own) for name, own in groupby(rows, key=lambda row: row.stream)}

    def read_all(self, after: str = "", *, limit: int = 1000) -> Page[StoredEvent]:
        positions = self._valid_positions(after)
        rows = self._query(_merged_shards(f"shard, {COLUMNS}"), _shard_parameters(positions, limit))
        for shard, position, *_ in rows:
            positions[shard] = position
        return Page((StoredEvent._make(row[1:]) for row in rows), _checkpoint(positions))

    def changed_streams(self, after: str = "", *, limit: int = 1000) -> Page[StreamChange]:
        positions = self._valid_positions(after)
        rows = self._query(
            "SELECT shard, stream, min(position) AS first, max(position)"
            f" FROM ({_merged_shards('shard, stream, position')}) AS page GROUP BY shard, stream ORDER BY first",
            _shard_parameters(positions, limit),
        )
        for shard, _, _, last in rows:
            positions[shard] = max(positions[shard], last)
        return Page((StreamChange._make(row[1:]) for row in rows), _checkpoint(positions))

    def checkpoint(self) -> str:
        newest = "(SELECT max(position) FROM events WHERE events.shard = each.shard)"
        shards = "generate_series(0, %s) AS each (shard) ORDER BY shard"
        rows = self._query(f"SELECT coalesce({newest}, 0) FROM {shards}", (SHARDS - 1,))
        return _checkpoint([position for (position,) in rows])

    def holds(self, checkpoint: str) -> bool:
        positions = _positions(checkpoint)
        # A position is the time of its row in microseconds, so in another log no row has it.
        rows = "events JOIN unnest(%s::int[], %s::bigint[]) AS seen (shard, position) USING (shard, position)"
        counts = self._query(f"SELECT count(*) FROM {rows}", ([*range(SHARDS)], positions)) if checkpoint else [(0,)]
        return counts == [(sum(map(bool, positions)),)]

    def _valid_positions(self, checkpoint: str) -> list[int]:
        """The newest position seen in each shard. Raises ReplacedStore when one of these rows is gone."""
        if not self.holds(checkpoint):
            raise ReplacedStore()
        return _positions(checkpoint)

    def follow(self, after: str = "", *, timeout_s: float) -> Iterator[Page[StoredEvent]]:
        """Pages of the feed after `after` as they arrive; ends when none has arrived for `timeout_s` seconds."""
        with self._translate_errors(), self._connect() as listener:
            listener.execute(f"LISTEN {CHANNEL}")
            while True:
                while page := self.read_all(after):
                    after = page.checkpoint
                    yield page
                notifications = list(listener.notifies(timeout=timeout_s, stop_after=1))
                # A writer that dies between its commit and its NOTIFY announces nothing, so the log is read once more.
                if not notifications and not self.read_all(after, limit=1):
                    return

    def streams(self, prefix: str = "") -> Iterator[str]:
        rows = self._query(
            "SELECT stream FROM events WHERE version = 1 AND starts_with(stream, %s) ORDER BY position, shard",
            (prefix,),
        )
        return (name for (name,) in rows)

    def streams_from(self, source: str) -> tuple[str, ...]:
        rows = self._query("SELECT stream FROM events WHERE source = %s ORDER BY position, shard", (source,))
        return tuple(name for (name,) in rows)


def _merged_shards(columns: str) -> str:
    """SQL for the next rows of all shards in order of position; one statement, so one snapshot of the whole log."""
    # With an order and a limit for each shard the server merges 16 indexes instead of sorting the log.
    ordered = "ORDER BY position LIMIT %(limit)s"
    shards = (
        f"(SELECT {columns} FROM events WHERE shard = {shard} AND position > %(shard{shard})s {ordered})"
        for shard in range(SHARDS)
    )
    return f"{' UNION ALL '.join(shards)} {ordered}"


def _shard_parameters(positions: Sequence[int], limit: int) -> dict[str, int]:
    return {"limit": limit} | {f"shard{shard}": position for shard, position in enumerate(positions)}


def _positions(checkpoint: str) -> list[int]:
    """The newest position seen in each shard."""
    return [int(position, 16) for position in checkpoint.split(".")] if checkpoint else [0] * SHARDS


def _checkpoint(positions: Sequence[int]) -> str:
    return ".".join(f"{position:x}" for position in positions)
