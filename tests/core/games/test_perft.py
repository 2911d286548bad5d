"""Counts of the legal event sequences of each length from the start of a match: another engine must count the same."""

from random import Random
from typing import Any

import pytest

from core import games
from core.game import CHANCE, AnyGame

COUNTS = [
    ("azacru", 2, {}, [1, 16, 254, 3_932, 60_532]),
    ("azacru", 3, {}, [1, 13, 162, 2_015, 23_181]),
    ("azacru", 4, {}, [1, 13, 162, 2_015, 23_927]),
    ("chocolatier", 2, {}, [1, 1, 108, 11016]),
    ("chocolatier", 3, {"wall": "free", "special_displays": True}, [1, 1, 144]),
    ("pavilion", 2, {}, [1, 1, 1, 13, 156]),
    ("pavilion", 3, {"board": "variant"}, [1, 1, 1, 20, 380]),
    ("schokoly", 2, {}, [1, 3, 288, 576]),
    ("schokoly", 3, {"swaps": True}, [1, 3, 288, 576]),
]
"""Game, seats, options, and the counts of sequences of 0, 1, 2 ... events; every turn of chance uses the same seed."""


def perft(game: AnyGame, state: Any, depth: int) -> int:
    if not depth:
        return 1
    is_chance = game.turn(state) == CHANCE
    events = [game.deal(state, Random(1))] if is_chance else [*game.legal_moves(state)]
    if depth == 1:
        return len(events)
    return sum(perft(game, game.evolve(state, event), depth - 1) for event in events)


@pytest.mark.parametrize(("key", "seats", "options", "counts"), COUNTS)
def test_there_are_as_many_legal_sequences_as_known(
    key: str, seats: int, options: dict[str, Any], counts: list[int]
) -> None:
    game = games.find(key)
    state = game.setup(seats, game.Options(**options))
    assert [perft(game, state, depth) for depth in range(len(counts))] == counts


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "count"), [(2, 1_012_794), (3, 270_801), (4, 274_185)])
def test_the_sequences_of_azacru_of_five_moves_are_as_many_as_others_counted(seats: int, count: int) -> None:
    azacru = games.find("azacru")
    assert perft(azacru, azacru.setup(seats, azacru.Options()), 5) == count
