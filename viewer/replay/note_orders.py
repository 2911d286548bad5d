"""Notes on a match in the replay, and the requests to write, change or withdraw one.

Each is {"id", "about": version, "text": Markdown, "html", "glyph": or null, "author",
  "marks": [[place, other place or null], ...], "bookmark": true or false}.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from core.game import fact
from eventstore.matches.idempotency import KeyReused
from eventstore.matches.match import Refused
from eventstore.matches.notes import Glyph, Mark, NoteChanged, NoteWritten
from eventstore.matches.repository import MatchRepository
from eventstore.store.store import Conflict
from viewer import markdown
from viewer.boards.scene import Json
from viewer.boards.text import plain
from viewer.language import gettext, refused
from viewer.language import translate as translated
from viewer.outbox import Answer

MOST_LETTERS: Final = 20_000
"""Maximum length of a note in characters, because every reader of the match receives all notes."""


@fact
@dataclass(frozen=True, slots=True)
class Order:
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


def carry_out(records: MatchRepository, match: str, order: Order) -> Answer:
    """Run a request; a refusal is returned as a response, and then nothing is written."""
    if len(order.text) > MOST_LETTERS:
        return Answer(order.key, "refused", gettext("A note has at most {number} characters.", number=MOST_LETTERS))
    try:
        _write(records, match, order)
    except Refused as error:
        return Answer(order.key, "refused", refused(error.refusal))
    except Conflict:
        moved = gettext("Another user saved a note at the same time; your note was not saved. Try again.")
        return Answer(order.key, "moved", moved)
    except KeyReused as error:
        return Answer(order.key, "refused", translated(str(error)))
    return Answer(order.key, "done")


def _write(records: MatchRepository, match: str, order: Order) -> None:
    says = (order.text.strip(), order.glyph)
    if order.note is None:
        records.note(
            match,
            order.about,
            *says,
            plain(order.author),
            marks=order.marks,
            bookmark=order.bookmark,
            idempotency_key=order.key,
        )
    elif order.withdrawn:
        records.withdraw_note(match, order.note, idempotency_key=order.key)
    else:
        change = NoteChanged(order.note, *says, order.marks, order.bookmark)
        records.change_note(match, change, idempotency_key=order.key)


def told(notes: Sequence[NoteWritten]) -> list[Json]:
    """The notes as JSON, in the format of the module docstring."""
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
