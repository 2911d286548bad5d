"""Log size on disk, and throughput of one process against a cluster on all cores; run with `make bench`.

All variants are measured alternately in the same run; the start of the cluster is not measured. No test asserts a time.
"""

import os
from collections.abc import Callable, Iterator
from time import perf_counter, process_time

import pytest
from distributed import LocalCluster
from pytest_benchmark.fixture import BenchmarkFixture

from bench import generated
from eventstore.maintenance import verification
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.store.sqlite import SqliteStore
from tests.eventstore.maintenance.test_cluster import rebuild, verify

LARGE = int(os.environ.get("PARTIE_SCALE", "10000"))
KINDS = {"score sheets": (LARGE, 0), "every move": (0, LARGE // 20)}
ROUNDS = 2


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    workers = os.cpu_count() or 1
    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address="127.0.0.1:0") as running:
        yield running.scheduler_address


@pytest.fixture(scope="module", params=list(KINDS))
def kind(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, SqliteStore]]:
    store = SqliteStore(tmp_path_factory.mktemp("cluster") / "a.db", synchronous="OFF")
    generated.fill(MatchRepository(store), *KINDS[request.param])
    yield request.param, store
    store.close()


def test_size(kind: tuple[str, SqliteStore]) -> None:
    name, store = kind
    ((events,),) = store.query("SELECT count(*) FROM events WHERE stream > 1")
    matches = sum(1 for _ in MatchRepository(store).ids())
    store.vacuum()
    size = store.path.stat().st_size
    print(f"\n{name}: {matches:,} matches, {events / matches:.1f} events each")
    print(f"  SQLite: {size / matches:,.0f} bytes a match, {size / events:.0f} an event")


@pytest.mark.parametrize("work", ["verify", "rebuild"])
def test_one_process_and_a_cluster(
    benchmark: BenchmarkFixture, kind: tuple[str, SqliteStore], address: str, work: str
) -> None:
    name, store = kind
    records = MatchRepository(store)
    library = MatchIndex(store, records)
    matches = sum(1 for _ in records.ids())
    ways: dict[str, Callable[[], object]] = {
        "verify alone": lambda: verification.verify(records),
        "verify cluster": lambda: verify(store, str(store.path), address),
        "rebuild alone": library.rebuild,
        "rebuild cluster": lambda: rebuild(store, library, str(store.path), address),
    }
    times: dict[str, list[tuple[float, float]]] = {way: [] for way in ways if way.startswith(work)}

    def by_turns() -> None:
        for way, taken in times.items():
            wall, processor = perf_counter(), process_time()
            ways[way]()
            taken.append((perf_counter() - wall, process_time() - processor))

    benchmark.pedantic(by_turns, rounds=ROUNDS)
    for way, taken in times.items():
        (wall, processor) = min(taken)
        print(f"\n{name}, {way}: {_rate(matches, wall)}; {_rate(matches, processor)} of this process's own time")


def _rate(number: int, seconds: float) -> str:
    return f"{number / seconds:,.0f} a second"
