"""Checks single streams: rows, hash chains, the order of positions, events, and for matches the rules."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise

from eventstore.maintenance import integrity
from eventstore.maintenance.findings import EVENTS_OF, Finding, Report
from eventstore.maintenance.match_check import CheckFailed, decoded, failure, replayed
from eventstore.matches import notes, people, photos
from eventstore.matches.match import MATCHES
from eventstore.matches.match_reader import MatchReader
from eventstore.matches.redacted_rows import RedactedRow, by_stream, redacted_rows
from eventstore.readmodels.projection import ProjectionBatch, ProjectionRow, Remarks, projection_row, remarks_of
from eventstore.store.read_ahead import read_ahead
from eventstore.store.store import CorruptStore, StoredEvent, UnusableStore, first_broken


def check(matches: MatchReader, names: Sequence[str], *, folds: bool = False) -> tuple[Report, ProjectionBatch]:
    """Check the streams of these names; with `folds` also return the rows that the read tables must hold for those
    without findings.
    """
    checks = _StreamChecks(matches, folds=folds)
    for name, rows in zip(names, read_ahead(matches.store, names), strict=True):
        checks.check(name, rows)
    if people.STREAM in names:
        checks.check_redactions()
    return checks.report, ProjectionBatch(tuple(checks.matches), checks.remarks)


class _Redactions:
    """The redacted rows that the people stream lists; `by_stream` holds their newest digests by stream and version."""

    def __init__(self, matches: MatchReader) -> None:
        self._records = matches
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


class _StreamChecks:
    """The report on the streams checked so far, and with `folds` what the read tables must hold for them."""

    def __init__(self, matches: MatchReader, *, folds: bool) -> None:
        self._records, self._folds = matches, folds
        self._redactions = _Redactions(matches)
        self.report = Report()
        self.matches: list[ProjectionRow] = []
        self.remarks: dict[str, Remarks] = {}

    def check(self, name: str, rows: Sequence[StoredEvent] | None) -> None:
        """Check one stream and add the first finding to the report; `rows` are those of `read_ahead`.

        In this order: its rows can be read, the values have the types of their columns, the hash chain, the order of
        the positions, the events, and for a match whether today's rules accept them and compute the same states.
        """
        id = name.removeprefix(MATCHES)
        try:
            rows = self._records.store.read(name) if rows is None else rows
        except CorruptStore:
            first = integrity.first_unreadable(self._records.store, name)
            self.report.damaged.append(Finding(id, first, integrity.UNREADABLE))
            return
        if rows and name.startswith(MATCHES):
            self.report.matches += 1
            self.report.events += len(rows)
        if not rows:
            self.report.tampered.append(Finding(id, 1, "All its events are gone."))
        elif version := integrity.first_malformed(rows):
            self.report.damaged.append(Finding(id, version, f"Event {version} holds a value of a wrong kind."))
        else:
            self._check_chain(name, rows)

    def _check_chain(self, name: str, rows: Sequence[StoredEvent]) -> None:
        id, digests = name.removeprefix(MATCHES), self._redactions.by_stream.get(name, {})
        version = first_broken(rows, digests)
        while version and self._redactions.reload():  # Redacted after the digests were read: read both again.
            rows, digests = self._records.store.read(name), self._redactions.by_stream.get(name, {})
            version = first_broken(rows, digests)
        if version:
            self.report.tampered.append(Finding(id, version, _tampering(rows, version, digests)))
        elif disordered := _first_disordered(rows):
            sentence = f"Event {disordered} stands before event {disordered - 1} in the order of all streams."
            self.report.tampered.append(Finding(id, disordered, sentence))
        else:
            self._check_events(name, rows)

    def _check_events(self, name: str, rows: Sequence[StoredEvent]) -> None:
        id = name.removeprefix(MATCHES)
        try:
            if name.startswith(MATCHES):
                match = replayed(self._records, id, rows, self._redactions.by_stream)
                if self._folds:
                    self.matches.append(projection_row(match, rows))
                return
            classes = next((classes for start, classes in EVENTS_OF.items() if name.startswith(start)), None)
            if classes is None:
                raise CheckFailed("damaged", 1, "No Partie gives a stream this name.")
            decoded(classes, rows)
            if self._folds and name.startswith((notes.STREAMS, photos.STREAMS)):
                self.remarks[name] = remarks_of(name, rows[-1].position, rows)
        except CheckFailed as failed:
            findings: list[Finding] = getattr(self.report, failed.kind)
            findings.append(Finding(id, failed.version, failed.sentence))
        except CorruptStore:
            sentence = "What it needs of the match it goes on from cannot be read any more."
            self.report.damaged.append(Finding(id, 1, sentence))
        except UnusableStore:
            raise
        except Exception as error:  # A defect of a game or of an upcaster must not hide the findings of other streams.
            sentence = f"Today's rules fail on it ({failure(error)})."
            self.report.rules_changed.append(Finding(id, rows[-1].version, sentence))

    def check_redactions(self) -> None:
        """Count the redacted rows, and report listed ones that do not exist. `check` compares each with its digest."""
        rows = {(one.stream, one.version): one for one in self._redactions.found}
        read = cache(self._records.store.read)
        for one in rows.values():
            try:
                log = read(one.stream)
            except CorruptStore:  # Reported by the check of that stream.
                continue
            if not 1 <= one.version <= len(log):
                match = one.stream.removeprefix(MATCHES)
                sentence = f"It lists event {one.version} of {match} as redacted, which there is not."
                self.report.tampered.append(Finding(people.STREAM, one.event, sentence))
                continue
            self.report.redacted += 1


def _first_disordered(rows: Sequence[StoredEvent]) -> int | None:
    """The first version with a position that is not greater than that of the version before it."""
    return next((row.version for before, row in pairwise(rows) if row.position <= before.position), None)


def _tampering(rows: Sequence[StoredEvent], version: int, digests: Mapping[int, str]) -> str:
    if rows[version - 1].version != version:
        return f"Event {version} is missing, or another stands in its place."
    if version in digests:
        return f"Event {version} is listed as redacted, but is not what a redaction left."
    return f"Event {version} is not what was written: its chain does not fit."
