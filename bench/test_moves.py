"""Speed of the lists of legal moves by game; run with `make bench`. No test asserts a time."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bench.rates import rate
from core.game import CHANCE, AnyGame
from core.games import azacru, pavilion, schokoly


def positions(game: AnyGame, seats: int, options: Any, seed: int) -> list[Any]:
    """The states of one simulated match in which a seat is to move."""
    rng, state, met = Random(seed), game.setup(seats, options), []
    while (turn := game.turn(state)) is not None:
        if turn == CHANCE:
            state = game.evolve(state, game.deal(state, rng))
            continue
        met.append(state)
        state = game.evolve(state, game.choose(state, rng))
    return met


def listed(game: AnyGame, states: list[Any]) -> int:
    return sum(1 for state in states for _ in game.legal_moves(state))


def test_azacru_moves_and_evolve(benchmark: BenchmarkFixture) -> None:
    states = [state for seats in (2, 3, 4) for state in positions(azacru, seats, azacru.Options(), seats)]

    def step() -> None:
        for state in states:
            azacru.evolve(state, list(azacru.legal_moves(state))[-1])

    rate(benchmark, "lists and moves", len(states), step)


def test_pavilion_moves(benchmark: BenchmarkFixture) -> None:
    states = positions(pavilion, 4, pavilion.Options(), 1)
    rate(benchmark, "lists", len(states), lambda: listed(pavilion, states))


@pytest.mark.parametrize("with_counters", [False, True])
def test_schokoly_full_table(benchmark: BenchmarkFixture, with_counters: bool) -> None:
    """36 cards laid with an open deck: any face may follow in any place; counters multiply the list."""
    rng, state = Random(1), schokoly.setup(2, schokoly.Options(deck="open"))
    while len(state.cards) < 36:
        state = schokoly.evolve(state, schokoly.choose(state, rng))
    state = replace(state, counters=(2, 2) if with_counters else (0, 0))
    print(f"\n{listed(schokoly, [state]):,} moves")
    rate(benchmark, "lists", 1, lambda: listed(schokoly, [state]))
