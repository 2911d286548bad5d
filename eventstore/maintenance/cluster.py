"""Verifies a store and rebuilds its read tables on many processes or machines with Dask.

The log is written as segments, which the workers read instead of the store. A worker that dies costs only time: others
repeat its parts. Workers must run the same version of Partie. A Dask scheduler executes any code that it is sent, so
it belongs in a trusted network.
"""

import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeVar

from distributed import Client, Future, KilledWorker, LocalCluster, as_completed
from distributed.client import FutureCancelledError
from distributed.comm.core import CommClosedError

from eventstore import codec
from eventstore.formats import segments
from eventstore.formats.segments import Segment
from eventstore.maintenance import integrity
from eventstore.maintenance.findings import Finding, Report
from eventstore.maintenance.photo_check import photo_findings, stray_findings
from eventstore.maintenance.schema_check import schema_findings
from eventstore.maintenance.stream_check import check
from eventstore.maintenance.table_check import TableCheck
from eventstore.maintenance.verification import add_differing
from eventstore.matches import people
from eventstore.matches.match import MATCHES
from eventstore.matches.match_reader import MatchReader
from eventstore.matches.people import People
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import ProjectionBatch, fold
from eventstore.readmodels.tables import Coverage
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import Store, UnusableStore
from eventstore.store.stream_state import StreamState

LOCAL: Final = "local"
"""The address of a temporary cluster on this machine, with one process a core."""

TIMEOUT_S: Final = 20
"""Seconds to wait for the first worker. After that there is no timeout."""

_Result = TypeVar("_Result")


def verify(
    store: Store,
    address: str = LOCAL,
    folder: Path | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Report:
    """The report of `verification.verify` on the whole store, in the same order.

    The segments are written to `folder` and stay there; all workers must see it under this path. Without one a
    temporary folder is used. `progress` gets the number of parts done and their total. Raises UnusableStore when there
    is no scheduler or no worker at `address`, when they are lost for good, or when a worker does not see the segments.
    """
    damaged = integrity.file_findings(store) if isinstance(store, SqliteStore) else []
    report = Report(damaged=damaged, schema=schema_findings(store))
    streams_report, differing, tables = Report(), list[Finding](), TableCheck(MatchRepository(store))
    work = partial(_checked, folds=tables.covers_anything())
    with connected(address) as client, _segments(store, folder) as (segments_folder, _):
        for part_report, folded in _mapped(client, work, segments_folder, progress):
            streams_report.add(part_report)
            differing += tables.differing(folded)
    names = list(store.streams())
    places = {name.removeprefix(MATCHES): place for place, name in enumerate(names)}
    streams_report.damaged += photo_findings(store, names)
    report.damaged += stray_findings(store, set(names))
    for findings in (streams_report.tampered, streams_report.damaged, streams_report.rules_changed):
        findings.sort(key=lambda finding: places[finding.match])
    report.add(streams_report)
    differing.sort(key=lambda finding: places.get(finding.match, -1))
    add_differing(report, MatchRepository(store), names, differing)
    return report


def rebuild(
    store: Store,
    index: MatchIndex,
    address: str = LOCAL,
    folder: Path | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> int:
    """Rebuild the read tables, statistics of every match included, and return the number of matches.

    Parameters and errors are those of `verify`.
    """
    # First: the segments may still name a person who is forgotten from now on.
    people_version = index.projector.people_version()
    with connected(address) as client, _segments(store, folder) as (segments_folder, checkpoint):
        batches = _mapped(client, _folded, segments_folder, progress)
        return index.projector.rebuild_from(batches, Coverage(checkpoint, people_version))


def _checked(folder: Path, part: int, folds: bool) -> tuple[Report, ProjectionBatch]:
    segment = Segment(folder, part)
    return check(_reader(segment), list(segment.streams()), folds=folds)


def _folded(folder: Path, part: int) -> ProjectionBatch:
    segment = Segment(folder, part)
    return fold(_reader(segment), segment.changed_streams(limit=sys.maxsize))


def _reader(segment: Segment) -> MatchReader:
    decode = partial(codec.decode_row, people.EVENTS)
    everybody = StreamState(segment, people.STREAM, decode, people.fold_people, People())
    return MatchReader(segment, lambda: everybody.read()[1])


def _mapped(
    client: Client, work: Callable[[Path, int], _Result], folder: Path, progress: Callable[[int, int], None]
) -> Iterator[_Result]:
    """The results of `work` for all parts, in the order of completion."""
    parts = range(segments.parts(folder))
    futures = client.map(work, [folder] * len(parts), parts, pure=False)
    for done, future in enumerate(as_completed(futures), start=1):
        result: _Result = result_of(future)
        yield result
        progress(done, len(parts))


def result_of(future: "Future[Any]") -> Any:
    """The result of a future that is done. Raises UnusableStore when the cluster lost it for good."""
    try:
        return future.result()
    except (FutureCancelledError, CommClosedError):
        raise UnusableStore("The Dask scheduler went away before all was done; start again.") from None
    except KilledWorker:
        raise UnusableStore("Again and again a worker died of the same part; have they enough memory?") from None


@contextmanager
def _segments(store: Store, folder: Path | None) -> Iterator[tuple[Path, str]]:
    """The folder with the segments, and the checkpoint of the log that they reach."""
    with TemporaryDirectory(prefix="partie-") as temporary:
        segments_folder = (folder or Path(temporary)).absolute()
        yield segments_folder, segments.write(store, segments_folder)


@contextmanager
def connected(address: str) -> Iterator[Client]:
    """A client of the cluster at `address`, which has a worker. Raises UnusableStore when there is none."""
    if address == LOCAL:
        workers = os.cpu_count() or 1
        with (
            LocalCluster(
                n_workers=workers, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=logging.CRITICAL
            ) as cluster,
            Client(cluster) as client,
        ):
            yield client
        return
    try:
        client = Client(address)
    except (OSError, ValueError) as error:
        raise UnusableStore(f"No Dask scheduler answers at {address}.") from error
    with client:
        try:
            client.wait_for_workers(1, timeout=TIMEOUT_S)
        except TimeoutError:
            raise UnusableStore(f"The Dask scheduler at {address} has no workers.") from None
        yield client
