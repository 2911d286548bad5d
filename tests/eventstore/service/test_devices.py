"""Two devices at one table, over lines that break: what was acknowledged stands once, in its order, and nothing else.

What a device does, and when its line breaks, hangs on its seed and on what it sees; who is faster does not.
"""

import json
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pydantic import TypeAdapter

from core.games import azacru
from core.games.azacru.state import State
from eventstore import codec
from eventstore.maintenance.verification import verify
from eventstore.matches.match import MATCHES
from eventstore.matches.repository import MatchRepository
from eventstore.service.observability import CLIENT_CLOSED_REQUEST
from eventstore.store.store import StoredEvent
from tests.eventstore.service.client import opened
from tests.eventstore.service.device import Device, spoken
from tests.served import served
from tests.stores import empty

STATES = TypeAdapter(State)

FATES = {"well": 60, "blindly": 10, "twice": 5, "answer lost": 15, "unanswered": 5, "cut off": 5}
"""How an event may be told, and how often of a hundred times. The line breaks once all is said and before the answer
is heard (and the same is told again, or never), or in the middle; who tells blindly does not say which version was
seen."""


@dataclass
class Told:
    """What one device told, by key."""

    acknowledged: dict[str, Any] = field(default_factory=dict)
    versions: dict[str, int] = field(default_factory=dict)
    """Of what was told just once, and therefore answered as it was written."""
    unanswered: dict[str, Any] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    happened: Counter[str] = field(default_factory=Counter)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "events"), [("sqlite", 1000), ("postgres", 200)])
def test_two_devices_over_bad_lines_lose_and_double_nothing(
    kind: str, events: int, tmp_path: Path, measured: Callable[[str], None]
) -> None:
    address = empty(kind, tmp_path)
    with served(address, tmp_path, "--no-viewer") as server, ThreadPoolExecutor(2) as devices:
        with Device(server.address) as device:
            opening = {"game": azacru.KEY, "players": ["Anna", "Ben"]}
            id = device.post("/api/matches", opening, "the-match")[1]["id"]
        recording = partial(_record, server.address, f"/api/matches/{id}", events // 2)
        told = left, right = [*devices.map(recording, ("left", "right"))]
    with closing(opened(address, tmp_path)) as store:
        rows = {str(row.idempotency_key).split()[1]: row for row in store.read(MATCHES + id)[1:]}
        assert len(rows) == len(store.read(MATCHES + id)) - 1, "nothing stands twice"
        for each in told:
            assert [key for key in rows if key in each.acknowledged] == [*each.acknowledged], "all, in its order"
            assert all(rows[key].version == version for key, version in each.versions.items())
            assert not each.refused & rows.keys()
        known = left.acknowledged | right.acknowledged | left.unanswered | right.unanswered
        assert rows.keys() <= known.keys(), "nothing else, but for what was told and never answered"
        assert {key: _event(row) for key, row in rows.items()} == {key: known[key] for key in rows}
        assert verify(MatchRepository(store)).is_whole
    log = [json.loads(line) for line in server.log.read_text().splitlines() if line.startswith("{")]
    assert {line["level"] for line in log} == {"info"}, "a line that breaks is no error of ours"
    assert {line["status"] for line in log if "status" in line} <= {200, 201, 412, 422, CLIENT_CLOSED_REQUEST}
    happened = left.happened + right.happened
    assert {*FATES, "conflict"} == happened.keys()
    measured(f"two devices, {kind}: " + ", ".join(f"{number} {what}" for what, number in happened.most_common()))


def _record(address: str, match: str, events: int, name: str) -> Told:
    """Record until so many events are acknowledged to this device."""
    rng, told = Random(name), Told()
    with Device(address) as device:
        table = device.get(match)
        for number in count():
            if len(told.acknowledged) == events:
                break
            table = _tell(device, table, f"{name}-{number:04}", rng, told)
    return told


def _tell(device: Device, table: Any, key: str, rng: Random, told: Told) -> Any:
    """Tell one event that makes sense at the table as the device knows it; gives the table as it knows it then."""
    moves = [*islice(azacru.legal_moves(STATES.validate_python(table["table"])), 8)]
    if not moves or (table["version"] > 1 and rng.random() < 0.1):
        path, wish, event = "takebacks", {"why": key}, {"type": "TakenBack", "why": key}
    else:
        event = spoken(rng.choice(moves))
        path, wish = "events", {"events": [event]}
    (fate,), abruptly = rng.choices([*FATES], [*FATES.values()]), rng.random() < 0.5
    told.happened[fate] += 1
    words = (f"/api/matches/{table['id']}/{path}", wish, key, None if fate == "blindly" else table["version"])
    if fate == "cut off":
        device.post_half(*words, abruptly=abruptly)
        told.refused.add(key)
        return table
    if fate in ("unanswered", "answer lost"):
        device.post_and_go(*words, abruptly=abruptly)
    if fate == "unanswered":
        told.unanswered[key] = event
        return table
    status, answer = device.post(*words)
    if status != 200:
        assert status == (422 if fate == "blindly" else 412), answer
        told.refused.add(key)
        told.happened["conflict"] += 1
        return answer.get("match") or device.get(f"/api/matches/{table['id']}")
    if fate == "twice":
        status, answer = device.post(*words)
    assert status == 200, answer
    told.acknowledged[key] = event
    if fate in ("well", "blindly"):
        told.versions[key] = answer["version"]
    return answer


def _event(row: StoredEvent) -> dict[str, Any]:
    """As it was told: which event is taken back, the service knows."""
    fields = {name: value for name, value in codec.decode_object(row.data).items() if name != "since"}
    return {"type": row.type} | fields
