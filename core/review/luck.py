"""The luck of an outcome of chance: value of the dealt table - mean value of fair tables."""

from collections.abc import Callable, Sequence
from math import fsum, hypot
from random import Random
from typing import Final

from core.game import AnyGame, Value
from core.review.compiled import search_of
from core.review.evaluations import EVALUATIONS
from core.review.review import Error
from core.review.values import mean

DEAL: Final = 50
"""Iterations for a dealt table at every effort: evaluations between rounds are trained on searches of that length."""


def values_of_deals(game: AnyGame, before: object, after: object, seed: str, deals: int) -> tuple[Value, list[Value]]:
    """The value of a dealt table and of fair ones; equal random numbers for all cancel most of the noise."""
    rng = Random(seed)
    fair = [value_of_deal(game, game.evolve(before, game.deal(before, rng)), seed) for _ in range(deals)]
    return value_of_deal(game, after, seed), fair


def value_of_deal(game: AnyGame, state: object, seed: str) -> Value:
    """The value of a table just dealt."""
    search = search_of(game, EVALUATIONS[game.KEY], state, Random(f"{seed} dealt"))
    return search.evaluation.tempered(state, search.worth(search.node(state), DEAL * search.speed))


def luck_error(values: Sequence[Value], share: float, unseen: tuple[float, float]) -> Error:
    """The standard error of the claimed luck, by the seat where it is largest, from the values v of n fair tables.

    Of values with the variance V of which the share b is true, b * (1 - b) * V is the variance of what is true beyond
    the claim. The mean of the tables adds b^2 * V / n. What searches do not see of a table adds the square of `unseen`,
    for a chance to win p by 4 p (1 - p): least where the match is decided.
    """
    centre, number = mean(values), len(values)
    left = share * (1 - share) + share**2 / number

    def error(of: Callable[[Value], Sequence[float]], more: float) -> float:
        sums = [fsum((of(value)[seat] - of(centre)[seat]) ** 2 for value in values) for seat in range(len(centre.win))]
        return hypot((left * max(sums) / max(1, number - 1)) ** 0.5, more)

    open_by = max(4 * win * (1 - win) for win in centre.win)
    return Error(error(lambda value: value.win, unseen[0] * open_by), error(lambda value: value.lead, unseen[1]))
