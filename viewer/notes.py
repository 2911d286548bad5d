"""Notes on a match as the components receive them.

Each is {"id", "about": version, "text": Markdown, "html", "glyph": or null, "author",
  "marks": [[place, other place or null], ...], "bookmark": true or false}.
"""

from collections.abc import Sequence

from eventstore.matches.notes import NoteWritten
from viewer import markdown
from viewer.boards.scene import Json
from viewer.boards.text import plain


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
