"""Whether a store still holds what was written, and whether today's rules still compute the same states from it.

Three kinds of findings: *tampered* rows (row hash or version is not as written), *damaged* rows (unreadable, but not
changed on purpose), and matches whose *rules changed* (today's rules refuse an event or compute another state). Nothing
is ever repaired here.

Read tables that are up to date are compared with the log. Rows cut off the end of a stream leave no trace in the log,
nor does a deleted stream: only the read tables show them, as far as they have read them, and a head kept elsewhere.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise, repeat
from multiprocessing import get_context
from typing import Any, Final, Literal, TypeAlias

from pydantic import ValidationError

from core import games
from core.record_events import RECORD_EVENTS, Entry, Forked, MatchDescribed, MatchStarted
from eventstore import codec
from eventstore.access import grants
from eventstore.digests import is_of_newest_revision
from eventstore.maintenance import integrity
from eventstore.maintenance.heads import head, is_head, redacted_since, refuse_no_head
from eventstore.maintenance.integrity import Finding
from eventstore.maintenance.photo_check import photo_findings
from eventstore.maintenance.table_check import CUT_OFF, TableCheck
from eventstore.matches import collection, imports, notes, people, photos, simulated, templates, training
from eventstore.matches.match import MATCHES, Match, Refused, UnknownMatch, apply_events
from eventstore.matches.people import People
from eventstore.matches.redacted_rows import RedactedRow, by_stream, redacted_rows
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.projection import ProjectionBatch, ProjectionRow, bookmarks_json, projection_row
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import CorruptStore, Store, StoredEvent, first_broken, is_of_revision_1

__all__ = [
    "Finding",
    "Report",
    "check",
    "check_in_process",
    "head",
    "is_head",
    "redacted_since",
    "refuse_no_head",
    "verify",
]


@dataclass(slots=True)
class Report:
    """`events` counts rows of matches; people and notes are checked too, but not counted.

    `redacted` counts the rows that were redacted to forget a person; `unchained` those of them that a release up to
    0.1.0 wrote: only a head can prove that their other fields are unchanged.
    """

    matches: int = 0
    events: int = 0
    redacted: int = 0
    unchained: int = 0
    tampered: list[Finding] = field(default_factory=list)
    damaged: list[Finding] = field(default_factory=list)
    rules_changed: list[Finding] = field(default_factory=list)

    @property
    def is_whole(self) -> bool:
        """Whether every row is as it was written; findings of changed rules do not count."""
        return not (self.tampered or self.damaged)

    def add(self, other: "Report") -> None:
        """Add the findings and counts of other streams."""
        self.matches += other.matches
        self.events += other.events
        self.redacted += other.redacted
        self.unchained += other.unchained
        self.tampered += other.tampered
        self.damaged += other.damaged
        self.rules_changed += other.rules_changed


class _Found(Exception):
    """The first finding of a stream. It ends the check of the stream, as later findings would only follow from it."""

    def __init__(self, kind: Literal["damaged", "rules_changed"], version: int, sentence: str) -> None:
        super().__init__(sentence)
        self.kind, self.version, self.sentence = kind, version, sentence


_CLASSES: Final = {
    notes.STREAMS: notes.EVENTS,
    photos.STREAMS: photos.EVENTS,
    people.STREAM: people.EVENTS,
    grants.STREAM: grants.EVENTS,
    simulated.STREAM: simulated.EVENTS,
    templates.STREAM: templates.EVENTS,
    imports.STREAMS: imports.EVENTS,
    collection.STREAM: collection.EVENTS,
    training.STREAMS: training.EVENTS,
}
"""Event classes of the streams that are not matches, by the start of the stream's name."""


CHUNK_SIZE: Final = 200
"""Streams checked per task: enough that the time to open the store for them does not matter."""

PARALLEL_MIN: Final = 2_000
"""Minimum number of streams for which further processes save time."""


def verify(
    records: MatchRepository,
    match: str | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
    *,
    reopen: Callable[[], Store] | None = None,
    workers: int = 1,
) -> Report:
    """Check every stream, or those of one match. `progress` gets the number of streams done and their total.

    With `reopen`, which must be picklable and opens the same store in another process, and more than one of `workers`,
    a store of at least 2,000 streams is checked by that many processes; findings and their order are the same.
    """
    report = Report()
    if match is None and isinstance(records.store, SqliteStore):
        report.damaged += integrity.file_findings(records.store)
    try:
        if match:
            of_match = (MATCHES + match, notes.stream(match), photos.stream(match))
            names = [name for name in of_match if name in records.store.streams(name)]
        else:
            names = list(records.store.streams())
    except CorruptStore:
        report.damaged.append(Finding("", 0, "The names of its matches cannot be read any more, so none was checked."))
        return report
    chunks = [names[start : start + CHUNK_SIZE] for start in range(0, len(names), CHUNK_SIZE)]
    progress(0, len(names))
    if reopen and workers > 1 and len(names) >= PARALLEL_MIN:
        with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
            differing = _gather(report, pool.map(check_in_process, repeat(reopen), chunks), progress, len(names))
    else:
        differing = _gather(report, (compare(records, chunk) for chunk in chunks), progress, len(names))
    add_differing(report, records, None if match else names, differing)
    return report


Checked: TypeAlias = tuple[Report, list[Finding]]
"""The report on some streams, and the findings about their rows in the read tables."""


def add_differing(
    report: Report, records: MatchRepository, names: Sequence[str] | None, differing: Sequence[Finding]
) -> None:
    """Add the findings about the read tables; `names` are all streams, or None if only some were checked."""
    if names is not None:
        tables = TableCheck(records)
        if tables.is_cut_off():
            report.tampered.append(CUT_OFF)
        differing = [*differing, *tables.overall(names)]
    report.damaged += dict.fromkeys(differing)


def _gather(
    report: Report, results: Iterator[Checked], progress: Callable[[int, int], None], total: int
) -> list[Finding]:
    differing = list[Finding]()
    for done, (one, tables) in enumerate(results, start=1):
        report.add(one)
        differing += tables
        progress(min(done * CHUNK_SIZE, total), total)
    return differing


def check_in_process(reopen: Callable[[], Store], names: Sequence[str]) -> Checked:
    """Run `compare` in another process, on a store of its own."""
    store = reopen()
    try:
        return compare(MatchRepository(store), names)
    finally:
        store.close()


def compare(records: MatchRepository, names: Sequence[str]) -> Checked:
    """Check the streams of these names, and compare their rows in the read tables with them."""
    tables = TableCheck(records)
    report, folded = check(records, names, folds=tables.covers_anything())
    report.damaged += photo_findings(records.store, names)
    return report, tables.differing(folded)


def check(records: MatchRepository, names: Sequence[str], *, folds: bool = False) -> tuple[Report, ProjectionBatch]:
    """Check the streams of these names; with `folds` also return the rows that the read tables must hold for those
    without findings.
    """
    report, seals, folding = Report(), _Seals(records), _Folding() if folds else None
    for name in names:
        _check(records, name, report, seals, folding)
    if people.STREAM in names:
        _check_seals(records, seals.found, report)
    return report, ProjectionBatch(tuple(folding.matches), folding.bookmarks) if folding else ProjectionBatch()


class _Seals:
    """The redacted rows of the store as listed in the people stream, and their newest seals `by_stream` and version."""

    def __init__(self, records: MatchRepository) -> None:
        self._records = records
        self.found: list[RedactedRow] = []
        self.by_stream: Mapping[str, Mapping[int, str]] = {}
        self.reload()

    def reload(self) -> bool:
        """Read them again; returns whether there are more, because a person was forgotten meanwhile."""
        try:
            rows = list(redacted_rows(self._records.store.read(people.STREAM)))
        except CorruptStore:  # Reported by the check of the people stream.
            return False
        is_new, self.found, self.by_stream = len(rows) > len(self.found), rows, by_stream(rows)
        return is_new


@dataclass(slots=True)
class _Folding:
    """The rows that the read tables must hold for the streams without findings."""

    matches: list[ProjectionRow] = field(default_factory=list)
    bookmarks: dict[str, tuple[int, tuple[str, ...]]] = field(default_factory=dict)


def _check_seals(records: MatchRepository, redacted: Sequence[RedactedRow], report: Report) -> None:
    """Count the redacted rows, and report listed ones that do not exist. `_check` compares each with its seal."""
    rows = {(one.stream, one.version): one for one in redacted}
    read = cache(records.store.read)
    for one in rows.values():
        try:
            log = read(one.stream)
        except CorruptStore:  # Reported by the check of that stream.
            continue
        if not 1 <= one.version <= len(log):
            match = one.stream.removeprefix(MATCHES)
            sentence = f"It lists event {one.version} of {match} as redacted, which there is not."
            report.tampered.append(Finding(people.STREAM, one.event, sentence))
            continue
        report.redacted += 1
        report.unchained += is_of_revision_1(log[one.version - 1])


def _check(records: MatchRepository, name: str, report: Report, all_seals: _Seals, folding: _Folding | None) -> None:
    """Check one stream and add the first finding to `report`.

    In this order: its rows can be read, the values have the types of their columns, the hash chain, the order of the
    positions, the events, and for a match whether today's rules accept them and compute the same states.
    """
    id = name.removeprefix(MATCHES)
    try:
        rows = records.store.read(name)
    except CorruptStore:
        report.damaged.append(Finding(id, integrity.first_unreadable(records.store, name), integrity.UNREADABLE))
        return
    is_match = name.startswith(MATCHES)
    if not rows:
        report.tampered.append(Finding(id, 1, "All its events are gone."))
        return
    if is_match:
        report.matches += 1
        report.events += len(rows)
    if version := integrity.first_malformed(rows):
        report.damaged.append(Finding(id, version, f"Event {version} holds a value of a wrong kind."))
        return
    version = first_broken(rows, all_seals.by_stream.get(name, {}))
    while version and all_seals.reload():  # Redacted after the seals were read: read both again.
        rows = records.store.read(name)
        version = first_broken(rows, all_seals.by_stream.get(name, {}))
    if version:
        report.tampered.append(Finding(id, version, _tampering(rows, version, all_seals.by_stream.get(name, {}))))
        return
    if version := _disordered(rows):
        sentence = f"Event {version} stands before event {version - 1} in the order of all streams."
        report.tampered.append(Finding(id, version, sentence))
        return
    try:
        if is_match:
            match = _replay(records, id, rows, all_seals.by_stream)
            if folding:
                folding.matches.append(projection_row(match, rows[0].position))
        else:
            classes = next((classes for start, classes in _CLASSES.items() if name.startswith(start)), None)
            if classes is None:
                raise _Found("damaged", 1, "No Partie gives a stream this name.")
            entries = _decoded(classes, rows)
            if folding and name.startswith(notes.STREAMS):
                notes_left = notes.showing(entry.event for entry in entries)
                folding.bookmarks[id.removeprefix(notes.STREAMS)] = rows[-1].position, bookmarks_json(notes_left)
    except _Found as finding:
        findings = report.damaged if finding.kind == "damaged" else report.rules_changed
        findings.append(Finding(id, finding.version, finding.sentence))
    except CorruptStore:
        report.damaged.append(Finding(id, 1, "What it needs of the match it goes on from cannot be read any more."))


def _disordered(rows: Sequence[StoredEvent]) -> int | None:
    """The first version with a position that is not greater than that of the version before it."""
    return next((row.version for before, row in pairwise(rows) if row.position <= before.position), None)


def _tampering(rows: Sequence[StoredEvent], version: int, seals: Mapping[int, str]) -> str:
    if rows[version - 1].version != version:
        return f"Event {version} is missing, or another stands in its place."
    if version in seals:
        return f"Event {version} is listed as redacted, but is not what a redaction left."
    return f"Event {version} is not what was written: its chain does not fit."


def _decoded(classes: tuple[type[Any], ...], rows: Sequence[StoredEvent], offset: int = 0) -> list[Entry]:
    entries = []
    for row in rows:
        try:
            event = codec.decode_row(classes, row)
        except ValidationError as error:
            raise _Found("damaged", offset + row.version, f"{row.type}: {codec.sentence(error)}.") from None
        except codec.NotAnEvent as error:
            raise _Found("damaged", offset + row.version, str(error)) from None
        entries.append(Entry(offset + row.version, event, row.happened_at))
    return entries


def _is_reworded(records: MatchRepository, rows: Sequence[StoredEvent], seals: Mapping[str, Mapping[int, str]]) -> bool:
    """Whether the header of the match, or of one that it was forked from, was redacted.

    Then state digests are not compared: earlier ones cover options with the former title, which is lost.
    """
    headers = {row.version for row in rows if row.type in (MatchStarted.__name__, MatchDescribed.__name__)}
    if headers & seals.get(rows[0].stream, {}).keys():
        return True
    if rows[0].type != Forked.__name__:
        return False
    (begun,) = _decoded(RECORD_EVENTS, rows[:1])
    parent = records.store.read(begun.event.stream)
    return bool(parent) and _is_reworded(records, parent, seals)


def _replay(
    records: MatchRepository, id: str, rows: Sequence[StoredEvent], seals: Mapping[str, Mapping[int, str]]
) -> Match:
    """Apply all events again by today's rules, without writing, and compare the state digests.

    A fork begins with the header and the events that it reads from its parent.
    """
    log, offset, parent = _inherited(records, rows[0])
    try:
        started: MatchStarted = log[0].event if log else codec.decode_row(RECORD_EVENTS, rows[0])
        game = games.find(started.game)
        options = codec.decode_options(game, started.options)
    except ValueError as error:
        raise _Found("damaged", 1, str(error)) from None
    log += _decoded(RECORD_EVENTS + game.EVENTS, rows, offset)
    sources = tuple(row.source for row in rows if row.source)
    header = Match(id, game, options, tuple(log[:1]), People(), offset, sources, parent)
    events, times = [entry.event for entry in log[1:]], [entry.happened_at for entry in log[1:]]
    try:
        match, new_rows = apply_events(header, events, times)
        compared = [new_rows[len(log) - len(rows) :]]
        if old := next(
            (row.state_digest for row in rows if row.state_digest and not is_of_newest_revision(row.state_digest)), None
        ):
            compared.append(apply_events(header, events, times, like=old)[1][len(log) - len(rows) :])
    except Refused as refused:
        version = log[1 + refused.index].version
        raise _Found("rules_changed", version, f"Today's rules refuse event {version}: {refused}") from None
    except ValueError as error:  # Today's rules no longer allow this number of seats or these options.
        raise _Found("rules_changed", 1, str(error)) from None
    compares = not _is_reworded(records, rows, seals)
    for row, *now in zip(rows[1:], *compared, strict=True):
        if compares and row.state_digest not in (None, *(one.state_digest for one in now)):
            version = offset + row.version
            raise _Found("rules_changed", version, f"After event {version} today's rules compute another table.")
    return match


def _inherited(records: MatchRepository, first: StoredEvent) -> tuple[list[Entry], int, str | None]:
    """For a fork the entries it reads from its parent, the version up to which it reads, and the parent's id.

    For another match no entries, 0 and None.
    """
    (begun,) = _decoded(RECORD_EVENTS, [first])
    if isinstance(begun.event, MatchStarted):
        return [], 0, None
    if not isinstance(begun.event, Forked):
        raise _Found("damaged", 1, "The match does not begin with its header.")
    parent, version = begun.event.stream.removeprefix(MATCHES), begun.event.version
    try:
        return list(records.match(parent, until=version).log), version, parent
    except (UnknownMatch, ValueError) as error:
        why = str(error).splitlines()[0]
        raise _Found("damaged", version + 1, f"The match it goes on from cannot be read: {why}") from None
