"""The checks of a parcel: what of it a store may take, and why not the rest.

Rows that the store has already were checked when they came. They may come back elsewhere and with another hash, as a
merge puts the rows of two stores in its own order; they are recognized by their content.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from core.messages import message
from core.record_events import Forked
from eventstore import codec
from eventstore.access.authorized_store import match_of, required_role
from eventstore.access.grants import NotAllowed, Principal
from eventstore.maintenance.families import Families
from eventstore.maintenance.merge_rows import chained
from eventstore.maintenance.merging import OF_THE_STORE
from eventstore.maintenance.parcels import Parcel
from eventstore.maintenance.photo_check import photo_findings
from eventstore.maintenance.stream_check import check
from eventstore.matches import notes, people, photos
from eventstore.matches.match import MATCHES
from eventstore.matches.notes import NoteWithdrawn
from eventstore.matches.people import AccountLinked, PeopleMerged, PersonForgotten, PersonNamed, PersonSplit, digest
from eventstore.matches.photos import PhotoRemoved
from eventstore.matches.repository import MatchRepository
from eventstore.store.clock import later
from eventstore.store.store import NewEvent, Store, StoredEvent

TOLERANCE: Final = timedelta(minutes=5)
"""How much the clock of another machine may be ahead."""

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


class KnownRows:
    """The rows of a store that a parcel may bring back."""

    def __init__(self, store: Store, names: Collection[str], families: Families) -> None:
        matches = {match for name in names if (match := match_of(name)) is not None}
        related = {one for match in matches for one in families.of(match)}
        wanted = [*names, *(prefix + one for one in related for prefix in (MATCHES, *_ANNOTATIONS))]
        self._rows, self._moments = set[tuple[object, ...]](), set[tuple[str, str]]()
        for start in range(0, len(wanted), _READ_AT_ONCE):
            for rows in store.read_streams(wanted[start : start + _READ_AT_ONCE]).values():
                self._rows |= set(map(_identity, rows))
                self._moments |= {(row.recorded_by, row.recorded_at) for row in rows}

    def holds(self, row: StoredEvent) -> bool:
        is_of_merge = row.type in _OF_MERGES and (row.recorded_by, row.recorded_at) in self._moments
        return is_of_merge or _identity(row) in self._rows


def _identity(row: StoredEvent) -> tuple[object, ...]:
    """What a row keeps when a merge moves it: all but its place and its hash. A note that was changed and then moved
    is written there as it is.
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
    """What may be taken of a parcel, the sentences that refuse the rest by stream, and the streams with new rows by the
    user of the other machine. Of the streams `cut` some rows were refused, and the others may be taken.
    """

    parcel: Parcel
    refused: dict[str, str]
    cut: frozenset[str]
    local: tuple[str, ...]


def checked_rows(parcel: Parcel, store: Store, known: KnownRows, principal: Principal | None, now: str) -> Checked:
    """The checks that need no rules of a game: which streams, by whom, and when. `principal` None: the sender is the
    store that this one belongs to, and may bring the rows of everybody.
    """
    refused, local, streams = dict[str, str](), list[str](), dict(parcel.streams)
    latest = later(now, TOLERANCE)
    for name, rows in parcel.streams.items():
        new = [row for row in rows if not known.holds(row)]
        if name in OF_THE_STORE:
            refused[name] = message("Rights and settings belong to one store.")
        elif name in parcel.broken:
            refused[name] = message("A row is not what was recorded.")
        elif name == people.STREAM:
            streams[name] = _people(name, rows, new, store, principal, latest, refused)
        elif why := _why_not(name, new, principal, latest):
            refused[name] = why
        if (name in refused and name != people.STREAM) or name in parcel.broken:
            del streams[name]
        elif principal and any(row.recorded_by == _LOCAL for row in new):
            local.append(name)
    return Checked(Parcel(streams, parcel.contents), refused, frozenset(refused.keys() & streams.keys()), tuple(local))


def _people(
    name: str,
    rows: Sequence[StoredEvent],
    new: Sequence[StoredEvent],
    store: Store,
    principal: Principal | None,
    latest: str,
    refused: dict[str, str],
) -> tuple[StoredEvent, ...]:
    """The rows of people that may be taken, as a stream of their own."""
    gone, why_not = (
        _forgotten(store),
        {row.version: why for row in new if (why := _why_not(name, [row], principal, latest))},
    )
    for row in rows:
        if _names_any(row, *gone):
            why_not[row.version] = message("Somebody was forgotten here; forget them there too.")
        elif principal and row in new and row.type == PersonForgotten.__name__:
            why_not[row.version] = message("Nobody is forgotten by an exchange; `partie people forget` does it.")
    if why_not:
        refused[name] = next(iter(why_not.values()))
        return tuple(chained(name, None, (row for row in rows if row.version not in why_not)))
    return tuple(rows)


def _forgotten(store: Store) -> tuple[frozenset[str], frozenset[str]]:
    """The ids of the people who were forgotten, and the digests of their accounts."""
    rows = [row for row in store.read(people.STREAM) if row.type == PersonForgotten.__name__]
    events = [codec.decode_row((PersonForgotten,), row) for row in rows]
    return frozenset(event.person for event in events), frozenset(one for event in events for one in event.accounts)


def _names_any(row: StoredEvent, forgotten: Collection[str], accounts: Collection[str]) -> bool:
    if not forgotten or row.type not in (PersonNamed.__name__, AccountLinked.__name__):
        return False
    fields = json.loads(row.data)
    return fields.get("person") in forgotten or digest(str(fields.get("account", ""))) in accounts


def _why_not(name: str, new: Sequence[StoredEvent], principal: Principal | None, latest: str) -> str | None:
    """Why these new rows of a stream are not taken; None: they may be."""
    for row in new:
        if not _is_time(row.recorded_at) or row.recorded_at > latest:
            return message("Row {version} is of the future: {at}.", version=row.version, at=row.recorded_at)
    if principal is None or not new:
        return None
    names = {_LOCAL, *(one.by for one in principal.each)}
    for row in new:
        if row.recorded_by not in names:
            return message(
                "Row {version} is by {name!r}, who did not send it.", version=row.version, name=row.recorded_by
            )
    role, match = required_role(name, [NewEvent(row.type, row.data) for row in new])
    if not principal.has_role(role, match):
        return NotAllowed(principal, role, match).refusal.sentence
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
    findings = [*report.tampered, *report.damaged, *report.not_checked, *photo_findings(part, names)]
    findings += [one for one in report.rules_changed if _is_illegal(records, one.match)]
    for finding in findings:
        for name in (finding.match, MATCHES + finding.match):
            if name in names:
                refused.setdefault(name, finding.sentence)
    return refused


def _is_illegal(records: MatchRepository, id: str) -> bool:
    """False: the rules accept every event, and only compute another result than the version that recorded it."""
    try:
        return bool(records.match(id).invalidated)
    except Exception:  # A defect of a game, which no stranger may use.
        return True


def with_families(refused: Mapping[str, str], names: Iterable[str], families: Families) -> dict[str, str]:
    """With a line of a match all lines of it are refused, and what is about them."""
    lines = {name: why for name, why in refused.items() if name.startswith(MATCHES)}
    roots = {families.root(name.removeprefix(MATCHES)): why for name, why in lines.items()}
    return dict(_refused(names, roots, families)) | dict(refused)


def _refused(names: Iterable[str], roots: Mapping[str, str], families: Families) -> Iterator[tuple[str, str]]:
    for name in names:
        match = match_of(name)
        if match is not None and (root := families.root(match)) in roots:
            yield name, roots[root]
