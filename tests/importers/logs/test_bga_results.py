"""Saved logs of Board Game Arena: matches of which only the result is known."""

import json
from typing import Any

import pytest

from core.games import chocolatier
from core.games.scoresheet import PointsNoted, WinnersNamed
from core.record_events import MatchClosed
from importers.logs import bga
from tests import TESTS
from tests.importers.imported import kept, the_play
from tests.importers.logs.bga_logs import azul, summer

OTHER = TESTS / "samples/bga_other"


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
    assert (play.title, play.options, play.is_unnamed) == (None, {}, True)
    assert [player.name for player in play.players] == ["P2", "P1", "P3"]
    assert play.events == (PointsNoted("final", (41, 0, None)), WinnersNamed((0,)))
    assert [seat.score for seat in play.provenance.seats] == ["41", "0", None]


def test_seats_follow_the_players_of_the_file_and_names_are_tidied() -> None:
    players = [{"id": 1, "name": "  Ana\u0000 \u202e B. "}, {"id": "2", "name": "x" * 120}, {"id": 3, "name": ""}]
    reading = bga.read(ended([row(2, "41"), row(1, 7, 2), row(3, "3½", 3)], players=players))
    play = the_play(reading)
    assert [player.name for player in play.players] == ["Ana B.", "x" * 100, "3"]
    assert play.events == (PointsNoted("final", (7, 41, None)), WinnersNamed((1,)))
    assert play.provenance.seats[2].score == "3½"
    assert [problem.where for problem in reading.problems] == ["table 8", "table 8"]
    assert "“3½” is not a number" in reading.problems[1].message


@pytest.mark.parametrize(
    ("rows", "events"),
    [
        ([row(1, 5), row(2, 5)], (PointsNoted("final", (5, 5)), WinnersNamed((0, 1)))),
        ([row(1, 5, None), row(2, 3, None)], (PointsNoted("final", (5, 3)), MatchClosed("incomplete"))),
        ([row(1, 0), row(2, 0)], (PointsNoted("final", (0, 0)), MatchClosed("incomplete"))),
        ([row(1, "1"), row(2, "0", 2, concede=1)], (WinnersNamed((0,)),)),
        ([row(1, "0"), row(2, "0", 2, concede=1)], (WinnersNamed((0,)),)),
        ([row(1, "1"), row(2, "0", 2, zombie=1)], (WinnersNamed((0,)),)),
        ([row(1, "0"), row(2, "0", concede=1)], (MatchClosed("incomplete"),)),
        ([row(1, "75"), row(2, "0", 2, concede=1)], (PointsNoted("final", (75, 0)), WinnersNamed((0,)))),
        ([row(1, "1"), row(2, "0", 2)], (PointsNoted("final", (1, 0)), WinnersNamed((0,)))),
        ([row(1, None, None)], (MatchClosed("incomplete"),)),
    ],
)
def test_winners_shared_unknown_and_after_somebody_gave_up(
    rows: list[dict[str, Any]], events: tuple[object, ...]
) -> None:
    play = the_play(bga.read(ended(rows)))
    assert play.events == events


def test_flags_of_the_result_are_kept_by_seat() -> None:
    play = the_play(bga.read(ended([row(1, 1, score_aux="12", zombie=0), row(2, 0, 2, concede=1, zombie=1)])))
    assert play.provenance.more == {"score_aux": "12, 0", "zombie": "0, 1", "concede": "0, 1"}


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
        outcome = kept(play).outcome
        assert outcome
        assert outcome.winners == (1 - conceder,)
    else:
        assert play.events == (WinnersNamed((1 - conceder,)),)
        assert len(reading.problems) == 1


def test_a_concession_keeps_the_points_that_the_board_had() -> None:
    play = the_play(bga.read((OTHER / "arknova-21.json").read_bytes()))
    assert play.events == (PointsNoted("final", (32, 75)), WinnersNamed((1,)))
    assert [player.name for player in play.players] == ["Jitka", "Jarda"]


def test_a_player_who_left_keeps_the_moves_so_far() -> None:
    reading = bga.read((OTHER / "azul-left-zombie.json").read_bytes())
    play = the_play(reading)
    assert not reading.problems
    assert (play.game, play.events[-1]) == (chocolatier.KEY, MatchClosed("agreed"))
    assert sum(isinstance(event, chocolatier.TilesTaken) for event in play.events) == 15
    match = kept(play)
    assert match.outcome
    assert (match.scores, match.outcome.winners) == ((1, 0), (0,))
    assert [seat.score for seat in play.provenance.seats] == ["4", "0"]
    assert play.provenance.more == {"zombie": "0, 1"}


def test_moves_after_a_player_left_do_not_cost_the_moves_before() -> None:
    whole, cut = azul(2, 1), azul(2, 1, limit=40)
    first, second = chocolatier.scores(cut.played.states[-1])
    ahead = int(second > first)
    skipped = {"type": "skipTurnOfPlayer", "args": {"player_id": 84000002 - ahead, "zombie": True}}
    others = [
        packet for packet in whole.packets[len(cut.packets) :] if packet["data"][0]["args"].get("playerId") != 84000002
    ]
    result = [
        row(84000001 + seat, 9 - 9 * (seat != ahead), 1 + (seat != ahead), zombie=int(seat != ahead)) for seat in (0, 1)
    ]
    end = {**cut.packets[-1], "data": [{"type": "gameStateChange", "args": {"id": 99, "args": {"result": result}}}]}
    gone = {**cut.packets[-1], "data": [skipped]}
    play = the_play(bga.read(cut.file([*cut.packets, gone, *others[:-1], end])))
    assert play.events == (*cut.played.events, MatchClosed("agreed"))


@pytest.mark.parametrize("limit", [30, 45, 70, 95])
@pytest.mark.parametrize("sign", ["skipTurnOfPlayer", "gameResultNeutralized", "zombie"])
def test_a_player_may_leave_any_game_at_any_time(sign: str, limit: int) -> None:
    cut = summer(3, 3, undo=True, limit=limit)
    scores = [board.score for board in cut.played.states[-1].boards]
    result = [row(84000001 + seat, points, 1 + (points < max(scores))) for seat, points in enumerate(scores)]
    result[scores.index(min(scores))]["zombie"] = int(sign == "zombie")
    notice = {"type": sign, "args": {"player_id": "84000003", "zombie": True}}
    end = {"type": "gameStateChange", "args": {"id": 99, "args": {"result": result}}}
    reading = bga.read(cut.file([*cut.packets, *({**cut.packets[-1], "data": [one]} for one in (notice, end))]))
    play = the_play(reading)
    assert not reading.problems
    assert (play.game, play.events) == ("pavilion", (*cut.played.events, MatchClosed("agreed")))


def test_the_turn_of_a_late_player_is_no_reason_to_cut_a_log() -> None:
    written = azul(2, 1)
    skipped = {**written.packets[30], "data": [{"type": "skipTurnOfPlayer", "args": {"zombie": False}}]}
    play = the_play(bga.read(written.file([*written.packets[:31], skipped, *written.packets[31:]])))
    assert play.events == written.played.events


def test_a_title_names_the_game_of_a_log_that_has_no_rules_here() -> None:
    play = the_play(bga.read(ended([row(2, "41"), row(1, 0, 2)]), " Wingspan \n"))
    assert (play.title, play.options, play.is_unnamed) == (None, {"title": "Wingspan"}, False)
    assert the_play(bga.read(azul(2, 1).file(), "Wingspan")).game == chocolatier.KEY


def test_other_winners_than_by_the_rules_are_shown_and_the_moves_come_in() -> None:
    log = azul(2, 1)
    packets = json.loads(json.dumps(log.packets))
    (inner,) = [data for packet in packets for data in packet["data"] if data["type"] == "gameStateChange"]
    result = inner["args"]["args"]["result"]
    for ranked in result:
        ranked["rank"] = 3 - ranked["rank"]
    reading = bga.read(log.file(packets))
    play = the_play(reading)
    assert play.game == chocolatier.KEY
    assert play.events == log.played.events
    (problem,) = reading.problems
    assert problem.where.startswith(f"{play.where}, move ")
    assert "The moves and all points agree, but the result of the log names" in problem.message
    won = [player for player, seat in zip(play.players, play.provenance.seats, strict=True) if seat.winner]
    assert {account for player in won for account in player.accounts} == {
        f"bga:{ranked['player']}" for ranked in result if ranked["rank"] == 1
    }
