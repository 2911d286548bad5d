"""The law of exact ends finds what is wrong with an evaluation or with the solver."""

from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from core.games import chocolatier
from core.review import search
from core.review.evaluations import EVALUATIONS
from core.review.search import Solver
from core.review.values import utility
from viewer.conformance import evaluation_laws
from viewer.conformance.evaluation_laws import exact_ends_are_the_best_of_all_lines
from viewer.conformance.samples import Case, Sample, play

SOUND = EVALUATIONS["chocolatier"]


class SolverOfFriends(Solver):
    """Every seat chooses what is best for the first one."""

    def _searched(self, state: Any) -> Any:
        if self._game.turn(state) is None or self._evaluation.is_horizon(state):
            return super()._searched(state)
        after = (self._solved(self._game.evolve(state, move)) for move, _ in self._evaluation.priors(state))
        return max(after, key=lambda value: utility(value, 0))


def check_ends() -> None:
    for seed in range(4):
        match = play(Case(chocolatier, 2, chocolatier.Options(), Sample()), Random(seed))
        exact_ends_are_the_best_of_all_lines(match, match.states[-1], Random(seed))


@pytest.mark.parametrize(
    "changes",
    [
        {"key": lambda state: SOUND.choices_left(state)},
        {"priors": lambda state: SOUND.priors(state)[-1:]},
        {"priors": lambda state: [(move, 1.0) for move, _ in SOUND.priors(state) if move.line == 5]},
    ],
    ids=["different positions with one key", "one move only", "some moves left out"],
)
def test_a_broken_evaluation_is_caught(changes: dict[str, Callable[..., Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    check_ends()
    broken = SimpleNamespace(**{name: getattr(SOUND, name) for name in dir(SOUND)} | changes)
    monkeypatch.setattr(evaluation_laws, "EVALUATIONS", {"chocolatier": broken})
    with pytest.raises((AssertionError, ValueError)):
        check_ends()


def test_a_broken_solver_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "Solver", SolverOfFriends)
    with pytest.raises(AssertionError):
        check_ends()
