"""Attacks on a real service with few file handles: other clients get responses, and all handles are closed."""

import resource
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import requests
from websockets.exceptions import InvalidStatus

from core.games import scoresheet
from eventstore.access.access import Access
from eventstore.matches.repository import utc_now
from eventstore.service import server
from tests.eventstore.service.client import SHEET, Client, service
from tests.page_socket import look, page
from tests.patience import patience, until
from tests.recorded import records_in
from tests.served import Served, served

HEAD = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"
BODY = b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n{"
FOLLOW = b"GET /api/matches/kettle/feed HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store with a public match."""
    records = records_in(tmp_path / "partie.db")
    with closing(records.store):
        records.start(scoresheet, ("Anna", "Ben"), id="kettle")
        Access(records.store, "local", utc_now).set_visibility("kettle", "public")
    return tmp_path / "partie.db"


@pytest.fixture
def token(store: Path) -> str:
    records = records_in(store)
    with closing(records.store):
        return Access(records.store, "local", utc_now).make_token("recorder")


@pytest.fixture
def many_sockets() -> Iterator[None]:
    """Raise the limit of open files of this process, for the attackers."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4096)), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def dial(running: Served | Client, sent: bytes) -> socket.socket:
    """A connection on which these bytes were sent."""
    asked = urlsplit(running.address)
    line = socket.create_connection((asked.hostname, asked.port), timeout=patience(20))
    with suppress(OSError):  # Closed already.
        line.sendall(sent)
    return line


def with_token(token: str) -> requests.Session:
    session = requests.Session()
    session.headers["Authorization"] = f"Bearer {token}"
    return session


@pytest.mark.slow
def test_half_requests_keep_nobody_out(store: Path, tmp_path: Path, token: str) -> None:
    with served(store, tmp_path, "--tokens", handles=256) as server, ExitStack() as lines:
        for sent in (b"", HEAD, BODY):
            for _ in range(100):
                lines.enter_context(dial(server, sent))
        recorder = with_token(token)
        assert recorder.post(f"{server.address}/api/matches", json=SHEET, timeout=patience(20)).status_code == 201
        assert requests.get(f"{server.address}/api/matches/kettle", timeout=patience(20)).ok, "without a token too"
        with page(server.address) as window:
            assert "kettle" in look(window, "replay", "match=kettle")
        assert server.handles() < 256


@pytest.mark.slow
def test_who_sends_no_whole_request_in_time_is_hung_up_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in ("HEAD_TIMEOUT_S", "BODY_TIMEOUT_S"):
        monkeypatch.setattr(server, limit, 0.5)
    with service(tmp_path) as client, ExitStack() as lines:
        id = client.post("/api/matches", SHEET)["id"]
        silent = [lines.enter_context(dial(client, sent)) for sent in (b"", HEAD, BODY)]
        follow = FOLLOW.replace(b"kettle", id.encode())
        *dripping, follower = [lines.enter_context(dial(client, sent)) for sent in (HEAD, BODY, follow)]
        for line in dripping:
            until(lambda line=line: not is_open(line))
        assert [ended(line) for line in silent] == [True] * 3
        assert follower.recv(100).startswith(b"HTTP/1.1 200"), "who follows is not late"
        assert not ended(follower)


def is_open(line: socket.socket) -> bool:
    """Whether the server takes another letter."""
    try:
        return bool(line.send(b"x")) and line.fileno() >= 0
    except OSError:
        return False


def ended(line: socket.socket) -> bool:
    """Whether the server closed the connection, with or without a response."""
    line.settimeout(0.5)
    try:
        while line.recv(1 << 16):
            pass
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


@pytest.mark.slow
@pytest.mark.usefixtures("many_sockets")
def test_a_thousand_followers_without_a_token_keep_nobody_out(store: Path, tmp_path: Path, token: str) -> None:
    with served(store, tmp_path, "--tokens", "--no-viewer", handles=1024) as server:
        with ExitStack() as lines:
            answers = []
            for _ in range(1030):
                line = lines.enter_context(dial(server, FOLLOW))
                try:
                    answers.append(line.recv(2000).decode())
                except OSError:
                    answers.append("")
            followed = [answer for answer in answers if answer.startswith("HTTP/1.1 200")]
            refused = [answer for answer in answers if answer.startswith(("HTTP/1.1 429", "HTTP/1.1 503"))]
            assert followed
            assert len(followed) + len(refused) == 1030
            assert all("retry-after: " in answer and "application/problem+json" in answer for answer in refused)
            recorder = with_token(token)
            feed = f"{server.address}/api/matches/kettle/feed?after=1"
            with recorder.get(feed, stream=True, timeout=patience(20)) as answer:
                events = {"events": [{"type": "PointsNoted", "label": "one", "points": [1, 2]}]}
                written = with_token(token).post(
                    f"{server.address}/api/matches/kettle/events", json=events, timeout=patience(20)
                )
                assert written.json()["version"] == 2
                assert "id: 2" in answer.iter_lines(chunk_size=1, decode_unicode=True)
            lines.close()

        def follows() -> bool:
            with dial(server, FOLLOW) as line:
                return line.recv(2000).startswith(b"HTTP/1.1 200")

        until(follows)


@pytest.mark.slow
def test_pages_without_a_token_leave_room_for_others(store: Path, tmp_path: Path, token: str) -> None:
    with served(store, tmp_path, "--tokens", handles=256) as server, ExitStack() as windows:
        for _ in range(4):
            windows.enter_context(page(server.address))
        with pytest.raises(InvalidStatus) as refused:
            page(server.address)
        assert refused.value.response.status_code in (429, 503)
        assert refused.value.response.headers["Retry-After"]
        windows.enter_context(page(server.address, Cookie=f"partie_token={token}"))


@pytest.mark.slow
def test_ended_sessions_give_their_handles_back(store: Path, tmp_path: Path, measured: Callable[[str], None]) -> None:
    with served(store, tmp_path, "--tokens") as server:

        def rounds(pages: int, feeds: int) -> int:
            for _ in range(pages):
                # CPython 3.11 raises it at the end when two threads join the same ending thread.
                with suppress(RuntimeError), page(server.address) as window:
                    look(window, "replay", "match=kettle")
            for _ in range(feeds):
                with dial(server, FOLLOW) as line:
                    line.recv(100)
            last = [0]

            def is_steady() -> bool:  # Threads that have nothing to do end after ten seconds.
                last.append(server.handles())
                return len(last) > 120 and last[-1] == last[-50]

            until(is_steady)
            return last[-1]

        before = rounds(20, 25)  # More pages than are kept after they were closed.
        after = rounds(60, 100)
        measured(f"file handles after 20 pages and 25 followers: {before}, after 60 and 100 more: {after}")
        assert after <= before + 5
