"""Counts the sequences of legal events of a game, to compare two engines."""

from random import Random

from core.game import CHANCE, AnyGame


def perft(game: AnyGame, seats: int, options: object, depth: int, seed: int) -> list[int]:
    """The number of sequences of 0, 1, 2 ... `depth` events from the start. Every turn of chance uses the same seed.

    Raises ValueError for invalid options.
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
        counts[-1] += len(events)  # The last events need not be applied.
        return
    for event in events:
        _count(game, game.evolve(state, event), counts, made + 1, seed)
