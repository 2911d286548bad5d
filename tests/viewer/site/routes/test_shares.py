"""The long answers that one principal asks for leave room for those of all others."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from threading import Event, Thread
from urllib.parse import quote

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.answers import matches
from eventstore.service.answer_queue import AnswerQueue
from tests.eventstore.service.client import Client, service
from tests.torture import Torture
from viewer.site.routes.app import create_routes

LINES = 200
PLACES = 8
CROWD = 12
NOTED = json.dumps({"type": "PointsNoted", "label": "One more", "points": [3, 4]})


def serving(folder: Path, places: int) -> Iterator[Client]:
    """A service with few places for long answers and a public sheet `m`, and its client."""
    few = {"answers": AnswerQueue(1, places), "tables": AnswerQueue(1, places)}
    with service(folder, app=create_routes, tokens_required=True, **few) as client:
        lines = [PointsNoted(f"Round {line}", (line, 2 * line)) for line in range(LINES)]
        client.app_state.records.start(scoresheet, ("Anna", "Ben"), *lines, id="m")
        client.app_state.access.set_visibility("m", "public")
        yield replace(client, timeout_s=300)  # The crowd, the others and the service share one process here.


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    yield from serving(tmp_path, PLACES)


@pytest.fixture
def without_room(tmp_path: Path) -> Iterator[Client]:
    yield from serving(tmp_path, 0)


def explored(client: Client, at: int, points: int = 1) -> int:
    events = [{"type": "PointsNoted", "label": "Tried", "points": [points, 1]}]
    line = {"base": LINES + 1, "since": at, "events": events}
    return client("POST", "/view/matches/m/explore", {"line": line}).status_code


def ask(client: Client, rng: Random) -> int:
    """Ask for a long answer that nobody else asks for; the status."""
    at, limit = rng.randrange(2, LINES), rng.randrange(1, 1000)
    if rng.random() < 0.3:
        return explored(client, at, limit)
    addresses = (
        f"/api/matches/m/frames?limit={limit}",
        f"/api/matches/m/frames?at={LINES}&after={at}&limit={limit}",
        f"/api/matches/m/moves?at={at}&limit={limit}",
        f"/api/matches/m/log?at={at}",
        f"/view/matches/m/live?within={at}&within={limit}",
        f"/view/matches/m/live/preview?event={quote(NOTED.replace('3', str(limit)))}",
    )
    return client("GET", rng.choice(addresses)).status_code


@pytest.mark.slow
@pytest.mark.torture("shares")
def test_a_viewer_who_asks_for_all_there_is_leaves_room_for_others(client: Client, torture: Torture) -> None:
    viewer = client.app_state.access.make_token("viewer", "m")
    recorder = client.with_token(client.app_state.access.make_token("recorder"))
    stop, statuses = Event(), Counter[int]()

    def fill(place: int) -> None:
        own, rng = client.with_token(viewer), Random(f"{torture.seed} {place}")
        while not stop.is_set():
            statuses[ask(own, rng)] += 1

    crowd = [Thread(target=fill, args=(place,)) for place in range(CROWD)]
    for thread in crowd:
        thread.start()
    try:
        for number in torture.rounds(3, 1000):
            event = {"type": "PointsNoted", "label": f"More {number}", "points": [number, 1]}
            answer = recorder.post("/api/matches/m/events", {"events": [event]}, idempotency_key=f"more-{number:08}")
            assert answer["version"] == LINES + number + 2
            for reader in (recorder, client):  # With a token of its own, and with none.
                assert reader.get("/view/matches/m/live")["version"] == answer["version"]
                assert reader.get("/view/matches/m/replay")["version"] == answer["version"]
            preview = recorder.get(f"/view/matches/m/live/preview?event={quote(NOTED)}")
            assert preview["event"] == NOTED
    finally:
        stop.set()
        for thread in crowd:
            thread.join()
    assert set(statuses) <= {200, 503}
    assert statuses[200]
    assert client.app_state.answers.is_idle
    assert client.app_state.tables.is_idle
    torture.report(
        f"{torture.done:,} lines recorded and read by two others while {CROWD} requests at a time of one viewer asked"
        f" for {statuses.total():,} different long answers; {statuses[503]:,} of these found no place; all others did"
    )


def test_explored_lines_previews_and_earlier_versions_wait_in_the_queues(
    without_room: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    viewer = without_room.with_token(without_room.app_state.access.make_token("viewer", "m"))
    assert explored(viewer, 7) == 503
    assert viewer("GET", f"/view/matches/m/live/preview?event={quote(NOTED)}").status_code == 503
    repository, read = type(without_room.app_state.records), count()
    folded = repository.match

    def match(self: object, id: str, *, until: int | None = None) -> object:
        if until is not None:
            next(read)
        return folded(self, id, until=until)  # type: ignore[arg-type]

    monkeypatch.setattr(repository, "match", match)
    for kind in ("frames", "moves", "log"):
        assert viewer("GET", f"/api/matches/m/{kind}?at=7").status_code == 503
    assert next(read) == 0


def test_a_page_of_frames_is_computed_once_for_all_its_readers(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    response, computed = matches.frame_content, count()

    def counted(frame: object) -> object:
        next(computed)
        return response(frame)  # type: ignore[arg-type]

    monkeypatch.setattr(matches, "frame_content", counted)
    viewer = client.with_token(client.app_state.access.make_token("viewer", "m"))
    page = client.get("/api/matches/m/frames?limit=5")
    assert viewer.get("/api/matches/m/frames?limit=5") == page
    assert next(computed) == len(page["frames"]) == 5
    recorder = client.with_token(client.app_state.access.make_token("recorder"))
    recorder.post("/api/matches/m/events", {"events": [json.loads(NOTED)]})
    assert client.get("/api/matches/m/frames?limit=5")["version"] == page["version"] + 1
