"""A head: a digest of all rows of a store up to a position, to be kept outside of the store and compared later."""

import re
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from eventstore.matches import people
from eventstore.matches.redacted_rows import RedactedRow, redacted_rows
from eventstore.store import redaction
from eventstore.store.store import CHAINED_BYTES, StoredEvent, StoreReader

_HEAD: Final = re.compile(r"([0-9]+)-([0-9]+)-[0-9a-f]{64}")


def head(store: StoreReader, until: int | None = None) -> str:
    """The last position, the number of redacted rows, and a SHA-256 digest of all rows, joined by hyphens.

    Kept outside the store, it shows later whether a row or a stream has changed or is gone: with `until`, the position
    at the start of the former head, later rows are left out. It covers every field of every row, but the texts that may
    name people only through the row hashes, so it stays valid after their redaction. A copy of the rows in another kind
    of store has other positions, so another head.
    """
    last, digest = 0, sha256()
    for name in sorted(store.streams()):
        rows = _until(store.read(name), until)
        if rows:
            last = max(last, rows[-1].position)
            digest.update(f"{name}\0{len(rows)}\0{rows[-1].row_hash[:CHAINED_BYTES].hex()}\n".encode())
            for row in rows:
                digest.update(_content(row))
    redacted = {(one.stream, one.version) for one in redacted_rows(_until(store.read(people.STREAM), until))}
    return f"{last if until is None else until}-{len(redacted)}-{digest.hexdigest()}"


def is_head(store: StoreReader, before: str) -> bool:
    """True if all rows that a former head covers are unchanged. Raises ValueError when `before` is not a head."""
    return head(store, _position(before)) == before


def redacted_since(store: StoreReader, before: str) -> tuple[RedactedRow, ...]:
    """The rows that were redacted after a former head was made, each once, in the order of their redaction."""
    position = _position(before)
    redacted = [one for one in redacted_rows(store.read(people.STREAM)) if one.position > position]
    return tuple({(one.stream, one.version): one for one in redacted}.values())


def refuse_no_head(word: str) -> None:
    """Raise ValueError when the text is not a head."""
    _position(word)


def _position(word: str) -> int:
    parts = _HEAD.fullmatch(word)
    if parts is None or len(parts[1]) > 19:
        raise ValueError(f"{word!r} is not a head as `partie verify --head` prints it.")
    return int(parts[1])


def _until(rows: Sequence[StoredEvent], position: int | None) -> Sequence[StoredEvent]:
    return rows if position is None else [row for row in rows if row.position <= position]


def _content(row: StoredEvent) -> bytes:
    rest, texts = redaction.split(row.type, row.data)
    fields = row._replace(data=rest, row_hash=b"")
    return f"{fields!r}{len(texts)}\n".encode("utf-8", "surrogatepass")
