"""Many tables at once: a real server, a line for each table, real moves; nothing is lost, nothing stands twice."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import quantiles
from typing import Any, NamedTuple

import pytest

from core.games import chocolatier
from eventstore.records import Records
from eventstore.sqlite import SqliteStore
from tests.boards import play
from tests.device import Device, spoken
from tests.served import served
from tests.terminal import Terminal

TABLES = 32
SECONDS = 60
OPENING = {"game": chocolatier.KEY, "players": ("Anna", "Ben")}


class Recorded(NamedTuple):
    """What was acknowledged to one table: the events of each of its matches, and how long every answer took."""

    matches: dict[str, list[dict[str, Any]]]
    seconds: list[float]


@pytest.mark.slow
def test_many_tables_record_for_a_minute_and_nothing_is_lost_or_doubled(
    tmp_path: Path, measured: Callable[[str], None]
) -> None:
    path = tmp_path / "partie.db"
    with served(path, tmp_path) as server, ThreadPoolExecutor(TABLES) as tables:
        began = time.monotonic()
        recording = [tables.submit(_table, server.address, number, began + SECONDS) for number in range(TABLES)]
        recorded = [each.result() for each in recording]
        took = time.monotonic() - began
    acknowledged = {id: events for each in recorded for id, events in each.matches.items()}
    store = SqliteStore(path)
    records = Records(store)
    assert sorted(records.ids()) == sorted(acknowledged)
    for id, events in acknowledged.items():
        assert [spoken(entry.event) for entry in records.match(id).log[1:]] == events
    store.close()
    assert "0 tampered, 0 damaged, 0 rules changed" in Terminal(path)("verify")
    seconds = [second for each in recorded for second in each.seconds]
    ms = [1000 * second for second in quantiles(seconds, n=100)]
    measured(
        f"{TABLES} tables over HTTP for {took:.0f} s: {len(seconds) / took:,.0f} requests/s, answered within"
        f" {ms[49]:.0f} ms (half), {ms[98]:.0f} ms (99 of 100), {1000 * max(seconds):.0f} ms (all)"
    )


def _table(address: str, number: int, until: float) -> Recorded:
    """Record match after match, each as it was played, until the time is over."""
    recorded = Recorded({}, [])
    with Device(address) as device:

        def told(path: str, what: object, key: str, seen: int | None = None) -> Any:
            began = time.monotonic()
            status, answer = device.post(path, what, key, seen)
            recorded.seconds.append(time.monotonic() - began)
            assert status in (200, 201), answer
            return answer

        while time.monotonic() < until:
            course = play(chocolatier, 2, chocolatier.Options(), number + TABLES * len(recorded.matches)).events
            match = told("/api/matches", OPENING, f"table-{number}-{len(recorded.matches)}")
            events = recorded.matches.setdefault(match["id"], [])
            for seen, event in enumerate(map(spoken, course), start=1):
                if time.monotonic() >= until:
                    break
                answer = told(f"/api/matches/{match['id']}/events", {"events": [event]}, f"event-after-{seen}", seen)
                events.append(event)
                assert answer["version"] == seen + 1
    return recorded
