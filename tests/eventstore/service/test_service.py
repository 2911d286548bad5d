"""Recording and reading over HTTP: a real server over a real store.

The suites of the store and of the read tables try what is asked of a store on SQLite and PostgreSQL.
"""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from eventstore.formats import script
from eventstore.matches.repository import MatchRepository
from tests.eventstore.service.client import SHEET, Client, service
from tests.recorded import fill


@pytest.fixture(scope="module")
def kettle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with service(tmp_path_factory.mktemp("service")) as client:
        yield client


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """The service over the matches of the browser tests."""
    with service(tmp_path_factory.mktemp("service")) as client:
        fill(client.app_state.records)
        yield client


def noted(label: str, *points: int) -> dict[str, object]:
    return {"type": "PointsNoted", "label": label, "points": list(points)}


def opened(client: Client) -> str:
    return f"/api/matches/{client.post('/api/matches', SHEET)['id']}"


def test_metrics_tell_how_far_the_read_tables_are_behind(tmp_path: Path) -> None:
    with service(tmp_path, now=lambda: "2026-11-20T18:00:00Z") as client:
        assert lag(client) == (0, 0)
        match = opened(client)
        client.get("/api/matches")
        assert lag(client) == (0, 0)
        client.post(f"{match}/events", {"events": [noted("one", 1, 2), noted("two", 3, 4)]})
        rows, seconds = lag(client)
        assert rows == 2
        assert seconds >= 0
        client.get("/api/matches")
        assert lag(client) == (0, 0)


def lag(client: Client) -> tuple[float, float]:
    """Rows and seconds."""
    numbers = dict(line.rsplit(" ", 1) for line in client("GET", "/metrics").text.splitlines())
    return float(numbers["partie_projection_lag_rows"]), float(numbers["partie_projection_lag_seconds"])


def test_details_are_recorded_as_an_event_shown_with_the_match_and_found(kettle: Client) -> None:
    match = opened(kettle)
    assert kettle.get(match)["details"]["seats"][0]["roles"] == []
    seats = [{"roles": [{"name": "Eyrie", "kind": "faction"}], "color": "blue"}, {"started": True}]
    noted = {"type": "DetailsNoted", "seats": seats, "expansions": ["Riverfolk"], "counted": False}
    details = kettle.post(f"{match}/events", {"events": [noted]})["details"]
    assert (details["expansions"], details["counted"]) == (["Riverfolk"], False)
    assert details["seats"][0]["roles"] == [{"name": "Eyrie", "kind": "faction"}]
    for query in ("role=eyrie", "expansion=Riverfolk", "color=blue", "counted=false"):
        rows = kettle.get(f"/api/matches?{query}")["matches"]
        assert [(row["id"], row["counted"]) for row in rows] == [(match.removeprefix("/api/matches/"), False)], query
    assert kettle.get("/api/matches?role=Riverfolk")["matches"] == []
    wrong = {"events": [{"type": "DetailsNoted", "seats": [{}]}]}
    assert kettle.refused(422, "POST", f"{match}/events", wrong)["rule"] == "R-SEAT"


def test_a_match_is_opened_recorded_taken_back_corrected_and_closed(kettle: Client) -> None:
    answer = kettle("POST", "/api/matches", SHEET | {"played_on": "2026-11-20", "tags": ["home"]})
    assert answer.status_code == 201
    match = answer.headers["location"]
    assert match == f"/api/matches/{answer.json()['id']}"
    assert answer.headers["etag"] == '"1"'
    two = {"events": [noted("one", 3, 5), noted("two", 7, 1)], "times": ["2026-11-20T18:30:00Z", None]}
    assert kettle.post(f"{match}/events", two)["scores"] == [10, 6]
    assert kettle.post(f"{match}/takebacks", {"why": "both agreed"})["scores"] == [3, 5]
    slip = {"since": 2, "until": 2, "events": [noted("one", 4, 5)], "why": "a 4, not a 3"}
    assert kettle.post(f"{match}/corrections/preview", slip) == {"consequences": [], "scores": [4, 5]}
    assert kettle.post(f"{match}/corrections", slip)["scores"] == [4, 5]
    closed = kettle.post(f"{match}/close", {"reason": "abandoned"})
    assert (closed["state"], closed["version"], closed["turn"]) == ("closed", 8, None)

    log = kettle.get(f"{match}/log")["log"]
    assert [entry["stands"] for entry in log] == [None, False, False, None, None, True, True, None]
    assert log[1]["happened_at"] == "2026-11-20T18:30:00Z"
    assert kettle.get(f"{match}?at=3")["scores"] == [10, 6], "any version is still there"
    frames = kettle.get(f"{match}/frames")["frames"]
    assert [frame["scores"] for frame in frames] == [[None, None], [4, 5], [4, 5]]
    refused = kettle.refused(422, "POST", f"{match}/events", {"events": [noted("three", 1, 1)]})
    assert refused["rule"] == "R-CLOSED"


def test_legal_moves_are_what_can_be_recorded(kettle: Client) -> None:
    match = kettle.post("/api/matches", {"game": "azacru", "players": ["Anna", "Ben"]})
    path = f"/api/matches/{match['id']}"
    moves = kettle.get(f"{path}/moves?limit=5")
    assert (len(moves["moves"]), moves["all"], moves["turn"]) == (5, False, 0)
    after = kettle.post(f"{path}/events", {"events": [moves["moves"][3]["event"]]})
    assert (after["version"], after["turn"]) == (2, 1)
    fork = kettle("POST", f"{path}/forks", {"at": 1})
    assert (fork.status_code, fork.json()["parent"], fork.json()["turn"]) == (201, match["id"], 0)
    slip = {"since": 2, "until": 2, "events": [moves["moves"][3]["event"] | {"seat": 1}], "why": "the other one"}
    (broken,) = kettle.post(f"{path}/corrections/preview", slip)["consequences"]
    assert broken["version"] == 4
    assert broken["rule"]
    refused = kettle.refused(422, "POST", f"{path}/corrections", slip)
    assert refused["consequences"] == [broken]


def test_who_saw_an_older_version_is_told_the_new_one(kettle: Client) -> None:
    match = opened(kettle)
    kettle.post(f"{match}/events", {"events": [noted("one", 1, 2)]}, if_match='"1"')
    problem = kettle.refused(412, "POST", f"{match}/events", {"events": [noted("two", 9, 9)]}, if_match='"1"')
    assert problem["match"]["version"] == 2
    assert problem["match"]["scores"] == [1, 2]
    assert kettle.get(match)["scores"] == [1, 2]


def test_every_look_at_a_match_tells_its_version(kettle: Client) -> None:
    match = opened(kettle)
    kettle.post(f"{match}/events", {"events": [noted("one", 1, 2)]})
    for version in (1, 2):
        for part in ("", "/moves", "/frames", "/log"):
            assert kettle("GET", f"{match}{part}?at={version}").headers["etag"] == f'"{version}"'


def test_changes_of_notes_and_a_split_are_safe_to_repeat_under_a_key(kettle: Client) -> None:
    match = kettle.post("/api/matches", SHEET | {"players": ["Cleo", "Dora"]})
    cleo, dora = (player["id"] for player in match["players"])
    kettle.post(f"/api/people/{cleo}/merge", {"person": dora})
    path = f"/api/matches/{match['id']}/notes"
    note = f"{path}/{kettle.post(path, {'about': 1, 'text': 'close'})['id']}"
    changed = {"glyph": "!", "marks": [{"at": "total/0", "to": "total/1"}]}
    for method, sent, body in (
        ("DELETE", f"/api/people/{cleo}/merge", None),
        ("PUT", note, changed),
        ("DELETE", note, None),
    ):
        key, before = f"a-key-to-{method}-{sent}", kettle.rows()
        codes = [kettle(method, sent, body, idempotency_key=key).status_code for _ in range(2)]
        assert codes in ([200, 200], [204, 204])
        assert kettle.rows() == before + 1, sent
    assert kettle.get(path) == []
    kettle.refused(422, "PUT", note, {"glyph": "!"}, idempotency_key=f"a-key-to-DELETE-{note}")


def test_lists_are_filtered_and_go_on_where_they_stopped(library: Client) -> None:
    whole = [row["id"] for row in library.get("/api/matches")["matches"]]
    assert sorted(whole) == ["four", "odd", "sheet", "two"]
    first = library.get("/api/matches?limit=2")
    late = library.post("/api/matches", SHEET | {"played_on": "2030-01-01"})
    rest = library.get(f"/api/matches?limit=2&cursor={first['next']}")
    assert [row["id"] for row in first["matches"] + rest["matches"]] == whole, "what came meanwhile shifts nothing"
    assert rest["next"] is None
    assert library.get("/api/matches?limit=1")["matches"][0]["id"] == late["id"]
    found = library.get("/api/matches?person=anna&person=Ben&seats=4&until=2026-11")["matches"]
    assert [row["id"] for row in found] == ["four"]


def test_a_match_is_withdrawn_and_brought_back(kettle: Client) -> None:
    match = opened(kettle)
    id = match.rpartition("/")[2]
    assert kettle.post(f"{match}/withdrawal", {"why": "twice"}, idempotency_key="withdraw-1")["withdrawn"] is True
    assert kettle.post(f"{match}/withdrawal", {"why": "twice"}, idempotency_key="withdraw-1")["withdrawn"] is True
    assert id not in {row["id"] for row in kettle.get("/api/matches?limit=500")["matches"]}
    assert id in {row["id"] for row in kettle.get("/api/matches?limit=500&withdrawn=true")["matches"]}
    refused = kettle("POST", f"{match}/events", {"events": [noted("one", 3, 5)]})
    assert (refused.status_code, refused.json()["rule"]) == (422, "R-WITHDRAWN")
    assert kettle.json(kettle("DELETE", f"{match}/withdrawal", if_match='"2"'))["withdrawn"] is False
    assert id in {row["id"] for row in kettle.get("/api/matches?limit=500")["matches"]}


def test_matches_are_taken_away_as_the_store_writes_them(library: Client, tmp_path: Path) -> None:
    records: MatchRepository = library.app_state.records
    text = library("GET", "/api/matches/odd/script").text
    assert text == script.write_script(records.match("odd"), records.notes("odd"))
    assert library("GET", "/api/matches/odd/text").text == script.write_text(records.match("odd"), records.notes("odd"))
    archive = library("GET", "/api/exports/archive?game=chocolatier")
    assert archive.content.count(b'{"partie": 1') == 3
    assert archive.headers["content-encoding"] == "gzip"
    assert len(json.loads(library("GET", "/api/exports/bgstats").content)["plays"]) == 3
    for form in ("csv", "parquet"):
        with ZipFile(io.BytesIO(library("GET", f"/api/exports/{form}").content)) as tables:
            assert {f"matches.{form}", f"people.{form}"} <= set(tables.namelist())
            assert tables.testzip() is None


def test_the_games_people_and_numbers_are_told(library: Client) -> None:
    games = {game["key"]: game for game in library.get("/api/games")}
    assert games["chocolatier"]["seats"] == [2, 4]
    assert games["chocolatier"]["options"]["wall"] == "colored"
    assert {"Anna", "Dora"} <= {person["name"] for person in library.get("/api/people")}
    assert library.get("/healthz") == {"status": "ok"}
    numbers = library("GET", "/metrics").text
    assert 'partie_requests_total{method="GET",route="/api/games",status="200"} 1.0' in numbers
    assert "partie_followers 0.0" in numbers
