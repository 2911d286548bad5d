"""Routes of the notes on a match."""

from typing import Annotated, TypeAlias

from fastapi import APIRouter, Path

from eventstore.matches.notes import NoteChanged
from eventstore.service.context import Context, Id, Key
from eventstore.service.requests import NoteCreate, NoteUpdate
from eventstore.service.responses import NoteResponse
from eventstore.service.strict_json import StrictRoute

router = APIRouter(prefix="/matches/{id}/notes", tags=["notes"], route_class=StrictRoute)

NoteId: TypeAlias = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$", examples=["0c2d4e6f80"])]


@router.get("")
def notes(visit: Context, id: Id) -> list[NoteResponse]:
    """The notes that were not withdrawn, oldest first."""
    visit.match(id)
    return [NoteResponse.model_validate(note) for note in visit.records.notes(id)]


@router.post("", status_code=201)
def write(visit: Context, id: Id, told: NoteCreate, key: Key = None) -> NoteResponse:
    """Write a note on one event."""
    visit.require_role("annotator", id)
    return NoteResponse.model_validate(visit.records.note(id, **dict(told), idempotency_key=visit.idempotency_key(key)))


@router.put("/{note}", status_code=204)
def change(visit: Context, id: Id, note: NoteId, told: NoteUpdate, key: Key = None) -> None:
    """Replace the content of a note."""
    visit.require_role("annotator", id)
    fields = dict(told) | {"marks": tuple(told.marks)}
    visit.records.change_note(id, NoteChanged(note, **fields), idempotency_key=visit.idempotency_key(key))


@router.delete("/{note}", status_code=204)
def withdraw(visit: Context, id: Id, note: NoteId, key: Key = None) -> None:
    """Withdraw a note."""
    visit.require_role("annotator", id)
    visit.records.withdraw_note(id, note, idempotency_key=visit.idempotency_key(key))
