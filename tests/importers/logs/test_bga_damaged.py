"""Damaged logs of Board Game Arena: contradictions and truncation are reported, and the valid part is kept."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.games.scoresheet import PointsNoted, WinnersNamed
from core.record_events import MatchClosed
from importers.imported_play import UnreadableFile
from importers.logs import bga
from tests.importers.imported import assert_answered, the_play
from tests.importers.logs.bga_logs import LOGS, Log, Written, azul, summer


def changed(written: Written, kind: str, change: Callable[[Any], object]) -> bytes:
    """The log with the first announcement of a kind changed in place; `change` gets its arguments."""
    packets = json.loads(json.dumps(written.packets))
    change(next(packet["data"][0] for packet in packets if packet["data"][0]["type"] == kind)["args"])
    return written.file(packets)


CHANGES: list[tuple[Log, str, Any]] = [
    (partial(azul, 2, 1), "placeTileOnWall", lambda args: bump(first(args["completeLines"])["pointsDetail"])),
    (partial(azul, 2, 1), "placeTileOnWall", lambda args: bump(first(args["completeLines"])["placedTile"], "line")),
    (partial(azul, 2, 1), "emptyFloorLine", lambda args: args.update(floorLines=[])),
    (partial(azul, 2, 1), "endScore", lambda args: bump(first(args["scores"]))),
    (partial(azul, 2, 1), "tilesSelected", lambda args: args.update(fromFactory=77)),
    (partial(azul, 2, 1), "tilesSelected", lambda args: args.update(selectedTiles=[])),
    (partial(azul, 2, 1), "tilesPlacedOnLine", lambda args: args.update(line="five")),
    (partial(azul, 2, 1), "factoriesFilled", lambda args: args["factories"].pop()),
    (partial(summer, 2, 2), "placeTileOnWall", lambda args: bump(args, "newScore")),
    (partial(summer, 2, 2), "placeTileOnWall", lambda args: bump(args, "points")),
    (partial(summer, 2, 2), "firstPlayerToken", lambda args: bump(args, "newScore")),
    (partial(summer, 2, 2, undo=True), "undoTakeTiles", lambda args: bump(args["undo"], "previousScore")),
    (partial(summer, 2, 2), "endScore", lambda args: bump(first(args["scores"]))),
    (partial(summer, 2, 2), "supplyFilled", lambda args: args["newTiles"].pop()),
]


@pytest.mark.parametrize(("log", "kind", "change"), CHANGES)
def test_the_first_disagreement_is_told_and_the_result_kept(log: Log, kind: str, change: Any) -> None:
    written = log()
    reading = bga.read(changed(written, kind, change))
    play = the_play(reading)
    assert play.game == "scoresheet"
    scores = tuple(board.score for board in written.played.states[-1].boards)
    assert play.events[0] == PointsNoted("final", scores)
    assert isinstance(play.events[1], WinnersNamed)
    (problem,) = reading.problems
    assert problem.where.startswith("table 700000099, move ")
    assert problem.message.startswith("The moves are not imported, only the result: ")


def first(values: dict[str, Any]) -> Any:
    return next(iter(values.values()))


def test_a_broken_packet_or_list_of_players_is_told_and_the_rest_read() -> None:
    written = azul(2, 1)
    reading = bga.read(written.file([*written.packets[:30], {"channel": 7}, *written.packets[30:]]))
    assert the_play(reading).events == written.played.events
    assert [(each.where, each.message) for each in reading.problems] == [
        ("table 700000099", "Packet 31 cannot be read.")
    ]
    reading = bga.read(written.file([*written.packets[:30], 5, *written.packets[31:]]))
    assert the_play(reading).game == "scoresheet"
    assert reading.problems[0].message == "Packet 31 cannot be read."
    assert len(reading.problems) == 2
    broken = json.loads(written.file())
    broken["data"]["players"] = [{"id": []}]
    reading = bga.read(json.dumps(broken).encode())
    assert the_play(reading).events == written.played.events
    assert [each.message for each in reading.problems] == ["The list of players cannot be read."]


def bump(args: dict[str, int], key: str = "points") -> None:
    args[key] += 1


def test_a_wrong_score_is_told_with_its_move() -> None:
    written = azul(2, 1)
    kinds = [packet["data"][0]["type"] for packet in written.packets]
    wrong = changed(written, *CHANGES[0][1:])
    (problem,) = bga.read(wrong).problems
    assert problem.where == f"table 700000099, move {kinds.index('placeTileOnWall') + 1}"
    assert "the log states 2 points for" in problem.message
    assert "the rules give 1" in problem.message


def test_a_score_sheet_names_azul_and_its_gold_displays() -> None:
    def recolor(args: Any) -> None:
        args.update(type=9)

    plain, gold, other = azul(2, 1), azul(2, 1, special_displays=True), summer(2, 2)
    titles = [the_play(bga.read(changed(one, "tilesSelected", recolor))).options for one in (plain, gold, other)]
    assert titles == [
        {"title": "Azul", "bgg_id": 230802},
        {"title": "Azul: Master Chocolatier", "bgg_id": 363247},
        {"title": "Azul: Summer Pavilion", "bgg_id": 287954},
    ]


@pytest.mark.parametrize("log", [LOGS[0], partial(azul, 2, 1), partial(summer, 2, 2)])
def test_a_log_that_stops_early_keeps_its_moves(log: Log) -> None:
    written = log()
    for cut in range(1, len(written.packets) - 1, 9):
        reading = bga.read(written.file(written.packets[:cut]))
        if not reading.plays:  # Between the parts of a fill nothing can be kept.
            assert reading.problems
            continue
        play = the_play(reading)
        assert play.events[:-1] == written.played.events[: len(play.events) - 1]
        assert play.events[-1] == MatchClosed("incomplete") or len(play.events) == len(written.played.events)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"{}",
        b"null",
        b"\xff\xfe",
        b'{"data": {"logs": []}}',
        b'{"data": {"logs": {}}}',
        b"[" * 100_000,
        b'{"data":' * 100_000,
        b'[{"channel": "/player/p1", "data": []}]',
        b'[{"channel": "/table/t1", "data": []}, {"channel": "/table/t2", "data": []}]',
        b'[{"channel": "/table/t1", "data": [{"type": "\\ud800", "args": NaN}]}]',
        b'{"games": [], "players": [], "plays": []}',
    ],
)
def test_what_is_no_log_is_unreadable(data: bytes) -> None:
    with pytest.raises(UnreadableFile, match=r"log"):
        bga.read(data)


@pytest.mark.parametrize("data", [b"", b"{}", b'{"plays": []}', b'{"channel": "news"}', b"<plays/>", b"\xff" * 50])
def test_other_files_are_not_taken_for_logs(data: bytes) -> None:
    assert not bga.recognizes(data)


def test_a_log_of_nothing_keeps_nothing() -> None:
    (problem,) = bga.read(b'[{"channel": "/table/t1", "data": []}]').problems
    assert (problem.where, problem.message) == ("table 1", "The log stops before the result, so nothing is imported.")


SHORT: list[Log] = [partial(azul, 2, 1, special_displays=True, wall="free"), partial(summer, 2, 2, undo=True)]

WILD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 120),
    st.sampled_from([10**30, -(10**30), "HUGE", "NAN", 1.5, "", "5", "\u0000", "x" * 300, [], {}, [[]], {"1": {}}]),
)


@pytest.mark.slow
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(SHORT), st.data())
def test_whatever_is_changed_in_a_log_is_answered(log: Log, data: st.DataObject) -> None:
    written = log()
    packets = json.loads(json.dumps(written.packets))
    for _ in range(data.draw(st.integers(1, 2))):
        change = data.draw(st.sampled_from(["drop", "twice", "swap", "value", "cut"]))
        at = data.draw(st.integers(0, len(packets) - 1))
        if change == "drop" and len(packets) > 1:
            del packets[at]
        elif change == "twice":
            packets.insert(at, packets[at])
        elif change == "swap":
            packets[at], packets[-1] = packets[-1], packets[at]
        elif change == "cut":
            packets = packets[: at + 1]
        else:
            spoil(packets[at], data)
    # Numbers that Python does not write: longer than it turns into text, and one that is none.
    assert_answered(bga.read, written.file(packets).replace(b'"HUGE"', b"7" * 5000).replace(b'"NAN"', b"NaN"))


def spoil(node: Any, data: st.DataObject) -> None:
    """Put something else at a random place inside."""
    while True:
        keys = list(node) if isinstance(node, dict) else range(len(node))
        key = data.draw(st.sampled_from(keys))
        inner = node[key]
        if isinstance(inner, dict | list) and inner and data.draw(st.integers(0, 9)):
            node = inner
            continue
        node[key] = data.draw(WILD)
        return


@settings(max_examples=60, deadline=None)
@given(st.one_of(st.binary(max_size=80), st.integers(0, 9000).map(lambda cut: SHORT[0]().file()[:cut])))
def test_any_bytes_are_answered(data: bytes) -> None:
    bga.recognizes(data)
    assert_answered(bga.read, data)
