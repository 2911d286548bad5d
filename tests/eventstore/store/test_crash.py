"""Programs are killed while they write, again and again: every acknowledged event is there, and the store is whole."""

import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from core.games import scoresheet
from eventstore.maintenance.verification import verify
from eventstore.matches.repository import MatchRepository
from eventstore.store import locking
from eventstore.store.sqlite import SqliteStore
from tests.served import Served, served
from tests.torture import Torture
from tests.writers import Recorder, broken_promises, kill, noted, writers

WRITERS = DEVICES = 3


@pytest.mark.slow
@pytest.mark.torture("kill")
def test_nothing_acknowledged_is_lost_when_the_service_and_other_writers_are_killed(
    tmp_path: Path, torture: Torture
) -> None:
    path, rng = tmp_path / "partie.db", torture.rng()
    notes = [tmp_path / f"writer{number}" for number in range(WRITERS)]
    recorders = [Recorder(f"device{number}") for number in range(DEVICES)]
    SqliteStore(path).close()
    for _ in torture.rounds(2, 100):
        store = SqliteStore(path)
        shared = MatchRepository(store).start(scoresheet, ["Anna", "Ben"]).id
        store.close()
        with (
            service_under_load(path, tmp_path, recorders, shared) as service,
            writers(path, notes, shared=shared) as programs,
        ):
            victims = [lambda each=each: kill(each) for each in programs] + [service.process.kill]
            rng.shuffle(victims)
            for kill_one in victims:
                time.sleep(rng.uniform(0, 0.1))
                kill_one()
        store = SqliteStore(path)
        acknowledged = [*map(noted, notes), *(recorder.acknowledged for recorder in recorders)]
        assert broken_promises(store, acknowledged) == []
        store.close()
    store = SqliteStore(path)
    report = verify(MatchRepository(store))
    assert report.is_whole
    assert not report.rules_changed
    store.close()
    by_service = sum(len(recorder.acknowledged) for recorder in recorders)
    torture.report(
        f"{torture.done} rounds, {torture.done * (WRITERS + 1)} processes killed;"
        f" {sum(map(len, acknowledged)):,} events acknowledged ({by_service:,} by the service),"
        " none lost or doubled, all in order"
    )


@contextmanager
def service_under_load(path: Path, folder: Path, recorders: list[Recorder], shared: str) -> Iterator[Served]:
    """A service, once every recorder has recorded an event through it; the caller kills it."""
    before = [len(recorder.acknowledged) for recorder in recorders]
    with ThreadPoolExecutor(len(recorders)) as pool, served(path, folder, "--no-viewer") as service:
        devices = [pool.submit(recorder.record, service.address, shared) for recorder in recorders]
        try:
            while not all(len(recorder.acknowledged) > size for recorder, size in zip(recorders, before, strict=True)):
                assert not any(map(Future.done, devices)), service.log.read_text()
                time.sleep(0.005)
            yield service
        finally:
            service.process.kill()
            service.process.join(30)
        for device in devices:
            device.result(30)


class HastyStore(SqliteStore):
    """Acknowledges before it commits, which it does for twenty writes at once."""

    _writes = 0

    @contextmanager
    def transaction(self) -> Iterator[Any]:
        connection = self.database.conn
        if not connection.in_transaction:
            locking.begin_immediate(connection, 5)
        yield connection
        self._writes += 1
        if self._writes % 20 == 0:
            connection.execute("COMMIT")


@pytest.mark.slow
def test_a_store_that_acknowledges_before_it_commits_is_found_out(tmp_path: Path) -> None:
    """Or else the test above could not fail."""
    path, notes = tmp_path / "partie.db", [tmp_path / "writer"]
    for _ in range(10):
        with writers(path, notes, opened=HastyStore) as (writer,):
            kill(writer)
        store = SqliteStore(path)
        found = broken_promises(store, map(noted, notes))
        store.close()
        if found:
            break
    assert found
    assert all("is not in" in sentence for sentence in found)
