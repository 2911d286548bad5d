"""The streams of a store that another one does not have yet, page by page."""

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property
from hashlib import sha256
from typing import Final, NamedTuple

from eventstore import codec
from eventstore.access.authorized_store import match_of
from eventstore.maintenance.copying import digests_of
from eventstore.maintenance.families import Families
from eventstore.maintenance.merge_rows import chained
from eventstore.maintenance.merging import OF_THE_STORE
from eventstore.maintenance.parcels import Parcel
from eventstore.maintenance.photo_check import holds_photos
from eventstore.matches import notes, people
from eventstore.matches.match import MATCHES
from eventstore.matches.people import People, PersonForgotten, PersonNamed, fold_people
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.store.store import Store, StoredEvent

PAGE_ROWS: Final = 500
"""New rows of a page. Their streams are sent whole."""

PAGE_BYTES: Final = 8 << 20
"""Bytes of data of a page, and of a stream that is sent at all: less than a request may hold."""


class OutgoingPage(NamedTuple):
    """The streams of a page, those with photos apart, each with its first new version; `checkpoint` is its end.

    `large` are streams that are too large to be sent.
    """

    names: tuple[str, ...]
    checkpoint: str
    more: bool = False
    photos: tuple[tuple[str, int], ...] = ()
    large: tuple[str, ...] = ()


def people_digest(store: Store) -> str:
    return digest_of(_folded(store.read(people.STREAM)))


def digest_of(everybody: People) -> str:
    """The digest of who there is and who is whom: equal in two stores that know the same."""
    former = {id: sorted({*names, everybody.names[id]}) for id, names in everybody.former.items()}
    apart = sorted(map(sorted, everybody.apart))
    known = [
        dict(everybody.names),
        former,
        dict(everybody.merged),
        dict(everybody.accounts),
        dict(everybody.hidden),
        apart,
    ]
    return sha256(json.dumps(known, sort_keys=True).encode()).hexdigest()[:16] if everybody.names else ""


def _folded(rows: Iterable[StoredEvent]) -> People:
    return fold_people(codec.decode_row(people.EVENTS, row) for row in rows)


class Outgoing:
    """The streams that `may` be sent. Not `whole`: to a receiver who may not know of every match and person.

    `held` are the row hashes in which streams of the receiver end: such a stream is not sent because of itself.
    """

    def __init__(self, store: Store, may: Callable[[str], bool] = lambda name: True, *, whole: bool = True) -> None:
        self._store, self._may, self._whole = store, may, whole
        self.held = dict[str, bytes]()

    @cached_property
    def parents(self) -> dict[str, str]:
        return MatchIndex(self._store, MatchRepository(self._store)).parents()

    @cached_property
    def _families(self) -> Families:
        return Families(self.parents)

    def holds(self, checkpoint: str) -> bool:
        try:
            return self._store.holds(checkpoint)
        except ValueError:
            return False

    def page(self, after: str, *, again: Collection[str] = (), rows: int = PAGE_ROWS) -> OutgoingPage:
        """The streams of the next rows after a checkpoint, fewer if they are large, and those to send once more."""
        changes = self._store.changed_streams(after, limit=rows)
        first = {change.stream: change.first for change in changes} | dict.fromkeys(again, 0)
        new = [name for name in first if name not in OF_THE_STORE and self._may(name) and self._is_new(name)]
        pictured = [(name, self._version_at(name, first[name])) for name in new if holds_photos(name)]
        names = self._with_families(name for name in new if not holds_photos(name) and name != people.STREAM)
        if rows > 1 and self._bytes(*names) > PAGE_BYTES:
            return self.page(after, again=again, rows=rows // 2)
        heavy = {match_of(name) or name for name in names if self._bytes(name) > PAGE_BYTES}
        large = tuple(name for name in names if (match_of(name) or name) in heavy)
        more = bool(self._store.changed_streams(changes.checkpoint, limit=1))
        names = tuple(name for name in names if name not in large)
        return OutgoingPage(names, changes.checkpoint, more, tuple(pictured), large)

    def _bytes(self, *names: str) -> int:
        return sum(len(row.data) for name in names for row in self._store.read(name))

    def end_of_known(self, after: str) -> str | None:
        """The end of the feed, if the receiver has all that came after a checkpoint; None: it lacks something."""
        while changes := self._store.changed_streams(after):
            names = (name for name, _, _ in changes if name not in (people.STREAM, *OF_THE_STORE))
            if any(map(self._is_new, names)):
                return None
            after = changes.checkpoint
        return after

    def _is_new(self, name: str) -> bool:
        rows = self._store.read(name)
        return bool(rows) and self.held.get(name) != rows[-1].row_hash

    def _version_at(self, name: str, position: int) -> int:
        return next((row.version for row in self._store.read(name) if row.position >= position), 1)

    def _with_families(self, names: Iterable[str]) -> tuple[str, ...]:
        wanted, others = dict[str, None](), list[str]()
        for name in names:
            if (match := match_of(name)) is None:
                others.append(name)
            else:
                wanted |= dict.fromkeys(self._families.of(match))
        lines = [prefix + match for prefix in (MATCHES, notes.STREAMS) for match in wanted]
        return tuple(name for name in (*lines, *others) if self._may(name))

    def parcel(self, names: Sequence[str], *, with_people: bool) -> Parcel:
        streams = {name: self._store.read(name) for name in names}
        streams = {name: rows for name, rows in streams.items() if rows}
        everybody = self._people(streams, changed=with_people)
        return Parcel({people.STREAM: everybody, **streams} if everybody else streams)

    def _people(self, streams: dict[str, tuple[StoredEvent, ...]], *, changed: bool) -> tuple[StoredEvent, ...]:
        """The rows of people beside these streams: all, or the present names of the players for whom may know no other.

        Redacted rows cannot be checked without the rows that list them.
        """
        rows = self._store.read(people.STREAM)
        if self._whole:
            is_needed = changed or (streams and any(row.type == PersonForgotten.__name__ for row in rows))
            return rows if is_needed else ()
        text = "".join(row.data for lines in streams.values() for row in lines if row.stream.startswith(MATCHES))
        everybody = _folded(rows)
        last = {codec.decode_row((PersonNamed,), row).person: row for row in rows if row.type == PersonNamed.__name__}
        named = [
            last[everybody.one(id)]._replace(data=codec.row(PersonNamed(id, everybody.name(id))).data)
            for id in everybody.names
            if id in text and everybody.one(id) in last
        ]
        return tuple(chained(people.STREAM, None, named))

    def photo(self, name: str, since: int) -> tuple[Parcel, int | None]:
        """A stream with photos up to the next one from the version `since` on, with its content, and the match that it
        is of; and where to continue, None: this is all.
        """
        if not holds_photos(name) or not self._may(name) or not (rows := self._store.read(name)):
            return Parcel({}), None
        before, kept = digests_of(name, rows[: since - 1]), set(self._store.blobs(name))
        ends = (end for end in range(since, len(rows)) if self._ends_with_photo(name, rows[:end], before, kept))
        end = next(ends, len(rows))
        new = sorted((digests_of(name, rows[:end]) - before) & kept)
        found = {digest: self._store.blob(name, digest) for digest in new}
        contents = {name: {digest: content for digest, content in found.items() if content is not None}}
        match = match_of(name)
        lines = self._with_families([MATCHES + match]) if match is not None else ()
        if self._bytes(*lines) > PAGE_BYTES:
            return Parcel({}), None
        streams = {line: self._store.read(line) for line in lines if line.startswith(MATCHES)}
        return Parcel({**streams, name: rows[:end]}, contents), end + 1 if end < len(rows) else None

    @staticmethod
    def _ends_with_photo(name: str, rows: Sequence[StoredEvent], before: frozenset[str], kept: set[str]) -> bool:
        shown = digests_of(name, rows)
        return shown <= kept and bool(shown - before)
