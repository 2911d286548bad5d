"""The notes of matches in a store: reading them, and appending to their streams."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar, cast

from core.game import Refusal
from core.messages import message
from eventstore import codec
from eventstore.matches import notes
from eventstore.matches.idempotency import refuse_other, rows_of
from eventstore.matches.match import Refused
from eventstore.matches.notes import NoteChanged, NoteWithdrawn, NoteWritten
from eventstore.matches.people import People
from eventstore.store.store import Store, StoredEvent
from eventstore.store.stream_state import retry_on_conflict

_Note = TypeVar("_Note", NoteWritten, NoteChanged, NoteWithdrawn)


def shown_notes(store: Store, match: str) -> tuple[NoteWritten, ...]:
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

        def append() -> StoredEvent:
            rows = self._store.read(notes.stream(match))
            done: Sequence[StoredEvent] = rows_of(idempotency_key, rows)
            if not done:
                if not isinstance(event, NoteWritten) and event.id not in {
                    note.id for note in shown_notes(self._store, match)
                }:
                    raise Refused(
                        Refusal("R-NOTE", message("Match {id} has no note {note!r}.", id=match, note=event.id))
                    )
                done = self._store.append(
                    notes.stream(match),
                    (codec.row(event),),
                    expected_version=len(rows),
                    by=self._by,
                    at=self._now(),
                    idempotency_key=idempotency_key,
                )
            return done[0]

        written = codec.decode_row(notes.EVENTS, retry_on_conflict(append))
        requested = replace(event, id=written.id) if isinstance(event, NoteWritten) else event
        refuse_other([written], [requested], People())
        return cast(_Note, written)
