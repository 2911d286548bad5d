"""A Dask cluster whose workers open the store themselves: connection, bounded hand-out of work, retries.

A worker that dies costs only time: another one repeats its tasks. Workers must run the same version of Partie. A Dask
scheduler executes any code that it is sent, so it belongs in a trusted network.
"""

import logging
import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, ClassVar, Final, TypeVar

from distributed import Client, Future, KilledWorker, LocalCluster, as_completed
from distributed.client import FutureCancelledError
from distributed.comm.core import CommClosedError

from eventstore.maintenance.passes import StorePlace
from eventstore.matches.repository import MatchRepository
from eventstore.store.store import Store, UnreachableStore, UnusableStore

LOCAL: Final = "local"
"""The address of a temporary cluster on this machine, with one process a core."""

TIMEOUT_S: Final = 20
"""Seconds to wait for the first worker, and for another one when all are lost."""

_LOOK_S: Final = (0.005, 1.0)
"""Seconds between the looks for a task that is done, and between those for workers."""

RETRY_AFTER_S: Final = (0.5, 1, 2, 4, 8, 16)
"""Pauses of a worker before it tries again to reach the database; then the job ends with the error."""

_AHEAD: Final = 4
"""Tasks per core of the cluster that wait there, so that no worker is idle and memory stays flat."""

_Argument = TypeVar("_Argument")
_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class Cluster:
    """The workers of a cluster, which open the `store` of this client at a place."""

    client: Client
    store: Store
    place: StorePlace
    least_parts: ClassVar = 1

    def completed(
        self, work: Callable[[MatchRepository, _Argument], _Result], arguments: Iterable[_Argument]
    ) -> Iterator[tuple[_Argument, _Result]]:
        yield from completed(self.client, partial(self.place.work, work), arguments)
        retried(partial(self.store.read_all, limit=1))  # Replaces connections of before a restart of the database.


def completed(
    client: Client, work: Callable[[_Argument], _Result], arguments: Iterable[_Argument]
) -> Iterator[tuple[_Argument, _Result]]:
    """Every argument with its result, in the order of completion. Arguments are taken when there is room for them.

    Raises UnusableStore when the workers are lost, or when one does not see the store.
    """
    left = iter(arguments)
    first = list(islice(left, _AHEAD * max(1, sum(client.ncores().values()))))
    given: dict[Future[Any], _Argument] = {
        client.submit(retried, work, argument, pure=False): argument for argument in first
    }
    running = as_completed(list(given))
    while given:
        _wait_for_one(client, running)
        future = next(running)
        result: _Result = _result_of(future)
        argument = given.pop(future)
        for following in islice(left, 1):
            added = client.submit(retried, work, following, pure=False)
            given[added] = following
            running.add(added)
        yield argument, result


def retried(work: Callable[..., _Result], *arguments: Any) -> _Result:
    """The result of `work`, tried again for half a minute while the database does not answer."""
    for pause in RETRY_AFTER_S:
        try:
            return work(*arguments)
        except UnreachableStore:
            time.sleep(pause)
    return work(*arguments)


def _wait_for_one(client: Client, running: as_completed) -> None:
    """Wait until a future is done. Raises UnusableStore when there has been no worker for so long."""
    pause_s, between_s = _LOOK_S
    asked = alive = time.monotonic()
    while not running.has_ready():
        time.sleep(pause_s)
        if time.monotonic() - asked < between_s:
            continue
        asked = time.monotonic()
        with suppress(OSError, CommClosedError):  # A lost scheduler cancels all futures.
            alive = asked if client.ncores() else alive
        if asked - alive > TIMEOUT_S:
            raise UnusableStore(f"All workers of the cluster went away, and none came back in {TIMEOUT_S:g} seconds.")


def _result_of(future: "Future[Any]") -> Any:
    """The result of a future that is done. Raises UnusableStore when the cluster lost it for good."""
    try:
        return future.result()
    except (FutureCancelledError, CommClosedError):
        raise UnusableStore("The Dask scheduler went away before all was done; start again.") from None
    except KilledWorker:
        raise UnusableStore("Again and again a worker died of the same part; have they enough memory?") from None


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
