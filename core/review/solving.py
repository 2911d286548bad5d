"""Exact values of positions with few choices left: all lines up to the horizon, each position once."""

from collections.abc import Callable, Hashable
from random import Random
from typing import Any, TypeAlias

from core.game import CHANCE, AnyEvaluation, AnyGame, Seat, Value
from core.review.values import utility, value_at_end

Utility: TypeAlias = Callable[[Value, Seat], float]


class _TooMany(Exception):
    """More positions than allowed, or an outcome of chance before the horizon."""


class Solver:
    """Solves positions of one match, and remembers them."""

    def __init__(self, game: AnyGame, evaluation: AnyEvaluation, rng: Random, utility: Utility = utility) -> None:
        self._game, self._evaluation, self._rng, self._utility = game, evaluation, rng, utility
        self._known: dict[Hashable, Value] = {}
        self._left = 0

    def value(self, state: Any, positions: int) -> Value | None:
        """The exact value of a position, or None where more than so many `positions` would have to be looked at."""
        self._left = positions
        try:
            return self._solved(state)
        except _TooMany:
            return None

    def _solved(self, state: Any) -> Value:
        key = self._evaluation.key(state)
        known = self._known.get(key)
        if known is None:
            self._left -= 1
            if self._left < 0:
                raise _TooMany
            known = self._known[key] = self._searched(state)
        return known

    def _searched(self, state: Any) -> Value:
        seat = self._game.turn(state)
        if seat is None:
            return value_at_end(self._game, state)
        if self._evaluation.is_horizon(state):
            return self._evaluation.value(state, self._rng)
        if seat == CHANCE:
            raise _TooMany
        assert isinstance(seat, int)
        after = (self._solved(self._game.evolve(state, move)) for move, _ in self._evaluation.priors(state))
        return max(after, key=lambda value: self._utility(value, seat))
