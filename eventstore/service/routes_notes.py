"""Routes of the notes on a match."""

from typing import Annotated, TypeAlias

from fastapi import APIRouter, Path

from eventstore.matches.notes import NoteChanged, NoteWritten
from eventstore.service.context import Context, Id, Key
from eventstore.service.errors import RESPONSES
from eventstore.service.requests import NoteCreate, NoteUpdate
from eventstore.service.strict_json import StrictRoute

router = APIRouter(prefix="/api/matches/{id}/notes", tags=["notes"], responses=RESPONSES, route_class=StrictRoute)

NoteId: TypeAlias = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$", examples=["0c2d4e6f80"])]


@router.get("")
def notes(context: Context, id: Id) -> tuple[NoteWritten, ...]:
    """The notes that were not withdrawn, oldest first."""
    context.match(id)
    return context.records.notes(id)


@router.post("", status_code=201)
def write(context: Context, id: Id, body: NoteCreate, key: Key = None) -> NoteWritten:
    """Write a note on one event."""
    context.require_role("annotator", id)
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
    context.state.feed.notify(id)
    return note


@router.put("/{note}", status_code=204)
def change(context: Context, id: Id, note: NoteId, body: NoteUpdate, key: Key = None) -> None:
    """Replace the content of a note."""
    context.require_role("annotator", id)
    content = NoteChanged(note, body.text, body.glyph, tuple(body.marks), body.bookmark)
    context.records.change_note(id, content, idempotency_key=context.idempotency_key(key))
    context.state.feed.notify(id)


@router.delete("/{note}", status_code=204)
def withdraw(context: Context, id: Id, note: NoteId, key: Key = None) -> None:
    """Withdraw a note."""
    context.require_role("annotator", id)
    context.records.withdraw_note(id, note, idempotency_key=context.idempotency_key(key))
    context.state.feed.notify(id)
