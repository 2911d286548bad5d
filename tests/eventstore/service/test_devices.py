"""Two devices at one table over connections that break: acknowledged events are stored once and in order, no others.

The actions of a device, and when its connection breaks, depend on its seed and on the responses it gets.
"""

import json
from collections import Counter
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
from tests.eventstore.service.device import Device, encoded
from tests.served import served
from tests.stores import KINDS, empty
from tests.torture import Torture

STATES = TypeAdapter(State)

FATES = {"well": 60, "blindly": 10, "twice": 5, "answer lost": 15, "unanswered": 5, "cut off": 5}
"""How an event is sent, with its frequency in percent. The connection breaks after the request and before the response
(the request is then repeated, or not), or within the request; a blind write has no expected version."""


@dataclass
class Sent:
    """The writes of one device, by key."""

    acknowledged: dict[str, Any] = field(default_factory=dict)
    versions: dict[str, int] = field(default_factory=dict)
    """Of writes sent once, whose response has their version."""
    unanswered: dict[str, Any] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    happened: Counter[str] = field(default_factory=Counter)


@pytest.mark.slow
@pytest.mark.torture("lines")
def test_two_devices_over_bad_lines_lose_and_double_nothing(tmp_path: Path, torture: Torture) -> None:
    events, told = torture.count(60, 2000), []
    for kind in KINDS:
        (tmp_path / kind).mkdir()
        happened = _happened_at_one_table(kind, events, tmp_path / kind)
        assert {*FATES, "conflict"} == happened.keys()
        told.append(f"{kind}: " + ", ".join(f"{number:,} {what}" for what, number in happened.most_common()))
    torture.report(f"{events:,} events acknowledged to two devices. " + "; ".join(told) + "; nothing lost or doubled")


def _happened_at_one_table(kind: str, events: int, folder: Path) -> Counter[str]:
    """What became of the requests of two devices; asserts that the log has what was acknowledged, once and in order."""
    address = empty(kind, folder)
    with served(address, folder, "--no-viewer") as server, ThreadPoolExecutor(2) as devices:
        with Device(server.address) as device:
            opening = {"game": azacru.KEY, "players": ["Anna", "Ben"]}
            id = device.post("/api/matches", opening, "the-match")[1]["id"]
        recording = partial(_record, server.address, f"/api/matches/{id}", events // 2)
        sent = left, right = [*devices.map(recording, ("left", "right"))]
    with closing(opened(address, folder)) as store:
        stored = store.read(MATCHES + id)[1:]
        by_key = [(str(row.idempotency_key).split()[1], row) for row in stored]
        rows = {key: row for key, row in by_key if row.type != "MatchEnded"}
        last = {key: row.version for key, row in by_key}  # The result of an end follows in the same write.
        assert len(rows) == sum(row.type != "MatchEnded" for row in stored), "nothing stands twice"
        for each in sent:
            assert [key for key in rows if key in each.acknowledged] == [*each.acknowledged], "all, in its order"
            assert all(last[key] == version for key, version in each.versions.items())
            assert not each.refused & rows.keys()
        known = left.acknowledged | right.acknowledged | left.unanswered | right.unanswered
        assert rows.keys() <= known.keys(), "nothing else, but for writes without a response"
        assert {key: _event(row) for key, row in rows.items()} == {key: known[key] for key in rows}
        assert verify(MatchRepository(store)).is_whole
    log = [json.loads(line) for line in server.log.read_text().splitlines() if line.startswith("{")]
    assert {line["level"] for line in log} == {"info"}, "a broken connection is no error of the service"
    assert {line["status"] for line in log if "status" in line} <= {200, 201, 412, 422, CLIENT_CLOSED_REQUEST}
    return left.happened + right.happened


def _record(address: str, match: str, events: int, name: str) -> Sent:
    """Record until so many events are acknowledged to this device."""
    rng, sent = Random(name), Sent()
    with Device(address) as device:
        table = device.get(match)
        for number in count():
            if len(sent.acknowledged) == events:
                break
            table = _send_event(device, table, f"{name}-{number:04}", rng, sent)
    return sent


def _send_event(device: Device, table: Any, key: str, rng: Random, sent: Sent) -> Any:
    """Send one event that is legal at the table as the device knows it; returns the table after it."""
    moves = [*islice(azacru.legal_moves(STATES.validate_python(table["table"])), 8)]
    if not moves or (table["version"] > 1 and rng.random() < 0.1):
        path, body, event = "takebacks", {"why": key}, {"type": "TakenBack", "why": key}
    else:
        event = encoded(rng.choice(moves))
        path, body = "events", {"events": [event]}
    (fate,), abruptly = rng.choices([*FATES], [*FATES.values()]), rng.random() < 0.5
    sent.happened[fate] += 1
    words = (f"/api/matches/{table['id']}/{path}", body, key, None if fate == "blindly" else table["version"])
    if fate == "cut off":
        device.post_half(*words, abruptly=abruptly)
        sent.refused.add(key)
        return table
    if fate in ("unanswered", "answer lost"):
        device.post_and_go(*words, abruptly=abruptly)
    if fate == "unanswered":
        sent.unanswered[key] = event
        return table
    status, answer = device.post(*words)
    if status != 200:
        assert status == (422 if fate == "blindly" else 412), answer
        sent.refused.add(key)
        sent.happened["conflict"] += 1
        return answer.get("match") or device.get(f"/api/matches/{table['id']}")
    if fate == "twice":
        status, answer = device.post(*words)
    assert status == 200, answer
    sent.acknowledged[key] = event
    if fate in ("well", "blindly"):
        sent.versions[key] = answer["version"]
    return answer


def _event(row: StoredEvent) -> dict[str, Any]:
    """The event as it was sent: without the event that is taken back, which the service adds."""
    fields = {name: value for name, value in codec.decode_object(row.data).items() if name != "since"}
    return {"type": row.type} | fields
