"""How many positions to train with keep their answer at four times the effort: `python -m bench.exercises GAME`.

The positions are tables of simulated matches; NUMBER (default 20) is how many are found.
"""

import sys
from collections.abc import Iterator
from random import Random
from typing import Any

from core.game import CHANCE, AnyGame
from core.games import find
from core.review.exercises import ITERATIONS, Exercise, best_move, exercise, is_accepted


def tables(game: AnyGame) -> Iterator[Any]:
    """Every fifth table of simulated matches of two players."""
    for seed in range(1000):
        rng, state, number = Random(seed), game.setup(2, game.Options()), 0
        while (turn := game.turn(state)) is not None:
            if turn != CHANCE and number % 5 == 4:
                yield state
            state = game.evolve(state, game.deal(state, rng) if turn == CHANCE else game.choose(state, rng))
            number += 1


def keeps(game: AnyGame, state: Any, found: Exercise) -> bool:
    """Whether the same move is best at four times the effort, with other seeds."""
    return is_accepted(game, state, found, best_move(game, state, 2, 4 * ITERATIONS))


def main(key: str, number: int) -> None:
    game, found, kept = find(key), 0, 0
    for examined, state in enumerate(tables(game), 1):
        if (position := exercise(game, state, 1)) is not None:
            found += 1
            is_kept = keeps(game, state, position)
            kept += is_kept
            lost = "" if is_kept else f" (lost one with a margin of {position.margin:.3f})"
            print(f"{key}: {kept} of {found} positions keep their answer, {examined} tables examined{lost}", flush=True)
        if found == number:
            return


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20)
