"""A cluster without workers, or one that stops, is told in one sentence; a restart of the database is waited for."""

import logging
from contextlib import closing
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

import pytest
from distributed import Client, LocalCluster

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.maintenance import dask_cluster, verification
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.database import read_model_db
from eventstore.readmodels.index import MatchIndex
from eventstore.store.postgres import PostgresStore
from eventstore.store.store import UnusableStore
from tests.eventstore.maintenance.test_cluster import rebuild, tables, verify
from tests.postgres import command, new_server


@pytest.mark.slow
def test_a_scheduler_without_workers_is_told(records: MatchRepository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_cluster, "TIMEOUT_S", 0.5)
    with (
        LocalCluster(n_workers=0, dashboard_address="127.0.0.1:0", silence_logs=50) as idle,
        pytest.raises(UnusableStore, match="has no workers"),
    ):
        verify(records.store, str(records.store.path), idle.scheduler_address)


@pytest.mark.slow
def test_workers_that_go_away_for_good_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_cluster, "TIMEOUT_S", 1)
    with (
        LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=50) as running,
        Client(running) as client,
    ):
        done = dask_cluster.completed(client, str, range(100))
        assert next(done) in [(number, str(number)) for number in range(100)]
        running.scale(0)
        with pytest.raises(UnusableStore, match="All workers of the cluster went away"):
            list(dask_cluster.completed(client, str, range(100)))


@pytest.mark.slow
def test_a_scheduler_that_goes_away_is_told_in_one_sentence(
    records: MatchRepository, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger("distributed.client"), "disabled", True)  # As the command line does.
    monkeypatch.setattr(verification, "CHUNK_SIZE", 1)
    for _ in range(20):
        records.start(scoresheet, ["Anna", "Ben"], PointsNoted("final", (1, 2)))

    def close(done: int, of: int) -> None:
        if done:
            running.close()

    with (
        LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=50) as running,
        pytest.raises(UnusableStore, match="went away before all was done"),
    ):
        verify(records.store, str(records.store.path), running.scheduler_address, close)
    assert capfd.readouterr().err == ""


@pytest.mark.slow
def test_a_restart_of_the_database_costs_only_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verification, "CHUNK_SIZE", 1)
    folder = Path(mkdtemp(prefix="partie-pg-"))  # A short path, because the paths of sockets are limited.
    server = new_server(folder / "data", start=True)
    restarts, at_most = list[int](), 0

    def restart(done: int, of: int = 40) -> None:
        if 0 < done < of and len(restarts) == at_most:
            restarts.append(done)
            now = ["restart", "-m", "immediate", "-w"]
            command(server, "pg_ctl", *now, "-D", server.pgdata, "-l", server.pgdata / "restart.log")

    try:
        address = str(server.get_uri())
        with closing(PostgresStore(address)) as store:
            matches = MatchRepository(store)
            for _ in range(40):
                matches.start(scoresheet, ["Anna", "Ben"], PointsNoted("final", (1, 2)))
            index = MatchIndex(store, matches)
            index.rebuild()
            made = tables(store)
            options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": "127.0.0.1:0", "silence_logs": 50}
            with LocalCluster(**options) as running:
                report = verify(store, address, running.scheduler_address, restart)
                with read_model_db(store).transaction() as connection:
                    connection.execute("DELETE FROM matches")
                at_most = 1
                # The number of matches folded says little: a part that was written before its worker lost the database
                # is not folded again.
                rebuild(store, index, address, running.scheduler_address, restart)
            assert tables(store) == made
            assert verification.verify(matches).is_whole
        assert len(restarts) == 2
        assert report.is_whole
        assert report.matches == 40
    finally:
        command(server, "pg_ctl", "stop", "-m", "immediate", "-w", "-D", server.pgdata)
        rmtree(folder, ignore_errors=True)
