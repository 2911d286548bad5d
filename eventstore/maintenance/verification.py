"""A check that a store still holds what was written, and that today's rules still compute the same states from it.

Four kinds of findings: *tampered* rows (row hash or version is not as written), *damaged* rows (unreadable, but not
changed on purpose), matches whose *rules changed* (today's rules refuse an event or compute another state), and objects
of the *schema* that Partie did not create, that are missing or changed. Nothing is ever repaired here.

Read tables that are up to date are compared with the log. Rows cut off the end of a stream leave no trace in the log,
nor does a deleted stream: only the read tables show them, as far as they have read them, and a head kept elsewhere.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import repeat
from multiprocessing import get_context
from typing import Final

from core import record
from eventstore.maintenance import integrity
from eventstore.maintenance.findings import Finding, Report
from eventstore.maintenance.kept_checks import Checked, KeptChecks
from eventstore.maintenance.photo_check import photo_findings, stray_findings
from eventstore.maintenance.schema_check import schema_findings
from eventstore.maintenance.stream_check import check
from eventstore.maintenance.table_check import CUT_OFF, TableCheck
from eventstore.matches import notes, photos
from eventstore.matches.match import MATCHES
from eventstore.matches.repository import MatchRepository
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import CorruptStore, Store
from eventstore.store.stream_state import retry_on_conflict

CHUNK_SIZE: Final = 200
"""Streams checked per task: enough that the time to open the store for them does not matter."""

PARALLEL_MIN: Final = 2_000
"""Minimum number of streams for which further processes save time."""


def verify(
    matches: MatchRepository,
    match: str | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
    *,
    reopen: Callable[[], Store] | None = None,
    workers: int = 1,
    check_all: Callable[[Sequence[Sequence[str]]], Iterator[Checked]] | None = None,
    kept: KeptChecks | None = None,
) -> Report:
    """Check every stream, or those of one match. `progress` gets the number of streams done and their total.

    With `reopen`, which must be picklable and opens the same store in another process, and more than one of `workers`,
    a store of at least 2,000 streams is checked by that many processes; findings and their order are the same.
    `check_all` checks the streams elsewhere: it gets their names in chunks, and returns the results in this order.
    The streams that are checked according to `kept` are not checked again.
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
    left = [chunk for chunk in chunks if not (kept and kept.get(chunk))]

    def gather(results: Iterator[Checked]) -> list[Finding]:
        return _gather(report, _with_kept(chunks, results, kept), progress, len(names))

    progress(0, len(names))
    if check_all:
        differing = gather(check_all(left))
    elif reopen and workers > 1 and len(names) >= PARALLEL_MIN:
        with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
            differing = gather(pool.map(check_in_process, repeat(reopen), left))
    else:
        differing = gather(compare(matches, chunk) for chunk in left)
    add_differing(report, matches, None if match else names, differing)
    return report


def add_differing(
    report: Report, matches: MatchRepository, names: Sequence[str] | None, differing: Sequence[Finding]
) -> None:
    """Add the findings about the read tables; `names` are all streams, or None if only some were checked."""
    if names is not None:
        tables = TableCheck(matches)
        if tables.is_cut_off():
            report.tampered.append(CUT_OFF)
        differing = [*differing, *tables.overall(names)]
    report.damaged += dict.fromkeys(differing)


def _with_kept(
    chunks: Sequence[Sequence[str]], results: Iterator[Checked], kept: KeptChecks | None
) -> Iterator[Checked]:
    """The results of all chunks in their order; `results` are of those that are not kept, and are kept now."""
    for chunk in chunks:
        if kept and (known := kept.get(chunk)):
            yield known
        else:
            checked = next(results)
            if kept:
                kept.keep(chunk, checked)
            yield checked
    deque(results, maxlen=0)  # Lets a cluster end its work.


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
