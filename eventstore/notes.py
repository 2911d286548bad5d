"""Notes on a match: the stream `notes/<match>`. They point at versions of the match and never touch it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from core.game import fact

Glyph: TypeAlias = Literal["!!", "!", "!?", "?!", "?", "??"]
GLYPHS: Final[tuple[Glyph, ...]] = ("!!", "!", "!?", "?!", "?", "??")
"""Judgments of a move, best first, as in chess books."""


@fact
@dataclass(frozen=True, slots=True)
class Mark:
    """Something drawn on the board: a circle around the place `at`, or an arrow from there `to` another place.

    Places are ids of the board's scene (`0/wall/2/3`), so a mark stays where it belongs however the board is laid out.
    """

    at: str
    to: str | None = None


@fact
@dataclass(frozen=True, slots=True)
class NoteWritten:
    """Somebody wrote about the event with version `about`; `id` is unique among the notes of its match.

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
    """The note says something else now, all of it: what is left out here is gone from the note."""

    id: str
    text: str = ""
    glyph: Glyph | None = None
    marks: tuple[Mark, ...] = ()
    bookmark: bool = False


@fact
@dataclass(frozen=True, slots=True)
class NoteWithdrawn:
    """The note no longer shows."""

    id: str


Event: TypeAlias = NoteWritten | NoteChanged | NoteWithdrawn
EVENTS: Final = (NoteWritten, NoteChanged, NoteWithdrawn)


STREAMS: Final = "notes/"
"""What the names of streams of notes start with; the match's id follows."""


def stream(match: str) -> str:
    return STREAMS + match


def showing(events: Iterable[Event]) -> tuple[NoteWritten, ...]:
    """The notes that show now, in the order they were first written, each as it reads today."""
    notes: dict[str, NoteWritten] = {}
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
