"""Notes on a match as the components receive them."""

from collections.abc import Sequence
from typing import NamedTuple, TypedDict

from eventstore.matches.notes import NoteWritten
from viewer.locale.plain_text import plain
from viewer.texts import markdown


class MarkJson(NamedTuple):
    """A place on the board, and another that an arrow leads to."""

    at: str
    to: str | None


class NoteJson(TypedDict):
    """`about` is the version of the event, `text` is Markdown."""

    id: str
    about: int
    text: str
    html: str
    glyph: str | None
    author: str
    marks: list[MarkJson]
    bookmark: bool


def notes_to_json(notes: Sequence[NoteWritten]) -> list[NoteJson]:
    return [
        {
            "id": note.id,
            "about": note.about,
            "text": note.text,
            "html": markdown.html(note.text),
            "glyph": note.glyph,
            "author": plain(note.author),
            "marks": [MarkJson(mark.at, mark.to) for mark in note.marks],
            "bookmark": note.bookmark,
        }
        for note in notes
    ]
