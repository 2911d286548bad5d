"""Feed: every entry once and in order, also after a lost connection, whichever program records."""

import socket
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import requests

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from core.record_events import PointsAdjusted
from eventstore.maintenance import backup
from eventstore.matches.repository import MatchRepository
from eventstore.service import server
from eventstore.store.sqlite import SqliteStore
from tests.eventstore.service.client import Client, opened, service
from tests.patience import until
from tests.recorded import records_in
from tests.served import free_port, served


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with service(tmp_path, tokens_required=True) as client:
        client.app_state.records.start(scoresheet, ("Anna", "Ben"), id="kettle")
        client.app_state.access.set_visibility("kettle", "public")
        yield client


def record(records: MatchRepository, rounds: range) -> None:
    for number in rounds:
        records.record("kettle", PointsNoted(f"Round {number}", (number, 1)))


def test_a_spectator_hears_every_entry_once(client: Client, tmp_path: Path) -> None:
    record(client.app_state.records, range(2, 6))
    heard: dict[str, list[int]] = {}

    def listen(name: str) -> None:
        first = [*client.follow("/api/matches/kettle/feed?after=1", until=7)]
        again = [*client.follow("/api/matches/kettle/feed", until=31, last_event_id=str(first[-1][0]))]
        heard[name] = [version for version, _ in first + again]
        assert all(data["event"]["points"][0] == data["version"] == version for version, data in first + again)

    spectators = [threading.Thread(target=listen, args=(name,)) for name in "abc"]
    for spectator in spectators:
        spectator.start()
    other = opened(client.store, tmp_path / "other")
    record(MatchRepository(other), range(6, 20))  # As another program would.
    record(client.app_state.records, range(20, 32))
    for spectator in spectators:
        spectator.join()
    other.close()
    assert heard == {name: list(range(2, 32)) for name in "abc"}
    _until_followed_by(0, client)


def test_a_fork_tells_what_it_shares_first(client: Client) -> None:
    records = client.app_state.records
    record(records, range(2, 6))
    fork = records.fork("kettle", 3)
    client.app_state.access.set_visibility(fork.id, "unlisted")
    heard = client.follow(f"/api/matches/{fork.id}/feed", until=fork.version)
    assert [data["event"]["type"] for _, data in heard] == [type(entry.event).__name__ for entry in fork.log]


def test_a_match_made_private_is_no_longer_told(client: Client) -> None:
    feed = client.follow("/api/matches/kettle/feed", until=3)
    assert next(feed)[0] == 1
    client.app_state.access.set_visibility("kettle", "private")
    record(client.app_state.records, range(2, 4))
    assert list(feed) == []


@pytest.mark.slow
def test_a_follower_that_does_not_read_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "READ_TIMEOUT_S", 1.0)
    with service(tmp_path) as client:
        # More than the kernel keeps of what was sent and not read: 4 MiB.
        rulings = [PointsAdjusted(0, 1, f"{number:02000}") for number in range(4_000)]
        client.app_state.records.start(scoresheet, ("Anna", "Ben"), *rulings, id="kettle")
        asked = urlsplit(client.address)
        with socket.socket() as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.connect((asked.hostname, asked.port))
            line.sendall(b"GET /api/matches/kettle/feed HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            line.recv(100)
            _until_followed_by(1, client)
            _until_followed_by(0, client)
        end = client.follow("/api/matches/kettle/feed?after=3990", until=4_001)
        assert [version for version, _ in end] == [*range(3_991, 4_002)]


@pytest.mark.parametrize("position", [{"path": "?after=9"}, {"path": "?after=2", "last_event_id": "9"}])
def test_a_position_beyond_the_log_begins_again(client: Client, position: dict[str, str]) -> None:
    record(client.app_state.records, range(2, 4))
    path, headers = position["path"], {name: value for name, value in position.items() if name != "path"}
    feed = client.follow(f"/api/matches/kettle/feed{path}", until=4, **headers)
    assert next(feed) == (0, {"version": 3})
    record(client.app_state.records, range(4, 5))
    assert [version for version, _ in feed] == [1, 2, 3, 4]


def test_the_position_at_the_end_of_the_log_is_no_reset(client: Client) -> None:
    feed = client.follow("/api/matches/kettle/feed?after=1", until=2)
    record(client.app_state.records, range(2, 3))
    assert [version for version, _ in feed] == [2]


@pytest.mark.slow
def test_a_follower_begins_again_after_the_restore_of_an_older_backup(tmp_path: Path) -> None:
    store, port, name = tmp_path / "partie.db", free_port(), "/api/matches/kettle/feed"
    records = records_in(store)
    records.start(scoresheet, ("Anna", "Ben"), id="kettle")
    record(records, range(2, 4))
    with closing(SqliteStore(store)) as file:
        backup.backup(file, tmp_path / "backup.db", lambda done, of: None)
    with served(store, tmp_path, port=port) as running:
        record(records, range(4, 9))
        seen = Client(running.address, str(store), None, requests.Session()).follow(name, until=8)  # type: ignore[arg-type]
        assert [version for version, _ in seen] == [*range(1, 9)]
    records.store.close()
    backup.restore(tmp_path / "backup.db", store, force=True, progress=lambda done, of: None)
    with served(store, tmp_path, port=port) as running:
        client = Client(running.address, str(store), None, requests.Session())  # type: ignore[arg-type]
        again = [*client.follow(name, until=3, last_event_id="8")]
    assert [version for version, _ in again] == [0, 1, 2, 3]


def _until_followed_by(number: int, client: Client) -> None:
    until(lambda: client.app_state.feed.followers == number, why=lambda: f"{client.app_state.feed.followers} follow.")
