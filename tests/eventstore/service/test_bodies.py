"""Bodies of requests: nobody without a token makes the service hold a large one, and all of them have one bound."""

import os
import re
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import pytest
import requests
from PIL import Image

from core.games import scoresheet
from eventstore.access.access import Access
from eventstore.access.grants import Role
from eventstore.matches.photo_file import MAX_UPLOAD_BYTES
from eventstore.matches.repository import utc_now
from eventstore.service import server as limited_server
from eventstore.service.body_limit import MAX_BYTES_OF_CLIENT, MAX_HELD_BYTES, SMALL_BYTES
from tests.eventstore.service.client import service
from tests.page_socket import page
from tests.patience import patience
from tests.pictures import file
from tests.recorded import records_in
from tests.served import Served, served

PHOTOS = "/api/matches/ours/photos"
EVENTS = "/api/matches/ours/events"
ROUND = {"events": [{"type": "PointsNoted", "label": "one", "points": [1, 2]}]}
AT_ONCE = MAX_HELD_BYTES // MAX_UPLOAD_BYTES
"""Pictures of the maximum size that are held at the same time."""


@pytest.fixture
def tokens(tmp_path: Path) -> list[str]:
    """Tokens of a recorder and of annotators, for a store with the match "ours"."""
    records = records_in(tmp_path / "partie.db")
    with closing(records.store):
        records.start(scoresheet, ("Anna", "Ben"), id="ours")
        access = Access(records.store, "local", utc_now)
        access.set_visibility("ours", "public")
        roles: list[Role] = ["recorder", *["annotator"] * (AT_ONCE + 1)]
        return [access.make_token(role) for role in roles]


@pytest.fixture
def running(tokens: list[str], tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path / "partie.db", tmp_path, "--tokens", "--no-viewer") as server:
        yield server


def dial(address: str, head: str, body: bytes = b"") -> socket.socket:
    """A connection on which the head of a request and this part of its body were sent."""
    place = urlsplit(address)
    line = socket.create_connection((place.hostname, place.port), timeout=patience(30))
    line.sendall(f"{head}\r\nHost: {place.netloc}\r\n\r\n".encode())
    with suppress(OSError):
        line.sendall(body)
    return line


def posting(path: str, size: int | None, token: str = "", *more: str) -> str:
    length = "Transfer-Encoding: chunked" if size is None else f"Content-Length: {size}"
    sender = [f"Authorization: Bearer {token}"] if token else []
    return "\r\n".join([f"POST {path} HTTP/1.1", "Content-Type: image/jpeg", length, *sender, *more])


def answer(line: socket.socket) -> str:
    """The head and the body of the response, as far as one packet has them."""
    return line.recv(1 << 16).decode()


def is_answered(line: socket.socket) -> bool:
    line.settimeout(0.5)
    try:
        return bool(line.recv(1, socket.MSG_PEEK))
    except TimeoutError:
        return False
    finally:
        line.settimeout(30)


def bytes_on_disk(server: Served) -> int:
    """Bytes of the files without a name that the service has open."""
    found = 0
    for handle in Path(f"/proc/{server.process.pid}/fd").iterdir():
        with suppress(OSError):
            if "(deleted)" in os.readlink(handle):
                found += handle.stat().st_size
    return found


@pytest.mark.slow
def test_thirty_large_bodies_without_a_token_are_refused_and_hold_nothing(running: Served) -> None:
    process = psutil.Process(running.process.pid)
    before = process.memory_info().rss
    with ExitStack() as lines:
        for token in ("", "partie_0_wrong"):
            for path in (PHOTOS, EVENTS)[: 1 if token else 2]:
                size = min(MAX_UPLOAD_BYTES, (12 if path == PHOTOS else 1) << 20)
                sent = [
                    lines.enter_context(dial(running.address, posting(path, size, token), bytes(size - 1)))
                    for _ in range(15)
                ]
                refused = [answer(line) for line in sent]
                assert all(text.startswith("HTTP/1.1 401 ") and "application/problem+json" in text for text in refused)
        assert bytes_on_disk(running) == 0
        assert process.memory_info().rss - before < 40 << 20
    assert requests.get(f"{running.address}{PHOTOS}", timeout=patience(30)).json() == []


@pytest.mark.slow
def test_a_large_body_is_refused_before_it_is_sent(running: Served, tokens: list[str]) -> None:
    for head, status in (
        (posting(PHOTOS, SMALL_BYTES + 1), 401),
        (posting(PHOTOS, MAX_UPLOAD_BYTES, "", "Expect: 100-continue"), 401),
        (posting(PHOTOS, MAX_UPLOAD_BYTES + 1, tokens[1]), 413),
        (posting(PHOTOS, 10**18, tokens[1], "Expect: 100-continue"), 413),
        (posting(EVENTS, SMALL_BYTES + 1), 401),
        (posting("/api/nothing", 1 << 20), 401),
    ):
        with dial(running.address, head) as line:
            assert answer(line).startswith(f"HTTP/1.1 {status} "), head
    chunk = b"%x\r\n%b\r\n" % (SMALL_BYTES + 1, bytes(SMALL_BYTES + 1))
    with dial(running.address, posting(PHOTOS, None), chunk) as line:
        assert answer(line).startswith("HTTP/1.1 401 ")


@pytest.mark.slow
def test_a_client_that_sends_everything_first_gets_the_refusal_too(running: Served) -> None:
    for headers in ({}, {"Connection": "close"}):
        refused = requests.post(
            running.address + PHOTOS, bytes(MAX_UPLOAD_BYTES), headers=headers, timeout=patience(30)
        )
        assert (refused.status_code, "WWW-Authenticate" in refused.headers) == (401, True)


@pytest.mark.slow
def test_all_bodies_together_have_one_bound_and_small_requests_go_on(running: Served, tokens: list[str]) -> None:
    recorder, *annotators = tokens
    almost = bytes(MAX_UPLOAD_BYTES - 1)
    with ExitStack() as lines:
        held = []
        for token in annotators[:AT_ONCE]:
            held.append(lines.enter_context(dial(running.address, posting(PHOTOS, MAX_UPLOAD_BYTES, token), almost)))
        assert not any(map(is_answered, held)), "each is waited for"
        line = lines.enter_context(dial(running.address, posting(PHOTOS, MAX_UPLOAD_BYTES, annotators[-1])))
        text = answer(line)
        assert text.startswith("HTTP/1.1 503 ")
        assert int(re.findall(r"(?i)retry-after: (\d+)", text)[0]) > 0
        assert bytes_on_disk(running) == 0
        written = requests.post(running.address + EVENTS, json=ROUND, headers=bearer(recorder), timeout=patience(30))
        assert written.json()["version"] == 2
    headers = bearer(recorder) | {"Content-Type": "image/png"}
    noise = file(Image.effect_noise((600, 600), 90), "PNG")
    assert len(noise) > SMALL_BYTES
    for _ in range(100):
        attached = requests.post(running.address + PHOTOS, noise, headers=headers, timeout=patience(30))
        if attached.status_code == 201:
            break
        time.sleep(0.1)
    assert attached.status_code == 201, "what is no longer held is no longer counted"


@pytest.mark.slow
def test_one_client_leaves_room_for_others(running: Served, tokens: list[str]) -> None:
    first, other = tokens[1:3]
    size = MAX_UPLOAD_BYTES
    assert size < MAX_BYTES_OF_CLIENT < 2 * size
    with dial(running.address, posting(PHOTOS, size, first), bytes(1000)) as held:
        assert not is_answered(held)
        with dial(running.address, posting(PHOTOS, size, first)) as line:
            assert answer(line).startswith("HTTP/1.1 503 ")
        with dial(running.address, posting(PHOTOS, size, other)) as line:
            assert not is_answered(line)


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@pytest.mark.slow
def test_a_body_has_a_time_limit_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limited_server, "MAX_BODY_TIME_S", 1.0)
    with service(tmp_path) as client, dial(client.address, posting(EVENTS, 500_000), bytes(400_000)) as line:
        ended = False
        line.settimeout(0.2)
        for _ in range(100):  # It is enough for the limit that grows with the body.
            try:
                line.sendall(b" ")
                ended = line.recv(1) == b""
            except TimeoutError:
                continue
            except OSError:
                ended = True
            break
        assert ended


@pytest.mark.slow
def test_files_to_import_are_received_from_recorders_alone_and_within_a_bound(
    tokens: list[str], tmp_path: Path
) -> None:
    with served(tmp_path / "partie.db", tmp_path, "--tokens") as server, page(server.address):
        path = "/_stcore/upload_file/session/file"
        for token, size, status in (("", 100 << 20, 403), (tokens[1], 100 << 20, 403), (tokens[0], 600 << 20, 503)):
            head = posting(path, size, token).replace("POST", "PUT")
            with dial(server.address, head, bytes(1000)) as line:
                text = answer(line)
                assert text.startswith(f"HTTP/1.1 {status} "), text
                assert ("retry-after" in text.lower()) == (status == 503)
        assert bytes_on_disk(server) == 0
