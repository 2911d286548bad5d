"""The cached state of one stream, continued from the last known row; and writes that are retried after a conflict.

A store may be replaced under a running program, by a restored backup or a dump. The cached state would be wrong then,
so the last known row must still be in the stream before any row is added.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final, Generic, NamedTuple, TypeVar

from eventstore.store.store import CHAINED_BYTES, Conflict, ReplacedStore, StoredEvent, StoreReader

State = TypeVar("State")
Result = TypeVar("Result")

_MAX_STANDSTILLS: Final = 10
"""Consecutive conflicts without a newer version that end a write."""


class StreamReader:
    """Reads the rows of one stream after the last known one."""

    def __init__(self, store: StoreReader, stream: str) -> None:
        self._store, self._stream = store, stream

    def behind(self, known: StoredEvent | None) -> tuple[StoredEvent, ...]:
        """Raises ReplacedStore when `known` is not in the stream any more."""
        if known is None:
            return self._store.read(self._stream)
        rows = self._store.read(self._stream, after=known.version - 1)
        # A redacted row keeps the first 33 bytes of its hash, not the salt after them.
        if not rows or (rows[0].version, rows[0].row_hash[:CHAINED_BYTES]) != (
            known.version,
            known.row_hash[:CHAINED_BYTES],
        ):
            raise ReplacedStore()
        return rows[1:]


class Head(NamedTuple, Generic[State]):
    """The end of a stream: its version, the newest time of its rows (empty: it has none), and its state."""

    version: int
    newest: str
    state: State


class StreamState(Generic[State]):
    """The state of a stream: `fold` applies the events that `decode` makes of rows to the state, at first `start`."""

    def __init__(
        self,
        store: StoreReader,
        stream: str,
        decode: Callable[[StoredEvent], Any],
        fold: Callable[[Iterable[Any], State], State],
        start: State,
    ) -> None:
        self._rows = StreamReader(store, stream)
        self._decode, self._fold, self._start = decode, fold, start
        # One value, so that concurrent threads never pair a new state with an old row.
        self._cached: tuple[StoredEvent | None, Head[State]] = (None, Head(0, "", start))

    def read(self) -> Head[State]:
        """The end of the stream as of now. Raises ReplacedStore."""
        last, head = self._cached
        if rows := self._rows.behind(last):
            newest = max(head.newest, *(row.recorded_at for row in rows))
            head = Head(rows[-1].version, newest, self._fold(map(self._decode, rows), head.state))
            self._cached = rows[-1], head
        return head

    def clear(self) -> None:
        """Forget the state, so that the next read reads the whole stream."""
        self._cached = None, Head(0, "", self._start)


def retry_on_conflict(write: Callable[[], Result]) -> Result:
    """The result of `write`, which reads a stream and appends to it; called again when others appended in between.

    Raises ReplacedStore after 10 conflicts in which the stream it reads stays behind the stream it appends to.
    """
    newest, standstills = -1, 0
    while True:
        try:
            return write()
        except Conflict as error:
            standstills = 0 if error.expected > newest else standstills + 1
            newest = max(newest, error.expected)
            if standstills == _MAX_STANDSTILLS:
                raise ReplacedStore() from error
