"""Readers without a token who ask for long answers and leave at once, while a recorder writes."""

import socket
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from statistics import quantiles
from threading import Event, Thread
from typing import Final
from urllib.parse import urlsplit

import pytest
from requests.adapters import HTTPAdapter
from urllib3 import Retry

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from tests.eventstore.service.client import Client, service
from tests.patience import patience
from tests.torture import Torture
from viewer.site.routes.app import create_routes

LINES = 300
CROWD = 6

ADDRESSES = ("/view/matches/m/replay", "/view/matches/m/live", "/api/matches/m/frames", "/api/matches/m/log")

ONCE_MORE: Final = Retry(1, allowed_methods=None, respect_retry_after_header=False)
"""For a request whose connection was closed.

A service closes connections that are idle for 5 seconds. On a slow machine the recorder's thread may take longer to
send its next request, and the end of the connection then crosses it; the key of the request makes it safe to repeat.
"""


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with service(tmp_path, app=create_routes, tokens_required=True) as client:
        lines = [PointsNoted(f"Round {line}", (line, 2 * line)) for line in range(LINES)]
        client.app_state.records.start(scoresheet, ("Anna", "Ben"), *lines, id="m")
        client.app_state.access.set_visibility("m", "public")
        yield client


@pytest.mark.slow
@pytest.mark.torture("strangers")
def test_strangers_who_ask_and_leave_stop_no_recorder(client: Client, torture: Torture) -> None:
    patient = replace(client, timeout_s=300)  # The crowd, the recorder and the service share one process here.
    recorder = patient.with_token(client.app_state.access.make_token("recorder"))
    recorder.session.mount(client.address, HTTPAdapter(max_retries=ONCE_MORE))
    stop, counts, seconds = Event(), [0] * CROWD, list[float]()
    crowd = [Thread(target=ask_and_leave, args=(client.address, stop, counts, place)) for place in range(CROWD)]
    for thread in crowd:
        thread.start()
    try:
        for number in torture.rounds(3, 2000):
            began = time.monotonic()
            event = {"type": "PointsNoted", "label": f"More {number}", "points": [number, 1]}
            answer = recorder.post("/api/matches/m/events", {"events": [event]}, idempotency_key=f"more-{number:08}")
            seconds.append(time.monotonic() - began)
            assert answer["version"] == LINES + number + 2
    finally:
        stop.set()
        for thread in crowd:
            thread.join()
    assert recorder.get("/view/matches/m/replay")["version"] == LINES + torture.done + 1
    assert client.app_state.answers.is_idle, "what nobody waits for is given up"
    assert min(counts) > 0
    ms = [1000 * each for each in quantiles(seconds, n=100)]
    torture.report(
        f"{torture.done:,} lines recorded into a public sheet of {LINES} while {sum(counts):,} requests without a token"
        f" were begun and left; all acknowledged once and in order, half within {ms[49]:.0f} ms, 99 of 100 within"
        f" {ms[98]:.0f} ms"
    )


def ask_and_leave(address: str, stop: Event, counts: list[int], place: int) -> None:
    where = urlsplit(address)
    while not stop.is_set():
        path = ADDRESSES[counts[place] % len(ADDRESSES)]
        with closing(socket.create_connection((where.hostname, where.port), timeout=patience(20))) as line:
            with suppress(ConnectionError):  # Closed already: a head must arrive within 10 seconds.
                line.sendall(f"GET {path} HTTP/1.1\r\nHost: {where.netloc}\r\n\r\n".encode())
            time.sleep(0.01)
        counts[place] += 1
