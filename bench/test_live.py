"""The live table over HTTP on this machine: writes, tables, other devices, followers; run with `make bench`."""

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import quantiles
from threading import Thread

import pytest
import requests

from core.game import CHANCE
from core.games import chocolatier
from eventstore import codec
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from tests.recorded import records_in
from tests.served import Served, served

WRITES = 500
FOLLOWERS = 20
IDLE_S = 10.0


@pytest.fixture
def records(tmp_path: Path) -> MatchRepository:
    return records_in(tmp_path / "matches.db")


@pytest.fixture
def server(records: MatchRepository, tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path / "matches.db", tmp_path, command="view") as server:
        yield server


def test_from_a_write_to_the_table_here_and_on_another_device(server: Served, records: MatchRepository) -> None:
    session, writes, tables, elsewhere = requests.Session(), list[float](), list[float](), list[float]()
    seen: dict[int, float] = {}
    match = begun(records, "m0")
    Thread(target=follow, args=(server, "m0", seen), daemon=True).start()
    while len(writes) < WRITES and match.now.turn is not None:
        event = codec.encode_event(next_event(match))
        headers = {"If-Match": f'"{match.version}"', "Idempotency-Key": f"write-{len(writes):06}"}
        began = time.perf_counter()
        answer = session.post(
            f"{server.address}/api/matches/m0/events", json={"events": [json.loads(event)]}, headers=headers
        )
        written = time.perf_counter()
        assert answer.ok, answer.text
        session.get(f"{server.address}/view/matches/m0/live")
        shown = time.perf_counter()
        match = records.match("m0")
        while match.version not in seen and time.perf_counter() < shown + 5:
            time.sleep(0.001)
        writes.append(written - began)
        tables.append(shown - written)
        elsewhere.append(seen[match.version] - began)
    print()
    for name, times in (("write", writes), ("table after it", tables), ("seen by a follower", elsewhere)):
        print(
            f"{name} over {len(times)} moves: median {percentile(times, 50):.1f} ms, p95 {percentile(times, 95):.1f} ms"
        )


def test_what_waiting_followers_cost(server: Served, records: MatchRepository) -> None:
    begun(records, "quiet")
    seen: dict[int, float] = {}
    for _ in range(FOLLOWERS + 1):
        Thread(target=follow, args=(server, "quiet", seen), daemon=True).start()
    time.sleep(2.0)
    before = cpu_s(server)
    time.sleep(IDLE_S)
    print(f"\n{FOLLOWERS} followers and a recorder of a quiet match: {(cpu_s(server) - before) / IDLE_S:.1%} of a core")


def begun(records: MatchRepository, id: str) -> Match:
    return records.start(chocolatier, ("Anna", "Ben", "Cleo", "Dora"), id=id)


def next_event(match: Match) -> object:
    state = match.now.state
    return (
        chocolatier.deal(state, Random(7)) if match.now.turn == CHANCE else next(iter(chocolatier.legal_moves(state)))
    )


def follow(server: Served, id: str, seen: dict[int, float]) -> None:
    """Note when each version arrives."""
    with requests.get(f"{server.address}/api/matches/{id}/feed", stream=True, timeout=60) as answer:
        for line in answer.iter_lines(chunk_size=1):
            if line.startswith(b"id: "):
                seen.setdefault(int(line[4:]), time.perf_counter())


def percentile(times: list[float], percent: int) -> float:
    """In milliseconds."""
    return quantiles(times, n=100)[percent - 1] * 1000


def cpu_s(server: Served) -> float:
    """Processor time of the server so far, in seconds."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
