"""How many sequences of legal events a game has: the number that two engines agree on, or do not."""

from random import Random

from core.game import CHANCE, AnyGame


def perft(game: AnyGame, seats: int, options: object, depth: int, seed: int) -> list[int]:
    """Sequences of 0, 1, 2 ... `depth` events from the start. Chance is dealt from the same seed on every turn.

    Raises ValueError for options that make no game.
    """
    counts = [0] * (depth + 1)
    _count(game, game.setup(seats, options), counts, 0, seed)
    return counts


def _count(game: AnyGame, state: object, counts: list[int], made: int, seed: int) -> None:
    counts[made] += 1
    if made == len(counts) - 1:
        return
    is_chance = game.turn(state) == CHANCE
    events = (game.deal(state, Random(seed)),) if is_chance else tuple(game.legal_moves(state))
    if made == len(counts) - 2:
        counts[-1] += len(events)  # The last events need no table of their own.
        return
    for event in events:
        _count(game, game.evolve(state, event), counts, made + 1, seed)
