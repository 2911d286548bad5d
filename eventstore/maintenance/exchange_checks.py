"""The checks of a parcel: what of it a store may take, and why not the rest.

Rows that the store has already were checked when they came. They may come back elsewhere and with another hash, as a
merge puts the rows of two stores in its own order; they are recognized by their content.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from core.messages import message
from core.record_events import NEWER_PREFIX, Forked
from eventstore import codec
from eventstore.access.authorized_store import match_of, required_role
from eventstore.access.grants import NotAllowed, Principal
from eventstore.maintenance.copying import digests_of
from eventstore.maintenance.exchange_people import CheckedPeople, checked_people
from eventstore.maintenance.families import Families
from eventstore.maintenance.findings import Finding
from eventstore.maintenance.match_check import ComputedAnew, replayed
from eventstore.maintenance.merge_annotations import KINDS, without
from eventstore.maintenance.merge_lines import MatchLines
from eventstore.maintenance.merge_people import is_same_person
from eventstore.maintenance.merge_rows import chained
from eventstore.maintenance.merging import OF_THE_STORE, keys_of, merged_values
from eventstore.maintenance.parcels import Parcel
from eventstore.maintenance.photo_check import photo_findings
from eventstore.maintenance.stream_check import check
from eventstore.matches import notes, people, photos, portraits
from eventstore.matches.match import MATCHES
from eventstore.matches.notes import NoteWithdrawn
from eventstore.matches.people import People, PeopleMerged, PersonSplit
from eventstore.matches.photos import PhotoRemoved
from eventstore.matches.redacted_rows import by_stream, redacted_rows
from eventstore.matches.repository import MatchRepository
from eventstore.store.clock import later
from eventstore.store.store import NewEvent, Store, StoredEvent

TOLERANCE: Final = timedelta(minutes=5)
"""The most that the clock of another machine may be ahead."""

_LOCAL: Final = "local"

_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)

_PLACES: Final = frozenset({"since", "until", "at", "version", "about", "stream"})
"""Fields that name a place in a log: a merge that makes a fork counts them anew."""

_SHOWN: Final = ("id", "text", "glyph", "marks", "bookmark", "caption")
_ANNOTATIONS: Final = (notes.STREAMS, photos.STREAMS)
_REMOVED: Final = (NoteWithdrawn.__name__, PhotoRemoved.__name__)

_OF_MERGES: Final = (Forked.__name__, PeopleMerged.__name__, PersonSplit.__name__)
"""Rows that a merge itself writes, with the recorder and the time of a row that was there."""

_READ_AT_ONCE: Final = 200

_NO_HISTORY: Final = message("A row is about something that is not there.")


class KnownRows:
    """The rows of a store that a parcel may bring back."""

    def __init__(self, store: Store, streams: Mapping[str, tuple[StoredEvent, ...]], families: Families) -> None:
        matches = {match for name in streams if (match := match_of(name)) is not None}
        related = {one for match in matches for one in families.of(match)}
        wanted = [*streams, *(prefix + one for one in related for prefix in (MATCHES, *_ANNOTATIONS))]
        self._rows, self._moments = set[tuple[object, ...]](), set[tuple[str, str]]()
        self._families, self._mine, self._theirs = families, MatchLines(store.read), MatchLines(_reading(streams))
        self._shown = dict[str, tuple[object, ...]]()
        for start in range(0, len(wanted), _READ_AT_ONCE):
            for rows in store.read_streams(wanted[start : start + _READ_AT_ONCE]).values():
                self._rows |= set(map(_identity, rows))
                self._moments |= {(row.recorded_by, row.recorded_at) for row in rows}
                if rows[0].stream.startswith(_ANNOTATIONS):
                    for id, row in zip(_ids(rows), rows, strict=True):  # The last one of each id counts.
                        self._shown[id] = _identity(row)[:2]

    def new(self, name: str, rows: Sequence[StoredEvent], everybody: People) -> list[StoredEvent]:
        """The rows that the store does not have. A line has the same first items where two people did the same or
        imported the same play; who recorded them does not count.
        """
        shared, inherited = self._shared(name, everybody)
        same = shared - inherited + (rows[0].type == Forked.__name__) if shared > inherited else 0
        return [row for row in rows[same:] if not self.holds(row)]

    def depends_on(self, everybody: CheckedPeople, name: str) -> bool:
        """Whether this line and one that is here are the same for longer once all about their people has come: a merge
        before that would keep both for ever.
        """
        is_all = everybody.now is everybody.whole
        return not is_all and self._shared(name, everybody.now) != self._shared(name, everybody.whole)

    def _shared(self, name: str, everybody: People) -> tuple[int, int]:
        """The number of first items of a line that one here has too, and of those that it reads from its parent."""
        try:
            line = self._theirs.line(name.removeprefix(MATCHES)) if name.startswith(MATCHES) else None
        except (
            ValueError,
            TypeError,
            LookupError,
            AttributeError,
            RecursionError,
        ):  # Reported by the check of the stream.
            line = None
        if line is None:
            return 0, 0
        is_same = is_same_person(everybody)
        held = filter(None, map(self._mine.line, self._families.of(line.name)))
        return max((line.shared(one, is_same) for one in held), default=0), line.inherited

    def shows(self, row: StoredEvent) -> bool:
        """Whether a note or photo is here as this row leaves it."""
        (id,), shown = _ids([row]), _identity(row)[:2]
        return self._shown[id] == shown if id in self._shown else row.type in _REMOVED

    def holds(self, row: StoredEvent) -> bool:
        is_of_merge = row.type in _OF_MERGES and (row.recorded_by, row.recorded_at) in self._moments
        return is_of_merge or _identity(row) in self._rows


def _ids(rows: Iterable[StoredEvent]) -> list[str]:
    """The notes or photos that rows are about."""
    return [json.loads(row.data)["id"] for row in rows]


def _reading(streams: Mapping[str, tuple[StoredEvent, ...]]) -> Callable[[str], tuple[StoredEvent, ...]]:
    return lambda name: streams.get(name, ())


def _identity(row: StoredEvent) -> tuple[object, ...]:
    """The parts of a row that a merge keeps when it moves it: all but its place and its hash. A note that was changed
    and then moved is written there as it is.
    """
    try:
        fields = json.loads(row.data)
        if row.stream.startswith(_ANNOTATIONS):
            kind = "" if row.type not in _REMOVED else "removed"
            shown = [[name, fields[name]] for name in _SHOWN if fields.get(name) not in (None, "", [], False)]
            return kind, json.dumps(shown), row.recorded_by, row.recorded_at
        data = json.dumps({name: value for name, value in fields.items() if name not in _PLACES}, sort_keys=True)
    except (ValueError, AttributeError, RecursionError):  # Reported by the check of the stream.
        data = row.data
    return row.type, data, row.recorded_by, row.recorded_at, row.source, row.happened_at


class Checked(NamedTuple):
    """The part of a parcel that may be taken, the sentences that refuse the rest by stream, and the streams with new
    rows by the user of the other machine. Of the streams `cut` some rows were refused, and the others may be taken.
    """

    parcel: Parcel
    refused: dict[str, str]
    cut: frozenset[str]
    local: tuple[str, ...]


def checked_rows(parcel: Parcel, store: Store, known: KnownRows, principal: Principal | None, now: str) -> Checked:
    """The checks that need no rules of a game: which streams, by whom, and when. `principal` None: the sender is the
    store that this one belongs to, and may bring the rows of everybody.
    """
    refused, local, streams = dict[str, str](), list[str](), dict[str, tuple[StoredEvent, ...]]()
    checks = _RowChecks(principal, later(now, TOLERANCE))
    about_people = parcel.streams.get(people.STREAM, ())
    if people.STREAM in parcel.broken or checks.role(people.STREAM, about_people):
        about_people = ()
    everybody = checked_people(store, about_people, known.holds, checks.why_not, may_forget=principal is None)
    for name, rows in parcel.streams.items():
        new = known.new(name, rows, everybody.now)
        taken, why = rows, checks.role(name, new)
        if name in OF_THE_STORE:
            taken, why = (), message("Rights and settings belong to one store.")
        elif name in parcel.broken:
            taken, why = (), message("A row is not what was recorded.")
        elif why:
            taken = ()
        elif name == people.STREAM:
            taken, why = everybody.taken, everybody.why
        elif known.depends_on(everybody, name):
            taken, why = (), message("It has people whose rows only another device can bring.")
        else:
            taken, why = checks.rows(name, rows, new, known)
        if why:
            refused[name] = why
        if taken:
            streams[name] = taken
            if principal and any(row.recorded_by == _LOCAL for row in new):
                local.append(name)
    return Checked(Parcel(streams, parcel.contents), refused, frozenset(refused.keys() & streams.keys()), tuple(local))


class _RowChecks:
    """The checks of rows that came from a principal, and are not later than `latest`."""

    def __init__(self, principal: Principal | None, latest: str) -> None:
        self._principal, self._latest = principal, latest
        self._names = {_LOCAL, *(one.by for one in principal.each)} if principal else None

    def role(self, name: str, new: Sequence[StoredEvent]) -> str | None:
        """The reason why the principal may not write such rows to the stream; None: it may."""
        if self._principal is None or not new:
            return None
        role, match = required_role(name, [NewEvent(row.type, row.data) for row in new])
        if self._principal.has_role(role, match):
            return None
        return NotAllowed(self._principal, role, match).refusal.sentence

    def rows(
        self, name: str, rows: tuple[StoredEvent, ...], new: Sequence[StoredEvent], known: KnownRows
    ) -> tuple[tuple[StoredEvent, ...], str | None]:
        """The rows that are taken, and why not all that count. Of a match they end before the first one that is not:
        two who went on by turns need them to bring their own, each after the other.
        """
        why_not = {row.version: why for row in new if (why := self.why_not(row))}
        if not why_not:
            return rows, None
        if name.startswith(MATCHES):
            first = min(why_not)
            return rows[: first - 1], why_not[first]
        if not is_history(name, rows):
            return (), _NO_HISTORY
        kinds = [kind for kind in KINDS if name.startswith(kind.prefix)]
        keys = _ids(rows) if kinds else keys_of(name, rows)
        if keys is None:
            return (), next(iter(why_not.values()))
        last = dict(zip(keys, rows, strict=True)).values()
        missing = [row.version for row in last if row.version in why_not and not (kinds and known.shows(row))]
        others = chained(name, None, [row for row in rows if row.version not in why_not])
        taken = without(kinds[0], rows, why_not) if kinds else others
        return tuple(taken), why_not[missing[0]] if missing else None

    def why_not(self, row: StoredEvent) -> str | None:
        version, at = row.version, row.recorded_at
        if not _is_time(at) or at > self._latest:
            return message("Row {version} is of the future: {at}.", version=version, at=at)
        if self._names is not None and row.recorded_by not in self._names:
            return message("Row {version} is by {name!r}, who did not send it.", version=version, name=row.recorded_by)
        return None


def _is_time(text: str) -> bool:
    try:
        return bool(_TIME.fullmatch(text) and datetime.fromisoformat(text))
    except ValueError:
        return False


def refused_by_rules(part: Store) -> dict[str, str]:
    """The streams of a parcel, which is in a store of its own, that cannot be what was recorded: an event that is none,
    an illegal one, one of a newer version or of a game that is not here, a photo without its content.
    """
    names = list(part.streams())
    records = MatchRepository(part)
    report, _ = check(records, names)
    refused = dict[str, str]()
    histories = [name for name in names if is_history(name, part.read(name))]
    findings = [*report.tampered, *report.damaged, *report.not_checked, *photo_findings(part, histories)]
    findings += [one for one in report.rules_changed if _is_illegal(records, one.match)]
    findings += [Finding(name, 1, _NO_HISTORY) for name in names if name not in histories]
    for finding in findings:
        for name in (finding.match, MATCHES + finding.match):
            if name in names:
                refused.setdefault(name, finding.sentence)
    return refused


def is_history(name: str, rows: Sequence[StoredEvent]) -> bool:
    """True if the rows follow each other as merges need them: nothing is changed that was not there."""
    try:
        for kind in KINDS:
            if name.startswith(kind.prefix):
                kind.showing([codec.decode_row(kind.events, row) for row in rows])
        merged_values(name, rows, rows)
        if name == portraits.STREAM:
            digests_of(name, rows)
        return all(not row.type.startswith(NEWER_PREFIX) for row in rows) or name.startswith(MATCHES)
    except Exception:  # Each fold fails in its own way.
        return False


def _is_illegal(records: MatchRepository, id: str) -> bool:
    """False: the rules accept every event, and only compute another result than the version that recorded it."""
    rows, redacted = records.store.read(MATCHES + id), by_stream(redacted_rows(records.store.read(people.STREAM)))
    try:
        replayed(records, id, rows, redacted)
    except ComputedAnew:
        return False
    except Exception:  # A defect of a game, too, which no stranger may use.
        return True
    return False


def with_forks(refused: Mapping[str, str], names: Iterable[str], families: Families) -> dict[str, str]:
    """With a line of a match the lines are refused that go on from it, and what is about them."""
    lines = {name.removeprefix(MATCHES): why for name, why in refused.items() if name.startswith(MATCHES)}
    with_them = dict(refused)
    for name in names:
        match = match_of(name)
        before = families.before(match) if match is not None else ()
        if why := next((lines[one] for one in before if one in lines), None):
            with_them.setdefault(name, why)
    return with_them
