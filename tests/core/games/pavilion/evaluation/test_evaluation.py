"""The evaluation of pavilion: what the review relies on, at all numbers of seats and on both sides of the board."""

from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

from core.game import CHANCE
from core.games import pavilion
from core.games.pavilion import evaluation
from core.games.pavilion.events import TilesTaken
from core.review import search

TABLES = [*product(pavilion.SEATS, ("colored", "variant"))]


def positions(seats: int, side: Any, every: int = 7) -> list[Any]:
    rng, state = Random(f"{seats} {side}"), pavilion.setup(seats, pavilion.Options(side))
    found = [state]
    while (turn := pavilion.turn(state)) is not None:
        found.append(state)
        event = pavilion.deal(state, rng) if turn == CHANCE else pavilion.choose(state, rng)
        state = pavilion.evolve(state, event)
    return found[::every]


@pytest.mark.parametrize(("seats", "side"), TABLES)
def test_every_position_of_a_match_has_a_value(seats: int, side: str) -> None:
    for state in positions(seats, side):
        value = evaluation.value(state, Random(1))
        assert sum(value.win) == pytest.approx(1)
        assert [len(part) for part in value] == [seats] * 3
        assert value == evaluation.value(state, Random(2))


@pytest.mark.parametrize(("seats", "side"), TABLES)
def test_the_priors_are_all_moves_that_lead_to_different_tables(seats: int, side: str) -> None:
    for state in positions(seats, side, 9):
        if pavilion.turn(state) == CHANCE:
            continue
        moves, chances = zip(*evaluation.priors(state), strict=True)
        assert sum(chances) == pytest.approx(1)
        assert list(chances) == sorted(chances, reverse=True)
        keys = [evaluation.key(pavilion.evolve(state, move)) for move in moves]
        assert len(set(keys)) == len(keys)
        assert set(keys) == {evaluation.key(pavilion.evolve(state, move)) for move in pavilion.legal_moves(state)}


def test_of_equal_displays_one_is_given() -> None:
    state = positions(2, "colored", 1)[3]
    twice = (state.sources[0], *[state.sources[1]] * (len(state.sources) - 1))
    takes = [move for move, _ in evaluation.priors(replace(state, sources=twice))]
    assert takes
    assert {move.source for move in takes if isinstance(move, TilesTaken)} == {1}


def test_points_at_the_end_of_a_match_are_seen_coming() -> None:
    missed = []
    for seed in range(6):
        rng, state, seen = Random(seed), pavilion.setup(2, pavilion.Options()), []
        while (turn := pavilion.turn(state)) is not None:
            if state.round == 6:
                seen.append(evaluation.value(state, rng).points)
            state = pavilion.evolve(state, pavilion.deal(state, rng) if turn == CHANCE else pavilion.choose(state, rng))
        final = pavilion.scores(state)
        missed += [abs(own - final[seat]) for points in seen for seat, own in enumerate(points)]
    assert sum(missed) / len(missed) < 9


@pytest.mark.slow
def test_a_short_search_with_it_beats_the_simple_player() -> None:
    rng, state = Random(5), pavilion.setup(2, pavilion.Options())
    found = search.Search(pavilion, evaluation, rng)
    while (turn := pavilion.turn(state)) is not None:
        if turn == CHANCE:
            event: Any = pavilion.deal(state, rng)
        elif turn == 0:
            root = found.grow(found.node(state), 24)
            event = root.moves[search.best(root)][0]
        else:
            event = pavilion.choose(state, rng)
        state = pavilion.evolve(state, event)
    ours, simple = pavilion.scores(state)
    assert ours > simple
