"""The protocol of an event store: append-only streams with versions, and one order over all rows."""

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import KW_ONLY, dataclass, field
from hashlib import sha256
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol, Self, TypeVar

from core.errors import InvalidInput, PartieError
from core.messages import message
from eventstore.store import redaction

CHAIN_START: Final = bytes(32)
"""The row hash that the first row of a stream follows."""

REVISION: Final = b"\x02"
"""The revision of row hashes: the byte after the digest."""

CHAINED_BYTES: Final = 33
"""Bytes of a row hash that the hash of the next row covers: digest and revision. A salt of 16 bytes
follows where texts of the row may name people."""

_SALT_BYTES: Final = 16

_SEPARATOR = "\x1f"


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event to append. `data` is its fields as a JSON object.

    `source` names the origin of an imported event (`bgstats:<uuid>`), unique in a stream. `happened_at` is ISO 8601
    UTC; `state_digest` a digest of the state and the scores that the rules compute after the event.
    """

    type: str
    data: str
    schema_version: int = 1
    source: str | None = None
    happened_at: str | None = None
    state_digest: str | None = None


class StoredEvent(NamedTuple):
    """A stored row. `position` orders the rows of all streams; `version` counts 1, 2, 3 ... in each without gaps."""

    position: int
    stream: str
    version: int
    type: str
    schema_version: int
    data: str
    source: str | None
    idempotency_key: str | None
    recorded_by: str
    recorded_at: str
    happened_at: str | None
    state_digest: str | None
    row_hash: bytes


class StreamChange(NamedTuple):
    """A stream with rows in a page of the feed, and the positions of its first and its last row there."""

    stream: str
    first: int
    last: int


_Item = TypeVar("_Item")


class Page(tuple[_Item, ...]):
    """A page of the feed of all streams.

    `checkpoint` is where the next page begins: an opaque token, valid only in the store it came from. A reader that
    continues there misses no row and sees none twice, however late and in whatever order writers commit.
    """

    checkpoint: str

    def __new__(cls, items: Iterable[_Item], checkpoint: str) -> Self:
        page = super().__new__(cls, items)
        page.checkpoint = checkpoint
        return page


class Conflict(PartieError):
    """The stream is not at the expected version; nothing was written. Read it again, then decide."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        # Without the name of the stream, which says nothing to people.
        super().__init__(f"The log is at version {actual}, not {expected}: another client recorded in the meantime.")
        self.stream, self.expected, self.actual = stream, expected, actual


class UnusableStore(PartieError, OSError):
    """The store cannot be opened, read or written in its present state; the message is one sentence that says why."""


class MissingTable(UnusableStore):
    """A table is not there, or not any more, as while another program makes it anew."""


class UnreachableStore(UnusableStore):
    """The database server does not answer, or ended the connection; a later attempt may succeed."""


class FullDisk(UnusableStore):
    """Nothing can be written, as the disk is full; what is written can be read."""


class Unstorable(InvalidInput):
    """The database cannot hold a value: a number or a text that is too large for a column or its index, or NUL."""


class CorruptStore(UnusableStore):
    """Content of the store cannot be read any more, in at least one place."""


class OutdatedStore(UnusableStore):
    """A version of Partie before 0.3.0 wrote the store; no later one reads it."""

    def __init__(self, path: str) -> None:
        super().__init__(
            message("{path} was written by a version of Partie before 0.3.0, and is not read by this one.", path=path)
        )


class StoreInUse(UnusableStore):
    """Another program has the store open, but the operation needs exclusive access."""


class ReplacedStore(UnusableStore):
    """Another store is in the place of the one this program opened: cached state is invalid, only a restart helps."""

    def __init__(self, sentence: str = "") -> None:
        super().__init__(
            sentence
            or message("The store was replaced while this program was using it; stop the program and start it again.")
        )


@dataclass(frozen=True, slots=True)
class Append:
    """One write: all of `events` after version `expected_version` (0: a new stream) of `stream`, or none of them.

    `by` is stored as the recorder and not checked; `at` is the time of writing, ISO 8601 UTC. Under a repeated
    `idempotency_key` nothing is written to the stream.

    `redactions`, new data by stream and version, replaces rows that name a person to be forgotten, in the same
    transaction; nothing else ever changes a row. The old data is gone permanently, copies in the file included.

    `blobs` are contents that the events refer to, by their SHA-256 digest in hexadecimal: they are kept with the
    stream in the same transaction; None deletes one permanently. A repeated write keeps and deletes none.
    """

    stream: str
    events: Sequence[NewEvent]
    _: KW_ONLY
    expected_version: int
    by: str
    at: str
    idempotency_key: str | None = None
    redactions: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    blobs: Mapping[str, bytes | None] = field(default_factory=dict)


class StoreReader(Protocol):
    """Reads append-only streams of events. Every method may be called from any thread."""

    def read(self, stream: str, *, after: int = 0) -> tuple[StoredEvent, ...]:
        """The rows of one stream after version `after`, in order; empty when there is no such stream."""

    def read_streams(self, names: Sequence[str]) -> Mapping[str, tuple[StoredEvent, ...]]:
        """All rows of several streams, by name, at the cost of one round trip; without streams that do not exist.

        The caller bounds their number: all rows are held in memory. Raises CorruptStore if one cannot be read.
        """

    def read_all(self, after: str = "", *, limit: int = 1000) -> Page[StoredEvent]:
        """Up to `limit` rows of all streams after the checkpoint `after`, in order of position.

        Raises ReplacedStore when the rows that the checkpoint was made of are not in the store; `changed_streams` too.
        """

    def changed_streams(self, after: str = "", *, limit: int = 1000) -> Page[StreamChange]:
        """The streams that the next `limit` rows after the checkpoint `after` belong to, oldest first."""

    def checkpoint(self) -> str:
        """The end of the feed of all streams: the page after it begins with the next row that is written."""

    def holds(self, checkpoint: str) -> bool:
        """True if the log still holds the rows of a checkpoint: False when it was cut off or replaced since."""

    def streams(self, prefix: str = "") -> Iterator[str]:
        """Names of the streams that start with `prefix`, oldest first."""

    def streams_from(self, source: str) -> tuple[str, ...]:
        """The streams with an event from this source, oldest first."""


class StoreWriter(Protocol):
    """Appends to the streams. Every method may be called from any thread."""

    def append(self, write: Append) -> tuple[StoredEvent, ...]:
        """The rows that were written, or for a repeated key those of the first write, whatever the expected version.

        Raises Conflict, and InvalidInput for a `source` that the stream already holds or for the separator 0x1F in the
        envelope.
        """

    def one_commit(self) -> AbstractContextManager[bool]:
        """The plain appends of this thread within, each still all or nothing, share one commit at the end.

        Gives whether they do.
        An exception undoes all of them. A store in which a commit is cheap may commit each append by itself. Nothing
        read meanwhile may be cached beyond the end if it fails, and no append within has redactions or blobs.
        """


class StoreMaintenance(Protocol):
    """Contents kept with the streams, and work on the whole store. Every method may be called from any thread."""

    def blob(self, stream: str, digest: str) -> bytes | None:
        """The content with this digest that is kept with the stream; None: there is none. The digest is not checked."""

    def blobs(self, stream: str) -> tuple[str, ...]:
        """The digests of the contents that are kept with the stream, sorted."""

    def blob_streams(self) -> tuple[str, ...]:
        """The names under which contents are kept, sorted, also those that are no streams of the log."""

    def append_raw(self, rows: Sequence[StoredEvent]) -> None:
        """Append rows of another store unchanged, row hashes included, in the order given; only positions are new.

        All or none. Raises Conflict when a row is not the next one of its stream.
        """

    def vacuum(self) -> None:
        """Rewrite the storage, so that nothing that was redacted or dropped is left on the disk; slow."""

    def close(self) -> None:
        """Release all resources; only when no thread is using the store."""


class Store(StoreReader, StoreWriter, StoreMaintenance, Protocol):
    """A whole event store."""


class HashedData(NamedTuple):
    """The data of an event as its row hash covers it: the `rest`, and a salted digest of the texts that may name people
    (None: there are none).
    """

    rest: str
    digest: str | None
    salt: bytes


def hashed_data(event: NewEvent, salt: bytes | None = None) -> HashedData:
    """`salt` is that of an existing row; None: a new random one."""
    rest, texts = redaction.split(event.type, event.data)
    if not texts:
        return HashedData(rest, None, b"")
    salt = secrets.token_bytes(_SALT_BYTES) if salt is None else salt
    return HashedData(rest, redaction.digest(texts, salt), salt)


def chain_hash(
    previous: bytes,
    stream: str,
    version: int,
    event: NewEvent,
    idempotency_key: str | None,
    by: str,
    at: str,
    data: HashedData,
) -> bytes:
    """The row hash: a SHA-256 digest, the revision, and the salt of the row's personal texts.

    The digest is of the revision, the first 33 bytes of the `previous` row hash, every field of the envelope but the
    position, and of the data as in `data`. Raises InvalidInput for a field that holds the separator 0x1F.
    """
    fields = (stream, str(version), event.type, str(event.schema_version), data.rest, by, at)
    text = _join_fields(fields, (event.source, idempotency_key, event.happened_at, event.state_digest, data.digest))
    return sha256(REVISION + previous[:CHAINED_BYTES] + text).digest() + REVISION + data.salt


def _join_fields(fields: tuple[str, ...], optional: tuple[str | None, ...]) -> bytes:
    """Fields joined by the unit separator 0x1F, None as NUL. A field with the separator is refused, so that no two rows
    give the same text.
    """
    text = _SEPARATOR.join(fields + tuple(["\0" if field is None else field for field in optional]))
    if text.count(_SEPARATOR) != len(fields) + len(optional) - 1:
        raise InvalidInput("An event's envelope holds a control character.")
    return text.encode()


def first_broken(
    rows: Sequence[StoredEvent], redaction_digests: Mapping[int, str] = MappingProxyType({})
) -> int | None:
    """The first version in a complete stream whose row hash or number is wrong; None: all rows are as written.

    `redaction_digests` of redacted rows, by version, are of their original and of their present texts: the hash of such
    a row still covers all else.
    """
    previous = CHAIN_START
    for expected, row in enumerate(rows, start=1):
        try:
            is_whole = row.version == expected and row.row_hash == expected_hash(
                previous, row, redaction_digests.get(expected)
            )
        except ValueError:  # Such a row cannot have been written.
            return expected
        if not is_whole:
            return expected
        previous = row.row_hash
    return None


def expected_hash(previous: bytes, row: StoredEvent, redacted: str | None = None) -> bytes | None:
    """The hash that a row must have; None: no such row can have been written, or left by a redaction.

    `redacted` is the redaction digest of a redacted row.
    """
    if redacted is not None and not redaction.is_redacted(row.type, row.data):
        return None
    event = NewEvent(row.type, row.data, row.schema_version, row.source, row.happened_at, row.state_digest)
    data = hashed_data(event, row.row_hash[CHAINED_BYTES:])
    if redacted is not None:
        original = redaction.original_digest(redacted)
        if redacted != redaction.redaction_digest(original, row.type, row.data):
            return None
        data = HashedData(data.rest, original, b"")
    return chain_hash(
        previous, row.stream, row.version, event, row.idempotency_key, row.recorded_by, row.recorded_at, data
    )
