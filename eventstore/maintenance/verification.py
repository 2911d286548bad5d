"""A check that a store still holds what was written, and that today's rules still compute the same states from it.

Four kinds of findings: *tampered* rows (row hash or version is not as written), *damaged* rows (unreadable, but not
changed on purpose), matches whose *rules changed* (today's rules refuse an event or compute another state), and objects
of the *schema* that Partie did not create, that are missing or changed. Nothing is ever repaired here.

Read tables that are up to date are compared with the log. Rows cut off the end of a stream leave no trace in the log,
nor does a deleted stream: only the read tables show them, as far as they have read them, and a head kept elsewhere.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import Final

from core import record
from eventstore.maintenance import integrity
from eventstore.maintenance.findings import Finding, Report
from eventstore.maintenance.kept_checks import Checked, KeptChecks
from eventstore.maintenance.passes import StoreWorkers
from eventstore.maintenance.photo_check import photo_findings, stray_findings
from eventstore.maintenance.schema_check import schema_findings
from eventstore.maintenance.stream_check import check
from eventstore.maintenance.table_check import CUT_OFF, TableCheck
from eventstore.matches import notes, photos
from eventstore.matches.match import MATCHES
from eventstore.matches.repository import MatchRepository
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import CorruptStore
from eventstore.store.stream_state import retry_on_conflict

CHUNK_SIZE: Final = 200
"""Streams checked per task: enough that the time to open the store for them does not matter."""


def verify(
    matches: MatchRepository,
    match: str | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
    *,
    workers: StoreWorkers | None = None,
    kept: KeptChecks | None = None,
) -> Report:
    """Check every stream, or those of one match. `progress` gets the number of streams done and their total.

    With `workers` the streams of a large store are checked by them; findings and their order are the same. The streams
    that are checked according to `kept` are not checked again. Raises UnusableStore when the workers are lost for good.
    """
    report = Report(schema=schema_findings(matches.store))
    if match is None and isinstance(matches.store, SqliteStore):
        report.damaged += integrity.file_findings(matches.store)
    try:
        if match:
            of_match = (MATCHES + match, notes.stream(match), photos.stream(match))
            names = [name for name in of_match if name in matches.store.streams(name)]
        else:
            names = list(matches.store.streams())
    except CorruptStore:
        report.damaged.append(Finding("", 0, "The names of its matches cannot be read any more, so none was checked."))
        return report
    if match is None:
        report.damaged += stray_findings(matches.store, set(names))
    chunks = [names[start : start + CHUNK_SIZE] for start in range(0, len(names), CHUNK_SIZE)]
    differing = list[Finding]()
    progress(0, len(names))
    for done, (one, of_tables) in enumerate(_results(matches, chunks, workers, kept), start=1):
        report.add(one)
        differing += of_tables
        progress(min(done * CHUNK_SIZE, len(names)), len(names))
    if match is None:
        tables = TableCheck(matches)
        if tables.is_cut_off():
            report.tampered.append(CUT_OFF)
        differing += tables.overall(names)
    report.damaged += dict.fromkeys(differing)
    return report


def _results(
    matches: MatchRepository, chunks: Sequence[Sequence[str]], workers: StoreWorkers | None, kept: KeptChecks | None
) -> Iterator[Checked]:
    """The results of all chunks in their order; those that are not kept are checked, and kept now."""
    done = {number: known for number, chunk in enumerate(chunks) if kept and (known := kept.get(chunk))}
    left = [(number, chunk) for number, chunk in enumerate(chunks) if number not in done]
    if workers and len(left) >= workers.least_parts:
        checks = workers.completed(_numbered, left)
    else:
        checks = ((each, compare(matches, each[1])) for each in left)
    following = 0
    for (number, chunk), checked in checks:
        done[number] = checked
        if kept:
            kept.keep(chunk, checked)
        while following in done:
            yield done.pop(following)
            following += 1
    yield from (done[number] for number in range(following, len(chunks)))


def _numbered(matches: MatchRepository, chunk: tuple[int, Sequence[str]]) -> Checked:
    return compare(matches, chunk[1])


def compare(matches: MatchRepository, names: Sequence[str]) -> Checked:
    """Check the streams of these names, and compare their rows in the read tables with them."""
    tables = TableCheck(matches)
    report, folded = check(matches, names, folds=tables.covers_anything())
    report.damaged += photo_findings(matches.store, names)
    return report, tables.differing(folded)


def keep_results(
    matches: MatchRepository,
    *,
    leave: Collection[str] = (),
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> int:
    """Append the result to each match that has ended without one; returns their number. Safe to repeat.

    `leave` are the ids of the matches with findings: the result of today's rules is not what it was then. Withdrawn
    matches accept nothing, and unreadable ones have no result.
    """
    ids, kept = list(matches.ids()), 0
    for done, id in enumerate(ids, 1):
        if id not in leave and retry_on_conflict(partial(_keep_result, matches, id)):
            kept += 1
        progress(done, len(ids))
    return kept


def _keep_result(matches: MatchRepository, id: str) -> bool:
    try:
        match = matches.match(id)
    except ValueError:
        return False
    if match.outcome is None or match.withdrawal or record.kept_result(match.log):
        return False
    matches.record(match)
    return True
