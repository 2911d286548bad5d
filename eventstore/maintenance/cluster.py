"""Verifies a store and rebuilds its read tables on many processes or machines with Dask.

The client hands out ranges; each worker opens the store itself, and returns findings, or writes the rows of its range.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, TypeVar

from distributed import Client

from eventstore.maintenance import verification
from eventstore.maintenance.dask_cluster import LOCAL, StorePlace, completed, connected, place_of, retried
from eventstore.maintenance.findings import Report
from eventstore.maintenance.kept_checks import Checked, KeptChecks
from eventstore.maintenance.verification import CHUNK_SIZE
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import ProjectionBatch
from eventstore.readmodels.shared_projector import projector_of
from eventstore.readmodels.tables import Coverage
from eventstore.store.sqlite_file import SqliteFile
from eventstore.store.store import Store, StreamChange

PAGE: Final = 100_000
"""Rows of the log per query of the client, which only asks for their streams."""

_Result = TypeVar("_Result")


def verify(
    store: Store,
    store_address: str,
    address: str = LOCAL,
    progress: Callable[[int, int], None] = lambda done, of: None,
    kept: KeptChecks | None = None,
) -> Report:
    """The report of `verification.verify` on the whole store; workers open it at `store_address`. `kept` as there.

    `progress` gets the number of streams done and their total. Raises UnusableStore when there is no scheduler or no
    worker at `address`, when they are lost for good, or when a worker does not see the store.
    """
    with connected(address) as client:

        def check_all(chunks: Sequence[Sequence[str]]) -> Iterator[Checked]:
            yield from _in_order(client, place_of(store, store_address), chunks)
            _reconnect(store)

        return verification.verify(MatchRepository(store), progress=progress, check_all=check_all, kept=kept)


def _in_order(client: Client, place: StorePlace, chunks: Sequence[Sequence[str]]) -> Iterator[Checked]:
    """The results of all chunks in their order, each as soon as those before it are there."""
    early, following = dict[int, Checked](), 0
    for (number, _), checked in completed(client, partial(_checked, place), enumerate(chunks)):
        early[number] = checked
        while following in early:
            yield early.pop(following)
            following += 1


def _checked(place: StorePlace, chunk: tuple[int, Sequence[str]]) -> Checked:
    with place.opened() as matches:
        return verification.compare(matches, chunk[1])


def rebuild(
    store: Store,
    index: MatchIndex,
    store_address: str,
    address: str = LOCAL,
    progress: Callable[[int], None] = lambda done: None,
) -> int:
    """Rebuild the read tables, statistics of every match included, and return the number of matches that were folded.

    It goes on where a rebuild was ended. Workers fold the streams and write their rows; in a SQLite file, which has one
    writer, this process does. `progress` gets the number of matches done. Other parameters and errors are those of
    `verify`.
    """
    # First: the ranges may still name a person who is forgotten from now on.
    people_version = index.projector.people_version()
    streams, end = _streams(store)
    chunks = (streams[start : start + CHUNK_SIZE] for start in range(0, len(streams), CHUNK_SIZE))
    coverage, place = Coverage(end, people_version), place_of(store, store_address)
    with connected(address) as client:

        def results(work: Callable[[Sequence[StreamChange]], _Result]) -> Iterator[_Result]:
            yield from (result for _, result in completed(client, work, chunks))
            _reconnect(store)

        if isinstance(store, SqliteFile):
            return index.projector.rebuild_from(lambda: results(partial(_folded, place)), coverage, progress)
        return index.projector.rebuild_by(lambda start: results(partial(_written, place, start)), coverage, progress)


def _streams(store: Store) -> tuple[list[StreamChange], str]:
    """All streams with the positions of their first and last rows, and the checkpoint after them."""
    streams, end = dict[str, StreamChange](), ""
    while page := store.changed_streams(end, limit=PAGE):
        for change in page:
            streams[change.stream] = change._replace(first=streams.get(change.stream, change).first)
        end = page.checkpoint
    return list(streams.values()), end


def _folded(place: StorePlace, streams: Sequence[StreamChange]) -> ProjectionBatch:
    with place.opened() as matches:
        return projector_of(matches.store, matches).fold_part(streams)


def _written(place: StorePlace, start: Coverage, streams: Sequence[StreamChange]) -> int:
    """The number of matches of which the rows were written."""
    with place.opened() as matches:
        projector = projector_of(matches.store, matches)
        batch = projector.fold_part(streams)
        projector.write_part(batch, start)
    return len(batch.matches)


def _reconnect(store: Store) -> None:
    """Read one row, so that connections of before a restart of the database are replaced."""
    retried(lambda: store.read_all(limit=1))
