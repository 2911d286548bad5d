"""The notes of matches in a store: reading them, and appending to their streams."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from core.game import Refusal
from core.messages import message
from eventstore import codec
from eventstore.matches import notes
from eventstore.matches.event_stream import EventStream
from eventstore.matches.match import Refused
from eventstore.matches.notes import NoteChanged, NoteWithdrawn, NoteWritten
from eventstore.store.store import Store, StoreReader

_Note = TypeVar("_Note", NoteWritten, NoteChanged, NoteWithdrawn)


def shown_notes(store: StoreReader, match: str) -> tuple[NoteWritten, ...]:
    """The notes on a match that were not withdrawn, oldest first."""
    rows = store.read(notes.stream(match))
    return notes.showing(codec.decode_row(notes.EVENTS, row) for row in rows)


class NoteRepository:
    """Appends to the note streams of a store; the id of a match is not checked."""

    def __init__(self, store: Store, by: str, now: Callable[[], str]) -> None:
        self._store, self._by, self._now = store, by, now

    def append(self, match: str, event: _Note, idempotency_key: str | None) -> _Note:
        """Append an event; returns it, or for a repeated key the event of the earlier call.

        Raises Refused for a note without content and for a change of a note that is not shown.
        """
        if isinstance(event, NoteWritten) and event.says_nothing:
            raise Refused(Refusal("R-NOTE", "A note needs text, a judgment or a mark."))

        def checked(shown: Sequence[NoteWritten]) -> tuple[_Note]:
            if not isinstance(event, NoteWritten) and event.id not in {note.id for note in shown}:
                raise Refused(Refusal("R-NOTE", message("Match {id} has no note {note!r}.", id=match, note=event.id)))
            return (event,)

        written: _Note = self._stream(match).write(checked, idempotency_key).events[0]
        return written

    def _stream(self, match: str) -> EventStream[tuple[NoteWritten, ...]]:
        return EventStream(
            self._store,
            notes.stream(match),
            notes.EVENTS,
            notes.showing,
            (),
            by=self._by,
            now=self._now,
            numbered=NoteWritten,
        )
