"""The referee of single choices: two moves are played on in pairs of continuations, with equal fair draws.

Searches choose most moves of a continuation; some are drawn from the visits of the search, so that these differ.
A pair ends with the round after the one of the choice, or with the match: what the evaluation says of the end of this
round, by which the first search chose, is not asked again.
"""

from random import Random
from statistics import fmean, variance
from typing import Any, Final

from core.game import CHANCE, AnyGame, Value
from core.review.compiled import search_of
from core.review.evaluations import EVALUATIONS
from core.review.search import best
from core.review.values import utility, value_at_end

PAIRS: Final = 40

_TRIAL: Final = 10
"""Pairs after which a move that seems not to be better is given up."""

_ITERATIONS: Final = 10
"""For a move of a continuation, as a multiple of the speed of the search."""

_DRAWN: Final = 0.15
"""Share of moves that are drawn from the visits."""

_ROUNDS: Final = 2


def gain(game: AnyGame, state: Any, better: Any, other: Any, seed: str, pairs: int = PAIRS) -> tuple[float, float]:
    """The utility of `better` minus that of `other` for the seat that has the turn, and the standard error.

    `pairs` is at least 2. Where the first pairs bring no gain, theirs is returned.
    """
    seat: Any = game.turn(state)
    gains = list[float]()
    for pair in range(pairs):
        one, two = (
            played_on(game, game.evolve(state, move), Random(f"{seed} {pair}"), _ROUNDS) for move in (better, other)
        )
        gains.append(utility(one, seat) - utility(two, seat))
        if pair + 1 == _TRIAL and fmean(gains) <= 0:
            break
    return fmean(gains), (variance(gains) / len(gains)) ** 0.5


def played_on(game: AnyGame, state: Any, rng: Random, rounds: int | None = None) -> Value:
    """The value where so many rounds, the current one included, or the match are over; None: the match."""
    evaluation = EVALUATIONS[game.KEY]
    deals, left = Random(rng.random()), rounds
    while (turn := game.turn(state)) is not None:
        if turn == CHANCE:
            if left is not None and evaluation.is_horizon(state):
                left -= 1
                if not left:
                    return evaluation.value(state, rng)
            state = game.evolve(state, game.deal(state, deals))
            continue
        search = search_of(game, evaluation, state, rng)
        root = search.grow(search.node(state), _ITERATIONS * search.speed)
        place = best(root)
        if rng.random() < _DRAWN:
            place = rng.choices(range(len(root.children)), [child.visits for child in root.children])[0]
        state = game.evolve(state, root.moves[place][0])
    return value_at_end(game, state)
