"""PostgreSQL restarts repeatedly while writers append: acknowledged events are present once."""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from random import Random
from shutil import rmtree
from tempfile import mkdtemp
from threading import Event

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.maintenance.verification import verify
from eventstore.matches.match import UnknownMatch
from eventstore.matches.repository import MatchRepository
from eventstore.store.postgres import PostgresStore
from eventstore.store.store import Conflict, UnusableStore
from tests.postgres import command, new_server
from tests.torture import Torture
from tests.writers import LENGTH, Noted, broken_promises

WRITERS = 4


@contextmanager
def own_server():
    folder = Path(mkdtemp(prefix="partie-pg-"))  # A short name, as sockets stand in it.
    server = new_server(folder / "data")
    server.start()
    try:
        yield server
    finally:
        command(server, "pg_ctl", "stop", "-m", "immediate", "-D", server.pgdata)
        rmtree(folder, ignore_errors=True)


class Writer:
    """Records and goes on through everything, with the same key until it is answered."""

    def __init__(self, name: str, records: MatchRepository, shared: str, over: Event) -> None:
        self.acknowledged = list[Noted]()
        self.sentences = list[str]()
        self._name, self._records, self._shared, self._over = name, records, shared, over

    def __call__(self) -> None:
        id = ""
        for number in count():
            if number % LENGTH == 0:
                id = self._through(lambda: self._records.start(scoresheet, ["Anna", "Ben"]).id)
            event = Noted(self._shared if number % 5 == 4 else id, f"{self._name}-{number}")
            self._through(lambda event=event: self._record(event))
            if self._over.is_set():
                return
            self.acknowledged.append(event)

    def _record(self, event: Noted) -> None:
        with suppress(UnknownMatch):  # Its acknowledged match is lost; so this event will be missing, and counted.
            self._records.record(event.id, PointsNoted(event.label, (1, None)), idempotency_key=event.label)

    def _through(self, call):
        while not self._over.is_set():
            try:
                return call()
            except Conflict:
                continue
            except UnusableStore as error:
                self.sentences.append(str(error))
                self._over.wait(0.02)
        return None


def restarted(folder: Path, rng: Random, rounds: Iterable[int], **settings: str) -> tuple[list[str], list[Writer]]:
    """Stop and start the server under its writers in every round; what is not as it must be then."""
    over = Event()
    with own_server() as server, ThreadPoolExecutor(WRITERS) as pool:
        options = "%20".join(f"-c{name}%3D{value}" for name, value in settings.items())
        address = server.get_uri()
        address += f"{'&' if '?' in address else '?'}options={options}"
        store = PostgresStore(address)
        shared = MatchRepository(store).start(scoresheet, ["Anna", "Ben"]).id
        writers = [Writer(f"writer{number}", MatchRepository(store), shared, over) for number in range(WRITERS)]
        running = [pool.submit(writer) for writer in writers]
        try:
            for _ in rounds:
                before = [len(writer.acknowledged) for writer in writers]
                while not all(len(each.acknowledged) > size for each, size in zip(writers, before, strict=True)):
                    assert not any(each.done() for each in running)
                    over.wait(0.01)
                over.wait(rng.uniform(0, 0.3))
                command(server, "pg_ctl", "restart", "-m", "immediate", "-w", "-D", server.pgdata)
        finally:
            over.set()
        for each in running:
            each.result(60)
        found = broken_promises(store, [writer.acknowledged for writer in writers])
        report = verify(MatchRepository(store))
        store.close()
    return found + ([] if report.is_whole else [str(report)]), writers


@pytest.mark.slow
@pytest.mark.torture("restarts")
def test_nothing_acknowledged_is_lost_when_postgresql_is_stopped_at_once(tmp_path: Path, torture: Torture) -> None:
    found, writers = restarted(tmp_path, torture.rng(), torture.rounds(1, 100))
    assert found == []
    sentences = [sentence for writer in writers for sentence in writer.sentences]
    assert sentences
    assert all(len(sentence.splitlines()) == 1 for sentence in sentences)
    acknowledged = sum(len(writer.acknowledged) for writer in writers)
    torture.report(
        f"{torture.done} immediate stops under {WRITERS} writers; {acknowledged:,} events acknowledged,"
        f" {len(sentences):,} appends broken off and repeated, none lost or doubled, all in order"
    )


@pytest.mark.slow
def test_a_server_that_acknowledges_before_it_syncs_is_found_out(tmp_path: Path) -> None:
    """Or else the test above could not fail."""
    for seed in range(10):
        found, _ = restarted(tmp_path, Random(seed), range(2), synchronous_commit="off")
        if found:
            break
    assert any("is not in" in sentence for sentence in found)
