"""A cluster without workers, or one that stops: one sentence, without further waiting."""

import logging

import pytest
from distributed import LocalCluster

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.maintenance import cluster
from eventstore.matches.repository import MatchRepository
from eventstore.store.store import UnusableStore


@pytest.mark.slow
def test_a_scheduler_without_workers_is_told(records: MatchRepository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "TIMEOUT_S", 0.5)
    with (
        LocalCluster(n_workers=0, dashboard_address="127.0.0.1:0", silence_logs=50) as idle,
        pytest.raises(UnusableStore, match="has no workers"),
    ):
        cluster.verify(records.store, idle.scheduler_address)


@pytest.mark.slow
def test_a_scheduler_that_goes_away_is_told_in_one_sentence(
    records: MatchRepository, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger("distributed.client"), "disabled", True)  # As the command line does.
    for _ in range(20):
        records.start(scoresheet, ["Anna", "Ben"], PointsNoted("final", (1, 2)))
    with (
        LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=50) as running,
        pytest.raises(UnusableStore, match="went away before all was done"),
    ):
        cluster.verify(records.store, running.scheduler_address, progress=lambda done, of: running.close())
    assert capfd.readouterr().err == ""
