"""Saved logs of Board Game Arena: matches of which only the result is known."""

import json
from typing import Any

import pytest

from core.games import chocolatier
from core.games.scoresheet import PointsNoted, WinnersNamed
from core.record_events import MatchClosed
from importers import bga
from tests.importers.bga_logs import azul
from tests.importers.imported import kept, the_play


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


def test_a_title_names_the_game_of_a_log_that_has_no_rules_here() -> None:
    play = the_play(bga.read(ended([row(2, "41"), row(1, 0, 2)]), " Wingspan \n"))
    assert (play.title, play.options) == (None, {"title": "Wingspan"})
    assert the_play(bga.read(azul(2, 1).file(), "Wingspan")).game == chocolatier.KEY


def test_other_winners_than_by_the_rules_are_shown_and_the_moves_come_in() -> None:
    log = azul(2, 1)
    (inner,) = [data for packet in log.packets for data in packet["data"] if data["type"] == "gameStateChange"]
    result = inner["args"]["args"]["result"]
    for ranked in result:
        ranked["rank"] = 3 - ranked["rank"]
    reading = bga.read(log.file())
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
