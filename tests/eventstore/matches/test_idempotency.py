"""Keys that make writes safe to repeat: the same write is answered as the first time, another one is refused."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from requests import Response

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from core.record_events import MatchDescribed
from eventstore.matches.idempotency import KeyReused
from eventstore.matches.notes import NoteChanged
from eventstore.matches.people import Player
from eventstore.matches.repository import MatchRepository
from tests.eventstore.matches.test_concurrency import interrupted
from tests.eventstore.service.client import SHEET, Client, service

Write = tuple[str, str, Any, Any]
"""Method, path, body, and a body that says something else."""


@pytest.fixture(scope="module")
def kettle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with service(tmp_path_factory.mktemp("service")) as client:
        yield client


def noted(label: str, *points: int) -> dict[str, object]:
    return {"type": "PointsNoted", "label": label, "points": list(points)}


def refused(kettle: Client, method: str, path: str, sent: object, key: str) -> None:
    before = kettle.rows()
    answer = kettle.refused(422, method, path, sent, idempotency_key=key)
    assert "idempotency key was used for another write" in answer["detail"], path
    assert kettle.rows() == before, path


def writes(match: str, person: str, other: str, third: str) -> Iterator[Write]:
    one, slip = {"events": [noted("one", 1, 2)]}, {"since": 2, "until": 2, "why": "a slip"}
    yield "POST", f"{match}/events", one, {"events": [noted("one", 1, 3)]}
    yield "POST", f"{match}/corrections", slip | {"events": [noted("one", 2, 2)]}, slip | {"events": []}
    yield (
        "POST",
        f"{match}/events",
        {"events": [noted("two", 3, 3)], "times": ["2026-11-20T18:30:00Z"]},
        {"events": [noted("two", 3, 3)], "times": ["2026-11-20T18:31:00Z"]},
    )
    yield (
        "POST",
        f"{match}/events",
        {"events": [{"type": "MatchDescribed", "players": ["Anna", "Zoe"]}]},
        {"events": [{"type": "MatchDescribed", "players": ["Anna", "Ben"]}]},
    )
    yield "POST", f"{match}/notes", {"about": 2, "text": "close"}, {"about": 2, "text": "far"}
    yield "POST", f"{match}/forks", {"at": 4}, {"at": 1}
    yield "POST", f"{match}/takebacks", {}, {"since": 4}
    yield "POST", f"{match}/close", {"reason": "agreed"}, {"reason": "stuck"}
    yield "PUT", f"{match}/visibility", {"visibility": "unlisted"}, {"visibility": "public"}
    yield "PUT", f"{person}/name", {"name": "Jitka"}, {"name": "Jitka B."}
    yield "POST", f"{person}/accounts", {"account": f"bgg:{other}"}, {"account": f"bgg:{third}"}
    yield "POST", f"{person}/apart", {"person": third}, {"person": other}
    yield "POST", f"{person}/merge", {"person": other}, {"person": third}


def test_a_key_answers_the_same_write_for_ever_and_no_other_one(kettle: Client) -> None:
    begun = kettle.post("/api/matches", SHEET | {"players": ["Anna", "Ben"]}, idempotency_key="a-key-to-open")
    third = kettle.post("/api/matches", SHEET | {"players": ["Third"]})["players"][0]["id"]
    match, people = f"/api/matches/{begun['id']}", [player["id"] for player in begun["players"]]
    answers = []
    for number, (method, path, sent, other) in enumerate(writes(match, f"/api/people/{people[0]}", people[1], third)):
        key = f"a-key-of-{number}"
        answers.append((method, path, sent, key, kettle(method, path, sent, idempotency_key=key)))
        assert answers[-1][-1].ok, answers[-1][-1].text
        refused(kettle, method, path, other, key)
    before = kettle.rows()
    for method, path, sent, key, answer in answers:
        again = kettle(method, path, sent, idempotency_key=key)
        assert again.status_code == answer.status_code, path
        if "/people/" in path or "visibility" in path:
            assert again.json().get("name") == answer.json().get("name"), path
            assert again.json().get("visibility") == answer.json().get("visibility")
            continue
        names = {"players", "visibility"}  # As they are called, and seen, today.
        first, second = ({n: v for n, v in one.json().items() if n not in names} for one in (answer, again))
        assert first == second, path
    assert kettle.rows() == before


def test_a_match_is_opened_once_with_what_its_key_told(kettle: Client) -> None:
    sent = SHEET | {"players": ["Anna", "Zoe"], "events": [noted("one", 1, 2)], "place": "Brno"}
    first = kettle.post("/api/matches", sent, idempotency_key="evening-1")
    path = f"/api/matches/{first['id']}"
    kettle.post(f"{path}/events", {"events": [noted("two", 1, 2)]})
    zoe = first["players"][1]["id"]
    again = kettle.post("/api/matches", sent, idempotency_key="evening-1")
    assert again == first, "the match went on, the answer is the first one"
    kettle.json(kettle("PUT", f"/api/people/{zoe}/name", {"name": "Zoë"}))
    assert kettle.post("/api/matches", sent, idempotency_key="evening-1")["version"] == 2
    changes: list[dict[str, Any]] = [
        {"place": "Praha"},
        {"players": ["Anna", "Ben"]},
        {"players": ["Anna", "Zoe", "Ben"], "events": []},
        {"events": [noted("one", 1, 3)]},
        {"events": [noted("one", 1, 2), noted("two", 1, 2)]},
        {"events": []},
        {"options": {"title": "Pot Race"}},
        {"game": "azacru", "options": {}, "events": []},
    ]
    for other in changes:
        refused(kettle, "POST", "/api/matches", sent | other, "evening-1")
    refused(kettle, "POST", f"{path}/forks", {"at": 2}, "evening-1")
    kettle.post(f"{path}/forks", {"at": 2}, idempotency_key="a-fork-key")
    refused(kettle, "POST", "/api/matches", sent, "a-fork-key")


def test_of_writes_under_one_key_at_once_one_is_done_and_the_others_are_refused(kettle: Client) -> None:
    sheet = SHEET | {"players": ["Cleo", "Dora"]}  # Anna and Ben are one person since a test before.
    match = f"/api/matches/{kettle.post('/api/matches', sheet)['id']}"

    def send(path: str, body: Callable[[int], object], number: int) -> Response:
        return kettle("POST", path, body(number), idempotency_key="all-at-once")

    bodies: list[tuple[str, Callable[[int], object]]] = [
        (f"{match}/events", lambda n: {"events": [noted("one", n, 2)]}),
        (f"{match}/notes", lambda n: {"about": 1, "text": f"{n}"}),
        ("/api/matches", lambda n: sheet | {"place": f"{n}"}),
    ]
    for path, body in bodies:
        with ThreadPoolExecutor(8) as devices:
            sent = partial(send, path, body)
            answers = list(devices.map(sent, range(8)))
        codes = sorted(answer.status_code for answer in answers)
        assert codes[0] in (200, 201), path
        assert codes[1:] == [422] * 7, path
    assert len(kettle.get(f"{match}/log")["log"]) == 2


def test_in_the_library_too(records: MatchRepository) -> None:
    records.start(scoresheet, ("Anna", "Ben"), id="m", idempotency_key="begin")
    first = records.record("m", PointsNoted("one", (1, 2)), idempotency_key="once")
    assert records.record("m", MatchDescribed(players=("Anna", "Zoe")), idempotency_key="seat").names == ("Anna", "Zoe")
    assert records.record("m", PointsNoted("one", (1, 2)), idempotency_key="once").log == first.log
    note = records.note("m", 2, "hm", idempotency_key="note")
    records.change_note("m", NoteChanged(note.id, "oh"), idempotency_key="change")
    zoe = records.match("m").header.players[1]
    records.people_repository.rename(zoe, "Zoë", idempotency_key="name")
    records.record("m", MatchDescribed(players=("Anna", "Zoe")), idempotency_key="seat")
    again: list[Callable[[], object]] = [
        lambda: records.start(scoresheet, ("Anna", "Jarda"), id="m", idempotency_key="begin"),
        lambda: records.record("m", PointsNoted("one", (1, 3)), idempotency_key="once"),
        lambda: records.record("m", PointsNoted("one", (1, 2)), times=["2026-11-20T18:30:00Z"], idempotency_key="once"),
        lambda: records.record("m", MatchDescribed(players=("Anna", "Ben")), idempotency_key="seat"),
        lambda: records.take_back("m", idempotency_key="once"),
        lambda: records.close("m", "agreed", idempotency_key="seat"),
        lambda: records.note("m", 2, "ho", idempotency_key="note"),
        lambda: records.withdraw_note("m", note.id, idempotency_key="change"),
        lambda: records.people_repository.rename(zoe, "Zora", idempotency_key="name"),
        lambda: records.people_repository.split(zoe, idempotency_key="name"),
    ]
    rows = sum(len(records.store.read(stream)) for stream in records.store.streams())
    for write in again:
        with pytest.raises(KeyReused, match="choose a new one"):
            write()
    assert sum(len(records.store.read(stream)) for stream in records.store.streams()) == rows


def test_another_write_that_was_faster_under_the_same_key_refuses_this_one(records: MatchRepository) -> None:
    records.start(scoresheet, ("Anna", "Ben"), id="ours")
    other = interrupted(records, lambda: records.record("ours", PointsNoted("a", (1, 2)), idempotency_key="once"))
    with pytest.raises(KeyReused):
        other.record("ours", PointsNoted("b", (1, 2)), idempotency_key="once")
    assert records.match("ours").version == 2


def test_a_match_begun_before_its_key_was_kept_is_known_by_what_it_began_with(records: MatchRepository) -> None:
    line = PointsNoted("one", (1, 2))
    records.start(scoresheet, ("Anna", "Ben"), line, id="old")
    records.record("old", PointsNoted("two", (1, 2)))
    assert records.start(scoresheet, ("Anna", "Ben"), line, id="old", idempotency_key="open").version == 2
    with pytest.raises(KeyReused):
        records.start(scoresheet, ("Anna", "Ben"), id="old", place="Brno", idempotency_key="open")
    records.fork("old", 2, new="branch")
    records.record("branch", PointsNoted("three", (1, 2)))
    assert records.fork("old", 2, new="branch", idempotency_key="open").version == 5
    with pytest.raises(KeyReused):
        records.fork("old", 3, new="branch", idempotency_key="open")


def test_other_people_at_the_table_are_written_once_and_namesakes_by_their_ids(records: MatchRepository) -> None:
    ben, other = records.people_repository.seat([Player("Ben"), Player("Ben", ("bgg:ben",))])
    records.start(scoresheet, (Player("Anna"), Player("Ben", id=ben)), id="ours")
    people = [Player("Anna"), Player("Ben", id=other)]
    for _ in range(2):
        match = records.record("ours", reseated=people, idempotency_key="people")
        assert (match.version, match.header.players[1]) == (2, other)
    with pytest.raises(KeyReused):
        records.record("ours", reseated=[Player("Anna"), Player("Zoe")], idempotency_key="people")
