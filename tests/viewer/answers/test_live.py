"""The routes of the live record: its table, previews, entries written once; by language and role."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pydantic_core import from_json, to_json

from core.games import azacru, chocolatier
from eventstore import codec
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from tests.eventstore.service.client import Client, service
from tests.recorded import record
from viewer.components.live.entries import DEALT
from viewer.components.live.payload import payload
from viewer.site.routes.app import create_routes

TWO = ("Anna", "Ben")


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with service(tmp_path, app=create_routes) as client:
        yield client


def started(client: Client, events: int = 1) -> Match:
    return record(client.app_state.records, "m", chocolatier, TWO, 2, events=events)


def written(client: Client) -> list[Any]:
    return [entry.event for entry in client.app_state.records.match("m").log]


def version_header(match: Match) -> dict[str, str]:
    return {"if_match": f'"{match.version}"', "idempotency_key": "a-random-word"}


def test_the_table_is_that_of_the_page_with_its_version(client: Client) -> None:
    match = started(client)
    answer = client("GET", "/view/matches/m/live")
    assert answer.headers["etag"] == f'"{match.version}"'
    assert answer.json() == {**from_json(to_json(payload(match))), "records": True}
    tap = answer.json()["moves"][0][0][0]
    narrowed = client.get(f"/view/matches/m/live?within={tap}")
    assert narrowed["within"] == [tap]
    assert all(taps[0] == tap for taps, *_ in narrowed["moves"])


def test_a_move_of_the_table_is_previewed_and_recorded_by_the_service(client: Client) -> None:
    match = started(client)
    _, event, _, _ = client.get("/view/matches/m/live")["moves"][0]
    shown = client.json(client.session.get(client.address + "/view/matches/m/live/preview", params={"event": event}))
    assert shown["event"] == event
    assert shown["patches"]
    answer = client("POST", "/api/matches/m/events", {"events": [codec.decode_object(event)]}, **version_header(match))
    assert answer.ok, answer.text
    assert codec.encode_event(written(client)[-1]) == event
    for nonsense in (event, "{}", "nonsense", '{"type": "MatchClosed", "reason": "stuck"}'):
        params = {"event": nonsense}
        assert client.session.get(client.address + "/view/matches/m/live/preview", params=params).json() is None


FILLED = chocolatier.deal(chocolatier.setup(2, chocolatier.Options()), Random(1))


@pytest.mark.parametrize(
    "entry", [{"drawn": [["blue", "blue", "red", "black"]] * 5}, {"deal": True}, {"line": chocolatier.write(FILLED)}]
)
def test_an_entry_is_written_once_however_often_it_is_sent(client: Client, entry: dict[str, Any]) -> None:
    match = started(client, events=0)
    entry = entry | {"time": "2026-11-22T10:00:00.000Z"}
    first, again = (client("POST", "/view/matches/m/entries", entry, **version_header(match)) for _ in range(2))
    assert (first.status_code, again.status_code) == (200, 200), (first.text, again.text)
    assert first.json() == again.json()
    now = client.app_state.records.match("m")
    assert now.version == match.version + 1
    assert first.json() == client.get("/view/matches/m/live"), "the answer is the table after the entry"
    assert now.log[-1].happened_at == "2026-11-22T10:00:00.000Z"
    notes = [(note.about, note.text) for note in client.app_state.records.notes("m")]
    assert notes == ([(now.version, DEALT)] if "deal" in entry else [])


def test_what_cannot_be_recorded_is_refused_in_a_sentence(client: Client) -> None:
    match = started(client)
    record(client.app_state.records, "z", azacru, TWO, 1, events=0)
    entries: tuple[tuple[str, dict[str, Any], str], ...] = (
        ("m", {"line": "hello"}, "Start the line with"),
        ("m", {"line": '{"type": "Nonsense"}'}, "no event type"),
        ("m", {"line": "B: 2 brown > 9"}, "another player's turn"),
        ("m", {"drawn": [["blue"]]}, "Fill 5 places"),
        ("m", {"line": "x", "deal": True}, "exactly one"),
        ("m", {}, "exactly one"),
        ("m", {"shout": 1}, "unknown field"),
        ("z", {"drawn": []}, "nothing to draw"),
    )
    for id, entry, output in entries:
        assert output in client.refused(422, "POST", f"/view/matches/{id}/entries", entry)["detail"]
    records: MatchRepository = client.app_state.records
    assert records.match("m").version == match.version
    records.record("m", next(iter(chocolatier.legal_moves(match.now.state))))
    line = chocolatier.write(next(iter(chocolatier.legal_moves(match.now.state))))
    problem = client.refused(412, "POST", "/view/matches/m/entries", {"line": line}, **version_header(match))
    assert problem["match"]["version"] == match.version + 1, "it was for an older table"


def test_answers_come_in_the_language_of_the_page(client: Client) -> None:
    started(client)
    czech = client("GET", "/view/matches/m/live", accept_language="cs").json()
    english = client("GET", "/view/matches/m/live", accept_language="de, en;q=0.8").json()
    assert czech["last"] != english["last"]
    nobody = client("GET", "/view/matches/m/live", cookie="partie-language=cs; ;;=").json()
    assert nobody["last"] in (czech["last"], english["last"])


def test_each_role_reads_and_writes_what_it_may(tmp_path: Path) -> None:
    with service(tmp_path, app=create_routes, tokens_required=True) as client:
        started(client, events=0)
        access = client.app_state.access
        client.refused(404, "GET", "/view/matches/m/live")
        client.refused(404, "POST", "/view/matches/m/entries", {"deal": True})
        viewer = client.with_token(access.make_token("viewer", "m"))
        assert viewer.get("/view/matches/m/live")["records"] is False
        viewer.refused(403, "POST", "/view/matches/m/entries", {"deal": True})
        other = client.with_token(access.make_token("recorder", "another"))
        other.refused(404, "GET", "/view/matches/m/live")
        recorder = client.with_token(access.make_token("recorder", "m"))
        assert recorder.get("/view/matches/m/live")["records"] is True
        assert recorder.post("/view/matches/m/entries", {"deal": True})["version"] == 2
