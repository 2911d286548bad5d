"""The evaluation of azacru: what the review relies on, at all numbers of seats."""

from random import Random
from typing import Any

import pytest

from core.games import azacru
from core.games.azacru import evaluation
from core.games.azacru.state import State
from core.review import search


def positions(seats: int, every: int = 5) -> list[State]:
    rng, state = Random(seats), azacru.setup(seats, azacru.Options())
    found = []
    while azacru.turn(state) is not None:
        found.append(state)
        state = azacru.evolve(state, azacru.choose(state, rng))
    return found[::every]


@pytest.mark.parametrize("seats", azacru.SEATS)
def test_every_position_of_a_match_has_a_value(seats: int) -> None:
    for state in positions(seats):
        value = evaluation.value(state, Random(1))
        assert sum(value.win) == pytest.approx(1)
        assert [len(part) for part in value] == [seats] * 3
        assert value == evaluation.value(state, Random(2))


@pytest.mark.parametrize("seats", azacru.SEATS)
def test_the_priors_lead_to_every_table_once_the_most_promising_first(seats: int) -> None:
    for state in positions(seats):
        moves, chances = zip(*evaluation.priors(state), strict=True)
        assert sum(chances) == pytest.approx(1)
        assert list(chances) == sorted(chances, reverse=True)
        assert {*moves} <= {*azacru.legal_moves(state)}
        tables = [evaluation.key(azacru.evolve(state, move)) for move in moves]
        assert len({*tables}) == len(tables)
        assert {*tables} == {evaluation.key(azacru.evolve(state, move)) for move in azacru.legal_moves(state)}


def test_both_sides_of_the_first_table_expect_much_the_same() -> None:
    one, other = evaluation.value(azacru.setup(2, azacru.Options()), Random(1)).win
    assert one == pytest.approx(other, abs=0.2)


def test_markers_at_the_end_of_a_match_are_seen_coming() -> None:
    rng, state, seen = Random(4), azacru.setup(2, azacru.Options()), []
    while azacru.turn(state) is not None:
        seen.append(evaluation.value(state, rng).points)
        state = azacru.evolve(state, azacru.choose(state, rng))
    final = azacru.scores(state)
    missed = [abs(own - final[seat]) for points in seen[-15:] for seat, own in enumerate(points)]
    assert sum(missed) / len(missed) < 4


def test_a_short_search_with_it_beats_the_simple_player() -> None:
    rng, state = Random(5), azacru.setup(2, azacru.Options())
    found = search.Search(azacru, evaluation, rng)
    while (turn := azacru.turn(state)) is not None:
        event: Any
        if turn == 0:
            root = found.grow(found.node(state), 24)
            event = root.moves[search.best(root)][0]
        else:
            event = azacru.choose(state, rng)
        state = azacru.evolve(state, event)
    ours, simple = azacru.scores(state)
    assert ours > simple
