"""The simulated player: legal, repeatable, and with results one would believe."""

from random import Random
from statistics import mean

import pytest

from core.game import CHANCE
from core.games import chocolatier
from core.games.chocolatier import TilePlaced, TilesTaken
from core.games.chocolatier.state import Options, State
from tests.core.games.chocolatier.table import FREE_WALL, board, table, wall


def simulated(seats: int, options: Options, seed: int) -> State:
    state, rng = chocolatier.setup(seats, options), Random(seed)
    while (turn := chocolatier.turn(state)) is not None:
        event = chocolatier.deal(state, rng) if turn == CHANCE else chocolatier.choose(state, rng)
        assert chocolatier.refusal(state, event) is None
        state = chocolatier.evolve(state, event)
        assert chocolatier.round_number(state) < 25
    return state


@pytest.mark.parametrize("options", [Options(), FREE_WALL, Options(edition="azul", special_displays=True)], ids=str)
def test_simulated_matches_look_like_real_ones(options: Options) -> None:
    states = [simulated(2, options, seed) for seed in range(20)]
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
        board("B", on=wall(".....", "NWK..", "WK...", ".....", ".....")),
        options=FREE_WALL,
        phase="tile",
        center="",
    )
    chosen = {chocolatier.choose(state, Random(seed)) for seed in range(10)}
    assert chosen <= {TilePlaced(0, 1, 1), TilePlaced(0, 1, 2)}
