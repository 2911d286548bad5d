"""One stream with its state: read, fold, decide, append, retried after a conflict, once per idempotency key."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any, Final, Generic, NamedTuple, TypeVar

from core.errors import InvalidInput, PartieError
from core.storable_text import unstorable
from eventstore import codec
from eventstore.matches.idempotency import KeyReused, is_new, rows_of
from eventstore.store import clock
from eventstore.store.store import Append, Store, StoredEvent
from eventstore.store.stream_state import StreamState, retry_on_conflict

State = TypeVar("State")

_NO_BLOBS: Final[Mapping[str, bytes | None]] = MappingProxyType({})


class Written(NamedTuple, Generic[State]):
    """The events of a write, and the state before them."""

    events: tuple[Any, ...]
    before: State


class EventStream(Generic[State]):
    """The stream of this name: `fold` applies its events, which are of the classes `kinds`, to a state, first `start`.

    `by` and `now` are the recorder and the clock of new rows. `decode` makes of a row what `fold` takes; None: its
    event. Events of the class `numbered` have a new random `id` in each write, which a repeated write may not know.

    A merge of stores lets the later change count, so a row is stamped later than those before it, also where the clock
    is behind theirs; not `by_wall_clock`, where the times of rows are days or ends that people see.
    """

    def __init__(
        self,
        store: Store,
        stream: str,
        kinds: tuple[type[Any], ...],
        fold: Callable[[Iterable[Any], State], State],
        start: State,
        *,
        by: str,
        now: Callable[[], str],
        decode: Callable[[StoredEvent], Any] | None = None,
        numbered: type[Any] | None = None,
        by_wall_clock: bool = False,
    ) -> None:
        self._store, self._stream, self._by, self._now = store, stream, by, now
        self._event = partial(codec.decode_row, kinds)
        self._decode, self._fold, self._start = decode or self._event, fold, start
        self._state = StreamState(store, stream, self._decode, fold, start)
        self._numbered, self._by_wall_clock = numbered, by_wall_clock

    def read(self) -> State:
        """The state as of now, with the events of other programs. Raises ReplacedStore."""
        return self._state.read().state

    def version(self) -> int:
        """The version of the stream as of now."""
        return self._state.read().version

    def clear(self) -> None:
        """Forget the state, so that the next read reads the whole stream."""
        self._state.clear()

    def write(
        self,
        make: Callable[[State], Sequence[object]],
        idempotency_key: str | None = None,
        *,
        by: str | None = None,
        blobs: Callable[[State], Mapping[str, bytes | None]] = lambda state: _NO_BLOBS,
    ) -> Written[State]:
        """Append the events that `make` returns for the present state; nothing if it returns none.

        `by` None: the recorder of the stream. Under a repeated key nothing is written, and the result is that of the
        first call; KeyReused is raised if that call was a different one. Errors of `make` are raised, and InvalidInput
        for a text that cannot be stored.
        """

        def attempt() -> Written[State]:
            version, newest, before = self._state.read()
            # Looked for first: a repeated change may be impossible a second time.
            if idempotency_key is not None and (done := rows_of(idempotency_key, self._store.read(self._stream))):
                return self._repeated(make, done)
            events = tuple(make(before))
            if not events:
                return Written((), before)
            if why := unstorable(events):
                raise InvalidInput(why)
            new = [codec.row(event) for event in events]
            write = Append(
                self._stream,
                new,
                expected_version=version,
                by=by or self._by,
                at=self._now() if self._by_wall_clock else clock.after(newest, self._now()),
                idempotency_key=idempotency_key,
                blobs=blobs(before),
            )
            rows = self._store.append(write)
            # Not new: a concurrent repeat was faster.
            return Written(events, before) if is_new(rows, new, version) else self._repeated(make, rows)

        return retry_on_conflict(attempt)

    def _repeated(self, make: Callable[[State], Sequence[object]], rows: Sequence[StoredEvent]) -> Written[State]:
        """The earlier write of `rows`. Raises KeyReused if `make` would have written others."""
        earlier = self._store.read(self._stream)[: rows[0].version - 1]
        before = self._fold(map(self._decode, earlier), self._start)
        written = tuple(map(self._event, rows))
        try:
            requested = tuple(make(before))
        except PartieError:
            raise KeyReused from None
        if len(written) != len(requested) or not all(map(self._is_same, written, requested)):
            raise KeyReused
        return Written(written, before)

    def _is_same(self, written: Any, requested: Any) -> bool:
        if self._numbered and isinstance(requested, self._numbered) and isinstance(written, self._numbered):
            requested = replace(requested, id=written.id)
        return bool(written == requested)
