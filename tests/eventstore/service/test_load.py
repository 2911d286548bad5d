"""Many tables at once, and many followers: a real server, one connection each, real moves; every event is stored and
sent once.
"""

import json
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import psutil
import pytest

from core.games import chocolatier
from eventstore.matches.repository import MatchRepository
from eventstore.store.sqlite import SqliteStore
from tests.eventstore.service.device import Device, encoded
from tests.patience import until
from tests.served import Served, served
from tests.torture import Torture
from tests.viewer.boards.boards import play
from tests.viewer.commands.terminal import Terminal

TABLES = 32
FOLLOWERS = 200
SILENCE_S = 60
"""Seconds without data after which a follower reconnects; the service sends a keep-alive every 15 s."""
OPENING = {"game": chocolatier.KEY, "players": ("Anna", "Ben")}


@dataclass
class Board:
    """The current and the finished matches, for the followers."""

    current: dict[int, str] = field(default_factory=dict)
    """The match at each table."""
    last: dict[str, int] = field(default_factory=dict)
    """The last version of each match that is over."""


class Recorded(NamedTuple):
    """The acknowledged events of each match of one table, and the duration of each request in seconds."""

    matches: dict[str, list[dict[str, Any]]]
    seconds: list[float]


class Received(NamedTuple):
    """The entries that one follower received of one match: versions and digests of events, in order."""

    match: str
    entries: list[tuple[int, int]]


@pytest.mark.slow
@pytest.mark.torture("followers")
def test_many_tables_record_and_many_follow_and_nothing_is_lost_or_doubled(tmp_path: Path, torture: Torture) -> None:
    path, board, lasting = tmp_path / "partie.db", Board(), torture.count(4, 600)
    with (
        served(path, tmp_path, "--no-viewer") as server,
        ThreadPoolExecutor(TABLES) as tables,
        ThreadPoolExecutor(FOLLOWERS) as crowd,
    ):
        began = time.monotonic()
        until = began + lasting
        recording = [tables.submit(_table, server.address, number, until, board) for number in range(TABLES)]
        seeds = [torture.rng().random() + number for number in range(FOLLOWERS)]
        following = [
            crowd.submit(_follower, server.address, number, until, board, Random(seed))
            for number, seed in enumerate(seeds)
        ]
        recorded = [each.result() for each in recording]
        took = time.monotonic() - began
        board.current.clear()
        received = [one for each in following for one in each.result()]
        _refuse_lines_left(server)
    acknowledged = {id: events for each in recorded for id, events in each.matches.items()}
    store = SqliteStore(path)
    records = MatchRepository(store)
    assert sorted(records.ids()) == sorted(acknowledged)
    for id, events in acknowledged.items():
        assert [encoded(entry.event) for entry in records.match(id).log[1:]] == events
    store.close()
    assert "0 tampered, 0 damaged, 0 rules changed" in Terminal(path)("verify")
    digests = {id: [*map(digest, events)] for id, events in acknowledged.items()}
    assert [sentence for one in received for sentence in differences(one, digests[one.match])] == []
    assert len(received) >= FOLLOWERS
    seconds = [second for each in recorded for second in each.seconds]
    ms = [1000 * second for second in quantiles(seconds, n=100)]
    torture.report(
        f"{TABLES} recorders and {FOLLOWERS} followers for {took:.0f} s: {len(seconds):,} requests"
        f" ({len(seconds) / took:,.0f}/s; half answered within {ms[49]:.0f} ms, 99 of 100 within {ms[98]:.0f} ms),"
        f" {sum(len(one.entries) for one in received):,} entries received of {len(received):,} followed"
        " matches, each once and in order, none lost"
    )


def differences(received: Received, events: Sequence[int]) -> Iterator[str]:
    """Differences between the received and the recorded entries; `events` are the digests from version 2 on."""
    versions = [version for version, _ in received.entries]
    if versions != [*range(1, len(events) + 2)]:
        yield f"A follower of {received.match} received {versions} of {len(events) + 1} versions."
    elif [one for _, one in received.entries[1:]] != events:
        yield f"A follower of {received.match} received other events than were recorded."


def test_a_follower_who_hears_twice_or_misses_or_mishears_is_found_out() -> None:
    """Shows that the test above can fail."""
    right = [(1, 0), (2, 12), (3, 13)]
    assert not [*differences(Received("a", right), [12, 13])]
    for wrong in (right[:2], right[1:], right[::2], [*right, right[-1]], right[::-1], [*right[:2], (3, 12)]):
        assert [*differences(Received("a", wrong), [12, 13])], wrong


def digest(event: dict[str, Any]) -> int:
    return hash(json.dumps(event, sort_keys=True))


def _table(address: str, number: int, until: float, board: Board) -> Recorded:
    """Record one match after the other until the time is over."""
    recorded = Recorded({}, [])
    with Device(address) as device:

        def post(path: str, body: object, key: str, seen: int | None = None) -> Any:
            began = time.monotonic()
            status, answer = device.post(path, body, key, seen)
            recorded.seconds.append(time.monotonic() - began)
            assert status in (200, 201), answer
            return answer

        while time.monotonic() < until:
            course = play(chocolatier, 2, chocolatier.Options(), number + TABLES * len(recorded.matches)).events
            match = post("/api/matches", OPENING, f"table-{number}-{len(recorded.matches)}")
            events = recorded.matches.setdefault(match["id"], [])
            board.current[number] = match["id"]
            for seen, event in enumerate(map(encoded, course), start=1):
                if time.monotonic() >= until:
                    break
                answer = post(f"/api/matches/{match['id']}/events", {"events": [event]}, f"event-after-{seen}", seen)
                events.append(event)
                assert answer["version"] == seen + 1
            board.last[match["id"]] = len(events) + 1
    return recorded


def _follower(address: str, number: int, until: float, board: Board, rng: Random) -> list[Received]:
    """Follow one match after the other to its end, over connections that break, until the time is over."""
    followed = list[Received]()
    while time.monotonic() < until:
        if not board.current:
            time.sleep(0.05)
            continue
        received = Received(rng.choice([*board.current.values()]), [])
        while len(received.entries) < board.last.get(received.match, sys.maxsize):
            _listen(address, number, received, board, rng)
        followed.append(received)
    return followed


def _listen(address: str, number: int, received: Received, board: Board, rng: Random) -> None:
    """Receive the next entries until the match is over or the connection breaks."""
    # Each from an address of its own, where a machine has many: a service may limit how many come from one.
    own = (f"127.0.1.{number % 250 + 1}", 0) if sys.platform == "linux" else None
    line = HTTPConnection(urlsplit(address).netloc, timeout=SILENCE_S, source_address=own)
    headers = {"Last-Event-ID": str(received.entries[-1][0])} if received.entries else {}
    try:
        line.request("GET", f"/api/matches/{received.match}/feed", headers=headers)
        answer = line.getresponse()
        assert answer.status == 200, answer.read()
        version = 0
        for row in answer:
            if row.startswith(b"id: "):
                version = int(row[4:])
            elif row.startswith(b"data: "):
                received.entries.append((version, digest(json.loads(row[6:])["event"])))
            if len(received.entries) >= board.last.get(received.match, sys.maxsize) or rng.random() < 0.005:
                return
    except (HTTPException, OSError):
        time.sleep(rng.uniform(0, 1))
    finally:
        line.close()


def _refuse_lines_left(server: Served) -> None:
    """Fail if connections stay open after all clients have disconnected."""
    process = psutil.Process(server.process.pid)
    until(lambda: all(line.status == psutil.CONN_LISTEN for line in process.net_connections("tcp")))
