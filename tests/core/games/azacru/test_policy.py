"""The simulated player: legal, repeatable, and better than chance."""

from random import Random

import pytest

from core.games import azacru
from core.games.azacru import Options
from core.games.azacru.state import State
from tests.core.games.azacru.table import moved, seat, table


def simulated(seats: int, seed: int, careful: frozenset[int]) -> State:
    """A match in which the seats of `careful` choose and the others move at random."""
    state, rng = azacru.setup(seats, Options()), Random(seed)
    while (turn := azacru.turn(state)) is not None and state.turns < 400:
        moves = tuple(azacru.legal_moves(state))
        event = azacru.choose(state, rng) if turn in careful else rng.choice(moves)
        assert event in moves
        state = azacru.evolve(state, event)
    return state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_wins_more_often_than_its_share(seats: int) -> None:
    outcomes = [azacru.outcome(simulated(seats, seed, frozenset({0}))) for seed in range(30)]
    won = [1 / len(each.winners) for each in outcomes if each is not None and 0 in each.winners]
    assert sum(won) / len(outcomes) > 1.4 / seats


def test_it_sees_a_connection() -> None:
    state = table(seat("b2 E", on="a1 a2 a3 b2 f2"), seat("i9 SW"))
    for seed in range(10):
        assert azacru.write(azacru.choose(state, Random(seed))).startswith("A: b2-f2")


def test_a_chevron_is_worth_more_than_one_marker_of_somebody_else() -> None:
    state = table(seat("e5 S", on="d4 e5 e3"), seat("i9 SW", on="e4"))
    assert azacru.refusal(state, moved("e5-e3")) is None
    for seed in range(10):
        assert azacru.choose(state, Random(seed)) != moved("e5-e3")


def test_who_cannot_move_passes() -> None:
    assert azacru.choose(table(seat("e9 N"), seat("i9 SW")), Random(1)) == moved("pass")
