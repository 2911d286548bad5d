"""The guess at what a seat comes to when it places its tiles."""

from random import Random
from typing import Any

import pytest

from core.game import CHANCE
from core.games import pavilion
from core.games.pavilion.evaluation.finishing import final_points, finish, last_finish
from core.games.pavilion.state import NO_TILES, STARS
from core.multiset import minus
from tests.core.games.pavilion.table import board, tiles

RED = STARS.index("red")


def test_without_tiles_nothing_happens() -> None:
    stars = board(red="RR....").stars
    assert finish("colored", 2, stars, NO_TILES, NO_TILES) == (0, stars, NO_TILES)


def test_of_tiles_that_fit_nowhere_four_are_kept_and_the_others_cost_a_point_each() -> None:
    stars = board(red="RRRRRR", center="R.....").stars
    points, _, kept = finish("colored", 0, stars, tiles("RRRRRR"), NO_TILES)
    assert (points, kept) == (-2, tiles("RRRR"))
    points, _, kept = finish("colored", 5, stars, tiles(""), NO_TILES)
    assert (points, kept) == (0, NO_TILES)


def test_a_star_that_the_tiles_pay_for_is_completed() -> None:
    end = last_finish("colored", 5, board(red="RRR.RR").stars, tiles("RRRR"), NO_TILES)
    assert end.stars[RED].count(None) == 0
    assert (end.points, final_points("colored", end.stars)) == (6, 14)


def test_a_bonus_tile_pays_for_another_space() -> None:
    stars, hand = board(red="....R.").stars, tiles("RRRRRR")
    without, bonus = (finish("colored", 0, stars, hand, supply) for supply in (NO_TILES, tiles("RRR")))
    assert bonus.points > without.points


@pytest.mark.parametrize("side", ["colored", "variant"])
def test_filled_spaces_stay_filled_and_no_more_tiles_are_laid_than_there_are(side: Any) -> None:
    rng, state = Random(side), pavilion.setup(2, pavilion.Options(side))
    while (turn := pavilion.turn(state)) is not None:
        if state.phase == "place":
            seat = state.boards[state.seat]
            points, after, kept = finish(side, state.round - 1, seat.stars, seat.hand, state.supply)
            spaces = [*zip(sum(seat.stars, ()), sum(after, ()), strict=True)]
            assert all(new == old for old, new in spaces if old is not None)
            laid = sum(old is None and new is not None for old, new in spaces)
            assert laid + sum(kept) <= sum(seat.hand) + sum(state.supply)
            assert min(minus(seat.hand, kept)) >= -max(state.supply)
            assert points >= -sum(seat.hand)
            assert sum(kept) <= (4 if state.round < 6 else 0)
        state = pavilion.evolve(state, pavilion.deal(state, rng) if turn == CHANCE else pavilion.choose(state, rng))
