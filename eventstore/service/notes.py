"""Routes of the notes on a match."""

from typing import Annotated, TypeAlias

from fastapi import APIRouter, Path

from eventstore.notes import NoteChanged
from eventstore.service.answers import Note
from eventstore.service.strict import StrictRoute
from eventstore.service.visit import Id, Key, Visiting
from eventstore.service.wishes import NewNote, Noting

router = APIRouter(prefix="/matches/{id}/notes", tags=["notes"], route_class=StrictRoute)

NoteId: TypeAlias = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$", examples=["0c2d4e6f80"])]


@router.get("")
def notes(visit: Visiting, id: Id) -> list[Note]:
    """The notes that were not withdrawn, oldest first."""
    visit.match(id)
    return [Note.model_validate(note) for note in visit.records.notes(id)]


@router.post("", status_code=201)
def write(visit: Visiting, id: Id, told: NewNote, key: Key = None) -> Note:
    """Write a note on one event."""
    visit.need("annotator", id)
    return Note.model_validate(visit.records.note(id, **dict(told), command=visit.command(key)))


@router.put("/{note}", status_code=204)
def change(visit: Visiting, id: Id, note: NoteId, told: Noting, key: Key = None) -> None:
    """Replace the content of a note."""
    visit.need("annotator", id)
    fields = dict(told) | {"marks": tuple(told.marks)}
    visit.records.change_note(id, NoteChanged(note, **fields), command=visit.command(key))


@router.delete("/{note}", status_code=204)
def withdraw(visit: Visiting, id: Id, note: NoteId, key: Key = None) -> None:
    """Withdraw a note."""
    visit.need("annotator", id)
    visit.records.withdraw_note(id, note, command=visit.command(key))
