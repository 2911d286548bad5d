"""Requests whose end two programs may see in different places are refused, and nothing after them on the connection is
read, however the service was started.
"""

import json
import socket
from collections.abc import Iterator
from contextlib import closing
from urllib.parse import urlsplit

import pytest
import requests

from core.games import scoresheet
from tests.patience import patience
from tests.recorded import records_in
from tests.served import Served, served

STARTED = {
    "the service alone": ("serve", "--no-viewer"),
    "with the pages": ("serve",),
    "for this machine": ("view", "--no-browser"),
}

NOTE = json.dumps({"about": 1, "text": "first"}).encode()
CHUNKED = b"%x\r\n%b\r\n0\r\n\r\n" % (len(NOTE), NOTE)
HIDDEN = (
    b"POST /api/matches/ours/notes HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b"Content-Length: %d\r\n\r\n%b" % (len(NOTE), NOTE)
)
"""A request that would be recorded if the one before it ended earlier."""

UNCLEAR = {
    "both lengths": (b"Content-Length: 4\r\nTransfer-Encoding: chunked", CHUNKED),
    "both lengths, the other way round": (b"Transfer-Encoding: chunked\r\nContent-Length: 4", CHUNKED),
    "both lengths in small letters": (b"transfer-encoding: CHUNKED\r\ncontent-length: %d" % len(NOTE), CHUNKED),
    "both lengths, equal": (b"Content-Length: %d\r\nTransfer-Encoding: chunked" % len(CHUNKED), CHUNKED),
    "both lengths and an upgrade": (
        b"Connection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 4\r\nTransfer-Encoding: chunked",
        CHUNKED,
    ),
    "two lengths": (b"Content-Length: %d\r\nContent-Length: 4" % len(NOTE), NOTE),
    "two lengths in a list": (b"Content-Length: %d, 4" % len(NOTE), NOTE),
    "a signed length": (b"Content-Length: +%d" % len(NOTE), NOTE),
    "a length that is no number": (b"Content-Length: 0x10", NOTE),
    "two codings": (b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", CHUNKED),
    "codings in a list": (b"Transfer-Encoding: gzip, chunked", CHUNKED),
    "an unknown coding": (b"Transfer-Encoding: xchunked", CHUNKED),
    "a coding behind a tabulator": (b"Transfer-Encoding: \x0bchunked", CHUNKED),
    "a space before the colon": (b"Transfer-Encoding : chunked", CHUNKED),
    "a folded coding": (b"Transfer-Encoding:\r\n chunked", CHUNKED),
    "a folded length": (b"X-Folded: a\r\n\tContent-Length: 4\r\nContent-Length: %d" % len(NOTE), NOTE),
    "a line feed in a header": (b"X-One: a\rContent-Length: 4\r\nContent-Length: %d" % len(NOTE), NOTE),
    "two hosts": (b"Host: example.org\r\nContent-Length: %d" % len(NOTE), NOTE),
}


@pytest.fixture(scope="module", params=STARTED)
def running(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("framing")
    records = records_in(folder / "partie.db")
    with closing(records.store):
        records.start(scoresheet, ("Anna", "Ben"), id="ours")
    command, *words = STARTED[request.param]
    with served(folder / "partie.db", folder, *words, command=command) as server:
        yield server


def answers(server: Served, sent: bytes) -> bytes:
    """All that the server sends until it closes the connection. Raises TimeoutError if it keeps it open."""
    place = urlsplit(server.address)
    with socket.create_connection((place.hostname, place.port), timeout=4) as line:
        line.sendall(sent)
        received = b""
        try:
            while part := line.recv(1 << 16):
                received += part
        except ConnectionResetError:  # It did not read all that was sent.
            pass
        return received


def post(headers: bytes, body: bytes, version: bytes = b"1.1") -> bytes:
    head = b"POST /api/matches/ours/notes HTTP/%b\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n" % version
    return head + headers + b"\r\n\r\n" + body


def notes(server: Served) -> list[object]:
    found: list[object] = requests.get(f"{server.address}/api/matches/ours/notes", timeout=patience(20)).json()
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", UNCLEAR)
def test_a_request_without_a_clear_end_is_refused_and_the_connection_closed(running: Served, name: str) -> None:
    headers, body = UNCLEAR[name]
    before = notes(running)
    received = answers(running, post(headers, body) + HIDDEN)
    assert received.startswith(b"HTTP/1.1 400 ")
    assert b"application/problem+json" in received
    assert b"onnection: close" in received
    assert received.count(b"HTTP/1.1") == 1, "what follows is no request"
    assert notes(running) == before


@pytest.mark.slow
def test_chunks_are_a_matter_of_http_1_1(running: Served) -> None:
    before = notes(running)
    assert answers(running, post(b"Transfer-Encoding: chunked", CHUNKED, b"1.0")).startswith(b"HTTP/1.1 400 ")
    assert notes(running) == before


@pytest.mark.slow
def test_chunks_that_are_none_end_the_connection_without_an_error_of_the_service(running: Served) -> None:
    before = notes(running)
    broken = b"%x\r\n%b;\r\n0\r\n\r\n" % (len(NOTE), NOTE)
    assert answers(running, post(b"Transfer-Encoding: chunked", broken) + HIDDEN).startswith(b"HTTP/1.1 400 ")
    too_large = post(b"Transfer-Encoding: chunked", b"%x\r\n%b\r\n" % (2 << 20, bytes(2 << 20))) + b"no chunk\r\n"
    received = answers(running, too_large + HIDDEN)
    assert not received or received.startswith(b"HTTP/1.1 413 ")
    assert received.count(b"HTTP/1.1") <= 1
    assert notes(running) == before
    assert "Traceback" not in running.log.read_text()
    assert '"level": "error"' not in running.log.read_text()


@pytest.mark.slow
def test_one_length_of_either_kind_is_accepted_and_the_next_request_too(running: Served) -> None:
    before = len(notes(running))
    last = HIDDEN.replace(b"Host", b"Connection: close\r\nHost")
    for headers, body in ((b"Content-Length: %d" % len(NOTE), NOTE), (b"Transfer-Encoding: chunked", CHUNKED)):
        received = answers(running, post(headers, body) + last)
        assert received.count(b"HTTP/1.1 201 ") == 2
    assert len(notes(running)) == before + 4
