"""Unites two stores: everything another store holds comes into this one, and nothing is overwritten.

Law: a stream only in the other store is copied, with its row hashes where nobody was forgotten in it; a stream that
went on is continued; a match that diverged becomes a fork, whose id both orders of merging compute.
Each stream is written at once, so an interrupted merge is simply repeated.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from core.messages import message
from core.record_events import Forked
from eventstore import codec
from eventstore.access import grants
from eventstore.maintenance import merge_annotations
from eventstore.maintenance.copying import copy_photos
from eventstore.maintenance.merge_annotations import Annotations
from eventstore.maintenance.merge_lines import (
    MAX_ORIGIN,
    MatchHistory,
    MatchLines,
    derived_name,
    forked_row,
    origin_of,
    rows_after,
)
from eventstore.maintenance.merge_people import Answer, Namesakes, is_same_person, merge_people
from eventstore.maintenance.merge_rows import chained, shared_rows
from eventstore.maintenance.photo_check import photo_findings
from eventstore.matches import (
    collection,
    confirmed_mappings,
    exchanges,
    imports,
    people,
    photos,
    portraits,
    simulated,
    templates,
    told_apart,
    training,
)
from eventstore.matches.match import DERIVED, MATCHES
from eventstore.matches.portraits import PersonPictured
from eventstore.matches.redacted_rows import by_stream, redacted_rows
from eventstore.matches.repository import MatchRepository, utc_now
from eventstore.matches.templates import TemplateSaved
from eventstore.store.store import Store, StoredEvent, UnusableStore
from eventstore.store.stream_state import retry_on_conflict


class _Values(NamedTuple):
    events: tuple[type[Any], ...]
    key: Callable[[Any], str]


def _title(event: templates.Event) -> str:
    return (event.template.title if isinstance(event, TemplateSaved) else event.title).casefold()


def _pictured(event: portraits.Event) -> str:
    return f"person {event.person}" if isinstance(event, PersonPictured) else f"game {event.game}"


_STREAMS: Final[Mapping[str, _Values]] = {
    collection.STREAM: _Values(collection.EVENTS, lambda event: str(event.game)),
    templates.STREAM: _Values(templates.EVENTS, _title),
    portraits.STREAM: _Values(portraits.EVENTS, _pictured),
    told_apart.STREAM: _Values(told_apart.EVENTS, lambda event: " ".join(sorted(told_apart.pair_of(event)))),
    confirmed_mappings.STREAM: _Values(confirmed_mappings.EVENTS, lambda event: str(event.header)),
}


def merged_values(stream: str, mine: Sequence[StoredEvent], others: Sequence[StoredEvent]) -> list[StoredEvent] | None:
    """The rows to append so that for each key the later event of both stores counts; None for any other stream.

    Both orders of merging give the same values: of two events of one time that with the greater text counts.
    """
    if stream.startswith(training.STREAMS):
        known = set(map(_time, mine))
        return chained(stream, mine[-1], [row for row in others if _time(row) not in known])
    values = _STREAMS.get(stream)
    if values is None:
        return None
    held = _last(values, mine)
    newer = [row for key, row in _last(values, others).items() if key not in held or _time(row) > _time(held[key])]
    return chained(stream, mine[-1], sorted(newer, key=_time))


def keys_of(stream: str, rows: Sequence[StoredEvent]) -> list[object] | None:
    """For each row what it is about, where of the rows about one thing the last one counts; None: all of them do."""
    if stream.startswith(training.STREAMS):
        return [*map(_time, rows)]
    if (values := _STREAMS.get(stream)) is None:
        return None
    return [values.key(codec.decode_row(values.events, row)) for row in rows]


def _last(values: _Values, rows: Sequence[StoredEvent]) -> dict[str, StoredEvent]:
    return {values.key(codec.decode_row(values.events, row)): row for row in rows}


def _time(row: StoredEvent) -> tuple[str, str, str]:
    return row.recorded_at, row.type, row.data


OF_THE_STORE: Final = (grants.STREAM, simulated.STREAM, exchanges.STREAM)
"""Streams that are not merged: the access rights of a store, its settings, and who brought what to it."""


@dataclass(frozen=True, slots=True)
class ForkedMatch:
    """A match that diverged in the two stores, and the match that holds the line of the other one."""

    match: str
    fork: str


@dataclass(slots=True)
class MergeReport:
    """The result of a merge; the field names are the keys of `partie merge --json`.

    `copied` are ids of matches only the other store had, `continued` those it had more of, `unchanged` counts the rest.
    `notes` counts the matches with new notes or photos, `batches` the imports. `people` are new here, of whom `matched`
    have the account of a person here. `namesakes` are people with equal names that nobody was asked about: they stay
    two. `left` are other streams that differ, and those with notes or photos about entries that have not come.
    """

    copied: list[str] = field(default_factory=list)
    continued: list[str] = field(default_factory=list)
    forked: list[ForkedMatch] = field(default_factory=list)
    unchanged: int = 0
    notes: int = 0
    batches: int = 0
    people: int = 0
    matched: int = 0
    namesakes: list[Namesakes] = field(default_factory=list)
    left: list[str] = field(default_factory=list)


def merge(
    target: Store,
    other: Store,
    answer: Answer = lambda namesakes: None,
    progress: Callable[[int, int], None] = lambda done, of: None,
    now: Callable[[], str] = utc_now,
    *,
    leave: Collection[str] = (),
) -> MergeReport:
    """Bring everything from `other` into `target`; safe to repeat. The other store must be whole; it is not checked.

    `answer` decides about people who share a name. The streams `leave` are left out: of a match also its forks.
    Raises UnusableStore when the other store names a person who was forgotten in the target, and before anything is
    written when the content of a photo is missing, damaged, or not as Partie writes photos.
    """
    report = MergeReport()
    names = [name for name in other.streams() if name not in leave]
    if findings := photo_findings(other, names):
        raise UnusableStore(f"The other store was not merged. {findings[0].where}: {findings[0].sentence}")
    if people.STREAM not in leave:
        _merge_people(target, other, answer, now, report)
    merge = _Merge(target, other, report)
    ids = [name.removeprefix(MATCHES) for name in names if name.startswith(MATCHES)]
    rest = [name for name in names if not name.startswith(MATCHES) and name not in (people.STREAM, *OF_THE_STORE)]
    for done, id in enumerate(ids):
        progress(done, len(names))
        merge.place(id)
    for done, name in enumerate(rest, len(ids)):
        progress(done, len(names))
        merge.bring(name)
    progress(len(names), len(names))
    return report


def _merge_people(target: Store, other: Store, answer: Answer, now: Callable[[], str], report: MergeReport) -> None:
    def write() -> None:
        merged = merge_people(target, other, answer, now())
        if merged.rows:
            target.append_raw(merged.rows)
        report.people, report.matched, report.namesakes = merged.new, merged.matched, merged.unanswered

    retry_on_conflict(write)


class _Merge:
    """The merge of the streams other than that of people, which is done."""

    def __init__(self, target: Store, other: Store, report: MergeReport) -> None:
        self._target, self._other, self._report = target, other, report
        self._mine, self._others = MatchLines(target.read), MatchLines(other.read)
        self._is_same_person = is_same_person(MatchRepository(target).people())
        self._redacted = by_stream(redacted_rows(other.read(people.STREAM)))
        self._placed = dict[str, str]()
        self._derived = dict[str, list[str]]()
        for name in target.streams(MATCHES):
            self._is_here(name.removeprefix(MATCHES))

    def _is_here(self, id: str) -> None:
        if derived := DERIVED.fullmatch(id):
            self._derived.setdefault(derived[1], []).append(id)

    def place(self, id: str) -> str:
        """Bring the line of a match of the other store, and return the match that holds it here."""
        if id not in self._placed:
            self._placed[id] = retry_on_conflict(lambda: self._place(id))
        return self._placed[id]

    def _place(self, id: str) -> str:
        rows = self._other.read(MATCHES + id)
        mine = self._target.read(MATCHES + id)
        shared = shared_rows(mine, rows)
        if shared == len(rows):
            self._report.unchanged += 1
            return id
        if mine and shared == len(mine) and not self._is_redacted(MATCHES + id, shared):
            return self._write(id, rows[shared:], self._report.continued)
        start = origin_of(self._others, id)
        if not mine and start == id and rows[0].type != Forked.__name__:
            return self._write(id, self._unredacted(rows, 0), self._report.copied)
        line = self._others.line(id)
        assert line is not None
        if line.parent:
            self.place(line.parent)
        if start != id and self._others.line(start):
            self.place(start)
        return self._place_line(line, start)

    def _place_line(self, line: MatchHistory, start: str) -> str:
        name, shared, tried = start, 0, set[str]()
        parent: MatchHistory | None = None
        while held := self._mine.line(name):
            if name in tried:
                raise UnusableStore(message("Match {id} is not what an earlier merge wrote.", id=name))
            tried.add(name)
            shared = line.shared(held, self._is_same_person)
            if shared == len(line.items):
                self._report.unchanged += 1
                return name
            if shared == len(held.items):
                return self._continue(name, held, line)
            parent = held
            name = derived_name(start, line, held, shared)
        if parent is not None:
            return self._fork(name, parent, line, parent.whole(min(shared, line.whole(shared))))
        return self._copy(name, line)

    def _continue(self, name: str, held: MatchHistory, line: MatchHistory) -> str:
        new = rows_after(line, len(held.items), held.items, held.last_version + 1)
        return self._write(name, chained(MATCHES + name, held.rows[-1], new), self._report.continued)

    def _fork(self, name: str, parent: MatchHistory, line: MatchHistory, shared: int) -> str:
        if shared:
            version = parent.items[shared - 1].version + 2
            rows = rows_after(line, shared, parent.items, version)
            rows.insert(0, forked_row(parent, shared, rows[0]))
        else:
            rows = rows_after(line, 0, (), 1)
        self._write(name, chained(MATCHES + name, None, rows), [])
        self._report.forked.append(ForkedMatch(parent.name, name))
        return name

    def _copy(self, name: str, line: MatchHistory) -> str:
        """Copy a match that only the other store has; a fork of a line that is elsewhere here continues it there."""
        if line.parent is None:
            return self._write(name, self._unredacted(line.rows, 0), self._report.copied)
        parent = self._mine.line(self.place(line.parent))
        assert parent is not None
        at = [item.version for item in parent.items[: line.inherited]]
        same_versions = at == [item.version for item in line.items[: line.inherited]]
        if parent.name == line.parent and same_versions and line.at <= parent.last_version:
            return self._write(name, self._unredacted(line.rows, 0), self._report.copied)
        rows = rows_after(line, line.inherited, parent.items, at[-1] + 2)
        rows.insert(0, forked_row(parent, line.inherited, line.rows[0]))
        return self._write(name, chained(MATCHES + name, None, rows), self._report.copied)

    def _unredacted(self, rows: Sequence[StoredEvent], shared: int) -> Sequence[StoredEvent]:
        """The rows after the shared ones; from a redacted row on with new row hashes, as its digest stays behind."""
        digests = self._redacted.get(rows[0].stream, {})
        first = next((place for place, row in enumerate(rows) if place >= shared and row.version in digests), len(rows))
        last = rows[first - 1] if first else None
        return [*rows[shared:first], *chained(rows[0].stream, last, rows[first:])]

    def _is_redacted(self, stream: str, shared: int) -> bool:
        return any(version > shared for version in self._redacted.get(stream, {}))

    def _write(self, id: str, rows: Sequence[StoredEvent], brought: list[str]) -> str:
        self._mine.forget(id)
        self._target.append_raw(rows)
        self._is_here(id)
        brought.append(id)
        return id

    def bring(self, name: str) -> None:
        """Bring a stream that is not a match."""
        retry_on_conflict(lambda: self._bring(name))

    def _bring(self, name: str) -> None:
        rows = self._other.read(name)
        for kind in merge_annotations.KINDS:
            if name.startswith(kind.prefix):
                self._annotate(kind, name.removeprefix(kind.prefix), rows)
                return
        mine = self._target.read(name)
        shared = shared_rows(mine, rows)
        if shared < len(mine) and shared < len(rows):
            values = merged_values(name, mine, rows)
            if values is None:
                self._report.left.append(name)
            elif values:
                self._target.append_raw(values)
        elif new := self._unredacted(rows, shared):
            self._target.append_raw(new)
            self._report.batches += name.startswith(imports.STREAMS) and not shared
        if name == portraits.STREAM:
            copy_photos(self._other, self._target, name, self._target.read(name))

    def _annotate(self, kind: Annotations, match: str, rows: Sequence[StoredEvent]) -> None:
        """Bring the notes or photos of a match: each to where an earlier merge brought it, those on what both stores
        share to the match itself, others to its fork.
        """
        line = self._others.line(match)
        if line is None:  # Notes without their match.
            return
        start, holder = origin_of(self._others, match), self._mine.line(self.place(match))
        own = self._mine.line(match) if start == match else holder
        assert holder is not None
        assert own is not None
        shared, places, brought = line.shared(own, self._is_same_person), line.places_in(holder), False
        known, found = self._known(kind, start, holder.name), merge_annotations.read(kind, rows)
        # About entries of a line that has not come:
        lacking = {id for id, one in found.items() if id not in known and one.about not in places}
        if lacking:
            self._report.left.append(kind.prefix + match)
        held = {
            id: known.get(id) or (own if line.place_of(one.about) < shared else holder).name
            for id, one in found.items()
            if id not in lacking
        }
        for name in dict.fromkeys((own.name, holder.name, *held.values())):
            there, stream = self._mine.line(name), kind.prefix + name
            assert there is not None
            mine = self._target.read(stream)
            ones = {id: one for id, one in found.items() if held.get(id) == name}
            is_all = own is holder and name == match and len(ones) == len(found)
            if is_all and self._goes_on(stream, mine, rows, places):
                new: Sequence[StoredEvent] = rows[len(mine) :]
            else:
                new = merge_annotations.merged(kind, stream, mine, ones, line.places_in(there))
            if new:
                self._target.append_raw(new)
                brought = True
            if kind.prefix == photos.STREAMS:
                copy_photos(self._other, self._target, stream, self._target.read(stream), kind.prefix + match)
        self._report.notes += brought

    def _known(self, kind: Annotations, start: str, holder: str) -> dict[str, str]:
        """The notes or photos that are here about any line of the match `start`, with the match that holds the line."""
        names = (*self._derived.get(start[:MAX_ORIGIN], ()), start, holder)
        rows = {name: self._target.read(kind.prefix + name) for name in names}
        return {id: name for name in rows for id in merge_annotations.read(kind, rows[name])}

    def _goes_on(
        self,
        stream: str,
        mine: Sequence[StoredEvent],
        rows: Sequence[StoredEvent],
        places: Mapping[int | None, int | None],
    ) -> bool:
        """True if the rows continue the stream as they are."""
        is_moved = any(version != here for version, here in places.items())
        return not is_moved and shared_rows(mine, rows) == len(mine) and not self._is_redacted(stream, len(mine))
