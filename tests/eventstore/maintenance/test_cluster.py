"""Verification and rebuild on a cluster find the same as one process, also after workers fail."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from distributed import Client, LocalCluster

from core.games import azacru, chocolatier, scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from eventstore.maintenance import dask_cluster, rebuilding, verification
from eventstore.maintenance.findings import Report
from eventstore.maintenance.passes import StorePlace, place_of
from eventstore.matches.match import MATCHES
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels import projector
from eventstore.readmodels.database import read_model_db
from eventstore.readmodels.index import MatchIndex
from eventstore.reviews.many import review_all
from eventstore.reviews.repository import ReviewRepository
from eventstore.reviews.task import compute, review_task
from eventstore.store.store import Append, NewEvent, Store, UnusableStore
from eventstore.store.store_url import is_file
from tests.eventstore.service.client import opened
from tests.patience import patience
from tests.recorded import record
from tests.stores import KINDS, change, empty
from tests.viewer.commands.terminal import Terminal
from viewer.commands.maintenance import TAMPERED

AT = "2026-11-21T12:00:00Z"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A scheduler with two processes that work for it."""
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=50) as running:
        yield running.scheduler_address


@pytest.fixture(scope="module", params=["postgres"])
def place(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a store that is not there yet."""
    return empty(request.param, tmp_path_factory.mktemp("cluster"))


@pytest.fixture(scope="module")
def store(place: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Sheets, a match with every move, forks of a fork, notes, a person forgotten, and one match each that is wrong."""
    store = opened(place, tmp_path_factory.mktemp("tables"))
    records = MatchRepository(store)
    for number in range(40):
        lines = (PointsNoted("one", (number % 7, 3)), PointsNoted("two", (1, 2)), WinnersNamed((number % 2,)))
        records.start(scoresheet, ["Anna", "Ben"], *lines, id=f"sheet{number}", played_on="2026-11-20", tags=["home"])
    record(records, "azul", chocolatier, ("Ben", "Cleo"), 5)
    records.fork(records.fork("azul", 9).id, 5)
    records.note("azul", 3, "Cleo?", bookmark=True)
    records.note("sheet1", 2, "was that right?", bookmark=True)
    (cleo,) = records.people().named("Cleo")
    records.people_repository.forget(cleo)
    for id, event, data in (
        ("sheet7", "PointsNoted", '{"label":3}'),  # Damaged: it cannot be read.
        ("sheet3", "PointsNoted", '{"label":"x","points":[1,2,3]}'),  # Today's rules refuse it.
    ):
        stream = MATCHES + id
        store.append(Append(stream, [NewEvent(event, data)], expected_version=len(store.read(stream)), by="x", at=AT))
    tampered = "UPDATE events SET recorded_at = '1999' WHERE version = 2 AND data LIKE '%[5,3]%'"
    change(place, tampered, triggers=False)
    yield store
    store.close()


def tables(store: Store) -> list[Any]:
    """All that stands in the read tables."""
    return [
        sorted(read_model_db(store).query(f"SELECT * FROM {table}"), key=repr)
        for table in ("projections", "matches", "seats", "tags", "bookmarks")
    ]


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some tasks for each worker."""
    monkeypatch.setattr(projector, "MATCHES_PER_WRITE", 8)
    monkeypatch.setattr(verification, "CHUNK_SIZE", 8)


def verify(
    store: Store, place: str, address: str, progress: Callable[[int, int], None] = lambda done, of: None
) -> Report:
    with dask_cluster.connected(address) as client:
        workers = dask_cluster.Cluster(client, store, place_of(store, place))
        return verification.verify(MatchRepository(store), progress=progress, workers=workers)


def rebuild(
    store: Store, index: MatchIndex, place: str, address: str, progress: Callable[[int], None] = lambda done: None
) -> int:
    with dask_cluster.connected(address) as client:
        workers = dask_cluster.Cluster(client, store, place_of(store, place))
        return rebuilding.rebuild(store, index, workers, progress, part=20)


@pytest.mark.slow
def test_the_findings_are_those_of_one_process(store: Store, place: str, address: str) -> None:
    progress_calls: list[tuple[int, int]] = []
    found = verify(store, place, address, lambda done, of: progress_calls.append((done, of)))
    assert found == verification.verify(MatchRepository(store))
    assert len(found.tampered) > 1
    assert len(found.damaged) == len(found.rules_changed) == 1
    total = len(list(store.streams()))
    assert progress_calls[0] == (0, total)
    assert progress_calls[-1] == (total, total)
    assert len(progress_calls) > 3


@pytest.mark.slow
def test_the_tables_and_statistics_are_those_of_one_process(store: Store, place: str, address: str) -> None:
    library = MatchIndex(store, MatchRepository(store))
    number = library.rebuild()
    made, played, details = tables(store), library.played(), library.details()
    with read_model_db(store).transaction() as connection:
        connection.execute("DELETE FROM matches")
    assert rebuild(store, library, place, address) >= number == 43  # A match in several parts is folded for each.
    assert tables(store) == made
    assert (library.played(), library.details()) == (played, details)
    assert library.catch_up() == 0


@pytest.mark.slow
def test_a_rebuild_whose_client_was_ended_goes_on(store: Store, place: str, address: str) -> None:
    library = MatchIndex(store, MatchRepository(store))
    library.rebuild()
    made = tables(store)

    def end(done: int) -> None:
        if done >= 16:
            raise ConnectionAbortedError

    with pytest.raises(ConnectionAbortedError):
        rebuild(store, library, place, address, end)
    assert 0 < rebuild(store, library, place, address) < 43
    assert tables(store) == made


@pytest.mark.slow
def test_a_killed_worker_costs_only_time(store: Store, place: str, address: str) -> None:
    with Client(address) as client:
        before = set(client.run(os.getpid).values())
        killed = list[int]()

        def kill_one(done: int, of: int) -> None:
            if done and not killed:
                killed.append(min(before))
                os.kill(killed[0], signal.SIGKILL)

        found = verify(store, place, address, kill_one)
        client.wait_for_workers(2, timeout=patience(60))
    assert killed
    assert found == verification.verify(MatchRepository(store))


@pytest.mark.slow
@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_a_worker_that_finds_another_store_ends_the_job(store: Store, address: str, tmp_path: Path) -> None:
    another = empty("sqlite", tmp_path)
    with pytest.raises(UnusableStore, match="There is no store at"):
        verify(store, another, address)
    with closing(opened(another, tmp_path)) as other:
        MatchRepository(other).start(scoresheet, ["Dora", "Emil"], PointsNoted("one", (1, 2)))
    with pytest.raises(UnusableStore, match="A worker finds another store at"):
        verify(store, another, address)


def test_no_log_of_dask_shows_the_password_of_an_address() -> None:
    place = StorePlace("postgresql://anna:secret@db.example/partie", "")
    assert repr(partial(place.work, verification.compare)).count("secret") == 0
    assert "db.example/partie" in repr(place)


@pytest.mark.slow
@pytest.mark.parametrize("place", KINDS, indirect=True)
def test_the_commands_work_on_a_cluster(
    store: Store, place: str, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    partie = Terminal(place)
    alone = partie("verify", "--json", code=TAMPERED)
    assert partie("verify", "--json", "--cluster", address, code=TAMPERED) == alone
    assert partie("rebuild", "--cluster", "local" if is_file(place) else address).split(",")[0] == "43 matches"
    assert partie("verify", "--cluster", "nowhere://1", code=1) == "No Dask scheduler answers at nowhere://1.\n"


@pytest.mark.slow
def test_workers_review_the_matches_that_have_no_review(store: Store, place: str, address: str) -> None:
    matches, reviews = MatchRepository(store), ReviewRepository(store)
    ids = ["a", "b", "c"]
    for id in ids:
        record(matches, id, azacru, ("Anna", "Ben"), 5, events=2)
    task = review_task(matches, "a", "quick")
    reviews.keep(task.key, task.version, task.run())
    calls: list[tuple[int, int]] = []
    with dask_cluster.connected(address) as client:
        run = partial(review_all, matches, reviews, [*ids, "sheet1"], "quick")
        result = run(partial(dask_cluster.completed, client, compute), lambda done, of: calls.append((done, of)))
    assert (result.new, result.kept, list(result.failed)) == (2, 1, ["sheet1"])
    assert sorted(calls) == [(done, 4) for done in range(1, 5)]
    for id in ids:
        task = review_task(matches, id, "quick")
        assert reviews.review(task.key) == task.run()
    assert run(iter).kept == 3
