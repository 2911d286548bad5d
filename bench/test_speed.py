"""Speed of the hot paths, as ratios or rates within one run; run with `make bench`. No test asserts a time."""

import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path

import openpyxl
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bench.generated import references
from bench.rates import rate
from core.games import chocolatier
from eventstore import codec
from eventstore.matches.repository import MatchRepository
from eventstore.store.sqlite import _INSERT, SqliteStore, sqlite3
from eventstore.store.store import Append, NewEvent
from importers.tables import table

ROW = NewEvent("TilesTaken", '{"seat":1,"source":3,"color":"blue","line":4}', state_digest="0123456789abcdef")
AT = "2026-11-21T12:00:00.000Z"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(tmp_path / "bench.db")
    yield store
    store.close()


def test_refusal_and_evolve(benchmark: BenchmarkFixture) -> None:
    played = [
        (chocolatier.setup(len(players), codec.decode_options(chocolatier, options)), events)
        for players, options, events in references()
    ]

    def fold() -> None:
        for state, events in played:
            for event in events:
                if chocolatier.refusal(state, event) is None:
                    state = chocolatier.evolve(state, event)

    rate(benchmark, "events", sum(len(events) for _, events in played), fold)


def test_legal_moves(benchmark: BenchmarkFixture) -> None:
    states = []
    for players, options, events in references():
        state = chocolatier.setup(len(players), codec.decode_options(chocolatier, options))
        for event in events:
            state = chocolatier.evolve(state, event)
            states.append(state)
    rate(benchmark, "positions", len(states), lambda: [sum(1 for _ in chocolatier.legal_moves(s)) for s in states])


def test_store_to_all_states(benchmark: BenchmarkFixture, store: SqliteStore) -> None:
    records = MatchRepository(store)
    ids = [
        records.start(chocolatier, players, *events, options=options).id for players, options, events in references()
    ]
    rate(benchmark, "matches", len(ids), lambda: [records.match(id).frames for id in ids])


def appended(store: SqliteStore, batch: int) -> Callable[[], object]:
    rows, version = [ROW] * batch, iter(range(0, 10_000_000, batch))
    return lambda: store.append(Append("matches/bench", rows, expected_version=next(version), by="bench", at=AT))


def by_hand(store: SqliteStore, batch: int) -> Callable[[], object]:
    """A minimal sqlite3 implementation: the same rows, the same kind of file, the same durability."""
    connection = sqlite3.connect(store.path.with_suffix(".hand"), isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    schema = store.database.query("SELECT sql FROM sqlite_master WHERE tbl_name IN ('events', 'streams') AND sql > ''")
    for row in schema:
        connection.execute(row["sql"])
    connection.execute("INSERT INTO streams VALUES (1, 'matches/bench')")
    version = iter(range(1, 10_000_000))

    def insert() -> None:
        rows: Sequence[tuple[object, ...]] = [
            (1, next(version), ROW.type, 1, ROW.data, None, None, "bench", AT, None, ROW.state_digest, bytes(32))
            for _ in range(batch)
        ]
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany(_INSERT, rows)
        connection.execute("COMMIT")

    return insert


@pytest.mark.parametrize("batch", [1, 100])
def test_append_against_bare_sqlite(benchmark: BenchmarkFixture, store: SqliteStore, batch: int) -> None:
    """Both alternate in the same run, so that load on the machine affects both equally."""
    from time import perf_counter

    ours, hand = appended(store, batch), by_hand(store, batch)
    times: dict[str, list[float]] = {"ours": [], "hand": []}

    def both() -> None:
        for name, write in (("ours", ours), ("hand", hand)):
            start = perf_counter()
            for _ in range(20):
                write()
            times[name].append(perf_counter() - start)

    benchmark.pedantic(both, rounds=60, warmup_rounds=2)
    medians = {name: sorted(measured)[len(measured) // 2] for name, measured in times.items()}
    ratio = medians["hand"] / medians["ours"]
    benchmark.extra_info |= {"ratio to bare sqlite3": round(ratio, 2)}
    rates = {name: f"{20 * batch / median:,.0f}" for name, median in medians.items()}
    print(f"\nappend of {batch}: {rates['ours']} events/s, bare sqlite3 {rates['hand']}; ratio {ratio:.2f}")


def test_workbook_of_100_000_rows(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """Reading alone; what is recorded afterwards is measured by matches."""
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Plays")
    sheet.append(["Id", "Date", "Game", "Player", "Score", "Winner"])
    for row in range(100_000):
        play, seat = divmod(row, 4)
        day = date(2000, 1, 1) + timedelta(days=play // 10)
        sheet.append([play, day, f"Game {play % 40}", f"Player {(play + seat) % 6}", row % 150, seat == 0])
    book.save(tmp_path / "plays.xlsx")
    data = (tmp_path / "plays.xlsx").read_bytes()
    benchmark.pedantic(lambda: table.read(data), rounds=2)
    tracemalloc.start()
    assert len(table.read(data).plays) == 25_000
    peak = tracemalloc.get_traced_memory()[1] / 1e6
    tracemalloc.stop()
    print(f"\n100,000 rows of a workbook: {benchmark.stats.stats.min:.1f} s, at most {peak:.0f} MB")
