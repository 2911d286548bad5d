"""A better move is explained by the points it brings until the end of the round."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from core.game import CHANCE
from core.games import azacru, chocolatier
from core.record import Frame
from core.review.reasons import reason
from core.review.review import Error, ReviewedMove, Values
from tests.core.review.test_account import played


def reviewed(version: int, seat: int, best: str, *continuation: str) -> ReviewedMove:
    nothing = Values((0.0, 0.0), (0.0, 0.0))
    return ReviewedMove(version, seat, "", best, nothing, Error(0.0, 0.0), "mistake", continuation)


def lines(index: int) -> tuple[tuple[Frame, ...], list[Any], Any, int]:
    """A match, another move in place of an event with its continuation to the end of the round, the table there."""
    frames = played(chocolatier, 2, 5, 40)
    state, seat = frames[index - 1].state, frames[index].seat
    line: list[Any] = [list(chocolatier.legal_moves(state))[-1]]
    state = chocolatier.evolve(state, line[0])
    while chocolatier.turn(state) != CHANCE:
        line.append(chocolatier.choose(state, Random(1)))
        state = chocolatier.evolve(state, line[-1])
    assert seat is not None
    return frames, line, state, seat


@pytest.mark.parametrize("index", [3, 8, 15, 19])
def test_the_sources_add_up_to_the_points_at_the_end_of_the_round(index: int) -> None:
    frames, line, state, seat = lines(index)
    end = next(frame for frame in frames[index:] if frame.turn == CHANCE)
    found = reason(chocolatier, frames, reviewed(frames[index].version, seat, *map(chocolatier.write, line)))
    assert found
    assert {own.source for own in found.sources} <= {"wall", "floor"}
    gained = [(after or 0) - (was or 0) for after, was in zip(chocolatier.scores(state), end.scores, strict=True)]
    assert sum(own.best - own.played for own in found.sources) == found.own == gained[seat]
    assert found.others == gained[1 - seat]


def test_a_continuation_that_ends_before_the_round_is_compared_over_as_many_moves() -> None:
    frames, line, _, seat = lines(8)
    found = reason(chocolatier, frames, reviewed(frames[8].version, seat, *map(chocolatier.write, line[:3])))
    assert found
    assert (found.moves, found.is_round, found.sources) == (3, False, ())
    played, best = found.tables
    assert played == frames[10].state
    assert best != played


@pytest.mark.slow
def test_without_a_continuation_the_two_moves_alone_are_compared() -> None:
    frames = played(azacru, 2, 3, 40)
    found = [
        reason(azacru, frames, reviewed(frame.version, frame.seat, azacru.write(other)))
        for before, frame in pairwise(frames)
        if frame.seat is not None
        for other in azacru.legal_moves(before.state)
    ]
    differing = [each for each in found if each and each.sources]
    assert differing
    assert all([own.source for own in each.sources] == ["markers"] for each in differing)
    assert all(each.own == each.sources[0].best - each.sources[0].played for each in differing)
