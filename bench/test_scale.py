"""Cost per match by store size; run with `make bench`, PARTIE_SCALE=100000 for a larger store.

Each measurement alternates between a small and a large store; it prints the best rate in the large store and the ratio
of the cost per match in the large store to that in the small one. No test asserts a time.
"""

import os
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from time import perf_counter, process_time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bench import generated
from core.games import scoresheet
from eventstore import codec
from eventstore.maintenance.passes import Processes, place_of, start_processes
from eventstore.maintenance.rebuilding import rebuild
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.game import game_statistics
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.insights import InsightQuestion, insight
from eventstore.readmodels.overview import overview
from eventstore.readmodels.person import person_statistics
from eventstore.readmodels.suggestions import suggestions
from eventstore.readmodels.year import year_in_review
from eventstore.store.sqlite import SqliteStore
from importers.apps import bgstats
from importers.ingest import record_plays

LARGE = int(os.environ.get("PARTIE_SCALE", "10000"))
SMALL = LARGE // 10
FULL = 240
ROUNDS = 3
NEW = LARGE // 2

SAMPLES = sorted((Path(__file__).parent.parent / "tests" / "samples" / "bgstats").glob("*.json"))

Stores = dict[int, MatchRepository]


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stores]:
    """The small and the large store, by their number of matches."""
    folder = tmp_path_factory.mktemp("scale")
    made = {size: MatchRepository(SqliteStore(folder / f"{size}.db", synchronous="OFF")) for size in (SMALL, LARGE)}
    for size, records in made.items():
        generated.fill(records, size)
        generated.add_guest(records)
        library(records).catch_up()
    yield made
    for records in made.values():
        records.store.close()


def library(records: MatchRepository) -> MatchIndex:
    return MatchIndex(records.store, records)


def compare(benchmark: BenchmarkFixture, what: str, matches: dict[int, int], run: Callable[[int], object]) -> None:
    """`run` in both stores alternately; `matches` is the number of matches it processes in each store."""
    times: dict[int, list[float]] = {size: [] for size in matches}

    def both() -> None:
        for size in matches:
            start = perf_counter()
            run(size)
            times[size].append(perf_counter() - start)

    benchmark.pedantic(both, rounds=ROUNDS)
    best = {size: min(taken) for size, taken in times.items()}
    cost = {size: best[size] / number for size, number in matches.items()}
    ratio = cost[LARGE] / cost[SMALL]
    benchmark.extra_info |= {"matches/s": round(1 / cost[LARGE]), "cost ratio": round(ratio, 2)}
    print(
        f"\n{what}: {best[LARGE]:.2f} s, {1 / cost[LARGE]:,.0f} matches/s with {LARGE:,} matches;"
        f" a match costs {ratio:.2f} times what it does with {SMALL:,}"
    )


def test_rebuild(benchmark: BenchmarkFixture, stores: Stores) -> None:
    compare(benchmark, "rebuild", {size: size for size in stores}, lambda size: library(stores[size]).rebuild())


def test_rebuild_on_all_cores(benchmark: BenchmarkFixture, stores: Stores) -> None:
    """In turns with a rebuild in one process. The processor time of this process is what the other cores leave to it:
    on a busy machine it says more than the time on the clock.
    """
    store = stores[LARGE].store
    assert isinstance(store, SqliteStore)
    place, workers = place_of(store, str(store.path)), os.cpu_count() or 1

    def on_all_cores() -> None:
        with start_processes(workers) as pool:
            rebuild(store, library(stores[LARGE]), Processes(pool, workers, place))

    ways: dict[str, Callable[[], object]] = {
        "one process": lambda: library(stores[LARGE]).rebuild(),
        f"{workers} processes": on_all_cores,
    }
    times: dict[str, list[tuple[float, float]]] = {way: [] for way in ways}

    def in_turns() -> None:
        for way, run in ways.items():
            clock, processor = perf_counter(), process_time()
            run()
            times[way].append((perf_counter() - clock, process_time() - processor))

    benchmark.pedantic(in_turns, rounds=ROUNDS)
    (clock, processor), (fast_clock, fast_processor) = (
        [min(values) for values in zip(*taken, strict=True)] for taken in times.values()
    )
    print(
        f"\nrebuild of {LARGE:,} matches with {workers} processes: {fast_clock:.2f} s, {clock / fast_clock:.2f} times"
        f" as fast as with one; this process worked {processor / fast_processor:.2f} times less"
    )


def test_first_visit_after_an_import(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """The read tables of all new matches, and a person's page."""
    paths = iter(range(1_000))
    records: list[MatchRepository] = []

    def imported() -> None:
        records.append(MatchRepository(SqliteStore(tmp_path / f"{next(paths)}.db", synchronous="OFF")))
        generated.fill(records[-1], NEW)

    def visit() -> None:
        index, names = library(records[-1]), records[-1].people().current_names()
        person_statistics(index.population(), next(iter(names)), names)

    benchmark.pedantic(visit, setup=imported, rounds=ROUNDS)
    for each in records:
        each.store.close()
    print(f"\nfirst visit after an import of {NEW:,} matches: {benchmark.stats.stats.min:.2f} s at best")


def test_rebuild_of_every_move(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    records = MatchRepository(SqliteStore(tmp_path / "full.db", synchronous="OFF"))
    generated.fill(records, 0, FULL)
    times = []

    def rebuild() -> None:
        start = perf_counter()
        library(records).rebuild()
        times.append(perf_counter() - start)

    benchmark.pedantic(rebuild, rounds=ROUNDS)
    records.store.close()
    print(f"\nrebuild of matches with every move: {FULL / min(times):,.0f} matches/s at best")


def test_one_more_match(benchmark: BenchmarkFixture, stores: Stores) -> None:
    """Recording into a full store, including the update of the read tables."""
    added = 100
    lines = ('{"type":"PointsNoted","label":"final","points":[40,50]}', '{"type":"WinnersNamed","seats":[1]}')
    events = [codec.decode_event(scoresheet, line) for line in lines]

    def record(size: int) -> None:
        for _ in range(added):
            stores[size].start(scoresheet, generated.NAMES[:2], *events, options={"title": "Go"})
            library(stores[size]).catch_up()

    compare(benchmark, "one more match, listed", dict.fromkeys(stores, added), record)


@pytest.mark.parametrize("page", ["list", "person", "guest", "game", "overview", "year", "suggestions", "insight"])
def test_history_page(benchmark: BenchmarkFixture, stores: Stores, page: str) -> None:
    """The computation of one page on the server, from the read tables to its displayed numbers."""

    def shown(size: int) -> object:
        if page == "list":
            return library(stores[size]).count(game="Game 0"), library(stores[size]).matches(game="Game 0", limit=24)
        names = stores[size].people().current_names()
        match page:
            case "person":
                return person_statistics(library(stores[size]).population(), next(iter(names)), names)
            case "guest":  # A person with as many plays in either store.
                return person_statistics(library(stores[size]).population(), [*names][-1], names)
            case "overview":
                return overview(library(stores[size]), names)
            case "year":
                return year_in_review(library(stores[size]), names, "2020", next(iter(names)))
        if page == "suggestions":
            return suggestions(library(stores[size]), [*names][:3], 60, date(2026, 1, 1))
        if page == "game":
            return game_statistics(library(stores[size]).population(game="Game 0"), "Game 0")
        return insight(library(stores[size]).population(), names, InsightQuestion("above", "person"))

    compare(benchmark, f"page: {page}", {size: size for size in stores}, shown)


def test_import_of_bgstats(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """Durable writes, into an empty store each time."""
    plays = [play for sample in SAMPLES for play in bgstats.read(sample.read_bytes()).plays]
    paths = iter(range(1_000))

    def import_all() -> None:
        store = SqliteStore(tmp_path / f"{next(paths)}.db")
        assert len(list(record_plays(MatchRepository(store), plays))) == len(plays)
        store.close()

    benchmark.pedantic(import_all, rounds=ROUNDS)
    best = benchmark.stats.stats.min
    print(f"\nimport of {len(plays):,} plays: {best:.1f} s, {len(plays) / best:,.0f} plays/s")
