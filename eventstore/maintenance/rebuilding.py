"""Rebuilds the read tables on all cores of this machine, with a process pool of the standard library.

The processes fold parts of the log with the function that a cluster runs as well (`projection.fold`); this process
writes their batches, as for a cluster (`Projector.rebuild_from`), and folds parts itself as long as none is ready.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.context import BaseContext
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

PARALLEL_MIN: Final = 16
"""Minimum number of parts for which further processes save time: each starts in about 1 s, a part takes 0.1 s."""

AHEAD: Final = 2
"""Tasks per further process that run, wait or are done and not yet written, so that memory stays flat."""


def rebuild(
    store: Store,
    index: MatchIndex,
    reopen: Callable[[], Store],
    workers: int,
    progress: Callable[[int], None] = lambda done: None,
    preload: Sequence[str] = (),
    part: int = PART,
) -> int:
    """Rebuild the read tables with `workers` processes, this one included, and return the number of matches.

    `reopen` must be picklable; it opens the same store in another process. `preload` are modules to import before the
    first task, `part` is the number of rows per task. A small log is folded in this process alone. `progress` gets the
    number of matches done.
    """
    people_version = (
        index.projector.people_version()
    )  # First: the parts may still name a person who is forgotten from now on.
    starts, end = _parts(store, part)
    if workers < 2 or len(starts) < PARALLEL_MIN:
        return index.rebuild(progress)
    with ProcessPoolExecutor(workers - 1, _context(preload), apply_process_settings) as pool:
        batches = _folded(pool, store, reopen, starts, part, AHEAD * (workers - 1))
        return index.projector.rebuild_from(batches, Coverage(end, people_version), progress)


def _context(preload: Sequence[str]) -> BaseContext:
    """Processes that share no connection with this one; where it is possible they share one import of the modules."""
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload([*preload])
    return context


def _parts(store: Store, part: int) -> tuple[list[str], str]:
    """The checkpoints before each part of the log, and the one after the last."""
    starts, end = list[str](), ""
    while page := store.changed_streams(end, limit=part):
        starts.append(end)
        end = page.checkpoint
    return starts, end


def _folded(
    pool: ProcessPoolExecutor, store: Store, reopen: Callable[[], Store], starts: Sequence[str], part: int, ahead: int
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
