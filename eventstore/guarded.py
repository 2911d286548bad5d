"""A store with the permissions of one principal; all reads and writes of the pages and of the API go through it."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from eventstore import access, notes, people
from eventstore.access import Grants, NotAllowed, Role, VisibilityChosen, Visitor
from eventstore.match import MATCHES
from eventstore.sqlite import SqliteStore
from eventstore.store import Changed, NewEvent, Page, Store, StoredEvent

_OF_A_MATCH: Final[Mapping[str, Role]] = {MATCHES: "recorder", notes.STREAMS: "annotator"}
"""The role that may append to the streams of a match, by the start of the stream's name."""


class Guarded:
    """The `store` with the permissions of a principal, by the grants at the time of each call.

    A match that the principal must not know of appears not to exist. A call that is not allowed raises NotAllowed and
    writes nothing.
    """

    def __init__(self, store: Store, visitor: Visitor, grants: Callable[[], Grants]) -> None:
        self._store, self._visitor, self._grants = store, visitor, grants

    def append(
        self,
        stream: str,
        events: Sequence[NewEvent],
        *,
        after: int,
        by: str,
        at: str,
        command: str | None = None,
        redacted: Mapping[str, Mapping[int, str]] | None = None,
    ) -> tuple[StoredEvent, ...]:
        role, match = ("recorder", None) if redacted else _needed(stream, events)
        self._need(role, match)
        return self._store.append(stream, events, after=after, by=by, at=at, command=command, redacted=redacted)

    def read(self, stream: str, *, after: int = 0) -> tuple[StoredEvent, ...]:
        return self._store.read(stream, after=after) if self._sees(stream) else ()

    def read_all(self, after: str = "", *, limit: int = 1000) -> Page[StoredEvent]:
        self._need("recorder")
        return self._store.read_all(after, limit=limit)

    def changed(self, after: str = "", *, limit: int = 1000) -> Page[Changed]:
        self._need("recorder")
        return self._store.changed(after, limit=limit)

    def holds(self, checkpoint: str) -> bool:
        self._need("recorder")
        return self._store.holds(checkpoint)

    def streams(self, prefix: str = "") -> Iterator[str]:
        return self._found(self._store.streams(prefix))

    def streams_from(self, source: str) -> tuple[str, ...]:
        return tuple(self._found(self._store.streams_from(source)))

    def adopt(self, rows: Sequence[StoredEvent]) -> None:
        self._need("recorder")
        self._store.adopt(rows)

    def scrub(self) -> None:
        self._need("recorder")
        self._store.scrub()

    def close(self) -> None:
        self._store.close()

    @property
    def tables(self) -> SqliteStore:
        self._need("recorder")
        return self._store.tables

    def _need(self, role: Role, match: str | None = None) -> None:
        if not self._visitor.may(role, match):
            raise NotAllowed(self._visitor, role, match)

    def _sees(self, stream: str) -> bool:
        match = _match_of(stream)
        if match is not None:
            return self._visitor.may("viewer", match) or self._grants().sees(self._visitor, match)
        # Every match is shown with the names of its players; lists of all people are not made from the log.
        return stream == people.STREAM or self._visitor.role == "recorder"

    def _found(self, streams: Iterable[str]) -> Iterator[str]:
        """Those of the streams that may be listed for the principal."""
        if self._visitor.may("viewer"):
            return filter(self._sees, streams)
        listed = self._grants().finds(self._visitor) or ()
        return (stream for stream in streams if _match_of(stream) in listed)


def _match_of(stream: str) -> str | None:
    """The match a stream belongs to; None: it belongs to the whole store."""
    return next((stream.removeprefix(start) for start in _OF_A_MATCH if stream.startswith(start)), None)


def _needed(stream: str, events: Sequence[NewEvent]) -> tuple[Role, str | None]:
    """The role needed to append these events, and for which match; None: for the whole store."""
    for start, role in _OF_A_MATCH.items():
        if stream.startswith(start):
            return role, stream.removeprefix(start)
    shown = {json.loads(event.data)["match"] for event in events if event.type == VisibilityChosen.__name__}
    about_one = stream == access.STREAM and len(shown) == 1 and len(events) == 1
    return "recorder", shown.pop() if about_one else None
