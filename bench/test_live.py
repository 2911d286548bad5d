"""The live table over HTTP on this machine: writes, tables, other devices, followers; run with `make bench`."""

import json
import os
import time
from collections.abc import Iterator, Sequence
from http.client import HTTPConnection
from itertools import count
from multiprocessing.queues import Queue
from pathlib import Path
from queue import SimpleQueue
from random import Random
from statistics import quantiles
from threading import Thread

import pytest
import requests

from core.game import CHANCE
from core.games import chocolatier
from eventstore import codec
from eventstore.matches.match import Match, apply_events
from eventstore.matches.repository import MatchRepository
from tests.forked import FORKED
from tests.recorded import records_in
from tests.served import Served, served

WRITES = 1000
FOLLOWERS = 20
QUIET_MATCHES = 200
IDLE_S = 10.0


@pytest.fixture
def records(tmp_path: Path) -> MatchRepository:
    return records_in(tmp_path / "matches.db")


@pytest.fixture
def server(records: MatchRepository, tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path / "matches.db", tmp_path, command="view") as server:
        yield server


def test_from_a_write_to_the_table_here_and_on_another_device(server: Served, records: MatchRepository) -> None:
    """One match after another, as they are played; the other device is another process.

    A write of the service is followed by a request for the table; the next move is an entry, answered by the table.
    """
    connection = HTTPConnection(server.address.removeprefix("http://"))
    writes, tables, entries, elsewhere = list[float](), list[float](), list[float](), list[float]()
    for number in count():
        match = begun(records, f"m{number}")
        seen: Queue[tuple[int, float]] = FORKED.Queue()
        follower = FORKED.Process(target=follow, args=(server.address, match.id, seen), daemon=True)
        follower.start()
        assert seen.get(timeout=30)[0] == match.version
        while len(elsewhere) < WRITES and match.now.turn is not None:
            line = codec.encode_event(event := next_event(match))
            headers = {"If-Match": f'"{match.version}"', "Idempotency-Key": f"write-{len(elsewhere):06}"}
            began = time.perf_counter()
            if len(elsewhere) % 2:
                fetch(connection, "POST", f"/view/matches/{match.id}/entries", json.dumps({"line": line}), headers)
                entries.append(time.perf_counter() - began)
            else:
                body = json.dumps({"events": [json.loads(line)]})
                fetch(connection, "POST", f"/api/matches/{match.id}/events", body, headers)
                written = time.perf_counter()
                fetch(connection, "GET", f"/view/matches/{match.id}/live", None, {})
                writes.append(written - began)
                tables.append(time.perf_counter() - written)
            match = apply_events(match, [event], None)[0]
            while (arrived := seen.get(timeout=5))[0] != match.version:
                pass
            elsewhere.append(arrived[1] - began)
        follower.kill()
        if len(elsewhere) == WRITES:
            break
    connection.close()
    print()
    for name, times in (
        ("write", writes),
        ("table after it", tables),
        ("entry with the table after it", entries),
        ("seen by a follower", elsewhere),
    ):
        print(
            f"{name} over {len(times)} moves: median {percentile(times, 50):.1f} ms, p95 {percentile(times, 95):.1f} ms"
        )


def test_what_waiting_followers_cost(server: Served, records: MatchRepository) -> None:
    begun(records, "quiet")
    begin_to_follow(server, ["quiet"] * (FOLLOWERS + 1))
    print(f"\n{FOLLOWERS} followers and a recorder of a quiet match: {idle_load(server):.1%} of a core")


def test_what_followers_of_many_quiet_matches_cost(server: Served, records: MatchRepository) -> None:
    """And the time of a write beside them."""
    ids = [begun(records, f"quiet{number}").id for number in range(QUIET_MATCHES)]
    begin_to_follow(server, ids)
    load, notes = idle_load(server), list[float]()
    connection = HTTPConnection(server.address.removeprefix("http://"))
    for number in range(100):
        began = time.perf_counter()
        body = json.dumps({"about": 1, "text": f"Note {number}"})
        fetch(connection, "POST", f"/api/matches/{ids[number]}/notes", body, {})
        notes.append(time.perf_counter() - began)
    connection.close()
    print(
        f"\none follower each of {QUIET_MATCHES} quiet matches: {load:.1%} of a core;"
        f" a note beside them: median {percentile(notes, 50):.1f} ms, p95 {percentile(notes, 95):.1f} ms"
    )


def begin_to_follow(server: Served, ids: Sequence[str]) -> None:
    """Follow each of these matches, until all have told their newest version."""
    heard: SimpleQueue[tuple[int, float]] = SimpleQueue()
    for id in ids:
        Thread(target=follow, args=(server.address, id, heard), daemon=True).start()
    for _ in ids:
        heard.get(timeout=60)


def idle_load(server: Served) -> float:
    """Processor time of the server in a second in which nothing is recorded."""
    before = cpu_s(server)
    time.sleep(IDLE_S)
    return (cpu_s(server) - before) / IDLE_S


def begun(records: MatchRepository, id: str) -> Match:
    return records.start(chocolatier, ("Anna", "Ben", "Cleo", "Dora"), id=id)


def next_event(match: Match) -> object:
    state = match.now.state
    return (
        chocolatier.deal(state, Random(7)) if match.now.turn == CHANCE else next(iter(chocolatier.legal_moves(state)))
    )


def fetch(connection: HTTPConnection, method: str, path: str, body: str | None, headers: dict[str, str]) -> None:
    connection.request(method, path, body, {"Content-Type": "application/json", "Accept-Encoding": "gzip", **headers})
    answer = connection.getresponse()
    content = answer.read()
    assert answer.status < 300, content


def follow(address: str, id: str, seen: "Queue[tuple[int, float]] | SimpleQueue[tuple[int, float]]") -> None:
    """Put each version and when it arrived."""
    with requests.get(f"{address}/api/matches/{id}/feed", stream=True, timeout=60) as answer:
        for line in answer.iter_lines(chunk_size=1):
            if line.startswith(b"id: "):
                seen.put((int(line[4:]), time.perf_counter()))


def percentile(times: list[float], percent: int) -> float:
    """In milliseconds."""
    return quantiles(times, n=100)[percent - 1] * 1000


def cpu_s(server: Served) -> float:
    """Processor time of the server so far, in seconds."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
