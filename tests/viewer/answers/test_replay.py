"""The routes of the replay: its payload and when it is sent again, moves tried out, a line kept whole or not at all."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pydantic_core import from_json, to_json

from core.games import chocolatier
from core.record_events import TakenBack
from eventstore import codec
from eventstore.matches.match import Match
from tests.eventstore.service.client import Client, service
from tests.recorded import FOUR, record
from viewer.components.replay.payload import payload
from viewer.site.routes.app import create_routes


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with service(tmp_path, app=create_routes) as client:
        record(client.app_state.records, "m", chocolatier, FOUR[:2], 3, events=20)
        yield client


def match(client: Client) -> Match:
    return client.app_state.records.match("m")


def rows(client: Client) -> int:
    return len(client.app_state.records.store.read_all(limit=10_000))


def other_move(client: Client, version: int) -> str:
    """A legal move in place of the one recorded after the event with this version."""
    found = match(client)
    at = next(index for index, frame in enumerate(found.frames) if frame.version == version)
    moves = found.game.legal_moves(found.frames[at].state)
    return codec.encode_event(next(move for move in moves if move != found.frames[at + 1].event))


def explored(client: Client, **body: Any) -> Any:
    return client.post("/view/matches/m/explore", body)


def tried_out(client: Client, version: int = 6) -> Any:
    return explored(client, at=version, entry={"line": other_move(client, version)})


def keep(client: Client, line: object, key: str = "a-random-word") -> Any:
    return client.post("/view/matches/m/lines", line, idempotency_key=key)


def test_the_payload_comes_with_the_rights_of_its_reader(client: Client) -> None:
    data = client.get("/view/matches/m/replay")
    rights = {"photos": [], "notes": [], "parent": None, "forks": [], "writes": True, "keeps": True}
    assert data == {**from_json(to_json(payload(match(client)))), **rights}


def test_it_is_sent_again_only_after_a_change(client: Client) -> None:
    def tag(**headers: str) -> str:
        return client("GET", "/view/matches/m/replay", **headers).headers["etag"]

    first = tag()
    unchanged = client("GET", "/view/matches/m/replay", if_none_match=first)
    assert (unchanged.status_code, unchanged.content, unchanged.headers["etag"]) == (304, b"", first)
    czech = tag(accept_language="cs")
    note = client.post("/api/matches/m/notes", {"about": 5, "text": "**hm**"})
    noted = tag()
    fork = client.post("/api/matches/m/forks", {"at": 5})
    forked = tag()
    record_one_more(client)
    assert len({first, czech, noted, forked, tag()}) == 5
    changed = client("GET", "/view/matches/m/replay", if_none_match=first).json()
    assert [each["id"] for each in changed["notes"]] == [note["id"]]
    assert changed["forks"] == [[fork["id"], None]]
    assert client.get(f"/view/matches/{fork['id']}/replay")["parent"] == ["m", 5]


def record_one_more(client: Client) -> None:
    found = match(client)
    client.app_state.records.record("m", found.game.choose(found.now.state, Random(1)))


def test_another_move_is_played_on_narrowed_previewed_and_undone_and_nothing_is_written(client: Client) -> None:
    before = rows(client)
    first = tried_out(client)
    (event,) = first["line"]["events"]
    assert (first["line"]["since"], first["line"]["base"]) == (6, match(client).version)
    assert [step["at"] for step in first["steps"]] == [first["to"]]
    assert first["live_record"]["version"] == first["to"]
    move = first["live_record"]["moves"][0][1]
    second = explored(client, line=first["line"], at=first["to"], entry={"line": move})
    assert second["line"]["events"][0] == event
    assert len(second["steps"]) == 2
    whole = explored(client, line=second["line"], at=4, whole=True)
    assert [step["at"] for step in whole["steps"]] == [*range(1, 7), first["to"], second["to"]]
    assert whole["live_record"]["version"] == 4
    undo = codec.encode_event(TakenBack(first["to"]))
    back = explored(client, line=first["line"], at=first["to"], entry={"line": undo})
    assert (back["line"], back["live_record"]["version"]) == (None, 6)
    taps, event, *_ = explored(client, at=6)["live_record"]["moves"][0]
    narrowed = explored(client, at=6, within=[taps[0]], preview=event)["live_record"]
    assert narrowed["within"] == [taps[0]]
    assert narrowed["preview"]["event"] == event
    assert rows(client) == before


def test_what_cannot_be_tried_is_refused_with_a_reason(client: Client) -> None:
    for text, why in (
        *(("a: 1 pink > 2", "pink"), ("b: 3 blue > 3", "C-TAKE")),
        *(('{"type": "MatchClosed", "reason": "agreed"}', "Only"), (codec.encode_event(TakenBack(6)), "Only moves")),
    ):
        problem = client.refused(422, "POST", "/view/matches/m/explore", {"at": 6, "entry": {"line": text}})
        assert why in f"{problem['detail']} {problem.get('rule')}"
    closed = {"base": 21, "since": 6, "events": [{"type": "MatchClosed", "reason": "agreed"}]}
    client.refused(422, "POST", "/view/matches/m/lines", closed)
    assert client.get("/view/matches/m/replay")["forks"] == []


def test_a_kept_line_is_one_fork_however_often_it_is_sent(client: Client) -> None:
    line = tried_out(client)["line"]
    fork = keep(client, line)
    written = rows(client)
    assert keep(client, line) == fork
    assert rows(client) == written
    kept = client.app_state.records.match(fork["id"])
    assert (kept.parent, kept.frames[-2].version) == ("m", 6)
    assert codec.decode_object(codec.encode_event(kept.now.event)) == line["events"][0]
    (note,) = client.app_state.records.notes(fork["id"])
    assert (note.about, note.text) == (kept.now.version, "Tried out from here on, not played at the table.")
    other = explored(client, line=line, at=4, entry={"line": other_move(client, 4)})["line"]
    client.refused(422, "POST", "/view/matches/m/lines", other, idempotency_key="a-random-word")


def test_a_line_whose_ground_was_taken_back_is_shown_but_not_kept(client: Client) -> None:
    line = tried_out(client)["line"]
    client.app_state.records.take_back("m", 5)
    before = rows(client)
    problem = client.refused(422, "POST", "/view/matches/m/lines", line, idempotency_key="a-random-word")
    assert "no longer counts" in problem["detail"]
    assert rows(client) == before
    assert len(explored(client, line=line, at=6, whole=True)["steps"]) == 7


@pytest.mark.slow
def test_each_role_reads_explores_and_keeps_what_it_may(tmp_path: Path) -> None:
    with service(tmp_path, app=create_routes, tokens_required=True) as client:
        record(client.app_state.records, "m", chocolatier, FOUR[:2], 3, events=20)
        access = client.app_state.access
        line = {"base": 21, "since": 6, "events": [codec.decode_object(other_move(client, 6))]}
        client.refused(404, "GET", "/view/matches/m/replay")
        client.refused(404, "POST", "/view/matches/m/explore", {"at": 6})
        client.refused(404, "POST", "/view/matches/m/lines", line)
        viewer = client.with_token(access.make_token("viewer"))
        assert viewer.get("/view/matches/m/replay")["keeps"] is False
        assert explored(viewer, at=6)["live_record"]["version"] == 6
        viewer.refused(403, "POST", "/view/matches/m/lines", line)
        recorder = client.with_token(access.make_token("recorder"))
        assert recorder.get("/view/matches/m/replay")["keeps"] is True
        assert keep(recorder, line)["id"]
