"""Passes over a whole store in further processes, each of which opens the store itself: those of this machine here,
those of a cluster in `dask_cluster`.
"""

import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any, ClassVar, Final, Protocol, TypeVar

from eventstore.matches.repository import MatchRepository
from eventstore.process_settings import apply_process_settings
from eventstore.store.open_store import open_store, require_existing
from eventstore.store.store import CorruptStore, Store, UnusableStore
from eventstore.store.store_url import is_file, redacted_url

AHEAD: Final = 2
"""Tasks per process that run, wait or are done and not yet taken, so that memory stays flat."""

_Argument = TypeVar("_Argument")
_Result = TypeVar("_Result")


class StoreWorkers(Protocol):
    """Processes that work on the store."""

    @property
    def least_parts(self) -> int:
        """Minimum number of parts of a pass for which they save time."""

    def completed(
        self, work: Callable[[MatchRepository, _Argument], _Result], arguments: Iterable[_Argument]
    ) -> Iterator[tuple[_Argument, _Result]]:
        """Every argument with its result, in any order. Arguments are taken when there is room for them."""


@dataclass(frozen=True, slots=True, repr=False)
class StorePlace:
    """The address under which workers open the store, and the checkpoint `first` after its first row, by which they
    recognize it. Logs show it without a password.
    """

    address: str
    first: str

    def __repr__(self) -> str:
        return f"StorePlace({redacted_url(self.address)})"

    @contextmanager
    def opened(self) -> Iterator[MatchRepository]:
        """The matches of the store. Raises UnusableStore when this machine has none there, or another one."""
        require_existing(self.address)
        with closing(open_store(self.address)) as store:
            if self.first and not store.holds(self.first):
                raise UnusableStore(f"A worker finds another store at {redacted_url(self.address)}.")
            yield MatchRepository(store)

    def work(self, work: Callable[[MatchRepository, Any], _Result], argument: Any) -> _Result:
        with self.opened() as matches:
            return work(matches, argument)


def place_of(store: Store, address: str) -> StorePlace:
    """The place of an open store; the path of a file is made absolute."""
    whole = str(Path(address).absolute()) if is_file(address) else address
    try:
        return StorePlace(whole, store.read_all(limit=1).checkpoint)
    except CorruptStore:  # It is not recognized, but what can be read is checked.
        return StorePlace(whole, "")


def start_processes(number: int) -> ProcessPoolExecutor:
    """Processes of this machine; to be called before a store is opened.

    On Linux they are forks of this process, if it has one thread only, and work at once; a new process would first
    import Partie for 1 s.
    """
    if sys.platform != "linux" or threading.active_count() > 1:
        return ProcessPoolExecutor(number, get_context("spawn"), apply_process_settings)
    pool = ProcessPoolExecutor(number, get_context("fork"), apply_process_settings)
    pool.submit(int)  # The first task starts all processes.
    return pool


@dataclass(frozen=True, slots=True)
class Processes:
    """The `number` of processes of this machine in a pool, which open the store at a place."""

    pool: Executor
    number: int
    place: StorePlace
    least_parts: ClassVar = 8

    def completed(
        self, work: Callable[[MatchRepository, _Argument], _Result], arguments: Iterable[_Argument]
    ) -> Iterator[tuple[_Argument, _Result]]:
        given = deque[tuple[_Argument, Future[_Result]]]()
        for argument in arguments:
            given.append((argument, self.pool.submit(self.place.work, work, argument)))
            if len(given) >= AHEAD * self.number:
                done, future = given.popleft()
                yield done, future.result()
        yield from ((done, future.result()) for done, future in given)
