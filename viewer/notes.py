"""Notes on a match as the components receive them, and the requests to write, change or withdraw one.

Each is {"id", "about": version, "text": Markdown, "html", "glyph": or null, "author",
  "marks": [[place, other place or null], ...], "bookmark": true or false}.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from core.game import fact
from eventstore.matches.notes import Glyph, Mark, NoteChanged, NoteWritten
from eventstore.matches.repository import MatchRepository
from viewer import markdown
from viewer.boards.scene import Json
from viewer.boards.text import plain
from viewer.language import gettext
from viewer.outbox import OutboxResponse, respond

MAX_LETTERS: Final = 20_000
"""Maximum length of a note in characters, because every reader of the match receives all notes."""


@fact
@dataclass(frozen=True, slots=True)
class NoteRequest:
    """A request about a note. `key` is its idempotency key.

    Without `note`, a note is written about the event with version `about`; with it, the note of that id is replaced
    or withdrawn.
    """

    key: str
    about: int
    note: str | None = None
    withdrawn: bool = False
    text: str = ""
    glyph: Glyph | None = None
    author: str = ""
    marks: tuple[Mark, ...] = ()
    bookmark: bool = False


def write_note(records: MatchRepository, match: str, request: NoteRequest) -> OutboxResponse:
    """Run a request; a refusal is returned as a response, and then nothing is written."""
    if len(request.text) > MAX_LETTERS:
        sentence = gettext("A note has at most {number} characters.", number=MAX_LETTERS)
        return OutboxResponse(request.key, "refused", sentence)
    conflict = gettext("Another user saved a note at the same time; your note was not saved. Try again.")
    return respond(request.key, partial(_write, records, match, request), conflict=conflict)


def _write(records: MatchRepository, match: str, request: NoteRequest) -> str:
    content = (request.text.strip(), request.glyph)
    if request.note is None:
        records.note(
            match,
            request.about,
            *content,
            plain(request.author),
            marks=request.marks,
            bookmark=request.bookmark,
            idempotency_key=request.key,
        )
    elif request.withdrawn:
        records.withdraw_note(match, request.note, idempotency_key=request.key)
    else:
        change = NoteChanged(request.note, *content, request.marks, request.bookmark)
        records.change_note(match, change, idempotency_key=request.key)
    return ""


def notes_to_json(notes: Sequence[NoteWritten]) -> list[Json]:
    """The notes in the format of the module docstring."""
    return [
        {
            "id": note.id,
            "about": note.about,
            "text": note.text,
            "html": markdown.html(note.text),
            "glyph": note.glyph,
            "author": plain(note.author),
            "marks": [[mark.at, mark.to] for mark in note.marks],
            "bookmark": note.bookmark,
        }
        for note in notes
    ]
