"""Which other move a choice is compared with."""

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from core.game import Value
from core.review.judging import Judge
from core.review.search import Search


def choice(moves: dict[str, tuple[float, float]]) -> Search:
    """The search of a single choice at "start": the prior of each move, and the lead after it."""
    game: Any = SimpleNamespace(turn=lambda state: 0, evolve=lambda state, event: event)
    evaluation: Any = SimpleNamespace(
        priors=lambda state: [(move, prior) for move, (prior, _) in moves.items()],
        is_horizon=lambda state: state != "start",
        key=lambda state: state,
        choices_left=lambda state: 100,
        TRUST=None,
        value=lambda state, rng: Value((0.9, 0.1), (moves[state][1], -moves[state][1]), (0.0, 0.0)),
    )
    return Search(game, evaluation, Random(1))


def judged(search: Search, move: str) -> tuple[Any, float]:
    """The move that was better, if any, and the points lost."""
    root, after = search.node("start"), search.node(move)
    search.settle(after, 1)
    search.adopt(root, after, move)
    found = Judge(search, 120, 40, 0, (0.0, 0.0), lambda win, lead: (win, lead)).judge(root, after, after.mean(), 0)
    return found.move, found.losses[1]


MOVES = {"liked": (0.9, 20.0), "played": (0.05, 25.0), "hardly seen": (0.05, 30.0)}
"""In a match that is decided: a few points change hardly anything that a seat maximizes."""


def test_a_better_move_that_the_priors_hardly_know_is_found() -> None:
    search = choice(MOVES)
    assert judged(search, "played") == ("hardly seen", pytest.approx(5.0))


def test_the_best_move_lost_nothing() -> None:
    assert judged(choice(MOVES), "hardly seen") == (None, 0.0)
