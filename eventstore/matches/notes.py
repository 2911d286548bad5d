"""Notes on a match: the stream `notes/<match>`. They refer to versions of the match and never change it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from core.game import fact

Glyph: TypeAlias = Literal["!!", "!", "!?", "?!", "?", "??"]
GLYPHS: Final[tuple[Glyph, ...]] = ("!!", "!", "!?", "?!", "?", "??")
"""Judgments of a move, best first, as in chess books."""


@fact
@dataclass(frozen=True, slots=True)
class Mark:
    """A drawing on the board: a circle around the place `at`, or an arrow from `at` to the place `to`.

    Places are ids in the scene of the board (`0/wall/2/3`), so marks do not depend on its layout.
    """

    at: str
    to: str | None = None


@fact
@dataclass(frozen=True, slots=True)
class NoteWritten:
    """A note on the event with version `about` was written; `id` is unique among the notes of its match.

    `text` is Markdown. A `bookmark` is a note to come back to; it may have no text.
    """

    id: str
    about: int
    text: str = ""
    glyph: Glyph | None = None
    author: str = ""
    marks: tuple[Mark, ...] = ()
    bookmark: bool = False

    @property
    def says_nothing(self) -> bool:
        return not (self.text.strip() or self.glyph or self.marks or self.bookmark)


@fact
@dataclass(frozen=True, slots=True)
class NoteChanged:
    """The whole content of the note was replaced: fields left out here become empty."""

    id: str
    text: str = ""
    glyph: Glyph | None = None
    marks: tuple[Mark, ...] = ()
    bookmark: bool = False


@fact
@dataclass(frozen=True, slots=True)
class NoteWithdrawn:
    """The note was withdrawn and is no longer shown."""

    id: str


Event: TypeAlias = NoteWritten | NoteChanged | NoteWithdrawn
EVENTS: Final = (NoteWritten, NoteChanged, NoteWithdrawn)


STREAMS: Final = "notes/"
"""Prefix of the names of note streams; the id of the match follows."""


def stream(match: str) -> str:
    return STREAMS + match


def showing(events: Iterable[Event], before: Sequence[NoteWritten] = ()) -> tuple[NoteWritten, ...]:
    """Fold: the notes that are not withdrawn after `events`, with their content, in the order of creation."""
    notes = {note.id: note for note in before}
    for event in events:
        if isinstance(event, NoteWritten):
            notes[event.id] = event
        elif isinstance(event, NoteChanged):
            was = notes[event.id]
            notes[event.id] = NoteWritten(
                was.id, was.about, event.text, event.glyph, was.author, event.marks, event.bookmark
            )
        else:
            del notes[event.id]
    return tuple(notes.values())
