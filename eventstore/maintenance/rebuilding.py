"""Rebuilds the read tables with further processes, of this machine or of a cluster.

Each folds parts of the log. In a database it writes their rows, too; for a file, which has one writer, this process
does.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, TypeVar

from eventstore.maintenance.passes import StoreWorkers
from eventstore.matches.repository import MatchRepository
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


def rebuild(
    store: Store,
    index: MatchIndex,
    workers: StoreWorkers | None = None,
    progress: Callable[[int], None] = lambda done: None,
    part: int = PART,
) -> int:
    """Rebuild the read tables, statistics of every match included, and return the number of matches that were folded.

    It goes on where a rebuild was ended. `part` is the number of rows per task. A small log is folded in this process
    alone. `progress` gets the number of matches done. Raises UnusableStore when the workers are lost for good.
    """
    # First: the parts may still name a person who is forgotten from now on.
    people_version = index.projector.people_version()
    starts, end = _parts(store, part)
    if workers is None or len(starts) < workers.least_parts:
        return index.rebuild(progress)
    coverage = Coverage(end, people_version)

    def results(work: Callable[[MatchRepository, str], _Result]) -> Iterator[_Result]:
        return (result for _, result in workers.completed(work, starts))

    if isinstance(store, SqliteFile):
        return index.projector.rebuild_from(lambda: results(partial(_folded, part)), coverage, progress)
    return index.projector.rebuild_by(lambda begun: results(partial(_written, part, begun)), coverage, progress)


def _parts(store: Store, part: int) -> tuple[list[str], str]:
    """The checkpoints before each part of the log, and the one after the last."""
    starts, end = list[str](), ""
    while page := store.changed_streams(end, limit=part):
        starts.append(end)
        end = page.checkpoint
    return starts, end


def _folded(part: int, matches: MatchRepository, start: str) -> ProjectionBatch:
    return projector_of(matches.store, matches).fold_part(matches.store.changed_streams(start, limit=part))


def _written(part: int, begun: Coverage, matches: MatchRepository, start: str) -> int:
    """The number of matches of which the rows were written."""
    projector = projector_of(matches.store, matches)
    batch = projector.fold_part(matches.store.changed_streams(start, limit=part))
    projector.write_part(batch, begun)
    return len(batch.matches)
