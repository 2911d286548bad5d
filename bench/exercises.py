"""How many positions to train with have an answer that is proved: `python -m bench.exercises GAME`.

The positions are tables of simulated matches of two players where one search finds a clearly best move; NUMBER (default
20) of them are examined. Printed are those that are exact, those with which the referee agrees, and the rest.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from core.game import CHANCE, AnyGame
from core.games import find
from core.review.exercises import candidate, proof_of


def tables(game: AnyGame) -> Iterator[Any]:
    """Every fifth table of simulated matches of two players."""
    for seed in range(1000):
        rng, state, number = Random(seed), game.setup(2, game.Options()), 0
        while (turn := game.turn(state)) is not None:
            if turn != CHANCE and number % 5 == 4:
                yield state
            state = game.evolve(state, game.deal(state, rng) if turn == CHANCE else game.choose(state, rng))
            number += 1


def main(key: str, number: int) -> None:
    game, proofs = find(key), Counter[str]()
    for examined, state in enumerate(tables(game), 1):
        if (found := candidate(game, state, 1)) is None:
            continue
        proof = proof_of(game, state, found, 1) or "not proved"
        proofs[proof] += 1
        counts = ", ".join(f"{count} {name}" for name, count in sorted(proofs.items()))
        print(f"{key}: {counts}; {examined} tables examined; margin {found.margin:.3f} {proof}", flush=True)
        if proofs.total() == number:
            return


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20)
