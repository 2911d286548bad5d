"""Invalid requests: the response is one sentence, nothing is written, and nothing else is revealed.

With SQLite only: such requests are refused before the store is read.
"""

import http.client
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from core.errors import InvalidInput
from core.games import scoresheet
from eventstore.matches.repository import MatchRepository
from eventstore.service.observability import JsonFormatter
from tests.eventstore.service.client import SHEET, Client, service
from tests.eventstore.store.test_foreign_schema import SQLITE, run
from tests.patience import patience, until
from tests.stores import KINDS, change

JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with service(tmp_path_factory.mktemp("service")) as client:
        yield client


@pytest.fixture
def match(client: Client) -> str:
    return f"/api/matches/{client.post('/api/matches', SHEET)['id']}"


def sent(client: Client, path: str, body: bytes, **headers: str) -> tuple[int, dict[str, object]]:
    """The status and the problem details in response to a POST with these bytes."""
    connection = http.client.HTTPConnection(urlsplit(client.address).netloc, timeout=patience(20))
    connection.request("POST", path, body, JSON | {name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    details = json.loads(answer.read())
    connection.close()
    assert answer.headers["Content-Type"] == "application/problem+json"
    return answer.status, details


ROUND = '{"type":"PointsNoted","label":"one","points":[1,2]}'


@pytest.mark.parametrize(
    ("status", "body", "sentence"),
    [
        (400, b"{", "This is not JSON"),
        (400, b"\xff\xfe", "The body is not UTF-8 text."),
        (400, b'{"events": [], "events": []}', "stands twice"),
        (400, b'{"events": [NaN]}', "NaN is not a number"),
        (400, b'{"events": ["\\ud800"]}', "lone surrogate"),
        (400, b"[" * 50_000 + b"]" * 50_000, "cannot be read"),
        (400, b"[]", "A JSON object"),
        (422, b"", "body: missing."),
        (422, b"{}", "events: missing."),
        (422, b'{"events": []}', "events: "),
        (422, b'{"events": {}}', "events: "),
        (422, b'{"events": [3]}', "events.0: "),
        (422, b'{"events": [' + b'{"a":' * 900 + b"1" + b"}" * 900 + b"]}", "events"),
        (422, f'{{"events": [{ROUND}], "tidy": true}}'.encode(), "tidy: unknown field."),
        (422, f'{{"events": [{ROUND}], "times": []}}'.encode(), "as many times as events"),
        (422, f'{{"events": [{ROUND}], "times": ["noon"]}}'.encode(), "'noon' is not a time"),
        (422, b'{"events": [{"type": "' + b"G" * 9000 + b'"}]}', "There is no event type"),
        (422, b'{"events": [{"label": "one"}]}', 'events.0: An event needs a "type"'),
        (422, b'{"events": [{"type": "Gone"}]}', "events.0: There is no event type 'Gone'"),
        (422, b'{"events": [{"type": "PointsNoted", "label": 3, "points": [1, 2]}]}', "PointsNoted: label: "),
        (422, ROUND.replace('"one"', '"one", "x": 1').join(('{"events": [', "]}")).encode(), "x: unknown field"),
        (422, b'{"events": [{"type": "PointsNoted", "label": "one", "points": [1]}]}', "one per seat"),
        (422, b'{"events": [{"type": "PointsNoted", "label": "one", "points": [1e300, 2]}]}', "Points are numbers"),
        (
            422,
            b'{"events": [{"type": "MatchDescribed", "options": {"wall": 3}}]}',
            "events.0: scoresheet has no option",
        ),
        (
            422,
            b'{"events": [{"type": "MatchDescribed", "options": {"teams": [[7]]}}]}',
            "Teams may contain only the seats 0 to 1",
        ),
        (422, b'{"events": [{"type": "MatchImported", "source": "a\\u001fb"}]}', "a control character"),
        (413, b" " * (10 << 20), "1,048,576 bytes"),
    ],
    ids=range(27),
)
def test_a_body_that_makes_no_sense_is_told_in_a_sentence(
    client: Client, match: str, status: int, body: bytes, sentence: str
) -> None:
    before = client.rows()
    answered, details = sent(client, f"{match}/events", body)
    assert (answered, details["status"]) == (status, status)
    assert sentence in str(details["detail"])
    assert len(str(details)) < 700, "the request is not quoted at length"
    assert client.rows() == before


def test_a_large_body_in_pieces_is_refused_too(client: Client, match: str) -> None:
    connection = http.client.HTTPConnection(urlsplit(client.address).netloc, timeout=patience(20))
    connection.request("POST", f"{match}/events", (b" " * 60_000 for _ in range(18)), JSON, encode_chunked=True)
    assert connection.getresponse().status == 413
    connection.close()


@pytest.mark.parametrize(
    ("status", "method", "path", "body", "headers"),
    [
        (404, "GET", "/api/nothing", None, {}),
        (405, "PATCH", "/api/matches", {}, {}),
        (404, "GET", "/api/matches/none", None, {}),
        (422, "GET", "/api/matches/%00", None, {}),
        (422, "GET", "/api/matches/" + "x" * 300, None, {}),
        (404, "GET", "{match}?at=99", None, {}),
        (422, "GET", "{match}?at=0", None, {}),
        (422, "GET", "{match}?at=" + "9" * 30, None, {}),
        (422, "GET", "{match}/feed", None, {"last_event_id": "seven"}),
        (422, "GET", "/api/matches?limit=0", None, {}),
        (422, "GET", "/api/matches?since=yesterday", None, {}),
        (422, "GET", "/api/matches?since=2023-02-29", None, {}),
        (422, "GET", "/api/matches?until=2024-13", None, {}),
        (422, "GET", "/api/exports/archive?until=0000", None, {}),
        (422, "GET", "/api/matches?cursor=gone", None, {}),
        (422, "GET", "/api/exports/paper", None, {}),
        (422, "POST", "/api/matches", SHEET | {"game": "chess"}, {}),
        (422, "POST", "/api/matches", SHEET | {"game": "azacru"}, {}),
        (422, "POST", "/api/matches", SHEET | {"players": ["Anna", "\n"]}, {}),
        (422, "POST", "/api/matches", SHEET | {"players": ["Anna"] * 101}, {}),
        (422, "POST", "/api/matches", SHEET | {"players": ["Anna", "ANNA"]}, {}),
        (422, "POST", "{match}/events", {"events": [{"type": "MatchDescribed", "players": ["Ben", "ben"]}]}, {}),
        (422, "POST", "/api/matches", SHEET | {"played_on": "2026-02-30"}, {}),
        (422, "POST", "/api/matches", SHEET | {"options": {"wall": 3}}, {}),
        (422, "POST", "/api/matches", SHEET, {"idempotency_key": "short"}),
        (422, "POST", "{match}/takebacks", {}, {}),
        (422, "POST", "{match}/takebacks", {"since": 1}, {}),
        (422, "POST", "{match}/takebacks", {}, {"if_match": "1"}),
        (422, "POST", "{match}/corrections", {"since": 2, "until": 9, "events": [], "why": ""}, {}),
        (422, "POST", "{match}/close", {"reason": "bored"}, {}),
        (422, "POST", "{match}/forks", {"at": 7}, {}),
        (422, "POST", "{match}/notes", {"about": 7, "text": "?"}, {}),
        (422, "POST", "{match}/notes", {"about": 1}, {}),
        (422, "PUT", "{match}/notes/none", {"text": "?"}, {}),
        (422, "PUT", "{match}/visibility", {"visibility": "secret"}, {}),
        (422, "PUT", "/api/people/nobody/name", {"name": "Zoe"}, {}),
        (422, "DELETE", "/api/people/nobody/merge", None, {}),
    ],
    ids=str,
)
def test_a_wish_that_makes_no_sense_is_told_in_a_sentence(
    client: Client, match: str, status: int, method: str, path: str, body: object, headers: dict[str, str]
) -> None:
    before = client.rows()
    client.refused(status, method, path.replace("{match}", match), body, **headers)
    assert client.rows() == before


@pytest.mark.parametrize("route", ["matches", "exports/archive"])
@pytest.mark.parametrize(("parameter", "date"), [("since", "2023-02-29"), ("until", "2024-13"), ("until", "2024-00")])
def test_a_date_that_does_not_exist_is_named_with_its_parameter(
    client: Client, route: str, parameter: str, date: str
) -> None:
    why = client.refused(422, "GET", f"/api/{route}?{parameter}={date}")["detail"]
    assert why == f"{parameter}: {date!r} is not a date like 2026-11-20, 2026-11 or 2026."
    assert client.get(f"/api/matches?{parameter}=2024-02-29") == {"matches": [], "next": None, "behind": False}


def test_an_unknown_cursor_begins_again(client: Client) -> None:
    why = client.refused(422, "GET", "/api/matches?cursor=gone")["detail"]
    assert why.startswith("cursor: there is no such match any more; begin again with the first page")


def test_a_defect_is_an_error_of_the_service_and_logged_with_its_traceback(
    client: Client, match: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def close(*_: object, **__: object) -> None:
        int("Anna's secret")

    monkeypatch.setattr(MatchRepository, "close", close)
    details = client.refused(500, "POST", f"{match}/close", {"reason": "agreed"})
    client.session.close()  # After a defect the service ends the connection; the next request must not meet its end.
    assert details["detail"] == "Something went wrong here; it is in the log."
    (line,) = errors(caplog)
    assert (line["error"], line["what"]) == ("ValueError", "error")
    assert str(line["where"][-1]).startswith("close:")
    assert "secret" not in str(line) + str(details)


def test_invalid_stored_options_are_no_mistake_of_a_reader(
    client: Client, match: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def setup(*_: object) -> None:
        raise InvalidInput("These options are no longer allowed.")

    monkeypatch.setattr(scoresheet, "setup", setup)
    assert "partie verify" in client.refused(500, "GET", match)["detail"]
    assert [line["error"] for line in errors(caplog)] == ["InvalidInput"]


def errors(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    """The logged errors, as the service writes them; one is awaited, as it may be logged after the response."""
    until(lambda: any(each.exc_info for each in caplog.records))
    return [json.loads(JsonFormatter().format(record)) for record in caplog.records if record.exc_info]


def written(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [JsonFormatter().format(record) for record in caplog.records if record.name == "partie.service"]


def test_an_illegal_move_is_refused_by_its_rule_and_place(client: Client) -> None:
    match = f"/api/matches/{client.post('/api/matches', {'game': 'azacru', 'players': ['Anna', 'Ben']})['id']}"
    legal = client.get(f"{match}/moves?limit=1")["moves"][0]["event"]
    before = client.rows()
    refused = client.refused(422, "POST", f"{match}/events", {"events": [legal, legal]})
    assert (refused["rule"][:2], refused["index"]) == ("A-", 1)
    assert client.rows() == before, "not the first one either"


def test_a_form_of_another_page_is_no_request(client: Client, match: str) -> None:
    status, _ = sent(client, f"{match}/takebacks", b"{}", Content_Type="text/plain")
    assert status == 422


@pytest.mark.slow
def test_what_is_damaged_is_told_and_logged_without_a_name(
    client: Client, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = client.post("/api/matches", SHEET | {"title": "A secret title"})["id"]
    data = '{"title": "A secret title"}'
    change(client.store, f"UPDATE events SET data = '{data}' WHERE type = 'MatchStarted'", triggers=False)
    assert "partie verify" in client.refused(500, "GET", f"/api/matches/{id}")["detail"]
    logging.getLogger("partie.service").propagate = True
    with caplog.at_level(logging.INFO, logger="partie.service"):
        client("GET", f"/api/matches/{id}?at=1&secret=1")
        client("GET", "/api/matches?person=Anna", authorization="Bearer partie_secret")
        until(lambda: '"/api/matches"' in "".join(written(caplog)[-1:]))  # Requests are logged once answered.
    logged = [json.loads(line) for line in written(caplog)]
    assert [line["route"] for line in logged if line["what"] == "request"][-2:] == ["/api/matches/{id}", "/api/matches"]
    assert "WrongShape" in [line.get("error") for line in logged]
    assert not [line for line in written(caplog) for word in (id, "secret", "Anna") if word in line]


def test_a_store_with_foreign_triggers_acknowledges_nothing_and_is_read(tmp_path: Path) -> None:
    with service(tmp_path) as client:
        id = client.post("/api/matches", SHEET)["id"]
        before = client.rows()
        run(client.store, SQLITE["an insert ignored"])
        for path, body in (("/api/matches", SHEET), (f"/api/matches/{id}/close", {"reason": "agreed"})):
            detail = client.refused(503, "POST", path, body)["detail"]
            assert detail == (
                "Nothing is recorded: other programs changed the tables of this store. `partie verify` says what to do."
            )
        assert client.rows() == before
        assert client.get(f"/api/matches/{id}")["id"] == id
        assert [row["id"] for row in client.get("/api/matches")["matches"]] == [id]


def test_a_store_that_cannot_be_used_is_told_to_who_runs_it_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with service(tmp_path) as client:
        id = client.post("/api/matches", SHEET)["id"]
        Path(client.store).unlink()
        logging.getLogger("partie.service").propagate = True
        with caplog.at_level(logging.ERROR, logger="partie.service"):
            detail = client.refused(503, "GET", f"/api/matches/{id}")["detail"]
    (line,) = [json.loads(JsonFormatter().format(each)) for each in caplog.records if each.name == "partie.service"]
    assert detail == "The store was replaced under this service; it must be stopped and started again."
    assert line["what"] == "unusable"
    assert line["why"].startswith(f"{client.store} was replaced or deleted")


def test_an_error_is_logged_by_its_places_alone() -> None:
    try:
        raise RuntimeError("Anna's secret")
    except RuntimeError as error:
        record = logging.LogRecord("uvicorn.error", logging.ERROR, "", 0, "Exception", (), None)
        record.exc_info = (type(error), error, error.__traceback__)
    line = json.loads(JsonFormatter().format(record))
    assert (line["error"], line["level"]) == ("RuntimeError", "error")
    assert line["where"][0].startswith("test_an_error")
    assert "Anna" not in str(line)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_filter_with_nul_fits_no_match_and_a_text_with_it_is_refused(tmp_path: Path, kind: str) -> None:
    with service(tmp_path, kind) as client:
        made = client.post("/api/matches", SHEET | {"place": "Brno"})
        before = client.rows()
        parameters = client.get("/api/openapi.json")["paths"]["/api/matches"]["get"]["parameters"]
        texts = [each["name"] for each in parameters if '"maxLength": 200' in json.dumps(each["schema"])] + ["person"]
        assert {"game", "place", "tag", "expansion", "series"} < set(texts)
        for name in texts:
            assert client.get(f"/api/matches?{name}=a%00")["matches"] == [], name
        for path, body in (
            ("", SHEET | {"title": "a\0"}),
            ("", SHEET | {"options": {"title": "\0"}}),
            (f"/{made['id']}/events", {"events": [{"type": "PointsNoted", "label": "\0", "points": [1, 2]}]}),
            (f"/{made['id']}/events", {"events": [{"type": "MatchDescribed", "tags": ["\0"]}]}),
            (f"/{made['id']}/notes", {"about": 1, "text": "\0"}),
        ):
            assert "cannot be stored" in client.refused(422, "POST", f"/api/matches{path}", body)["detail"]
        assert client.rows() == before
        assert [match["id"] for match in client.get("/api/matches")["matches"]] == [made["id"]]
