"""Rows and folds of the matches used last: a match that goes on is not read from its start again."""

from threading import Lock
from typing import Final, NamedTuple

from core.record_events import Entry
from eventstore.matches.match import Match
from eventstore.store.store import StoredEvent

MAX_MATCHES: Final = 64
"""Maximum number of matches; a long one takes some 500 kB."""


class KnownMatch(NamedTuple):
    """Rows of a match with their entries, and the match that was folded last; both may be of different versions.

    `redactions` is the number of events that had erased names from the store (`People.redactions`) before the rows were
    read: rows that were read before another one may hold an erased name.
    """

    rows: tuple[StoredEvent, ...] = ()
    entries: tuple[Entry, ...] = ()
    redactions: int = 0
    match: Match | None = None


class RecentMatches:
    """The known matches by id, for several threads."""

    def __init__(self) -> None:
        self._known: dict[str, KnownMatch] = {}
        self._lock = Lock()

    def of(self, id: str) -> KnownMatch:
        """The match as it was kept last; all fields are empty if none was."""
        return self._known.get(id, KnownMatch())

    def keep(self, id: str, known: KnownMatch) -> None:
        with self._lock:
            self._known.pop(id, None)
            self._known[id] = known
            if len(self._known) > MAX_MATCHES:
                del self._known[next(iter(self._known))]

    def keep_match(self, match: Match) -> None:
        """Keep what is folded of this match, beside the rows that are known."""
        self.keep(match.id, self.of(match.id)._replace(match=match))
