"""Rebuilds the read tables on all cores of this machine, with a process pool of the standard library.

The processes fold parts of the log, as the workers of a cluster do, and this process folds parts too as long as none is
ready. As for a cluster, each writes its rows in a database; for a file, which has one writer, this process does.
"""

import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Final, NamedTuple, TypeVar

from eventstore.matches.repository import MatchRepository
from eventstore.process_settings import apply_process_settings
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import ProjectionBatch
from eventstore.readmodels.shared_projector import projector_of
from eventstore.readmodels.tables import Coverage
from eventstore.store.sqlite_file import SqliteFile
from eventstore.store.store import Store

_Result = TypeVar("_Result")

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
    """Rebuild the read tables with this process and the `others` of the pool, and return the number of folded matches.

    It goes on where a rebuild was ended. `reopen` must be picklable; it opens the same store in another process. `part`
    is the number of rows per task. A small log is folded in this process alone. `progress` gets the number of matches
    done.
    """
    # First: the parts may still name a person who is forgotten from now on.
    people_version = index.projector.people_version()
    starts, end = _parts(store, part)
    if len(starts) < PARALLEL_MIN:
        return index.rebuild(progress)
    coverage, parts = Coverage(end, people_version), _Parts(store, reopen, pool, starts, AHEAD * others)
    if isinstance(store, SqliteFile):
        return index.projector.rebuild_from(lambda: parts.done(partial(_folded, part)), coverage, progress)
    return index.projector.rebuild_by(lambda begun: parts.done(partial(_written, part, begun)), coverage, progress)


def _parts(store: Store, part: int) -> tuple[list[str], str]:
    """The checkpoints before each part of the log, and the one after the last."""
    starts, end = list[str](), ""
    while page := store.changed_streams(end, limit=part):
        starts.append(end)
        end = page.checkpoint
    return starts, end


def _folded(part: int, store: Store, start: str) -> ProjectionBatch:
    return projector_of(store, MatchRepository(store)).fold_part(store.changed_streams(start, limit=part))


def _written(part: int, begun: Coverage, store: Store, start: str) -> int:
    """The number of matches of which the rows were written."""
    projector = projector_of(store, MatchRepository(store))
    batch = projector.fold_part(store.changed_streams(start, limit=part))
    projector.write_part(batch, begun)
    return len(batch.matches)


class _Parts(NamedTuple):
    """The parts of the log after the checkpoints `starts`; at most `ahead` of them are given to other processes and not
    yet taken.
    """

    store: Store
    reopen: Callable[[], Store]
    pool: Executor
    starts: Sequence[str]
    ahead: int

    def done(self, work: Callable[[Store, str], _Result]) -> Iterator[_Result]:
        """The result of each part; the first ones are given at once, not when the first results are taken."""
        left, given = deque(self.starts), deque[Future[_Result]]()

        def give() -> None:
            while left and len(given) < self.ahead:
                given.append(self.pool.submit(_elsewhere, self.reopen, work, left.popleft()))

        def results() -> Iterator[_Result]:
            while left or given:
                if left and not given[0].done():
                    yield work(self.store, left.popleft())
                else:
                    result = given.popleft().result()
                    give()  # Before the result is used: there is always one to fold.
                    yield result

        give()
        return results()


def _elsewhere(reopen: Callable[[], Store], work: Callable[[Store, str], _Result], start: str) -> _Result:
    """The result of a part in another process, on a store of its own."""
    store = reopen()
    try:
        return work(store, start)
    finally:
        store.close()
