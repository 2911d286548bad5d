"""Logs of Board Game Arena as people save them: answers of the platform, replay pages, files of extensions."""

import gzip
import json
from typing import Any

import pytest

from importers import reading
from importers.imported_play import ImportedPlay, UnreadableFile
from importers.logs import bga
from tests.importers.imported import the_play
from tests.importers.logs.bga_logs import IDS, NAMES, azul
from tests.importers.logs.test_bga_results import ended, row

PEOPLE = {IDS[seat]: {"id": IDS[seat], "name": NAMES[seat], "color": "ff0000"} for seat in (0, 1)}


def read(data: bytes) -> ImportedPlay:
    assert reading.recognized(data) is bga
    return the_play(bga.read(data))


def wrapped(*around: str, packets: object = None) -> bytes:
    document: Any = azul(2, 1).packets if packets is None else packets
    for key in reversed(around):
        document = {"valid": 1, key: document}
    return json.dumps({"status": 1, **document}).encode()


def page(logs: object, setup: str = "", name: str = "g_gamelogs") -> bytes:
    script = json.dumps(logs).replace("/", r"\/")
    head = "<!DOCTYPE html>\n<html><head><title>Azul • Board Game Arena</title></head><body>"
    return f"{head}<script>{setup}\nvar replay;\n{name} = {script};\ngameui.start();</script></body></html>".encode()


def set_up(game: str = '"arknova", "Ark Nova", 8, 1,', **datas: object) -> str:
    masked = '/*archivemask_begin*/"…"/*archivemask_end*/, "0", "", '
    return f"globalThis.gameui.completesetup( {game} {masked}{json.dumps(datas)}, null);"


@pytest.mark.parametrize("around", [("data", "data"), ("data", "data", "data"), ("data", "logs"), ("logs",)])
def test_the_answers_of_the_platform_are_the_same_match_at_any_depth(around: tuple[str, ...]) -> None:
    play = read(wrapped(*around))
    assert play.events == azul(2, 1).played.events
    assert {player.name for player in play.players} == {"Jitka", "Jarda"}
    assert play.provenance.source == "bga:700000099"


@pytest.mark.parametrize("name", ["g_gamelogs", "globalThis.g_gamelogs", "var g_gamelogs", "window.g_gamelogs\t"])
def test_a_saved_replay_page_holds_the_log(name: str) -> None:
    wanted = azul(2, 1).played.events
    packets = azul(2, 1).packets
    assert read(page(packets, name=name)).events == wanted
    assert read(page({"status": 1, "data": {"valid": 1, "data": packets}}, set_up(players=PEOPLE))).events == wanted
    assert read(b"\xef\xbb\xbf" + page(packets, "g_gamelogs = undefined; g_gamelogs = [];")).events == wanted


def test_a_replay_page_names_the_game_and_the_players() -> None:
    packets = json.loads(ended([row(1, 41), row(2, 7, 2)]))["data"]["logs"]
    people = {"2": {"id": "2", "name": "Jarda"}, "1": {"id": "1", "name": "Jitka"}}
    play = read(page(packets, set_up(players=people)))
    assert (play.options, [player.name for player in play.players]) == ({"title": "Ark Nova"}, ["Jarda", "Jitka"])
    assert read(page(packets, set_up("'gaiaproject', 'Gaia {Project}', 8,"))).options == {"title": "Gaia {Project}"}
    assert read(page(packets, set_up('"azul", "Azul", 8,'))).options == {"title": "Azul"}
    assert read(page(packets)).is_unnamed
    assert the_play(bga.read(page(packets, set_up()), "Ark Nova 2")).options == {"title": "Ark Nova 2"}


def test_a_page_inside_a_web_archive_is_read() -> None:
    assert read(b"bplist00\xd1\x01\x02" + page(azul(2, 1).packets)).events == azul(2, 1).played.events


def test_packets_of_old_pages_name_their_table_but_no_channel() -> None:
    packets = [{key: packet[key] for key in packet if key != "channel"} for packet in azul(2, 1).packets]
    assert read(page(packets)).events == azul(2, 1).played.events


@pytest.mark.parametrize("people", [PEOPLE, {id: known["name"] for id, known in PEOPLE.items()}])
def test_the_raw_data_of_bga_assistant_is_a_log_that_names_its_game(people: dict[str, Any]) -> None:
    file = {"gameName": "arknova", "players": people, "gamedatas": {"my_hand": []}, "packets": azul(2, 1).packets}
    play = read(json.dumps(file).encode())
    assert (play.game, play.events) == ("chocolatier", azul(2, 1).played.events)
    assert sorted(player.name for player in play.players) == ["Jarda", "Jitka"]
    file["packets"] = json.loads(ended([row(84000001, 41), row(84000002, 7, 2)]))["data"]["logs"]
    assert read(json.dumps(file).encode()).options == {"title": "arknova"}
    assert read(json.dumps(file | {"gameName": "azul"}).encode()).options == {"title": "Azul", "bgg_id": 230802}


@pytest.mark.parametrize("between", ["\n", "\n\n", " ", ",\n"])
def test_several_logs_in_one_file_are_several_matches(between: str) -> None:
    other = ended([row(1, 41), row(2, 7, 2)]).decode()
    file = between.join([azul(2, 1).file().decode(), other, other]).encode()
    reading = bga.read(file)
    assert [play.provenance.source for play in reading.plays] == ["bga:700000099", "bga:8"]
    assert [problem.message for problem in reading.problems] == [
        "The file holds the same match twice; the first one is kept."
    ]
    listed = json.dumps([azul(2, 1).packets, json.loads(other)]).encode()
    assert bga.read(listed).plays[1] == reading.plays[1]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (
            b'{"status":"0","error":"You have reached a limit (replay)","expected":1,"code":100}',
            "This is an error message of Board Game Arena in place of a log: “You have reached a limit (replay)”. ",
        ),
        (
            b'{"gameName": "azul", "players": {"1": {"name": "A", "colorHex": "f00", "isCurrent": true}}, "log": [{}]}',
            "This file of BGA Assistant holds what the extension worked out, not the log. ",
        ),
        (
            b'<!doctype html><html><body><h2 id="reviewtitle">Azul #8</h2><div id="gamelogs"></div></body></html>',
            "This page of Board Game Arena holds no complete replay log. ",
        ),
        (
            b"From: <Saved by Blink>\r\nSnapshot-Content-Location: https://boardgamearena.com/archive/replay/1\r\n",
            "This page of Board Game Arena holds no complete replay log. ",
        ),
        (
            b"Player Name;Game Name;ELO;Rank;Matches;Wins\nJitka;Azul;211;1200;55;20\n",
            "This table holds figures that a bookmarklet took from Board Game Arena, not plays. ",
        ),
        (page([])[:-10], "This page of Board Game Arena holds no complete replay log. "),
        (page(azul(2, 1).packets)[:50_000], "This page of Board Game Arena holds no complete replay log. "),
    ],
)
def test_what_holds_no_log_is_named_for_what_it_is(data: bytes, sentence: str) -> None:
    importer = reading.recognized(data)
    assert importer is bga
    with pytest.raises(UnreadableFile) as error:
        importer.read(data)
    assert str(error.value).startswith(sentence)


@pytest.mark.parametrize(
    "data",
    [
        b'{"status": 0, "error": "not found"}',
        b"<html><body><a href='https://boardgamearena.com/gamereview'>reviewtitle</a></body></html>",
        b'[{"date": "2026-01-05", "game": "Azul", "players": [{"name": "Anna", "score": 52}]}]',
        gzip.compress(b"g_gamelogs", mtime=0),
    ],
)
def test_other_files_are_not_taken_for_those_of_the_platform(data: bytes) -> None:
    assert not bga.recognizes(data)
