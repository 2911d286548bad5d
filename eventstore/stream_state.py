"""What the events of one stream come to, kept and read on from the last row known; and writes that are tried again.

A store may be replaced under a running program, by a restored backup or a dump. What was kept would be wrong then, so
the last row known must still stand there before anything is added to it.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final, Generic, TypeVar

from eventstore import codec
from eventstore.store import LINK, Conflict, ReplacedStore, Store, StoredEvent

State = TypeVar("State")
Answer = TypeVar("Answer")

_STANDSTILLS: Final = 10
"""How many conflicts in a row without a newer version end a write."""


class Rows:
    """The rows of one stream behind the last one known."""

    def __init__(self, store: Store, stream: str) -> None:
        self._store, self._stream = store, stream

    def behind(self, known: StoredEvent | None) -> tuple[StoredEvent, ...]:
        """Raises ReplacedStore when `known` stands there no more."""
        if known is None:
            return self._store.read(self._stream)
        rows = self._store.read(self._stream, after=known.version - 1)
        # A redacted row keeps its link, not the salt behind it.
        if not rows or (rows[0].version, rows[0].chain[:LINK]) != (known.version, known.chain[:LINK]):
            raise ReplacedStore()
        return rows[1:]


class StreamState(Generic[State]):
    """The state of a stream: `fold` adds the events of these classes to the state before, which begins as `start`."""

    def __init__(
        self,
        store: Store,
        stream: str,
        events: tuple[type, ...],
        fold: Callable[[Iterable[Any], State], State],
        start: State,
    ) -> None:
        self._rows = Rows(store, stream)
        self._events, self._fold, self._start = events, fold, start
        # One value, so that threads that read at the same time never pair a new state with an old row.
        self._known: tuple[StoredEvent | None, State] = (None, start)

    def read(self) -> tuple[int, State]:
        """The version of the stream and its state as of now. Raises ReplacedStore."""
        last, state = self._known
        if rows := self._rows.behind(last):
            last, state = rows[-1], self._fold((codec.decode_row(self._events, row) for row in rows), state)
            self._known = last, state
        return (0 if last is None else last.version), state

    def clear(self) -> None:
        """Read the whole stream the next time."""
        self._known = (None, self._start)


def retry_on_conflict(write: Callable[[], Answer]) -> Answer:
    """The result of `write`, which reads a stream and appends to it, called again when others appended in between.

    Raises ReplacedStore when the stream it reads stays behind the stream it appends to.
    """
    newest, standstills = -1, 0
    while True:
        try:
            return write()
        except Conflict as error:
            standstills = 0 if error.expected > newest else standstills + 1
            newest = max(newest, error.expected)
            if standstills == _STANDSTILLS:
                raise ReplacedStore() from error
