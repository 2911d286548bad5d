"""Rebuilds the read tables on all cores of this machine, with a process pool of the standard library.

The processes fold parts of the log with the function that a cluster runs as well (`projection.fold`); this process
writes their batches, as for a cluster (`Projector.rebuild_from`), and folds parts itself as long as none is ready.
"""

import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Final

from eventstore.matches.repository import MatchRepository
from eventstore.process_settings import apply_process_settings
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import ProjectionBatch, fold
from eventstore.readmodels.tables import Coverage
from eventstore.store.store import Store

PART: Final = 2_500
"""Rows of the log per task: enough that the time to open the store for them does not matter. At the end this process
waits for what is left in the others, so the parts are small.
"""

PARALLEL_MIN: Final = 8
"""Minimum number of parts for which further processes save time; a part takes 0.15 s."""

AHEAD: Final = 2
"""Tasks per further process that run, wait or are done and not yet written, so that memory stays flat."""


def start_processes(number: int) -> ProcessPoolExecutor:
    """Further processes for `rebuild`; to be called before a store is opened.

    On Linux they are forks of this process, if it has one thread only, and work at once; a new process would first
    import Partie for 1 s.
    """
    if sys.platform != "linux" or threading.active_count() > 1:
        return ProcessPoolExecutor(number, get_context("spawn"), apply_process_settings)
    pool = ProcessPoolExecutor(number, get_context("fork"), apply_process_settings)
    pool.submit(int)  # The first task starts all processes.
    return pool


def rebuild(
    store: Store,
    index: MatchIndex,
    reopen: Callable[[], Store],
    pool: Executor,
    others: int,
    progress: Callable[[int], None] = lambda done: None,
    part: int = PART,
) -> int:
    """Rebuild the read tables with this process and the `others` of the pool, and return the number of matches.

    `reopen` must be picklable; it opens the same store in another process. `part` is the number of rows per task. A
    small log is folded in this process alone. `progress` gets the number of matches done.
    """
    people_version = (
        index.projector.people_version()
    )  # First: the parts may still name a person who is forgotten from now on.
    starts, end = _parts(store, part)
    if len(starts) < PARALLEL_MIN:
        return index.rebuild(progress)
    batches = _folded(pool, store, reopen, starts, part, AHEAD * others)
    return index.projector.rebuild_from(batches, Coverage(end, people_version), progress)


def _parts(store: Store, part: int) -> tuple[list[str], str]:
    """The checkpoints before each part of the log, and the one after the last."""
    starts, end = list[str](), ""
    while page := store.changed_streams(end, limit=part):
        starts.append(end)
        end = page.checkpoint
    return starts, end


def _folded(
    pool: Executor, store: Store, reopen: Callable[[], Store], starts: Sequence[str], part: int, ahead: int
) -> Iterator[ProjectionBatch]:
    """The rows of all parts, with at most `ahead` of them given to other processes and not yet taken; the first ones
    are given at once, not when the first rows are taken.
    """
    left, given = deque(starts), deque[Future[ProjectionBatch]]()

    def give() -> None:
        while left and len(given) < ahead:
            given.append(pool.submit(fold_part, reopen, left.popleft(), part))

    def batches() -> Iterator[ProjectionBatch]:
        while left or given:
            if left and not given[0].done():
                yield fold(MatchRepository(store), store.changed_streams(left.popleft(), limit=part))
            else:
                rows = given.popleft().result()
                give()  # Before the rows are written: there is always one to fold.
                yield rows

    give()
    return batches()


def fold_part(reopen: Callable[[], Store], start: str, part: int) -> ProjectionBatch:
    """Fold the part of the log after a checkpoint, in another process, on a store of its own."""
    store = reopen()
    try:
        return fold(MatchRepository(store), store.changed_streams(start, limit=part))
    finally:
        store.close()
