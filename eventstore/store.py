"""What an event store offers, whatever keeps the rows: append-only streams with versions and one order over all."""

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, Self, TypeVar

from core.phrase import phrase
from eventstore import redaction

if TYPE_CHECKING:
    from eventstore.sqlite import SqliteStore

CHAIN_START: Final = bytes(32)
"""The chain before the first row of a stream."""

REVISION: Final = b"\x02"
"""The revision of the chain that is written: the byte behind its digest. Chains of revision 1 are a digest alone."""

LINK: Final = 33
"""Bytes of a chain of revision 2 that the next row covers; a salt of 16 bytes follows where texts may name people."""

_SALT: Final = 16

_BETWEEN = "\x1f"


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event on its way into a stream. `data` is its fields as a JSON object.

    `source` names where it was imported from (`bgstats:<uuid>`), once in a stream. `happened_at` is ISO 8601 UTC;
    `witness` a digest of what the engine made of the match up to here.
    """

    type: str
    data: str
    shape: int = 1
    source: str | None = None
    happened_at: str | None = None
    witness: str | None = None


class StoredEvent(NamedTuple):
    """A row as stored. `position` orders all streams; `version` counts 1, 2, 3 ... without gaps within its stream."""

    position: int
    stream: str
    version: int
    type: str
    shape: int
    data: str
    source: str | None
    command: str | None
    recorded_by: str
    recorded_at: str
    happened_at: str | None
    witness: str | None
    chain: bytes


class Changed(NamedTuple):
    """A stream in a page of the feed, with the positions of its first and its last row there."""

    stream: str
    first: int
    last: int


_Item = TypeVar("_Item")


class Page(tuple[_Item, ...]):
    """What comes next in the feed of all streams.

    `checkpoint` is where it goes on: a token for the store it came from, which says nothing to anybody else. Whoever
    goes on from there misses nothing and sees nothing twice, however late and in whichever order writers commit.
    """

    checkpoint: str

    def __new__(cls, items: Iterable[_Item], checkpoint: str) -> Self:
        page = super().__new__(cls, items)
        page.checkpoint = checkpoint
        return page


class Conflict(Exception):
    """The stream has moved on since the caller looked at it; nothing was written. Read again, then decide."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        super().__init__(f"{stream} is at version {actual}, not {expected}: somebody else recorded in between.")
        self.stream, self.expected, self.actual = stream, expected, actual


class UnusableStore(OSError):
    """The store cannot be opened, read or written as it is, with one sentence that says why."""


class Damaged(UnusableStore):
    """What the store keeps cannot be read any more, at least in one place."""


class StoreInUse(UnusableStore):
    """Another program has the store open, and nobody may have for what is to be done."""


class ReplacedStore(UnusableStore):
    """Another store stands where this program's was: nothing it remembers can be relied on; only a restart helps."""

    def __init__(self, sentence: str = "") -> None:
        super().__init__(sentence or phrase("The store was replaced under this program; stop it and start it again."))


class Store(Protocol):
    """Streams of events. Every method may be called from any thread."""

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
        """Write all of `events` behind version `after` (0: a new stream) or nothing.

        `at` is the time of writing, ISO 8601 UTC. `command` is an idempotency key: the same one a second time in a
        stream writes nothing and gives the rows of the first time, whatever `after` says. Raises Conflict, and
        ValueError for a `source` the stream already holds or a control character in the envelope.

        `redacted`, data by stream and version, replaces rows that name a person who is to be forgotten, in the same
        transaction; nothing else ever changes a row. What stood there is gone for ever, copies in the file included.
        """

    def read(self, stream: str, *, after: int = 0) -> tuple[StoredEvent, ...]:
        """The rows of one stream behind version `after`, in order; empty when there is no such stream."""

    def read_all(self, after: str = "", *, limit: int = 1000) -> Page[StoredEvent]:
        """Up to `limit` rows of all streams behind the checkpoint `after`, in order of position.

        Raises ReplacedStore when the rows the checkpoint was made of are not in the store; so does `changed`.
        """

    def changed(self, after: str = "", *, limit: int = 1000) -> Page[Changed]:
        """The streams that the next `limit` rows behind the checkpoint `after` belong to, oldest first."""

    def holds(self, checkpoint: str) -> bool:
        """Whether the log still holds the row at a checkpoint it gave; not where it was cut off or replaced since."""

    def streams(self, prefix: str = "") -> Iterator[str]:
        """Names of the streams that start with `prefix`, oldest first."""

    def streams_from(self, source: str) -> tuple[str, ...]:
        """The streams with an event from this source, the oldest first."""

    def adopt(self, rows: Sequence[StoredEvent]) -> None:
        """Write rows of another store as they are, chains included, in the order given; only their positions are new.

        All or none. Raises Conflict when a row is not the next one of its stream.
        """

    def scrub(self) -> None:
        """Let nothing be left on the disk of what was redacted or dropped; takes a while."""

    def close(self) -> None:
        """Let go of everything; only when no thread is using the store."""

    @property
    def tables(self) -> "SqliteStore":
        """Where tables may stand that are made of the log and can be thrown away at any time."""


class Covered(NamedTuple):
    """What the chain covers of an event's data: the `rest`, and a salted digest of the texts that may name people."""

    rest: str
    digest: str | None
    salt: bytes


def covered(event: NewEvent, salt: bytes | None = None) -> Covered:
    """`salt` is that of a row that is there already; None: a new one."""
    rest, texts = redaction.split(event.type, event.data)
    if not texts:
        return Covered(rest, None, b"")
    salt = secrets.token_bytes(_SALT) if salt is None else salt
    return Covered(rest, redaction.digest(texts, salt), salt)


def link(
    previous: bytes,
    stream: str,
    version: int,
    event: NewEvent,
    command: str | None,
    by: str,
    at: str,
    own: Covered,
) -> bytes:
    """The chain of a row, revision 2: SHA-256 over the link before it and every field of its envelope but the position,
    the revision, and the salt of its personal texts. Of the data it covers what `own` says.

    Raises ValueError for a field that holds a control character.
    """
    fields = (stream, str(version), event.type, str(event.shape), own.rest, by, at)
    text = _joined(fields, (event.source, command, event.happened_at, event.witness, own.digest))
    return sha256(REVISION + previous[:LINK] + text).digest() + REVISION + own.salt


def _link_of_revision_1(previous: bytes, row: StoredEvent) -> bytes:
    """The chain of a row as releases up to 0.1.0 made it: over the whole data, without a revision."""
    fields = (row.stream, str(row.version), row.type, str(row.shape), row.data, row.recorded_by, row.recorded_at)
    return sha256(previous + _joined(fields, (row.source, row.command, row.happened_at, row.witness))).digest()


def _joined(fields: tuple[str, ...], optional: tuple[str | None, ...]) -> bytes:
    """Fields joined by the unit separator, None as NUL; a field with the separator is refused, so no two rows can look
    alike.
    """
    text = _BETWEEN.join(fields + tuple(["\0" if field is None else field for field in optional]))
    if text.count(_BETWEEN) != len(fields) + len(optional) - 1:
        raise ValueError("An event's envelope holds a control character.")
    return text.encode()


def chained(rows: Sequence[StoredEvent], seals: Mapping[int, str] = MappingProxyType({})) -> int | None:
    """The first version of a whole stream whose chain or number is not what it must be; None: all is as written.

    `seals` of redacted rows, by version, say which texts they had and which they have: all else of a row of revision 2
    stays chained. Of a redacted row of revision 1 only its chain still stands.
    """
    chain = CHAIN_START
    for expected, row in enumerate(rows, start=1):
        try:
            is_whole = row.version == expected and row.chain == expected_chain(chain, row, seals.get(expected))
        except ValueError:  # No row like this can have been written.
            return expected
        if not is_whole:
            return expected
        chain = row.chain
    return None


def expected_chain(previous: bytes, row: StoredEvent, seal: str | None = None) -> bytes | None:
    """What the chain of a row must be; None: no such row can have been written, or redacted."""
    if seal is not None and not redaction.is_possible(row.type, row.data):
        return None
    if is_of_revision_1(row):
        if len(previous) != len(CHAIN_START):  # Behind a row of revision 2 nobody writes one of revision 1.
            return None
        if seal is None:
            return _link_of_revision_1(previous, row)
        return row.chain if seal == redaction.seal_of_revision_1(row.data, row.chain) else None
    event = NewEvent(row.type, row.data, row.shape, row.source, row.happened_at, row.witness)
    own = covered(event, row.chain[LINK:])
    if seal is not None:
        had = redaction.taken(seal)
        if seal != redaction.seal(had, row.type, row.data):
            return None
        own = Covered(own.rest, had, b"")
    return link(previous, row.stream, row.version, event, row.command, row.recorded_by, row.recorded_at, own)


def is_of_revision_1(row: StoredEvent) -> bool:
    """Whether the row was written by a release up to 0.1.0."""
    return len(row.chain) == len(CHAIN_START)
