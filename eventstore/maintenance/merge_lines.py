"""Matches as lines of items that two stores can compare.

A line is the whole history of a match, with what a fork reads from its parent. A fork counts its `Forked` as a version,
so the same event can have another version in another store: items leave `Forked` out, and refer to each other by place.
"""

import json
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from itertools import takewhile
from typing import Any, Final, NamedTuple

from core.record_events import RECORD_EVENTS, Corrected, Forked, MatchDescribed, MatchStarted, TakenBack
from eventstore import codec
from eventstore.maintenance.merge_rows import chained_part
from eventstore.matches.match import DERIVED, MATCHES
from eventstore.store import redaction
from eventstore.store.store import NewEvent, StoredEvent

_REFERENCES: Final = ("since", "until")
"""Fields of `TakenBack` and `Corrected` that hold versions."""

MAX_ORIGIN: Final = 26
"""Characters of a match's id that its derived ids begin with: an id has 40 at most."""


class Item(NamedTuple):
    """One event of a line. `version` is that of its store, `size` the number of items that belong to it, itself
    included: a correction and the events it announces.

    `content` has what happened, without `players` (ids) and what only tells how it was recorded; `bare` is the same
    without the texts that may name people.
    """

    version: int
    row: StoredEvent
    players: tuple[str, ...]
    content: str
    bare: str
    size: int

    def is_same(self, other: "Item", is_same_person: Callable[[str, str], bool]) -> bool:
        if chained_part(self.row) == chained_part(other.row):
            return True
        if self.content != other.content and not (self.bare == other.bare and (self.is_redacted or other.is_redacted)):
            return False
        players = zip(self.players, other.players, strict=False)
        return len(self.players) == len(other.players) and all(is_same_person(*pair) for pair in players)

    @property
    def is_redacted(self) -> bool:
        return redaction.is_redacted(self.row.type, self.row.data)


@dataclass(frozen=True)
class MatchHistory:
    """The line of a match. `rows` are the rows of its stream, `parent` and `at` what its `Forked` names."""

    name: str
    items: tuple[Item, ...]
    rows: tuple[StoredEvent, ...]
    parent: str | None = None
    at: int = 0

    @cached_property
    def inherited(self) -> int:
        """The number of items that are read from the parent."""
        return sum(item.version <= self.at for item in self.items)

    @property
    def last_version(self) -> int:
        return self.at + len(self.rows)

    def shared(self, other: "MatchHistory", is_same_person: Callable[[str, str], bool]) -> int:
        """The number of first items that are the same in both."""
        pairs = zip(self.items, other.items, strict=False)
        return sum(1 for _ in takewhile(lambda pair: pair[0].is_same(pair[1], is_same_person), pairs))

    def place_of(self, version: int | None) -> int:
        """The place of an event; the `Forked` of a fork counts as the event before it, None as the start."""
        return max(bisect_right(self.items, version or 1, key=lambda item: item.version) - 1, 0)

    def places_in(self, other: "MatchHistory") -> dict[int | None, int | None]:
        """The versions of this line, with those of a line that holds the same items, or the first of them.

        None, the match as a whole, stays None.
        """
        places: dict[int | None, int | None] = {None: None}
        for version in range(1, self.last_version + 1):
            if (place := self.place_of(version)) < len(other.items):
                places[version] = other.items[place].version
        return places

    def whole(self, place: int) -> int:
        """The last place up to `place` where a fork can begin: not among the events of a correction."""
        for start in range(place):
            if start + self.items[start].size > place:
                return start
        return place


class MatchLines:
    """The lines of matches, each read once; `read` gives the rows of a stream."""

    def __init__(self, read: Callable[[str], tuple[StoredEvent, ...]]) -> None:
        self._rows = read
        self._lines = dict[str, MatchHistory | None]()

    def line(self, name: str) -> MatchHistory | None:
        """The line of the match with this id; None: there is none."""
        if name not in self._lines:
            self._lines[name] = self._read(name)
        return self._lines[name]

    def forget(self, name: str) -> None:
        """Read the line again the next time: its stream has grown."""
        self._lines.pop(name, None)

    def _read(self, name: str) -> MatchHistory | None:
        rows = self._rows(MATCHES + name)
        if not rows:
            return None
        items, own, parent, at = list[Item](), rows, None, 0
        if rows[0].type == Forked.__name__:
            forked = codec.decode_row(RECORD_EVENTS, rows[0])
            parent, at, own = forked.stream.removeprefix(MATCHES), forked.version, rows[1:]
            inherited = self.line(parent)
            items = [item for item in inherited.items if item.version <= at] if inherited else []
        places = {item.version: place for place, item in enumerate(items)}
        for row in own:
            places[at + row.version] = len(items)
            items.append(_item(row, at + row.version, places))
        return MatchHistory(name, tuple(items), rows, parent, at)


def _item(row: StoredEvent, version: int, places: dict[int, int]) -> Item:
    content, players, size = _content(row.type, row.data, places)
    bare, _, _ = _content(row.type, redaction.redact(row.type, row.data, lambda text: ""), places)
    head = f"{row.type} {row.schema_version} {row.happened_at} "
    return Item(version, row, players, _digest(head + content), _digest(head + bare), size)


def _content(type: str, data: str, places: dict[int, int]) -> tuple[str, tuple[str, ...], int]:
    """The data of an event with places for versions and without players; the players; the size of its item."""
    fields: dict[str, Any] = json.loads(data)
    players: list[str] = []
    if type in (TakenBack.__name__, Corrected.__name__):
        fields |= {name: places.get(fields[name], -1) for name in _REFERENCES if name in fields}
    elif type in (MatchStarted.__name__, MatchDescribed.__name__):
        players = fields.pop("players", None) or []
    size = 1 + int(fields.get("count", 0)) if type == Corrected.__name__ else 1
    return json.dumps(fields, sort_keys=True), tuple(players), size


def derived_name(origin: str, line: MatchHistory, other: MatchHistory, shared: int) -> str:
    """The id of the match that holds that one of two lines which does not keep its own id.

    Both orders of the lines give the same id, whatever people are called by then; they differ after `shared` items.
    """
    before = [item.bare for item in line.items[:shared]]
    pair = line.items[shared], other.items[shared]
    differing = sorted(item.bare for item in pair)
    exact = sorted([item.content, *item.players] for item in pair) if differing[0] == differing[1] else []
    return f"{origin[:MAX_ORIGIN]}-m{_digest(json.dumps([before, differing, exact]))[:12]}"


def origin_of(lines: MatchLines, name: str) -> str:
    """The match whose line an earlier merge put under this derived id; `name` itself if it is not derived."""
    derived = DERIVED.fullmatch(name)
    if not derived:
        return name
    line = lines.line(name)
    if line and line.parent:
        return origin_of(lines, line.parent)
    return derived[1] if lines.line(derived[1]) else name


def rows_after(line: MatchHistory, shared: int, before: Sequence[Item], first_version: int) -> list[StoredEvent]:
    """The rows of the items of a line from the place `shared` on, for a stream whose line begins with `before`.

    `first_version` is the version of the first of them there; versions in corrections and take-backs are translated.
    """
    versions = [item.version for item in before[:shared]]
    versions += range(first_version, first_version + len(line.items) - shared)
    places = {item.version: place for place, item in enumerate(line.items)}
    return [_translated(item.row, versions, places) for item in line.items[shared:]]


def _translated(row: StoredEvent, versions: Sequence[int], places: dict[int, int]) -> StoredEvent:
    if row.type not in (TakenBack.__name__, Corrected.__name__):
        return row
    event = codec.decode_row(RECORD_EVENTS, row)
    changed = {
        name: versions[places[version]]
        for name in _REFERENCES
        if (version := getattr(event, name, None)) is not None and version in places
    }
    new = codec.row(replace(event, **changed))
    return row._replace(data=new.data, schema_version=new.schema_version)


def forked_row(parent: MatchHistory, shared: int, first: StoredEvent) -> StoredEvent:
    """The first row of a fork that continues `parent` after `shared` items, recorded like the row after it."""
    new: NewEvent = codec.row(Forked(MATCHES + parent.name, parent.items[shared - 1].version))
    return first._replace(
        type=new.type,
        schema_version=new.schema_version,
        data=new.data,
        source=None,
        idempotency_key=None,
        happened_at=None,
        state_digest=None,
    )


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()
