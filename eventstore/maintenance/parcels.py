"""Parcels: whole streams as bytes for another store, and what is read of such bytes when a stranger sends them."""

import json
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from core.errors import InvalidInput
from core.messages import message
from eventstore.matches.match import MATCHES
from eventstore.store.store import (
    CHAIN_START,
    CHAINED_BYTES,
    NewEvent,
    StoredEvent,
    chain_hash,
    hashed_data,
)

MAX_BYTES: Final = 64 << 20
"""Maximum bytes of a parcel that is unpacked."""

_UNREADABLE: Final = message("This is no parcel of Partie, or a part of it is missing.")
_TOO_LARGE: Final = message("A parcel may hold {most} MB at most.", most=MAX_BYTES >> 20)

_NAME: Final = re.compile(rf"[a-z]+|{MATCHES}[\w-]{{1,80}}|[a-z]+/[\w.:-]{{1,100}}", re.ASCII)
_MAX_VERSION: Final = 2**31
_WHOLE: Final = "="
"""Begins a row hash that is sent whole; of others only the salt is, as the rest follows from the rows."""


@dataclass(frozen=True)
class Parcel:
    """Streams by name. `contents` are those of their photos by stream and digest; others the receiver has already.

    `broken` are the streams that do not end in the row hash that was sent with them: their rows were changed.
    """

    streams: Mapping[str, tuple[StoredEvent, ...]]
    contents: Mapping[str, Mapping[str, bytes]] = field(default_factory=dict)
    broken: frozenset[str] = frozenset()


def pack(parcel: Parcel) -> bytes:
    lines = [
        json.dumps([name, *_packed(name, rows), _text_of(parcel.contents.get(name, {}))], **_COMPACT)
        for name, rows in parcel.streams.items()
        if rows
    ]
    return zlib.compress("\n".join(lines).encode(), 9) if lines else b""


_COMPACT: Final[dict[str, Any]] = {"ensure_ascii": False, "separators": (",", ":")}


def _packed(name: str, rows: Sequence[StoredEvent]) -> tuple[list[list[object]], str]:
    """The rows without what follows from their place, and the row hash of the last one."""
    previous, packed = CHAIN_START, list[list[object]]()
    for row in rows:
        salt = row.row_hash[CHAINED_BYTES:]
        follows = len(row.row_hash) >= CHAINED_BYTES and row.row_hash == _hash(previous, row, salt)
        kept = _text(salt) if follows else _WHOLE + _text(row.row_hash)
        packed.append([*row[3:8], *row[8:12], kept])
        previous = row.row_hash
    return packed, _text(previous[:CHAINED_BYTES])


def _hash(previous: bytes, row: StoredEvent, salt: bytes) -> bytes:
    event = NewEvent(row.type, row.data, row.schema_version, row.source, row.happened_at, row.state_digest)
    data = hashed_data(event, salt)
    return chain_hash(
        previous, row.stream, row.version, event, row.idempotency_key, row.recorded_by, row.recorded_at, data
    )


def unpack(content: bytes) -> Parcel:
    """Raises InvalidInput when it is too large, or no parcel."""
    streams, contents, broken = dict[str, tuple[StoredEvent, ...]](), dict[str, dict[str, bytes]](), set[str]()
    try:
        for line in filter(None, _inflated(content).split("\n")):
            name, packed, last, pictures = json.loads(line)
            if name in streams or not _NAME.fullmatch(name) or not packed:
                raise ValueError
            streams[name] = tuple(_unpacked(name, packed))
            contents[name] = {str(digest): b64decode(body, validate=True) for digest, body in pictures.items()}
            if _text(streams[name][-1].row_hash[:CHAINED_BYTES]) != last:
                broken.add(name)
    except (ValueError, TypeError, AttributeError, RecursionError, zlib.error) as error:
        raise InvalidInput(_TOO_LARGE if str(error) == str(_TOO_LARGE) else _UNREADABLE) from None
    return Parcel(streams, contents, frozenset(broken))


def _inflated(content: bytes) -> str:
    if not content:
        return ""
    unpacker = zlib.decompressobj()
    text = unpacker.decompress(content, MAX_BYTES)
    if unpacker.unconsumed_tail:
        raise InvalidInput(_TOO_LARGE)
    if not unpacker.eof:
        raise ValueError
    return text.decode()


def _unpacked(name: str, packed: Iterable[Sequence[Any]]) -> Iterator[StoredEvent]:
    previous = CHAIN_START
    for version, (*fields, kept) in enumerate(packed, 1):
        row = StoredEvent._make((0, name, version, *fields, b""))
        if not _is_row(row):
            raise ValueError
        whole = kept.startswith(_WHOLE)
        secret = b64decode(kept.removeprefix(_WHOLE), validate=True)
        previous = secret if whole else _hash(previous, row, secret)
        yield row._replace(row_hash=previous)


def _is_row(row: StoredEvent) -> bool:
    """True if every field has its type, and holds what a database can."""
    texts = (row.type, row.data, row.recorded_by, row.recorded_at)
    optional = (row.source, row.idempotency_key, row.happened_at, row.state_digest)
    said = [text for text in optional if text is not None]
    return (
        type(row.schema_version) is int
        and 0 < row.schema_version < _MAX_VERSION
        and all(type(text) is str and "\0" not in text and text.encode() is not None for text in (*texts, *said))
    )


def _text(content: bytes) -> str:
    return b64encode(content).decode()


def _text_of(contents: Mapping[str, bytes]) -> dict[str, str]:
    return {digest: _text(content) for digest, content in contents.items()}
