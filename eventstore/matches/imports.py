"""Batches of imports: the stream `imports/<batch>` of each.

A batch says which matches an import brought and at which version, so that its undo withdraws only what nobody touched
since. Matches are announced before they are recorded, or committed together with the row that names them: an import
that is killed leaves a batch that can be undone.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import takewhile
from typing import Final, TypeAlias

from core.errors import InvalidInput, NotFound
from core.game import fact
from core.messages import message
from core.record_events import MatchRestored
from core.storable_text import unstorable
from eventstore import codec
from eventstore.matches.match import MATCHES
from eventstore.store.store import Append, Store, StoredEvent

STREAMS: Final = "imports/"
"""Prefix of the names of the streams of imports; the id of the batch follows."""


@fact
@dataclass(frozen=True, slots=True)
class ImportStarted:
    """Files were imported; their names may name people. Always version 1."""

    files: tuple[str, ...]


@fact
@dataclass(frozen=True, slots=True)
class MatchAnnounced:
    """A match that the import is going to record, with its version before.

    Versions in batches are those of the stream of the match: a fork counts its own rows only.
    """

    match: str
    version: int


@fact
@dataclass(frozen=True, slots=True)
class MatchesImported:
    """Matches that the import recorded, with their versions after it.

    `brought` are new ones, and withdrawn ones that it restored; `changed` were in the store before.
    """

    brought: Mapping[str, int] = field(default_factory=dict)
    changed: Mapping[str, int] = field(default_factory=dict)


Event: TypeAlias = ImportStarted | MatchAnnounced | MatchesImported
EVENTS: Final = (ImportStarted, MatchAnnounced, MatchesImported)


class UnknownBatch(NotFound):
    """No import has this id."""


@dataclass(frozen=True, slots=True)
class Batch:
    """One import. `brought` and `changed` as in `MatchesImported`; `at` is its start (ISO 8601, UTC).

    `position` is that of its last row.
    """

    id: str
    files: tuple[str, ...]
    at: str
    by: str
    position: int
    brought: Mapping[str, int]
    changed: Mapping[str, int]

    @property
    def file(self) -> str:
        return ", ".join(self.files)

    @property
    def matches(self) -> int:
        return len(self.brought) + len(self.changed)


class BatchWriter:
    """Writes the batch `id` of an import of `files`; nothing is written for an import that brings nothing.

    Recorded matches are written with the next announcement, or by `close`. `by` and `now` as for `MatchRepository`.
    Raises InvalidInput for the name of a file that cannot be stored.
    """

    def __init__(self, store: Store, by: str, now: Callable[[], str], id: str, files: Sequence[str]) -> None:
        if why := unstorable(files):
            raise InvalidInput(why)
        self._store, self._by, self._now = store, by, now
        self._id, self._files, self._version = id, tuple(files), 0
        self._seen = dict[str, dict[str, int]]()
        self._brought, self._changed = dict[str, int](), dict[str, int]()
        self._announces = True

    @contextmanager
    def one_commit(self, *, is_one: bool) -> Iterator[None]:
        """The matches within are not announced if they and the row that names them are one commit."""
        self._announces = not is_one
        try:
            yield
            if is_one:
                self.close()
        finally:
            self._announces = True

    @property
    def id(self) -> str | None:
        """The id of the batch; None as long as the import has brought nothing."""
        return self._id if self._seen else None

    def announce(self, match: str, version: int) -> None:
        """Say that a match is about to be recorded, with its version before."""
        if self._announces:
            self._append(*self._recorded(), MatchAnnounced(match, version))

    def record(self, match: str, rows: Sequence[StoredEvent]) -> None:
        """Note the rows that were appended to a match."""
        is_brought = rows[0].version == 1 or rows[0].type == MatchRestored.__name__
        kind = self._seen.setdefault(match, self._brought if is_brought else self._changed)
        kind[match] = rows[-1].version

    def close(self) -> None:
        """Write what was recorded since the last announcement."""
        if events := self._recorded():
            self._append(*events)

    def _recorded(self) -> list[Event]:
        if not self._brought and not self._changed:
            return []
        event = MatchesImported({**self._brought}, {**self._changed})
        self._brought.clear()
        self._changed.clear()
        return [event]

    def _append(self, *events: Event) -> None:
        started = [] if self._version else [ImportStarted(self._files)]
        rows = [codec.row(event) for event in (*started, *events)]
        self._store.append(
            Append(STREAMS + self._id, rows, expected_version=self._version, by=self._by, at=self._now())
        )
        self._version += len(rows)


def batches(store: Store) -> tuple[Batch, ...]:
    """All imports that brought a match, newest first."""
    result = [_batch(store, name.removeprefix(STREAMS)) for name in store.streams(STREAMS)]
    newest_first = sorted(result, key=lambda batch: (batch.at, batch.position), reverse=True)
    return tuple(batch for batch in newest_first if batch.matches)


def find_batch(store: Store, start: str) -> Batch:
    """The only import whose id starts with `start`. Raises UnknownBatch."""
    ids = [name.removeprefix(STREAMS) for name in store.streams(STREAMS + start)] if start else []
    if len(ids) != 1 and start not in ids:
        number = len(ids)
        several = message("{number} imports start with {start!r}.", number=number, start=start)
        raise UnknownBatch(several if ids else message("There is no import {start!r}.", start=start))
    return _batch(store, start if start in ids else ids[0])


def _batch(store: Store, id: str) -> Batch:
    rows = store.read(STREAMS + id)
    started, *events = map(partial(codec.decode_row, EVENTS), rows)
    announced, brought, changed = dict[str, int](), dict[str, int](), dict[str, int]()
    for event in events:
        if isinstance(event, MatchAnnounced):
            announced = {event.match: event.version}
        else:
            brought |= event.brought
            changed |= event.changed
            announced = {}
    # The import was killed after its last announcement, or is still recording.
    for match, version in announced.items():
        if (after := _written(store.read(MATCHES + match), version, rows[-1])) is not None:
            (changed if version else brought)[match] = after
    return Batch(id, started.files, rows[0].recorded_at, rows[0].recorded_by, rows[-1].position, brought, changed)


def _written(rows: Sequence[StoredEvent], version: int, announced: StoredEvent) -> int | None:
    """The version of a match after the append that followed its announcement; None: there was none."""
    new = rows[version:]
    if not new or new[0].recorded_by != announced.recorded_by:
        return None
    return version + sum(1 for _ in takewhile(lambda row: row.recorded_at == new[0].recorded_at, new))
