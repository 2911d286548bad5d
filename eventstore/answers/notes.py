"""Answers about the notes on a match."""

from typing import Annotated, TypeAlias

from eventstore.answers.bodies import NoteCreate, NoteUpdate
from eventstore.answers.context import Id, Key, Name, RequestContext
from eventstore.answers.parameters import InDocument
from eventstore.matches.notes import NoteChanged, NoteWritten

NoteId: TypeAlias = Annotated[Name, InDocument(examples=("0c2d4e6f80",))]


def notes(context: RequestContext, id: Id) -> tuple[NoteWritten, ...]:
    """The notes that were not withdrawn, oldest first."""
    context.match(id)
    return context.records.notes(id)


def write(context: RequestContext, id: Id, body: NoteCreate, key: Key = None) -> NoteWritten:
    """Write a note on one event."""
    note = context.records.note(
        id,
        body.about,
        body.text,
        body.glyph,
        body.author,
        marks=body.marks,
        bookmark=body.bookmark,
        idempotency_key=context.idempotency_key(key),
    )
    context.host.notify(id)
    return note


def change(context: RequestContext, id: Id, note: NoteId, body: NoteUpdate, key: Key = None) -> None:
    """Replace the content of a note."""
    content = NoteChanged(note, body.text, body.glyph, body.marks, body.bookmark)
    context.records.change_note(id, content, idempotency_key=context.idempotency_key(key))
    context.host.notify(id)


def withdraw(context: RequestContext, id: Id, note: NoteId, key: Key = None) -> None:
    """Withdraw a note."""
    context.records.withdraw_note(id, note, idempotency_key=context.idempotency_key(key))
    context.host.notify(id)
