"""The data of the replay component: every state, every word, once."""

import gzip
import json
from collections.abc import Callable
from typing import Any

import pytest

import core.games
from core.game import AnyGame
from core.games import chocolatier, scoresheet
from core.games.scoresheet import PointsNoted
from core.record_events import MatchClosed, PointsAdjusted
from core.scoring_frames import with_scorings
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from tests.recorded import FOUR, record
from tests.viewer.conformance import toy_choices as odds
from viewer.boards import board_of
from viewer.boards.scene import Patch, Shape, patches, to_json
from viewer.components.replay.payload import payload, turns
from viewer.conformance.board_laws import patched


@pytest.fixture
def four(records: MatchRepository) -> Match:
    return record(records, "four", chocolatier, FOUR, 3, options={"special_displays": True})


def test_a_match_of_four_players_is_small_enough_to_send_at_once(four: Match, measured: Callable[[str], None]) -> None:
    data = json.dumps(payload(four), separators=(",", ":")).encode()
    packed = len(gzip.compress(data))
    measured(f"{len(four.frames)} states: {len(data) / 1024:.0f} KiB, gzipped {packed / 1024:.1f} KiB")
    assert packed <= 150 * 1024


def test_patches_lead_from_the_first_scene_to_every_later_one(four: Match) -> None:
    data, board = payload(four), board_of(four.game)
    scene = board.scene(four.frames[0].state, four.names)
    assert data["scene"] == to_json(scene)
    frames, _ = with_scorings(four.frames, four.stories)
    for frame, step in zip(frames, data["steps"], strict=True):
        scene = patched(scene, tuple(_patch(change) for change in step["patches"]))
        assert patches(scene, board.scene(frame.state, four.names)) == ()


def _patch(change: list[Any]) -> Patch:
    panel, put, gone, *size = change
    return Patch(panel, tuple(_shape(*each) for each in put), tuple(gone), tuple(size[0]) if size else None)


def _shape(id: str, tag: str, attributes: dict[str, Any], text: str | None = None, title: str | None = None) -> Shape:
    return Shape(id, tag, tuple(attributes.items()), text, title)


def test_the_gains_of_every_step_add_up_to_its_scores(four: Match) -> None:
    sums = [0] * 4
    for step in payload(four)["steps"]:
        for _, gains in step["stages"]:
            for seat, points, *_ in gains:
                sums[seat] += points
        assert sums == step["scores"]


def test_final_scoring_is_a_step_of_its_own_after_the_last_move(four: Match) -> None:
    *_, move, scored, final = payload(four)["steps"]
    assert (move["scoring"], scored["scoring"], final["scoring"]) == (None, "round", "final")
    assert move["at"] == scored["at"] == final["at"]
    assert scored["says"] == "Scoring of the round"
    assert (final["says"], final["seat"]) == ("Final scoring", None)
    assert {source for _, gains in final["stages"] for _, _, source, *_ in gains} <= {"columns", "rows", "colors"}
    assert {source for _, gains in scored["stages"] for _, _, source, *_ in gains} <= {"wall", "floor"}
    assert not [gain for _, gains in move["stages"] for gain in gains]
    assert final["scores"] == list(four.now.scores)


def test_rounds_cover_every_step_in_order_and_turns_count_within_a_round(four: Match) -> None:
    data = payload(four)
    steps = [step for first, last in ((a, b) for _, a, b in data["rounds"]) for step in range(first, last + 1)]
    assert steps == list(range(len(data["steps"])))
    assert all(step["round"] == number for number, a, b in data["rounds"] for step in data["steps"][a : b + 1])
    assert turns([frame for frame in four.frames if frame.round == 1])[:4] == (0, 1, 2, 3)
    second = next(i for i, frame in enumerate(four.frames) if frame.round == 2)
    assert turns(four.frames)[second : second + 2] == (0, 1), "a draw has none"


def test_any_game_can_be_replayed_and_several_events_of_one_seat_are_one_turn(
    records: MatchRepository, toy_game: AnyGame
) -> None:
    match = record(records, "pig", toy_game, ("Anna", "Ben"), 1)
    data = payload(match)
    assert len(data["steps"]) == len(match.frames)
    assert data["steps"][-1]["says"].startswith(("Anna: ", "Ben: "))
    assert data["result"] == "Ben wins. First to 100 points." or str(data["result"]).startswith("Anna wins.")
    numbers = turns(match.frames)
    acting = [(frame.round, turn, frame.seat) for frame, turn in zip(match.frames, numbers, strict=True) if turn]
    seats = {(round_number, turn): seat for round_number, turn, seat in acting}
    assert all(seats[round_number, turn] == seat for round_number, turn, seat in acting)
    assert len(acting) > len(seats) > 2
    assert {turn for _, turn in seats} == {1, 2}


def test_rulings_and_the_close_are_told_like_moves(records: MatchRepository) -> None:
    record(records, "short", chocolatier, FOUR[:2], 3, events=5)
    match = records.record("short", PointsAdjusted(1, -2, "spilled coffee"), MatchClosed("agreed"))
    ruling, close = payload(match)["steps"][-2:]
    assert ruling["says"] == "Ruling: −2 for Ben, spilled coffee"
    assert [gains for _, gains in ruling["stages"]] == [[(1, -2, "ruling", "rules/record#r-ruling", [])]]
    assert close["says"] == "The match is closed as agreed"


def test_the_revision_changes_with_anything_but_the_notes(records: MatchRepository) -> None:
    before = record(records, "m", chocolatier, FOUR[:2], 3, events=5)
    note = records.note("m", 3, "hm")
    after = records.record("m", PointsAdjusted(0, 1, "found a point"))
    assert payload(before)["revision"] != payload(after)["revision"]
    noted = payload(before, (note,))
    assert noted["revision"] == payload(before)["revision"]
    assert noted["notes"] != []
    assert payload(before)["revision"] == payload(records.match("m", until=before.version))["revision"]


def test_where_the_fewest_points_win_the_lead_changes_to_the_seat_with_fewer(records: MatchRepository) -> None:
    rounds = [PointsNoted(f"Round {n}", points) for n, points in enumerate(((1, 5, 9), (7, 0, 20)), 1)]
    fewest, most = (records.start(scoresheet, FOUR[:3], *rounds, options={"lowest_wins": won}) for won in (True, False))
    hearts, darts = payload(fewest), payload(most)
    assert (hearts["fewest_points_win"], hearts["lead_changes"]) == (True, [2])
    assert (darts["fewest_points_win"], darts["lead_changes"]) == (False, [])
    unknown = PointsNoted("Round 1", (7, None))
    data = payload(records.start(scoresheet, FOUR[:2], unknown, options={"title": "Kettle Race"}))
    assert data["steps"][-1]["scores"] == [7, None]
    assert str(data["facts"]).startswith("Kettle Race")
    assert data["result"] == "Still open"


def test_choices_made_at_once_go_on_and_their_end_is_a_step_of_its_own(
    records: MatchRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(core.games, "GAMES", (*core.games.GAMES, odds))
    chosen = [odds.FingersShown(seat, fingers) for seat, fingers in ((2, 3), (0, 3), (1, 5), (1, 1))]
    records.start(odds, ["Anna", "Ben", "Cyril"], *chosen, id="odds")
    steps = payload(records.match("odds"))["steps"]
    assert [step.get("more", False) for step in steps] == [False, True, True, False, False, True]
    assert [(step["seat"], step["scoring"]) for step in steps[3:5]] == [(1, None), (None, "stage")]
    assert steps[4]["says"] == "All hands are shown"
    assert steps[4]["scores"] == [0, 5, 0]
