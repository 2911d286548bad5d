"""The simulated player has results one would believe; the laws of all games hold that it is legal and repeatable."""

from random import Random
from statistics import mean

import pytest

from core.games import chocolatier
from core.games.chocolatier import TilePlaced, TilesTaken
from core.games.chocolatier.state import Options
from tests.core.games.chocolatier.table import FREE_WALL, board, table, wall
from tests.viewer.boards.boards import play


@pytest.mark.parametrize("options", [Options(), FREE_WALL, Options(edition="azul", special_displays=True)], ids=str)
def test_simulated_matches_look_like_real_ones(options: Options) -> None:
    states = [play(chocolatier, 2, options, seed).states[-1] for seed in range(20)]
    assert 50 < mean(max(chocolatier.scores(state)) for state in states) < 90
    assert 20 < mean(min(chocolatier.scores(state)) for state in states) < 65
    assert 5 <= mean(chocolatier.round_number(state) for state in states) < 7


def test_it_completes_a_line_rather_than_flood_its_floor() -> None:
    state = table(board("K", "RR", "NNN", "BB", on=wall()), displays=("BBWW", "WWWW"))
    for seed in range(20):
        move = chocolatier.choose(state, Random(seed))
        assert isinstance(move, TilesTaken)
        assert (move.color, move.line) in {("blue", 4), ("white", 5)}


def test_it_places_a_tile_where_it_scores() -> None:
    state = table(
        board("B", on=wall(".....", "NWK..", "WK...", ".....", ".....")), options=FREE_WALL, phase="tile", center=""
    )
    chosen = {chocolatier.choose(state, Random(seed)) for seed in range(10)}
    assert chosen <= {TilePlaced(0, 1, 1), TilePlaced(0, 1, 2)}
