"""A better move is explained by the points it brings until the end of the round."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from core.game import CHANCE
from core.games import azacru, chocolatier
from core.review.reasons import reason
from core.review.review import Error, ReviewedMove, Values
from tests.core.review.test_account import played


def reviewed(version: int, seat: int, best: str, *continuation: str) -> ReviewedMove:
    nothing = Values((0.0, 0.0), (0.0, 0.0))
    return ReviewedMove(version, seat, "", best, nothing, Error(0.0, 0.0), "mistake", continuation)


def test_the_sources_add_up_to_the_points_at_the_end_of_the_round() -> None:
    frames = played(chocolatier, 2, 5, 40)
    explained = []
    for index in (place for place in range(1, 20) if frames[place].seat is not None):
        state, seat = frames[index - 1].state, frames[index].seat
        end = next(frame for frame in frames[index:] if frame.turn == CHANCE)
        line: list[Any] = [list(chocolatier.legal_moves(state))[-1]]
        state = chocolatier.evolve(state, line[0])
        while chocolatier.turn(state) != CHANCE:
            line.append(chocolatier.choose(state, Random(1)))
            state = chocolatier.evolve(state, line[-1])
        assert seat is not None
        found = reason(chocolatier, frames, reviewed(frames[index].version, seat, *map(chocolatier.write, line)))
        assert {own.source for own in found} <= {"wall", "floor"}
        gained = (end.scores[seat] or 0, chocolatier.scores(state)[seat] or 0)
        assert sum(own.best - own.played for own in found) == pytest.approx(gained[1] - gained[0])
        explained += found
    assert explained


def test_without_a_continuation_the_two_moves_alone_are_compared() -> None:
    frames = played(azacru, 2, 3, 40)
    found = [
        reason(azacru, frames, reviewed(frame.version, frame.seat, azacru.write(other)))
        for before, frame in pairwise(frames)
        if frame.seat is not None
        for other in azacru.legal_moves(before.state)
    ]
    differing = [sources for sources in found if sources]
    assert differing
    assert all([each.source for each in sources] == ["markers"] for sources in differing)
