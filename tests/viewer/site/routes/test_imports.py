"""Files imported over HTTP: a dry run with the guess, then the import; the same as the command and the page record."""

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
import requests

from eventstore.matches.imports import batches
from eventstore.matches.match import MATCHES
from eventstore.matches.repository import MatchRepository
from importers.files import importing
from tests import TESTS
from tests.eventstore.service.client import Client, problem, service
from tests.recorded import records_in
from tests.viewer.commands.terminal import Terminal
from viewer.site.routes.app import create_routes

BGSTATS = (TESTS / "samples" / "bgstats" / "a-android-79-plays.json").read_bytes()
CLUB = b"date,game,player,score\n2024-04-03,Azul,Jitka,9\n2024-04-03,Azul,Jarda,8\n"
ROUNDS = b"date;player;1;2\n2024-04-03;Jitka;5;9\n2024-04-03;Jarda;4;8\n"
DOUBTFUL = b"2024-04-03: Jitka 9, Jarda\nshopping: milk 2, bread\n"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with service(tmp_path, app=create_routes, tokens_required=True) as client:
        yield client


@pytest.fixture
def recorder(client: Client) -> Client:
    return client.with_token(client.app_state.access.make_token("recorder"))


def send(client: Client, content: bytes, **query: object) -> requests.Response:
    return client.session.post(f"{client.address}/api/imports", data=content, params=query, timeout=60)  # type: ignore[arg-type]


def recorded(records: MatchRepository) -> list[tuple[object, ...]]:
    """The events of all matches, without ids and times; a state digest covers all that the rules know of them."""
    streams = records.store.streams(MATCHES)
    rows = [row for name in streams for row in records.store.read(name)]
    return sorted((row.version, row.type, row.source or "", row.state_digest or "") for row in rows)


def test_a_dry_run_tells_the_guess_and_a_sample_and_writes_nothing(client: Client, recorder: Client) -> None:
    before = client.rows()
    tried = recorder.json(send(recorder, CLUB, dry_run=True, name="club.csv"))
    assert (tried["format"], tried["new"], tried["seats"], tried["people"]) == ("table", 1, 2, 2)
    assert [(one["header"], one["meaning"]) for one in tried["columns"]] == [
        (name, name) for name in ("date", "game", "player", "score")
    ]
    (play,) = tried["sample"]
    assert (play["players"], play["scores"]) == (["Jitka", "Jarda"], [9, 8])
    assert tried["batch"] is None
    assert client.rows() == before


def test_a_dry_run_shows_the_guess_that_must_be_corrected(recorder: Client) -> None:
    unnamed = b"when;who;how many\n2024-04-03;Jitka;9\n2024-04-03;Jarda;8\n"
    tried = recorder.json(send(recorder, unnamed, dry_run=True))
    assert ([one["header"] for one in tried["columns"]], tried["new"]) == (["when", "who", "how many"], 0)
    problem(422, send(recorder, unnamed))
    stated = {"column": ["who=player", "how many=score"], "game": "Azul"}
    assert recorder.json(send(recorder, unnamed, **stated))["new"] == 1


def test_what_the_mapping_says_is_imported_and_only_once(client: Client, recorder: Client) -> None:
    columns = {"column": ["3=ignore", "4=score"], "game": "Azul", "name": "rounds.csv"}
    came = recorder.json(send(recorder, ROUNDS, **columns))
    (match,) = came["matches"]
    assert (came["new"], recorder.get(f"/api/matches/{match}")["scores"]) == (1, [9, 8])
    (batch,) = batches(client.app_state.records.store)
    assert (batch.id, batch.file) == (came["batch"], "rounds.csv")
    again = recorder.json(send(recorder, ROUNDS, **columns))
    assert (again["new"], again["unchanged"], again["batch"]) == (0, 1, None)


def test_a_reading_that_is_not_sure_is_refused_until_it_is_confirmed(client: Client, recorder: Client) -> None:
    tried = recorder.json(send(recorder, DOUBTFUL, dry_run=True))
    assert tried["new"]
    assert tried["confidence"] < 100
    assert tried["doubts"]
    before = client.rows()
    assert "sure=true" in problem(422, send(recorder, DOUBTFUL))["detail"]
    assert client.rows() == before
    assert recorder.json(send(recorder, DOUBTFUL, sure=True))["new"] == tried["new"]


def test_another_reading_is_shown_and_taken_by_its_number(recorder: Client) -> None:
    header = b"Date,Game,Player,Score,Bonus,Weather\n"
    bonus = header + b"2024-06-14,Azul,Ann,3,52,rain\n2024-06-14,Azul,Ben,4,47,rain\n"
    later = header + b"2024-06-21,Azul,Ann,61,no,sun\n2024-06-21,Azul,Ben,58,no,sun\n"
    came = recorder.json(send(recorder, bonus, column=["Score=other", "Bonus=score"]))
    assert (came["unused"], came["others"], came["confirmed_on"]) == (["Score", "Weather"], [], None)
    more = bonus.replace(b"06-14", b"06-15")
    assert len(recorder.json(send(recorder, more))["confirmed_on"]) == len("2024-06-14")
    tried = recorder.json(send(recorder, later, dry_run=True))
    (other,) = tried["others"]
    assert [play["scores"] for play in (*tried["sample"], *other["sample"])] == [[61, 58], None]
    assert (tried["unused"], other["unused"]) == (["Bonus", "Weather"], ["Score", "Weather"])
    assert tried["doubts"][0].startswith("What was confirmed for this header on 2")
    assert "reading=NUMBER" in problem(422, send(recorder, later))["detail"]
    problem(422, send(recorder, later, reading=3))
    assert recorder.json(send(recorder, later, reading=1))["new"] == 1
    assert recorder.json(send(recorder, more, forget=True, dry_run=True))["confirmed_on"] is None


@pytest.mark.parametrize(
    ("content", "says"), [(b"", "The file is empty"), (b"\x89PNG\r\n\x1a\n" + bytes(500), "This is a picture")]
)
def test_a_file_without_plays_is_refused_in_a_sentence(recorder: Client, content: bytes, says: str) -> None:
    before = recorder.rows()
    assert says in problem(422, send(recorder, content))["detail"]
    assert "HEADER=MEANING" in problem(422, send(recorder, CLUB, column="score"))["detail"]
    assert "nothing a column holds" in problem(422, send(recorder, CLUB, column="score=height"))["detail"]
    assert recorder.rows() == before


def test_only_recorders_of_the_whole_store_import(client: Client) -> None:
    access = client.app_state.access
    problem(401, send(client, CLUB))
    for token in (access.make_token("annotator"), access.make_token("recorder", "kettle")):
        problem(403, send(client.with_token(token), CLUB, dry_run=True))
    assert list(client.app_state.records.ids()) == []


def test_a_file_may_be_as_large_as_a_picture_and_no_larger(recorder: Client) -> None:
    large = CLUB + b"2024-04-03,Azul,Jitka,9\n" * 60_000
    problem(422, send(recorder, large[: 2 << 20], column="nothing"))  # It was received.
    problem(413, send(recorder, b" " * (13 << 20)))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "content"), [("export.json", BGSTATS), ("club.csv", CLUB)])
def test_the_command_the_use_case_and_http_record_the_same(
    client: Client, recorder: Client, tmp_path: Path, name: str, content: bytes
) -> None:
    (tmp_path / name).write_bytes(content)
    by_command, by_page = tmp_path / "command.db", tmp_path / "page.db"
    Terminal(str(by_command))("import", tmp_path / name)
    with importing(str(by_page), [name]) as files, (tmp_path / name).open("rb") as file:
        files.read(name, file)
    assert recorder.json(send(recorder, content, name=name))["new"] == files.summary.new
    expected = recorded(records_in(by_command))
    assert recorded(records_in(by_page)) == expected
    assert recorded(client.app_state.records) == expected


PUSH = {
    "sourceName": "Flip",
    "sourcePlayId": "42",
    "playDate": "2026-11-20 19:16:58",
    "game": {"name": "Azul", "bggId": 230802},
    "players": [{"name": "Ann", "score": 52, "winner": True}, {"name": "Ben", "score": 47, "winner": False}],
}


def test_a_link_for_another_app_or_its_json_is_one_play(recorder: Client) -> None:
    content = json.dumps(PUSH)
    link = f"bgstats://app.bgstatsapp.com/createPlay.html?data={quote(content)}"
    came = recorder.json(send(recorder, link.encode()))
    assert (came["format"], came["new"], came["people"], came["problems"]) == ("bgstats-push", 1, 2, [])
    (play,) = came["sample"]
    assert (play["played_on"], play["game"]) == ("2026-11-20", "Azul")
    assert (play["players"], play["scores"], play["winners"]) == (["Ann", "Ben"], [52, 47], [0])
    again = recorder.json(send(recorder, content.encode()))
    assert (again["unchanged"], again["matches"]) == (1, came["matches"])
    answer = problem(422, send(recorder, b"bgstats://app.bgstatsapp.com/createPlay.html?data=%7B%22a"))
    assert answer["detail"] == "The play in the link is not JSON, as it is cut off or damaged; copy the whole link."
