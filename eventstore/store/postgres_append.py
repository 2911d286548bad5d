"""Appends to the log in PostgreSQL, and the check within each that its rows are in the store."""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from zlib import crc32

from eventstore.store.postgres_objects import NOTHING_ENDANGERS_WRITES, Connection
from eventstore.store.store import CHAINED_BYTES, StoredEvent

SHARDS: Final = 16
"""Number of shards: logs that are appended to independently. The shard of a stream must never change."""

CHANNEL: Final = "partie"
"""NOTIFY channel that announces new events."""

COLUMNS: Final = (
    "position, stream, version, type, shape, data, source, command, recorded_by, recorded_at, happened_at, witness,"
    " chain"
)
_APPEND: Final = (
    f"SELECT {COLUMNS} FROM (SELECT %s::int AS its_shard WHERE {NOTHING_ENDANGERS_WRITES}) AS checked, partie_append("
    "its_shard, %s::text, %s::int, %s::text, %s::text, %s::text, %s::text[], %s::int[], %s::text[], %s::text[],"
    " %s::text[], %s::text[], %s::text[], %s::text[], %s::bytea[]) ORDER BY version"
)


class NotKept(Exception):
    """The schema endangers the rows of an append, or they did not come back as they were sent."""


def shard_of(stream: str) -> int:
    """The shard of a stream, counted from 0."""
    return crc32(stream.encode()) % SHARDS


def append_in_pipeline(connection: Connection, values: Sequence[Any]) -> tuple[StoredEvent, ...]:
    """`values` are the parameters of `partie_append`. Raises NotKept."""
    # NOTIFY is a transaction of its own: within the append it would let only one writer commit at a time, across all
    # shards. The pipeline sends all in one round trip.
    with connection.pipeline() as pipeline:
        rows = connection.execute(_APPEND, values)
        pipeline.sync()
        connection.execute(f"NOTIFY {CHANNEL}")
    return _kept(values, rows.fetchall())


def append_with_more(
    connection: Connection,
    values: Sequence[Any],
    redactions: Mapping[str, Mapping[int, str]],
    blobs: Mapping[str, bytes | None],
) -> tuple[StoredEvent, ...]:
    """Append, redact rows, and keep or delete blobs, in one transaction. Raises NotKept."""
    with connection.transaction():
        refuse_endangered(connection)
        rows = _kept(values, connection.execute(_APPEND, values).fetchall())
        _keep(connection, str(values[1]), blobs, rows[-1].version if rows else None)
        connection.execute("SET LOCAL partie.redacting = 'yes'")
        texts = [
            (text, CHAINED_BYTES, shard_of(stream), stream, version)
            for stream, texts in redactions.items()
            for version, text in texts.items()
        ]
        changed = connection.cursor()
        changed.executemany(
            "UPDATE events SET data = %s, chain = substring(chain FROM 1 FOR %s)"
            " WHERE shard = %s AND stream = %s AND version = %s",
            texts,
        )
        if texts and changed.rowcount != len(texts):
            raise NotKept
        connection.execute(f"NOTIFY {CHANNEL}")
    return rows


def refuse_endangered(connection: Connection) -> None:
    """Raise NotKept when an object of the schema may change or drop what is written."""
    if connection.execute(f"SELECT {NOTHING_ENDANGERS_WRITES}").fetchall() != [(True,)]:
        raise NotKept


def refuse_unkept(connection: Connection, after: int, rows: list[tuple[Any, ...]]) -> None:
    """Raise NotKept unless these rows, shard and position first, are all those after a position of all shards."""
    newer = f"SELECT shard, {COLUMNS} FROM events WHERE shard = ANY(%s) AND position > %s ORDER BY position"
    if connection.execute(newer, ([*range(SHARDS)], after)).fetchall() != rows:
        raise NotKept


def _kept(values: Sequence[Any], rows: Sequence[tuple[Any, ...]]) -> tuple[StoredEvent, ...]:
    """The rows that the insertion returned. Raises NotKept when there are none, or they are not as sent; under an
    idempotency key they may be those of an earlier call.
    """
    sent = list(zip(*values[6:12], strict=True))
    returned = [row[3:7] + row[10:12] for row in rows]
    if (sent and not rows) or (values[3] is None and returned != sent):
        raise NotKept
    return tuple(map(StoredEvent._make, rows))


def _keep(connection: Connection, stream: str, blobs: Mapping[str, bytes | None], version: int | None) -> None:
    """Keep or delete blobs if the stream ends with `version` (None: with any version), which its lock makes certain.

    Otherwise an earlier call wrote that version, and what came later holds.
    """
    key = (shard_of(stream), stream)
    newest = "SELECT max(version) FROM events WHERE shard = %s AND stream = %s"
    if not blobs or (version is not None and connection.execute(newest, key).fetchone() != (version,)):
        return
    of_digest = "FROM blobs WHERE shard = %s AND stream = %s AND digest = %s"
    for digest, content in blobs.items():
        if content is None:
            connection.execute(f"DELETE {of_digest}", (*key, digest))
        else:
            insert = "INSERT INTO blobs (shard, stream, digest, content) VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING"
            connection.execute(insert, (*key, digest, content))
        rows = connection.execute(f"SELECT content {of_digest}", (*key, digest)).fetchall()
        if rows != ([] if content is None else [(content,)]):
            raise NotKept
