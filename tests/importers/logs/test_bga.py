"""Saved logs of Board Game Arena: whole matches come over move by move."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from core import games
from core.games import chocolatier
from eventstore import codec
from importers import ingest
from importers.imported_play import Player
from importers.logs import bga
from tests import TESTS
from tests.importers.imported import the_play
from tests.importers.logs.bga_logs import LOGS, Log, azul
from tests.recorded import records_in

SAMPLES = sorted((TESTS / "samples/bga").glob("*.json"))


def result_of(file: Path) -> list[dict[str, Any]]:
    packets = json.loads(file.read_bytes())["data"]["logs"]
    ends = [notices["args"] for packet in packets for notices in packet["data"] if notices["type"] == "gameStateChange"]
    return [row for end in ends if end["id"] == 99 for row in end["args"]["result"]]


@pytest.mark.slow
def test_samples_come_over_move_by_move_with_the_totals_of_the_files(tmp_path: Path) -> None:
    records = records_in(tmp_path / "bga.db")
    plays = [the_play(bga.read(file.read_bytes())) for file in SAMPLES]
    assert [kept.what for kept in ingest.record_plays(records, plays)] == ["new"] * len(SAMPLES)
    assert [kept.what for kept in ingest.record_plays(records, plays)] == ["unchanged"] * len(SAMPLES)
    matches = [records.match(id) for id in records.ids()]
    rows = [row for file in SAMPLES for row in result_of(file)]
    assert {match.state for match in matches} == {"finished"}
    assert sum(len(match.names) for match in matches) == len(rows)
    wins, points = Counter[str](), Counter[str]()
    for match in matches:
        assert match.outcome
        wins.update(match.names[seat] for seat in match.outcome.winners)
        for name, score in zip(match.names, match.now.scores, strict=True):
            points[name] += int(score or 0)
    assert wins == Counter(row["name"] for row in rows if row["rank"] == 1)
    assert points == sum((Counter({row["name"]: int(row["score"])}) for row in rows), Counter())
    packets = [json.loads(file.read_bytes())["data"]["logs"] for file in SAMPLES]
    minutes = [round((int(log[-1]["time"]) - int(log[0]["time"])) / 60) for log in packets]
    assert sorted(match.header.minutes or 0 for match in matches) == sorted(minutes)
    assert {match.header.started_at for match in matches} == {"2023-11-14T22:13:20Z"}


def test_options_are_seen_from_the_moves() -> None:
    options = {file.stem: dict(the_play(bga.read(file.read_bytes())).options) for file in SAMPLES}
    assert options == {
        "azul-210_11": {"edition": "azul"},
        "azul-221_11": {"edition": "azul", "wall": "free", "special_displays": True},
        "azul-311_11": {"edition": "azul", "special_displays": True},
        "pavilion-21_21": {},
        "pavilion-42_21": {"board": "variant"},
    }


def test_what_the_platform_knew_is_kept() -> None:
    play = the_play(bga.read((SAMPLES[-1]).read_bytes()))
    assert play.provenance.source == "bga:700000045"
    assert play.players[0] == Player("Jitka", ("bga:84000001",))
    assert [seat.score for seat in play.provenance.seats] == ["38", "54", "44", "50"]
    assert [seat.rank for seat in play.provenance.seats] == [4, 1, 3, 2]
    assert [seat.winner for seat in play.provenance.seats] == [False, True, False, False]
    assert [seat.started for seat in play.provenance.seats] == [True, False, False, False]
    assert play.provenance.seats[1].color == "ff0000"
    assert play.provenance.more == {"undoTakeTiles": "10", "undoPlayTile": "9"}
    assert play.times[0] == "2023-11-14T22:13:20Z"
    assert list(play.times) == sorted(play.times, key=str)


@pytest.mark.parametrize("log", LOGS)
def test_a_log_gives_back_the_moves_it_was_written_from(log: Log) -> None:
    written = log()
    reading = bga.read(written.file())
    assert not reading.problems
    play = the_play(reading)
    assert play.events[: len(written.played.events)] == written.played.events
    assert codec.decode_options(games.find(play.game), dict(play.options)) == written.played.states[0].options


def test_envelopes_of_the_platform() -> None:
    written = azul(2, 1)
    wanted = the_play(bga.read(written.file()))
    inner = json.loads(written.file())["data"]
    deeper = json.dumps({"status": 1, "data": {"valid": 1, "data": inner}}).encode()
    assert the_play(bga.read(deeper)) == wanted
    assert bga.recognizes(deeper.replace(b"/table/", rb"\/table\/"))
    assert the_play(bga.read(b"\xef\xbb\xbf" + written.file())) == wanted
    private = {"channel": "/player/p84000001", "move_id": "3", "time": "1", "data": [{"type": "endScore", "args": {}}]}
    assert the_play(bga.read(written.file([private, *written.packets]))) == wanted
    bare = the_play(bga.read(json.dumps(written.packets).encode()))
    assert (bare.events, bare.provenance) == (wanted.events, wanted.provenance)


def test_a_longer_log_carries_on_the_shorter_one(tmp_path: Path) -> None:
    written = azul(2, 1)
    records = records_in(tmp_path / "bga.db")
    early = bga.read(written.file(written.packets[:40])).plays
    assert [kept.what for kept in ingest.record_plays(records, early)] == ["new"]
    (kept,) = ingest.record_plays(records, bga.read(written.file()).plays)
    assert kept.what == "changed"
    assert kept.match
    assert records.match(kept.match).state == "finished"
    assert records.match(kept.match).now.scores == chocolatier.scores(written.played.states[-1])
