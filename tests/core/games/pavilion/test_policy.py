"""The simulated player has results one would believe; the laws of all games hold that it is legal and repeatable."""

from random import Random
from statistics import mean

import pytest

from core.games import pavilion
from core.games.pavilion import BonusTaken, Options, Passed, TilePlaced, TilesTaken
from tests.core.games.pavilion.table import VARIANT, board, names, table
from tests.viewer.boards.boards import play


@pytest.mark.parametrize("options", [Options(), VARIANT], ids=str)
@pytest.mark.parametrize("seats", [2, 4])
def test_simulated_matches_look_like_real_ones(options: Options, seats: int) -> None:
    points = [
        points for seed in range(8) for points in pavilion.scores(play(pavilion, seats, options, seed).states[-1])
    ]
    assert 65 < mean(points) < 110
    assert min(points) > 30


def test_it_takes_many_tiles_rather_than_few() -> None:
    state = table(displays=("BGOY", "RRRB"))
    assert {pavilion.choose(state, Random(seed)) for seed in range(10)} == {TilesTaken(0, 2, "red")}


def test_it_closes_a_star() -> None:
    state = table(board("RGGG", red=".RRRRR"), phase="place", round=6)
    assert {pavilion.choose(state, Random(seed)) for seed in range(10)} == {TilePlaced(0, "red", 1, "red", 0)}


def test_it_takes_wilds_from_the_supply() -> None:
    state = table(board(), supply="PPGOYBRRYY", phase="bonus", due=2)
    assert pavilion.choose(state, Random(1)) == BonusTaken(0, names("PP"))


def test_it_keeps_four_tiles_the_next_wilds_first() -> None:
    full = {"center": "RGPYB.", "red": "RRRRRR", "blue": "BBBBBB", "green": "GGGGGG"}
    state = table(board("GRRRBB", **full), board("R"), phase="place")
    assert pavilion.choose(state, Random(1)) == Passed(0, names("GRRR"))
