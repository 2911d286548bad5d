"""A store with the permissions of one principal; all reads and writes of the pages and of the API go through it."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from eventstore.access import grants
from eventstore.access.grants import Grants, NotAllowed, Principal, Role, VisibilityChosen
from eventstore.matches import notes, people
from eventstore.matches.match import MATCHES
from eventstore.readmodels.database import read_model_db
from eventstore.store.sqlite_file import SqliteFile
from eventstore.store.store import NewEvent, Page, Store, StoredEvent, StreamChange

_OF_A_MATCH: Final[Mapping[str, Role]] = {MATCHES: "recorder", notes.STREAMS: "annotator"}
"""The role that may append to the streams of a match, by the start of the stream's name."""


class AuthorizedStore:
    """The `store` with the permissions of a principal, by the grants at the time of each call.

    A match that the principal must not know of appears not to exist. A call that is not allowed raises NotAllowed and
    writes nothing.
    """

    def __init__(self, store: Store, visitor: Principal, grants: Callable[[], Grants]) -> None:
        self._store, self._visitor, self._grants = store, visitor, grants

    def append(
        self,
        stream: str,
        events: Sequence[NewEvent],
        *,
        expected_version: int,
        by: str,
        at: str,
        idempotency_key: str | None = None,
        redactions: Mapping[str, Mapping[int, str]] | None = None,
    ) -> tuple[StoredEvent, ...]:
        role, match = ("recorder", None) if redactions else _needed(stream, events)
        self._require_role(role, match)
        return self._store.append(
            stream,
            events,
            expected_version=expected_version,
            by=by,
            at=at,
            idempotency_key=idempotency_key,
            redactions=redactions,
        )

    def read(self, stream: str, *, after: int = 0) -> tuple[StoredEvent, ...]:
        return self._store.read(stream, after=after) if self._sees(stream) else ()

    def read_all(self, after: str = "", *, limit: int = 1000) -> Page[StoredEvent]:
        self._require_role("recorder")
        return self._store.read_all(after, limit=limit)

    def changed_streams(self, after: str = "", *, limit: int = 1000) -> Page[StreamChange]:
        self._require_role("recorder")
        return self._store.changed_streams(after, limit=limit)

    def holds(self, checkpoint: str) -> bool:
        self._require_role("recorder")
        return self._store.holds(checkpoint)

    def streams(self, prefix: str = "") -> Iterator[str]:
        return self._found(self._store.streams(prefix))

    def streams_from(self, source: str) -> tuple[str, ...]:
        return tuple(self._found(self._store.streams_from(source)))

    def append_raw(self, rows: Sequence[StoredEvent]) -> None:
        self._require_role("recorder")
        self._store.append_raw(rows)

    def vacuum(self) -> None:
        self._require_role("recorder")
        self._store.vacuum()

    def close(self) -> None:
        self._store.close()

    @property
    def read_model_db(self) -> SqliteFile:
        self._require_role("recorder")
        return read_model_db(self._store)

    def _require_role(self, role: Role, match: str | None = None) -> None:
        if not self._visitor.has_role(role, match):
            raise NotAllowed(self._visitor, role, match)

    def _sees(self, stream: str) -> bool:
        match = _match_of(stream)
        if match is not None:
            return self._visitor.has_role("viewer", match) or self._grants().can_see(self._visitor, match)
        # Every match is shown with the names of its players; lists of all people are not made from the log.
        return stream == people.STREAM or self._visitor.role == "recorder"

    def _found(self, streams: Iterable[str]) -> Iterator[str]:
        """Those of the streams that may be listed for the principal."""
        if self._visitor.has_role("viewer"):
            return filter(self._sees, streams)
        listed = self._grants().listed_matches(self._visitor) or ()
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
    about_one = stream == grants.STREAM and len(shown) == 1 and len(events) == 1
    return "recorder", shown.pop() if about_one else None
