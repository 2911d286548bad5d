"""Saved logs of Board Game Arena: whole matches, matches known by their result, and files that are neither."""

import json
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core import games, record
from core.entries import Entry, MatchClosed, MatchStarted
from core.games import chocolatier, pavilion
from core.games.scoresheet import PointsNoted, WinnersNamed
from eventstore import codec
from importers import bga, intake
from importers.play import Play, Player, Reading, Unreadable
from tests.bga_logs import Written, azul, summer
from tests.recorded import records_in

SAMPLES = sorted((Path(__file__).parent / "samples/bga").glob("*.json"))


def the_play(reading: Reading) -> Play:
    (play,) = reading.plays
    return play


def assert_legal(play: Play) -> record.Frame:
    """The match folds without a refusal; gives its last frame."""
    game = games.find(play.game)
    started = MatchStarted(game.KEY, ("",) * len(play.players), dict(play.options))
    log = [Entry(version, event) for version, event in enumerate((started, *play.events), start=1)]
    options = codec.decode_options(game, dict(play.options))
    assert not record.consequences(game, log, options)
    assert len(play.times) in (0, len(play.events))
    codec.encode_event(play.told).encode()
    return record.frames(game, log, options)[-1]


def result_of(file: Path) -> list[dict[str, Any]]:
    packets = json.loads(file.read_bytes())["data"]["logs"]
    ends = [said["args"] for packet in packets for said in packet["data"] if said["type"] == "gameStateChange"]
    return [row for end in ends if end["id"] == 99 for row in end["args"]["result"]]


def test_samples_come_over_move_by_move_with_the_totals_of_the_files(tmp_path: Path) -> None:
    records = records_in(tmp_path / "bga.db")
    plays = [the_play(bga.read(file.read_bytes())) for file in SAMPLES]
    assert [kept.what for kept in intake.keep(records, plays)] == ["new"] * len(SAMPLES)
    assert [kept.what for kept in intake.keep(records, plays)] == ["unchanged"] * len(SAMPLES)
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


def test_samples_are_read_the_same_twice_without_problems() -> None:
    for file in SAMPLES:
        data = file.read_bytes()
        assert bga.recognizes(data)
        assert bga.read(data) == bga.read(data)
        assert not bga.read(data).problems


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
    assert play.told.source == "bga:700000045"
    assert play.players[0] == Player("Jitka", ("bga:84000001",))
    assert [seat.score for seat in play.told.seats] == ["38", "54", "44", "50"]
    assert [seat.rank for seat in play.told.seats] == [4, 1, 3, 2]
    assert [seat.winner for seat in play.told.seats] == [False, True, False, False]
    assert [seat.started for seat in play.told.seats] == [True, False, False, False]
    assert play.told.seats[1].color == "ff0000"
    assert play.told.more == {"undoTakeTiles": "10", "undoPlayTile": "9"}
    assert play.times[0] == "2023-11-14T22:13:20Z"
    assert list(play.times) == sorted(play.times, key=str)


Log = Callable[[], Written]

LOGS: list[Log] = [
    *(
        partial(azul, seats, seed, wall="free", undo=True, special_displays=True)
        for seats in (2, 3, 4)
        for seed in (1, 2, 3)
    ),
    *(partial(azul, seats, 5, together=True, undo=True) for seats in (2, 3, 4)),
    partial(azul, 2, 6, wall="free", together=True),
    *(partial(summer, seats, seats, undo=True, board=board) for seats in (2, 3, 4) for board in ("colored", "variant")),
]


@pytest.mark.parametrize("log", LOGS)
def test_a_log_gives_back_the_moves_it_was_written_from(log: Log) -> None:
    written = log()
    reading = bga.read(written.file())
    assert not reading.problems
    play = the_play(reading)
    assert play.events[: len(written.played.events)] == written.played.events
    assert codec.decode_options(games.find(play.game), dict(play.options)) == written.played.states[0].options
    assert_legal(play)


def test_the_written_logs_show_what_the_samples_do_not() -> None:
    events = [event for log in LOGS for event in log().played.events]
    fills = [event for event in events if isinstance(event, chocolatier.DisplaysFilled)]
    assert {kind for fill in fills for _, kind, _ in fill.specials} == {"SF1", "SF2", "SF3", "SF4", "SF5"}
    assert any(event.passed for event in events if isinstance(event, chocolatier.TilesTaken))
    assert any(isinstance(event, pavilion.BonusTaken) for event in events)
    said = [packet["data"][0] for log in LOGS for packet in log().packets]
    assert {"undoTakeTiles", "undoSelectLine", "undoPlayTile"} <= {notice["type"] for notice in said}
    lines = [notice["args"] for notice in said if notice["type"] == "tilesPlacedOnLine"]
    assert any(line["fromHand"] is False and line["type"] for line in lines), "no line went to the floor as a whole"


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
    assert (bare.events, bare.told) == (wanted.events, wanted.told)


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
    assert_legal(play)
    scores = tuple(board.score for board in written.played.states[-1].boards)
    assert play.events[0] == PointsNoted("final", scores)
    assert isinstance(play.events[1], WinnersNamed)
    (problem,) = reading.problems
    assert problem.where.startswith("table 700000099, move ")
    assert problem.message.startswith("Not imported move by move, only the result is kept: ")


def first(values: dict[str, Any]) -> Any:
    return next(iter(values.values()))


def test_a_broken_packet_or_list_of_players_is_told_and_the_rest_read() -> None:
    written = azul(2, 1)
    reading = bga.read(written.file([*written.packets[:30], {"channel": 7}, *written.packets[30:]]))
    assert the_play(reading).events == written.played.events
    assert reading.problems == (("table 700000099", "Packet 31 cannot be read."),)
    reading = bga.read(written.file([*written.packets[:30], 5, *written.packets[31:]]))
    assert the_play(reading).game == "scoresheet"
    assert reading.problems[0].message == "Packet 31 cannot be read."
    assert len(reading.problems) == 2
    broken = json.loads(written.file())
    broken["data"]["players"] = [{"id": []}]
    reading = bga.read(json.dumps(broken).encode())
    assert the_play(reading).events == written.played.events
    assert reading.problems == (("table 700000099", "The list of players cannot be read."),)


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


def ended(rows: list[dict[str, Any]], **more: object) -> bytes:
    """A log of a game nobody has rules for: a turn, then the result."""
    packets = [
        {"channel": "/table/t8", "move_id": n, "time": 1700000000 + n, "data": [{"type": kind, "args": args}]}
        for n, (kind, args) in enumerate(
            [("tilePlayed", []), ("gameStateChange", {"id": "99", "args": {"result": rows}})]
        )
    ]
    return json.dumps({"data": {"logs": packets, **more}}).encode()


def row(player: int, score: object, rank: int | None = 1, **more: object) -> dict[str, object]:
    return {"player": player, "name": f"P{player}", "score": score, "rank": rank, **more}


def test_any_other_game_is_a_score_sheet() -> None:
    reading = bga.read(ended([row(2, "41"), row(1, 0, 2), row(3, None, 3)]))
    play = the_play(reading)
    assert not reading.problems
    assert (play.title, play.options) == ("Board Game Arena 8", {})
    assert [player.name for player in play.players] == ["P2", "P1", "P3"]
    assert play.events == (PointsNoted("final", (41, 0, None)), WinnersNamed((0,)))
    assert [seat.score for seat in play.told.seats] == ["41", "0", None]
    assert_legal(play)


def test_seats_follow_the_players_of_the_file_and_names_are_tidied() -> None:
    players = [{"id": 1, "name": "  Ana\u0000 \u202e B. "}, {"id": "2", "name": "x" * 120}, {"id": 3, "name": ""}]
    reading = bga.read(ended([row(2, "41"), row(1, 7, 2), row(3, "3½", 3)], players=players))
    play = the_play(reading)
    assert [player.name for player in play.players] == ["Ana B.", "x" * 100, "3"]
    assert play.events == (PointsNoted("final", (7, 41, None)), WinnersNamed((1,)))
    assert play.told.seats[2].score == "3½"
    assert [problem.where for problem in reading.problems] == ["table 8", "table 8"]
    assert "“3½” is no number" in reading.problems[1].message


@pytest.mark.parametrize(
    ("rows", "events"),
    [
        ([row(1, 5), row(2, 5)], (PointsNoted("final", (5, 5)), WinnersNamed((0, 1)))),
        ([row(1, 5, None), row(2, 3, None)], (PointsNoted("final", (5, 3)), MatchClosed("incomplete"))),
        ([row(1, 0), row(2, 0)], (PointsNoted("final", (0, 0)), MatchClosed("incomplete"))),
        ([row(1, "1"), row(2, "0", 2, concede=1)], (WinnersNamed((0,)),)),
        ([row(1, None, None)], (MatchClosed("incomplete"),)),
    ],
)
def test_winners_shared_unknown_and_after_somebody_gave_up(
    rows: list[dict[str, Any]], events: tuple[object, ...]
) -> None:
    play = the_play(bga.read(ended(rows)))
    assert play.events == events
    assert_legal(play)


def test_flags_of_the_result_are_kept_by_seat() -> None:
    play = the_play(bga.read(ended([row(1, 1, score_aux="12", zombie=0), row(2, 0, 2, concede=1, zombie=1)])))
    assert play.told.more == {"score_aux": "12, 0", "zombie": "0, 1", "concede": "0, 1"}


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
        assert_legal(play)


def test_a_longer_log_carries_on_the_shorter_one(tmp_path: Path) -> None:
    written = azul(2, 1)
    records = records_in(tmp_path / "bga.db")
    early = bga.read(written.file(written.packets[:40])).plays
    assert [kept.what for kept in intake.keep(records, early)] == ["new"]
    (kept,) = intake.keep(records, bga.read(written.file()).plays)
    assert kept.what == "changed"
    assert kept.match
    assert records.match(kept.match).state == "finished"
    assert records.match(kept.match).now.scores == chocolatier.scores(written.played.states[-1])


@pytest.mark.parametrize("conceder", [0, 1])
def test_after_somebody_gave_up_the_moves_are_kept_if_the_points_name_the_winner(conceder: int) -> None:
    cut = azul(2, 1, limit=40)
    result = [
        row(84000001 + seat, int(seat != conceder), 1 + (seat == conceder), concede=seat == conceder) for seat in (0, 1)
    ]
    end = {**cut.packets[-1], "data": [{"type": "gameStateChange", "args": {"id": 99, "args": {"result": result}}}]}
    reading = bga.read(cut.file([*cut.packets, end]))
    play = the_play(reading)
    first, second = chocolatier.scores(cut.played.states[-1])
    if conceder == int(first > second):
        assert not reading.problems
        assert play.events == (*cut.played.events, MatchClosed("agreed"))
        last = assert_legal(play)
        outcome = record.outcome(chocolatier, last)
        assert outcome
        assert outcome.winners == (1 - conceder,)
    else:
        assert play.events == (WinnersNamed((1 - conceder,)),)
        assert len(reading.problems) == 1


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
    with pytest.raises(Unreadable, match=r"log"):
        bga.read(data)


@pytest.mark.parametrize("data", [b"", b"{}", b'{"plays": []}', b'{"channel": "news"}', b"<plays/>", b"\xff" * 50])
def test_other_files_are_not_taken_for_logs(data: bytes) -> None:
    assert not bga.recognizes(data)


def test_a_log_of_nothing_keeps_nothing() -> None:
    (problem,) = bga.read(b'[{"channel": "/table/t1", "data": []}]').problems
    assert problem == ("table 1", "The log stops before the result, so there is nothing to keep.")


SHORT: list[Log] = [partial(azul, 2, 1, special_displays=True, wall="free"), partial(summer, 2, 2, undo=True)]

WILD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 120),
    st.sampled_from([10**30, -(10**30), "HUGE", "NAN", 1.5, "", "5", "\u0000", "x" * 300, [], {}, [[]], {"1": {}}]),
)


def assert_answered(data: bytes) -> None:
    """A play that folds, or a problem, or a refusal of the file: nothing else."""
    try:
        reading = bga.read(data)
    except Unreadable:
        return
    assert reading.plays or reading.problems
    for play in reading.plays:
        assert_legal(play)


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
    assert_answered(written.file(packets).replace(b'"HUGE"', b"7" * 5000).replace(b'"NAN"', b"NaN"))


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
    assert_answered(data)
