"""Choices made at once: nobody but their recorder is told what was chosen before all have chosen, wherever they ask."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import core.games
from eventstore.matches.repository import MatchRepository
from eventstore.service.app import create_app
from eventstore.store.sqlite import SqliteStore
from tests.eventstore.service.client import Client, service
from tests.patience import patience
from tests.viewer.commands.terminal import Terminal
from tests.viewer.conformance import toy_choices as odds
from viewer.components.live.payload import payload as live_payload
from viewer.components.replay import exploring
from viewer.components.replay.exploring import Line
from viewer.components.replay.payload import payload as replay_payload

SECRET = 4
"""The fingers that Anna shows, which no other seat and no number of the match has."""

READ = ("", "/frames", "/log", "/moves", "/script", "/text")


class Table(NamedTuple):
    """Three people at one match, each with a device of their own, and somebody without a token."""

    anna: Client
    ben: Client
    cyril: Client
    stranger: Client


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.setattr(core.games, "GAMES", (*core.games.GAMES, odds))
    with service(tmp_path, app=create_app, tokens_required=True) as client:
        state = client.app_state
        state.records.start(odds, ["Anna", "Ben", "Cyril"], id="odds")
        state.access.set_visibility("odds", "public")
        tokens = (state.access.make_token("recorder") for _ in range(3))
        yield Table(*(client.with_token(token) for token in tokens), client)


def choose(client: Client, seat: int, fingers: int) -> None:
    event = {"type": "FingersShown", "seat": seat, "fingers": fingers}
    client.post("/api/matches/odds/events", {"events": [event]})


def tells(client: Client) -> list[str]:
    """The answers that hold the fingers of Anna."""
    answers = {path: client("GET", f"/api/matches/odds{path}").text for path in READ}
    version = client.get("/api/matches/odds")["version"]
    answers["feed"] = json.dumps([*client.follow("/api/matches/odds/feed", until=version)])
    marks = ('"fingers":4', '"fingers": 4', "0 shows 4", '"shown":[4')
    return [path for path, text in answers.items() if path != "/moves" and any(mark in text for mark in marks)]


def test_a_choice_is_told_to_its_recorder_alone_until_all_have_chosen(table: Table) -> None:
    choose(table.anna, 0, SECRET)
    choose(table.ben, 1, 2)
    assert [tells(client) for client in (table.ben, table.cyril, table.stranger)] == [[], [], []]
    assert len(tells(table.anna)) == 6
    choose(table.cyril, 2, 2)
    assert [len(tells(client)) for client in table] == [5, 5, 5, 5]  # The table is that of the next round.


def test_a_reader_knows_who_has_chosen_and_who_has_not(table: Table) -> None:
    choose(table.anna, 0, SECRET)
    (entry,) = table.ben.get("/api/matches/odds/log")["log"][1:]
    assert entry["event"] == {"type": "ChoiceCovered", "seat": 0}
    assert table.ben.get("/api/matches/odds")["turn"] == 1
    moves = table.ben.get("/api/matches/odds/moves")["moves"]
    assert {move["event"]["seat"] for move in moves} == {1, 2}
    assert table.ben.get("/api/matches/odds/frames")["frames"][-1]["seat"] == 0


def test_the_answer_to_an_own_choice_covers_those_of_others(table: Table) -> None:
    choose(table.anna, 0, SECRET)
    event = {"type": "FingersShown", "seat": 1, "fingers": 2}
    for _ in range(2):  # The answer to a repeated request too.
        answer = table.ben("POST", "/api/matches/odds/events", {"events": [event]}, idempotency_key="one-choice")
        assert answer.json()["table"]["shown"] == [None, 2, None]


@pytest.mark.parametrize("change", ["takebacks", "corrections"])
def test_a_choice_that_was_changed_stays_covered(table: Table, change: str) -> None:
    choose(table.anna, 0, SECRET)
    if change == "takebacks":
        table.anna.post("/api/matches/odds/takebacks", {"since": 2})
        choose(table.anna, 0, 1)
    else:
        events = [{"type": "FingersShown", "seat": 0, "fingers": 1}]
        table.anna.post("/api/matches/odds/corrections", {"since": 2, "until": 2, "events": events, "why": "slip"})
    choose(table.ben, 1, 2)
    assert tells(table.ben) == []
    choose(table.cyril, 2, 2)
    assert "/log" in tells(table.ben)


def test_taking_a_choice_of_another_back_does_not_open_it(table: Table) -> None:
    for seat, client in enumerate((table.anna, table.ben, table.cyril)):
        choose(client, seat, seat + 1)
    choose(table.anna, 0, SECRET)
    table.ben.post("/api/matches/odds/takebacks", {"since": 3})
    assert tells(table.ben) == []


def test_a_correction_that_is_only_tried_opens_nothing(table: Table) -> None:
    choose(table.anna, 0, SECRET)
    choose(table.ben, 1, 2)
    events = [{"type": "FingersShown", "seat": seat, "fingers": 2} for seat in (1, 2)]
    body = {"since": 3, "until": 3, "events": events, "why": "?"}
    assert table.ben.post("/api/matches/odds/corrections/preview", body)["scores"] == [0, 0, 0]


def test_the_replay_shows_that_a_covered_choice_was_taken_back(table: Table) -> None:
    choose(table.anna, 0, SECRET)
    table.anna.post("/api/matches/odds/takebacks", {"since": 2, "why": "slip"})
    choose(table.ben, 1, 2)
    text = json.dumps(replay_payload(MatchRepository(SqliteStore(Path(table.anna.store)), by="x").match("odds")))
    assert "Anna has chosen" in text
    assert "0 shows 4" not in text


def test_a_match_with_covered_choices_is_not_forked(table: Table) -> None:
    choose(table.anna, 0, SECRET)
    refused = table.ben.refused(422, "POST", "/api/matches/odds/forks", {"at": 1})
    assert refused["detail"] == "Choices made at once are covered; fork the match once they are open."
    choose(table.ben, 1, 2)
    choose(table.cyril, 2, 2)
    fork = table.ben.post("/api/matches/odds/forks", {"at": 2})
    assert fork["table"]["shown"] == [SECRET, None, None]


def test_followers_are_told_what_was_opened(table: Table) -> None:
    choose(table.anna, 0, SECRET)
    heard = table.stranger.follow("/api/matches/odds/feed", until=4)
    assert [next(heard)[1]["event"]["type"] for _ in range(2)] == ["MatchStarted", "ChoiceCovered"]
    choose(table.ben, 1, 2)
    choose(table.cyril, 2, 2)
    with table.stranger.session.get(
        f"{table.stranger.address}/api/matches/odds/feed",
        headers={"Last-Event-ID": "2"},
        stream=True,
        timeout=patience(20),
    ) as again:
        lines = again.iter_lines(chunk_size=1, decode_unicode=True)
        assert next(lines) == "event: opened"
        assert json.loads(next(lines).removeprefix("data: "))["event"]["fingers"] == SECRET


def test_pages_commands_and_archives_cover_it_too(table: Table, tmp_path: Path) -> None:
    choose(table.anna, 0, SECRET)
    path = Path(table.anna.store)
    partie = Terminal(path)
    assert "Anna has chosen" in partie("moves", "odds")
    for words in (("show", "odds"), ("moves", "odds"), ("moves", "odds", "--notation"), ("export", "odds")):
        told = partie(*words)
        assert "shows 4" not in told
        assert '"fingers":4' not in told
    script = tmp_path / "odds.partie.jsonl"
    script.write_text(partie("export", "odds"), "utf-8")
    refused = Terminal(tmp_path / "other.db")("import", script, code=1)
    assert "line 2: This choice was covered for the reader who wrote it down." in refused
    ben = MatchRepository(SqliteStore(path), by="token:ben").match("odds")
    live, replay = json.dumps(live_payload(ben)), json.dumps(replay_payload(ben))
    assert "Anna has chosen" in live
    assert "Anna has chosen" in replay
    assert live_payload(ben)["actors"] == [1, 2]
    assert [frame.seat for frame in ben.frames] == [None, 0]
    assert not ben.invalidated
    tried = exploring.tried(ben, Line(ben.version, 2, (odds.FingersShown(1, 1), odds.FingersShown(2, 1))))
    assert tried.now.state.shown == (None, 1, 1)
    for text in (live, replay):
        assert "0 shows 4" not in text
        assert '"fingers\\\\":4' not in text
