"""The review as the replay shows it: what a move cost, why, where the better one goes, and nothing below the noise."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.games import azacru, chocolatier
from core.games.azacru.events import ChevronMoved
from core.review.review import Engine, Error, Grade, Review, ReviewedChance, ReviewedMove, ReviewedPosition, Values
from eventstore.matches.match import Match
from tests.recorded import FOUR, record, records_in
from viewer.components.replay.exploring import TriedLine, tried
from viewer.components.replay.reviewed import review_to_json

EVEN = Values((0.5, 0.5), (0.0, 0.0))


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Match:
    records = records_in(tmp_path_factory.mktemp("reviewed") / "matches.db")
    return record(records, "m", chocolatier, FOUR[:2], 3, events=20)


def reviewed(match: Match, grade: Grade, *, error: float = 0.01, judged: bool = True) -> Review:
    """The first choice lost 12% to another move with its continuation, and the first deal brought seat 1 10%."""
    before, after = match.frames[1:3]
    assert after.seat is not None
    other = [move for move in match.game.legal_moves(before.state) if move != after.event][-1]
    state = match.game.evolve(before.state, other)
    reply = next(iter(match.game.legal_moves(state)))
    lost = Values(*((-part, part) if after.seat == 0 else (part, -part) for part in (0.12, 4.0)))
    notation = [match.game.write(event) for event in (after.event, other, reply)]
    moves = ReviewedMove(
        after.version, after.seat, notation[0], notation[1], lost, Error(error, 0.5), grade, (notation[2],)
    )
    luck = ReviewedChance(match.frames[1].version, Values((-0.1, 0.1), (-3.0, 3.0)), Error(error, 0.5))
    positions = tuple(ReviewedPosition(frame.version, (0.4, 0.6), (-1.0, 1.0), (0.0, 0.0)) for frame in match.frames)
    engine = Engine(1, "normal", 1)
    return Review(engine, EVEN, (moves,) if judged else (), (luck,), EVEN, EVEN, positions, judged)


def test_a_mistake_says_what_it_cost_and_opens_the_better_line(match: Match) -> None:
    found: Any = review_to_json(match, reviewed(match, "mistake"))
    (mistake,) = found["mistakes"]
    assert (mistake["at"], mistake["sign"], mistake["word"], mistake["lost"]) == (3, "?", "mistake", "−12%")
    assert mistake["cost"] == "−12% chance to win (±1) and −4 points against the best move."
    assert mistake["best"].startswith(f"{match.names[0]} takes")
    assert any(arrives and panel == "seat/0" for panel, _shape, arrives in mistake["ghost"])
    assert not any(arrives for panel, _shape, arrives in mistake["ghost"] if panel != "seat/0")
    line = mistake["line"]
    events = tuple(chocolatier.parse(text) for text in (reviewed(match, "mistake").moves[0].best,))
    assert line["base"] == match.version
    assert tried(match, TriedLine(line["base"], line["since"], events)).frames[line["since"]].event == events[0]
    assert len(line["events"]) == 2


def test_the_ghost_of_a_moved_piece_shows_where_it_lay(tmp_path: Path) -> None:
    match = record(records_in(tmp_path / "a.db"), "pacru", azacru, FOUR[:2], 3, events=4)
    before, after = match.frames[2:4]
    other = next(
        move
        for move in azacru.legal_moves(before.state)
        if isinstance(move, ChevronMoved) and azacru.write(move) != azacru.write(after.event)
    )
    lost = Values((-0.2, 0.2) if after.seat == 0 else (0.2, -0.2), (0.0, 0.0))
    move = ReviewedMove(
        after.version, other.seat, azacru.write(after.event), azacru.write(other), lost, Error(0, 0), "blunder"
    )
    review = replace(reviewed(match, "best", judged=False), moves=(move,), chance=(), judged=True)
    found: Any = review_to_json(match, review)
    ghost = found["mistakes"][0]["ghost"]
    chevrons = [(shape[0], arrives) for _panel, shape, arrives in ghost if "/chevron/" in shape[0]]
    assert len(chevrons) == 2
    assert (chevrons[0][0], [arrives for _, arrives in chevrons]) == (chevrons[1][0], [True, False])


def test_moments_name_the_player_the_grade_and_the_change(match: Match) -> None:
    found: Any = review_to_json(match, reviewed(match, "blunder"))
    assert found["moments"] == [(2, 1, "", "luck for Ben, +10%"), (3, 0, "??", "Anna: blunder, −12%")]
    assert found["lucks"] == [
        (2, "+10% chance to win (±1) and +3 points against an average draw.", "Luck for Ben"),
    ]
    assert found["sentence"].startswith("Chance to win of Ben: 60% at the start")


def test_a_draw_within_its_stated_error_is_not_known_and_a_good_move_has_no_mark(match: Match) -> None:
    unsure: Any = review_to_json(match, reviewed(match, "good", error=0.11))
    assert (unsure["mistakes"], unsure["moments"], unsure["judged"]) == ([], [], [3])
    assert unsure["lucks"] == [(2, "Luck not known: within ±11% chance to win and ±1 points.", "")]


def test_where_moves_are_not_judged_the_reason_is_said(match: Match) -> None:
    found: Any = review_to_json(match, reviewed(match, "best", judged=False))
    assert (found["judged"], found["mistakes"]) == ([], [])
    assert "players moves are not judged" in found["why"]
