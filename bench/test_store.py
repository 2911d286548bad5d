"""The SQLite store under load, as ratios within one run; run with `make bench`. No test asserts a time."""

import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from copy import deepcopy
from functools import cache
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from pydantic import TypeAdapter

from bench.generated import references
from bench.test_speed import AT, ROW
from core import record
from core.games import chocolatier
from core.games.chocolatier import TilesTaken
from core.record_events import RECORD_EVENTS, Entry, MatchStarted
from eventstore import codec
from eventstore.maintenance.backup import backup
from eventstore.maintenance.passes import Processes, place_of, start_processes
from eventstore.maintenance.verification import verify
from eventstore.matches.match import MATCHES as MATCH_STREAMS
from eventstore.matches.repository import MatchRepository
from eventstore.store import locking
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import Append, UnusableStore

SECONDS = 2.0
CLIENTS = 8
MATCHES = 2_400
EVENTS = RECORD_EVENTS + chocolatier.EVENTS


# Several processes.


def plainly(connection: Any, timeout_s: float) -> None:
    """Lock with SQLite's own busy timeout."""
    connection.execute(f"PRAGMA busy_timeout={round(timeout_s * 1000)}")
    connection.execute("BEGIN IMMEDIATE")


def in_a_queue(connection: Any, timeout_s: float) -> None:
    """Queue with two byte-range locks on a file, so that the last writer goes to the end of the queue."""
    import fcntl

    (file,) = QUEUES
    fcntl.lockf(file, fcntl.LOCK_UN, 1, 1)  # Held since the last turn: from here on another process may write.
    fcntl.lockf(file, fcntl.LOCK_EX, 1, 0)
    fcntl.lockf(file, fcntl.LOCK_EX, 1, 1)
    fcntl.lockf(file, fcntl.LOCK_UN, 1, 0)
    plainly(connection, timeout_s)


WAYS = {
    "SQLite's busy timeout": plainly,
    "uneven retries, ours": locking.begin_immediate,
    "queue of file locks": in_a_queue,
}
QUEUES: list[int] = []


def write(path: Path, way: str, number: int, gate: Any, results: Any) -> None:
    """Append continuously; reports the number of turns, and the longest wait and the 99th percentile in seconds."""
    waits, turns = list[float](), 0

    def timed(connection: Any, timeout_s: float) -> None:
        since = time.perf_counter()
        try:
            WAYS[way](connection, timeout_s)
        finally:
            waits.append(time.perf_counter() - since)

    store = SqliteStore(path)
    QUEUES.append(os.open(path.with_name("queue"), os.O_CREAT | os.O_RDWR))
    locking.begin_immediate = timed
    gate.wait()
    until = time.perf_counter() + SECONDS
    while time.perf_counter() < until:
        with suppress(UnusableStore):  # The wait timed out; the longest wait shows it.
            store.append(Append(f"matches/{number}", [ROW], expected_version=turns, by="bench", at=AT))
            turns += 1
    results.put((turns, max(waits), sorted(waits)[len(waits) * 99 // 100]))
    store.close()


def test_turns_of_eight_programs(tmp_path: Path) -> None:
    fresh = multiprocessing.get_context("spawn")
    for place, way in enumerate(WAYS):
        path = tmp_path / str(place) / "a.db"
        SqliteStore(path).close()
        gate, results = fresh.Barrier(CLIENTS), fresh.Queue()
        writers = [fresh.Process(target=write, args=(path, way, number, gate, results)) for number in range(CLIENTS)]
        for one in writers:
            one.start()
        measured = [results.get(timeout=120) for _ in writers]
        for one in writers:
            one.join()
        turns = [taken for taken, _, _ in measured]
        print(
            f"\n{way}: {CLIENTS} programs, turns of each {min(turns):,} to {max(turns):,},"
            f" {sum(turns) / SECONDS:,.0f} a second in all; longest wait"
            f" {1000 * max(longest for _, longest, _ in measured):,.0f} ms,"
            f" 99th percentile {1000 * max(late for _, _, late in measured):,.0f} ms"
        )


# Several threads.


def appended_by_threads(store: SqliteStore, name: str, turn: AbstractContextManager[Any]) -> float:
    """Appends per second of all threads together, each append within `turn`."""
    counts, until = [0] * CLIENTS, time.perf_counter() + SECONDS / 4

    def go_on(thread: int) -> None:
        while time.perf_counter() < until:
            with turn:
                store.append(
                    Append(f"matches/{name}{thread}", [ROW], expected_version=counts[thread], by="bench", at=AT)
                )
            counts[thread] += 1

    threads = [threading.Thread(target=go_on, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / (SECONDS / 4)


def test_group_commit(tmp_path: Path) -> None:
    """Both alternate in the same run, so that load on the machine affects both equally."""
    store = SqliteStore(tmp_path / "a.db")
    together, alone = list[float](), list[float]()
    for turn in range(8):
        alone.append(appended_by_threads(store, f"alone {turn} ", threading.Lock()))
        together.append(appended_by_threads(store, f"together {turn} ", nullcontext()))
    store.close()
    ratio = median(one / other for one, other in zip(together, alone, strict=True))
    print(
        f"\n{CLIENTS} threads: {median(together):,.0f} appends/s together, {median(alone):,.0f} one by one;"
        f" ratio {ratio:.1f}"
    )


def test_reading_beside_a_busy_thread(tmp_path: Path) -> None:
    """The load of two parallel pages, or of a page and the service."""
    store, over = SqliteStore(tmp_path / "a.db", synchronous="OFF"), threading.Event()
    store.append(Append("matches/long", [ROW] * 1_000, expected_version=0, by="bench", at=AT))

    def reading() -> float:
        since = time.perf_counter()
        store.read("matches/long")
        return time.perf_counter() - since

    def compute() -> None:
        while not over.is_set():
            sum(range(10_000))

    alone = median(reading() for _ in range(20))
    busy = threading.Thread(target=compute)
    busy.start()
    beside = median(reading() for _ in range(20))
    over.set()
    busy.join()
    store.close()
    print(f"\n1,000 rows read in {1000 * alone:.1f} ms, beside a busy thread in {1000 * beside:.1f} ms")


# The whole log.


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MatchRepository]:
    """Reference matches with all their moves."""
    records = MatchRepository(SqliteStore(tmp_path_factory.mktemp("full") / "full.db", synchronous="OFF"))
    for turn in range(-(-MATCHES // len(references()))):
        for number, one in enumerate(references()):
            records.start(chocolatier, one.players, *one.events, options=one.options, id=f"{turn}x{number}")
    yield records
    records.store.close()


def test_read_decode_fold(full: MatchRepository) -> None:
    """Upper bound for the benefit of snapshots: they would save at most the folding of a whole match."""
    ids = list(islice(full.ids(), MATCHES // 10))
    events, each = 0, dict[str, float]()
    for id in ids * 3:
        since = time.perf_counter()
        match = full.match(id)
        events += len(match.frames)
        each[id] = min(each.get(id, 9.0), time.perf_counter() - since)
    print(
        f"\nread, decoded and folded: {events / 3 / sum(each.values()):,.0f} events/s on one core;"
        f" a match of {events / 3 / len(ids):.0f} events takes {1000 * median(each.values()):.1f} ms,"
        f" the longest {1000 * max(each.values()):.1f} ms: no snapshot can save more"
    )


def test_folding_with_our_readers_and_with_those_of_pydantic(full: MatchRepository) -> None:
    """The same rows, read from SQLite, decoded and folded, by turns in one run."""
    ids, ours = list(islice(full.ids(), MATCHES // 40)), codec.readers(EVENTS)
    of_pydantic = {key: TypeAdapter(cls).validator.validate_json for key, cls in zip(ours, EVENTS, strict=True)}
    each = dict[tuple[str, bool], float]()
    for is_ours in (True, False) * 5:
        for id in ids:
            since = time.perf_counter()
            rows, decode = full.store.read(MATCH_STREAMS + id), ours if is_ours else of_pydantic
            log = [Entry(row.version, decode[row.type, row.schema_version](row.data)) for row in rows]
            header: MatchStarted = log[0].event
            options = codec.decode_options(chocolatier, header.options)
            assert record.fold(chocolatier, log, options).frames
            each[id, is_ours] = min(each.get((id, is_ours), 9.0), time.perf_counter() - since)
    times = [sum(time for (_, by), time in each.items() if by is is_ours) for is_ours in (True, False)]
    print(f"\nread, decoded and folded with our readers in {times[0] / times[1]:.2f} times the time of pydantic's")


def test_verify_on_two_cores(full: MatchRepository) -> None:
    assert isinstance(full.store, SqliteStore)
    place, times = place_of(full.store, str(full.store.path)), dict[int, float]()
    for workers in (1, 2, 1, 2):
        since = time.perf_counter()
        with start_processes(workers) as pool:
            report = verify(full, workers=Processes(pool, workers, place) if workers > 1 else None)
        times[workers] = min(times.get(workers, 1e9), time.perf_counter() - since)
    print(
        f"\nverified: {report.events / times[1]:,.0f} events/s on one core,"
        f" {times[1] / times[2]:.2f} times that on two, their start included"
    )


def test_size_of_an_event(full: MatchRepository) -> None:
    assert isinstance(full.store, SqliteStore)
    backup(full.store, path := full.store.path.with_name("copy.db"))
    events = full.store.query("SELECT count(*) FROM events")[0][0]
    json = full.store.query("SELECT sum(length(data)) FROM events")[0][0]
    print(f"\n{path.stat().st_size / events:,.0f} bytes an event on disk, {json / events:,.0f} of them its own")


# Single appends, compared with a library.


@cache
def table() -> Any:
    """An aggregate of the `eventsourcing` library; created once, because the library registers classes by name."""
    domain = pytest.importorskip("eventsourcing.domain")

    class Table(domain.Aggregate):
        @domain.event("TilesTaken")
        def take(self, seat: int, source: int, color: str, line: int) -> None:
            self.last = (seat, source, color, line)

    return Table()


def by_eventsourcing(path: Path) -> Callable[[], object]:
    """Saves one more event in the usual way of the library; SQLite syncs each event."""
    application = pytest.importorskip("eventsourcing.application")
    kept = application.Application({"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)})
    one = deepcopy(table())

    def save() -> None:
        one.take(seat=1, source=3, color="blue", line=4)
        kept.save(one)

    return save


def by_us(path: Path) -> Callable[[], object]:
    """Saves the same event."""
    store, versions = SqliteStore(path), iter(range(10_000_000))
    taken = TilesTaken(1, 3, "blue", 4)
    return lambda: store.append(
        Append("matches/bench", [codec.row(taken)], expected_version=next(versions), by="bench", at=AT)
    )


MEMORY = Path("/dev/shm")


@pytest.mark.parametrize(
    ("where", "folder"),
    [
        ("on this disk", None),
        pytest.param(
            "where a sync takes no time",
            MEMORY,
            marks=pytest.mark.skipif(not MEMORY.is_dir(), reason=f"There is no {MEMORY} here."),
        ),
    ],
)
def test_append_against_eventsourcing(where: str, folder: Path | None) -> None:
    """Both alternate in the same run, so that load on the machine affects both equally."""
    times: dict[str, list[float]] = {"ours": [], "theirs": []}
    with TemporaryDirectory(dir=folder) as place:
        ways = {"ours": by_us(Path(place) / "ours.db"), "theirs": by_eventsourcing(Path(place) / "theirs.db")}
        for _ in range(60):
            for name, save in ways.items():
                since = time.perf_counter()
                for _ in range(20):
                    save()
                times[name].append(time.perf_counter() - since)
    rates = {name: 20 / median(taken) for name, taken in times.items()}
    print(
        f"\nappend of 1 {where}: {rates['ours']:,.0f} events/s, eventsourcing {rates['theirs']:,.0f};"
        f" ratio {rates['ours'] / rates['theirs']:.2f}"
    )
