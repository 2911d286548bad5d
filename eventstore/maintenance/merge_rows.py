"""Rows of one store as the next rows of a stream of another one, with a row hash chain of that stream."""

from collections.abc import Iterable
from hashlib import sha256

from eventstore.store.store import (
    CHAIN_START,
    CHAINED_BYTES,
    NewEvent,
    StoredEvent,
    chain_hash,
    hashed_data,
)

_SALT_BYTES = 16


def chained(stream: str, last: StoredEvent | None, rows: Iterable[StoredEvent]) -> list[StoredEvent]:
    """The `rows` with the versions and row hashes that follow the row `last` of a stream (None: a new stream).

    All else stays as it is: recorder, times, idempotency keys. The same rows always give the same hashes.
    """
    version, previous = (last.version, last.row_hash) if last else (0, CHAIN_START)
    chained = []
    for row in rows:
        version += 1
        event = NewEvent(row.type, row.data, row.schema_version, row.source, row.happened_at, row.state_digest)
        # A redacted row has no salt any more.
        salt = row.row_hash[CHAINED_BYTES:] or sha256(row.row_hash + row.data.encode()).digest()[:_SALT_BYTES]
        previous = chain_hash(
            previous,
            stream,
            version,
            event,
            row.idempotency_key,
            row.recorded_by,
            row.recorded_at,
            hashed_data(event, salt),
        )
        chained.append(row._replace(position=0, stream=stream, version=version, row_hash=previous))
    return chained


def chained_part(row: StoredEvent) -> bytes:
    """The part of the row hash that a redaction leaves: equal in both stores for the same row."""
    return row.row_hash[:CHAINED_BYTES]


def shared_rows(mine: Iterable[StoredEvent], others: Iterable[StoredEvent]) -> int:
    """The number of first rows that are the same in both."""
    shared = 0
    for one, other in zip(mine, others, strict=False):
        if chained_part(one) != chained_part(other):
            break
        shared += 1
    return shared
