"""A store with the permissions of one principal; all reads and writes of the pages and of the API go through it."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Final

from eventstore.access import grants
from eventstore.access.grants import Grants, NotAllowed, PairingMade, Principal, Role, VisibilityChosen
from eventstore.matches import collection, notes, people, photos, portraits, simulated, templates
from eventstore.matches.match import MATCHES
from eventstore.matches.photos import PhotoRemoved
from eventstore.readmodels.database import ReadDatabase, read_model_db, review_db
from eventstore.store.store import Append, NewEvent, Page, Store, StoredEvent, StreamChange

_MATCH_PREFIXES: Final[Mapping[str, Role]] = {
    MATCHES: "recorder",
    notes.STREAMS: "annotator",
    photos.STREAMS: "annotator",
}
"""The role that may append to the streams of a match, by the start of the stream's name."""

_OF_ONE_MATCH: Final = (VisibilityChosen.__name__, PairingMade.__name__)
"""Events of access that a recorder of one match may append for this match."""


class AuthorizedStore:
    """The `store` with the permissions of a principal, by the grants at the time of each call.

    A match that the principal must not know of appears not to exist. A call that is not allowed raises NotAllowed and
    writes nothing.
    """

    def __init__(self, store: Store, principal: Principal, grants: Callable[[], Grants]) -> None:
        self._store, self._principal, self._grants = store, principal, grants

    def append(self, write: Append) -> tuple[StoredEvent, ...]:
        role, match = ("recorder", None) if write.redactions else required_role(write.stream, write.events)
        self._require_role(role, match)
        return self._store.append(write)

    def one_commit(self) -> AbstractContextManager[bool]:
        return self._store.one_commit()

    def blob(self, stream: str, digest: str) -> bytes | None:
        return self._store.blob(stream, digest) if self.can_read(stream) else None

    def blobs(self, stream: str) -> tuple[str, ...]:
        return self._store.blobs(stream) if self.can_read(stream) else ()

    def read(self, stream: str, *, after: int = 0) -> tuple[StoredEvent, ...]:
        return self._store.read(stream, after=after) if self.can_read(stream) else ()

    def read_streams(self, names: Sequence[str]) -> Mapping[str, tuple[StoredEvent, ...]]:
        return self._store.read_streams([*filter(self.can_read, names)])

    def read_all(self, after: str = "", *, limit: int = 1000) -> Page[StoredEvent]:
        self._require_role("recorder")
        return self._store.read_all(after, limit=limit)

    def changed_streams(self, after: str = "", *, limit: int = 1000) -> Page[StreamChange]:
        self._require_role("recorder")
        return self._store.changed_streams(after, limit=limit)

    def checkpoint(self) -> str:
        self._require_role("recorder")
        return self._store.checkpoint()

    def holds(self, checkpoint: str) -> bool:
        self._require_role("recorder")
        return self._store.holds(checkpoint)

    def streams(self, prefix: str = "") -> Iterator[str]:
        return self._listed(self._store.streams(prefix))

    def streams_from(self, source: str) -> tuple[str, ...]:
        return tuple(self._listed(self._store.streams_from(source)))

    def blob_streams(self) -> tuple[str, ...]:
        self._require_role("recorder")
        return self._store.blob_streams()

    def append_raw(self, rows: Sequence[StoredEvent]) -> None:
        self._require_role("recorder")
        self._store.append_raw(rows)

    def vacuum(self) -> None:
        self._require_role("recorder")
        self._store.vacuum()

    def close(self) -> None:
        self._store.close()

    @property
    def read_model_db(self) -> ReadDatabase:
        self._require_role("recorder")
        return read_model_db(self._store)

    @property
    def review_db(self) -> ReadDatabase:
        """Open to all: reviews hold numbers only, and are found by the chain of a match, which only its readers get.

        Figures of many matches are limited by the ids that an index with this principal's rights lists.
        """
        return review_db(self._store)

    def may_list(self, match: str) -> bool:
        """True if lists show the match to the principal, so that other matches may name it."""
        listed = self._grants().listed_matches(self._principal)
        return listed is None or match in listed

    def _require_role(self, role: Role, match: str | None = None) -> None:
        if not self._principal.has_role(role, match):
            raise NotAllowed(self._principal, role, match)

    def can_read(self, stream: str) -> bool:
        """True if the stream exists for the principal, where the store holds it."""
        match = match_of(stream)
        if match is not None:
            return self._principal.has_role("viewer", match) or self._grants().can_see(self._principal, match)
        # Every match is shown with the names of its players; lists of all people are not made from the log.
        if stream in (collection.STREAM, portraits.STREAM):
            return self._principal.has_role("viewer")
        records = any(one.role == "recorder" for one in self._principal.each)
        return stream in (people.STREAM, simulated.STREAM, templates.STREAM) or records

    def _listed(self, streams: Iterable[str]) -> Iterator[str]:
        """Those of the streams that may be listed for the principal."""
        if self._principal.has_role("viewer"):
            return filter(self.can_read, streams)
        listed = self._grants().listed_matches(self._principal) or ()
        return (stream for stream in streams if match_of(stream) in listed)


def match_of(stream: str) -> str | None:
    """The match a stream belongs to; None: it belongs to the whole store."""
    return next((stream.removeprefix(prefix) for prefix in _MATCH_PREFIXES if stream.startswith(prefix)), None)


def required_role(stream: str, events: Sequence[NewEvent]) -> tuple[Role, str | None]:
    """The role needed to append these events, and for which match; None: for the whole store."""
    for prefix, role in _MATCH_PREFIXES.items():
        if stream.startswith(prefix):
            deletes = any(event.type == PhotoRemoved.__name__ for event in events)
            return "recorder" if deletes else role, stream.removeprefix(prefix)
    if stream == grants.STREAM and len(events) == 1 and events[0].type in _OF_ONE_MATCH:
        return "recorder", json.loads(events[0].data).get("match")
    return "recorder", None
