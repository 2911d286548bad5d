"""Notes on a match: the stream `notes/<match>`. They refer to versions of the match and never change it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, TypeVar

from core.game import Refusal, fact
from core.messages import message
from eventstore import codec
from eventstore.matches.event_stream import EventStream
from eventstore.matches.match import Refused
from eventstore.store.store import Store, StoreReader

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


_Note = TypeVar("_Note", NoteWritten, NoteChanged, NoteWithdrawn)


def shown_notes(store: StoreReader, match: str) -> tuple[NoteWritten, ...]:
    """The notes on a match that were not withdrawn, oldest first."""
    rows = store.read(stream(match))
    return showing(codec.decode_row(EVENTS, row) for row in rows)


class NoteRepository:
    """Appends to the note streams of a store; the id of a match is not checked."""

    def __init__(self, store: Store, by: str, now: Callable[[], str]) -> None:
        self._store, self._by, self._now = store, by, now

    def append(self, match: str, event: _Note, idempotency_key: str | None) -> _Note:
        """Append an event; returns it, or for a repeated key the event of the earlier call.

        Raises Refused for a note without content and for a change of a note that is not shown.
        """
        if isinstance(event, NoteWritten) and event.says_nothing:
            raise Refused(Refusal("R-NOTE", "A note needs text, a judgment or a mark."))

        def checked(shown: Sequence[NoteWritten]) -> tuple[_Note]:
            if not isinstance(event, NoteWritten) and event.id not in {note.id for note in shown}:
                raise Refused(Refusal("R-NOTE", message("Match {id} has no note {note!r}.", id=match, note=event.id)))
            return (event,)

        nothing: tuple[NoteWritten, ...] = ()
        notes = EventStream(
            self._store, stream(match), EVENTS, showing, nothing, by=self._by, now=self._now, numbered=NoteWritten
        )
        written: _Note = notes.write(checked, idempotency_key).events[0]
        return written
