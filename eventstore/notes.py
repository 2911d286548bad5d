"""Notes on a match: the stream `notes/<match>`. They point at versions of the match and never touch it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from core.game import fact

Glyph: TypeAlias = Literal["!!", "!", "!?", "?!", "?", "??"]
GLYPHS: Final[tuple[Glyph, ...]] = ("!!", "!", "!?", "?!", "?", "??")
"""Judgments of a move, best first, as in chess books."""


@fact
@dataclass(frozen=True, slots=True)
class NoteWritten:
    """Somebody wrote about the event with version `about`; `id` is unique among the notes of its match."""

    id: str
    about: int
    text: str = ""
    glyph: Glyph | None = None
    author: str = ""


@fact
@dataclass(frozen=True, slots=True)
class NoteChanged:
    """The note says something else now."""

    id: str
    text: str = ""
    glyph: Glyph | None = None


@fact
@dataclass(frozen=True, slots=True)
class NoteWithdrawn:
    """The note no longer shows."""

    id: str


Event: TypeAlias = NoteWritten | NoteChanged | NoteWithdrawn
EVENTS: Final = (NoteWritten, NoteChanged, NoteWithdrawn)


def stream(match: str) -> str:
    return f"notes/{match}"


def showing(events: Iterable[Event]) -> tuple[NoteWritten, ...]:
    """The notes that show now, in the order they were first written, each as it reads today."""
    notes: dict[str, NoteWritten] = {}
    for event in events:
        if isinstance(event, NoteWritten):
            notes[event.id] = event
        elif isinstance(event, NoteChanged):
            notes[event.id] = replace(notes[event.id], text=event.text, glyph=event.glyph)
        else:
            del notes[event.id]
    return tuple(notes.values())
