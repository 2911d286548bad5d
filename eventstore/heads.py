"""A head: a word that stands for all rows of a store as of a position, to be kept outside of it and compared later."""

import re
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from eventstore import people, redaction
from eventstore.seals import Sealed, sealed
from eventstore.store import LINK, Store, StoredEvent

_HEAD: Final = re.compile(r"(\d+)-(\d+)-[0-9a-f]{64}")
_HEAD_OF_REVISION_1: Final = re.compile(r"(\d+)-[0-9a-f]{32}")


def head(store: Store, until: int | None = None) -> str:
    """The last position, the number of redacted rows, and a digest of the contents of all rows.

    Kept outside the store, it tells later whether any row or stream of then is gone or another one: `until`, the
    position in front of it, asks for the head as of then, whatever was recorded since. It stands for every field of
    every row; for the texts that may name people by the chains alone, so it outlives their redaction. A copy of the
    rows in another kind of store has other positions.
    """
    last, digest = 0, sha256()
    for name in sorted(store.streams()):
        rows = _until(store.read(name), until)
        if rows:
            last = max(last, rows[-1].position)
            digest.update(f"{name}\0{len(rows)}\0{rows[-1].chain[:LINK].hex()}\n".encode())
            for row in rows:
                digest.update(_content(row))
    redacted = {(one.stream, one.version) for one in sealed(_until(store.read(people.STREAM), until))}
    return f"{last if until is None else until}-{len(redacted)}-{digest.hexdigest()}"


def is_head(store: Store, before: str) -> bool:
    """Whether all that a former `head` stands for is still there. Raises ValueError for what is no head.

    The heads of releases up to 0.1.0 stand for the chains alone.
    """
    position = _position(before)
    return (head if _HEAD.fullmatch(before) else _head_of_revision_1)(store, position) == before


def sealed_since(store: Store, before: str) -> tuple[Sealed, ...]:
    """The rows that were redacted after a former head was made, each once, in order."""
    position = _position(before)
    found = [one for one in sealed(store.read(people.STREAM)) if one.position > position]
    return tuple({(one.stream, one.version): one for one in found}.values())


def refuse_no_head(word: str) -> None:
    """Raise ValueError for what is no head."""
    _position(word)


def _position(word: str) -> int:
    known = _HEAD.fullmatch(word) or _HEAD_OF_REVISION_1.fullmatch(word)
    if known is None or len(known[1]) > 19:
        raise ValueError(f"{word!r} is not a head as `partie verify --head` prints it.")
    return int(known[1])


def _until(rows: Sequence[StoredEvent], position: int | None) -> Sequence[StoredEvent]:
    return rows if position is None else [row for row in rows if row.position <= position]


def _content(row: StoredEvent) -> bytes:
    rest, texts = redaction.split(row.type, row.data)
    fields = row._replace(data=rest, chain=b"")
    return f"{fields!r}{len(texts)}\n".encode("utf-8", "surrogatepass")


def _head_of_revision_1(store: Store, until: int) -> str:
    digest = sha256()
    for name in sorted(store.streams()):
        if rows := _until(store.read(name), until):
            digest.update(f"{name}\0{len(rows)}\0{rows[-1].version}\0{rows[-1].chain!r}\n".encode())
    return f"{until}-{digest.hexdigest()[:32]}"
