"""The notes of two stores on one match: united by their ids; of a note that both changed, the last change counts."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from eventstore import codec
from eventstore.maintenance.merge_rows import chained
from eventstore.matches import notes
from eventstore.matches.notes import NoteChanged, NoteWithdrawn, NoteWritten
from eventstore.store.store import StoredEvent


class _Note(NamedTuple):
    """A note as it is shown (None: withdrawn), the row that last changed it, and its event when it was written."""

    shown: NoteWritten | None
    row: StoredEvent
    about: int

    @property
    def age(self) -> tuple[str, str]:
        return self.row.recorded_at, codec.encode_event(self.shown) if self.shown else ""


def _notes(rows: Sequence[StoredEvent]) -> dict[str, _Note]:
    """All notes by id, withdrawn ones included."""
    events = list(map(partial(codec.decode_row, notes.EVENTS), rows))
    shown = {note.id: note for note in notes.showing(events)}
    last = {event.id: row for event, row in zip(events, rows, strict=True)}
    about = {event.id: event.about for event in events if isinstance(event, NoteWritten)}
    return {id: _Note(shown.get(id), row, about[id]) for id, row in last.items()}


def merged_notes(
    stream: str, mine: Sequence[StoredEvent], others: Sequence[StoredEvent], version_of: Callable[[int], int | None]
) -> list[StoredEvent]:
    """The rows that bring the notes of another stream into the notes `mine` of the stream with this name.

    `version_of` gives the version of an event in the match here; None: the note belongs to another match here.
    """
    known, rows = _notes(mine), list[StoredEvent]()
    for id, note in _notes(others).items():
        about = version_of(note.about)
        if about is None:
            continue
        shown = note.shown and NoteWritten(
            id, about, note.shown.text, note.shown.glyph, note.shown.author, note.shown.marks, note.shown.bookmark
        )
        before = known.get(id)
        if (before and before.shown) == shown or (before and before.age > note._replace(shown=shown).age):
            continue
        if shown is None:
            event: notes.Event = NoteWithdrawn(id)
        elif before is None or before.shown is None:
            event = shown
        else:
            event = NoteChanged(id, shown.text, shown.glyph, shown.marks, shown.bookmark)
        new = codec.row(event)
        rows.append(
            note.row._replace(type=new.type, schema_version=new.schema_version, data=new.data, idempotency_key=None)
        )
    return chained(stream, mine[-1] if mine else None, rows)
