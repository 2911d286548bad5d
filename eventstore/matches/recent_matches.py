"""What was read and folded of the matches used last: one that goes on is not read from its start again."""

from collections.abc import Sequence
from threading import Lock
from typing import Final, NamedTuple

from core.record import Frame
from core.record_events import Entry
from eventstore.store.store import StoredEvent

MOST: Final = 64
"""Number of matches; a long one takes some 500 kB."""


class KnownMatch(NamedTuple):
    """Rows of a match with their entries, and frames; the rows and the frames may be of different versions.

    `redactions` is the number of events that had erased names from the store (`People.redactions`) before the rows were
    read: rows that were read before another one may hold an erased name.
    """

    rows: tuple[StoredEvent, ...] = ()
    entries: tuple[Entry, ...] = ()
    redactions: int = 0
    frames: tuple[Frame, ...] = ()


class RecentMatches:
    """The known matches by id, for several threads."""

    def __init__(self) -> None:
        self._known: dict[str, KnownMatch] = {}
        self._lock = Lock()

    def of(self, id: str) -> KnownMatch:
        """What was kept last; all fields are empty if nothing was."""
        return self._known.get(id, KnownMatch())

    def keep(self, id: str, known: KnownMatch) -> None:
        with self._lock:
            self._known.pop(id, None)
            self._known[id] = known
            if len(self._known) > MOST:
                del self._known[next(iter(self._known))]

    def keep_frames(self, id: str, frames: Sequence[Frame]) -> None:
        """Keep these frames, beside the rows that are known."""
        self.keep(id, self.of(id)._replace(frames=tuple(frames)))
