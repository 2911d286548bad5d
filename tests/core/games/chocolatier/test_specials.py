"""The special displays SF1 to SF5."""

from dataclasses import replace
from random import Random
from typing import get_args

import pytest

from core.game import CHANCE
from core.games import chocolatier
from core.games.chocolatier import DisplaysFilled, TilesTaken
from core.games.chocolatier.events import SpecialKind
from core.games.chocolatier.specials import neighbors
from core.games.chocolatier.state import Options, State
from tests.core.games.chocolatier.table import FREE_WALL, GOLD, board, filled, pieces, special, table, tiles, wall
from tests.core.games.chocolatier.test_taking import FULL, played, refused_by, takes


def sources(state: State) -> tuple[tuple[int, ...], ...]:
    return state.sources[1:]


def laid(*displays: str) -> tuple[tuple[int, ...], ...]:
    return tuple(tiles(text) for text in displays)


@pytest.mark.parametrize(
    ("specials", "rule"),
    [
        ((), "C-SF"),
        (((1, "SF3", None),), "C-SF"),
        (((1, "SF3", None), (2, "SF4", None), (3, "SF5", None)), "C-SF"),
        (((1, "SF3", None), (2, "SF3", None)), "C-SF"),
        (((1, "SF3", None), (1, "SF4", None)), "C-SF"),
        (((0, "SF3", None), (1, "SF4", None)), "C-SF"),
        (((6, "SF3", None), (1, "SF4", None)), "C-SF"),
        (((1, "SF2", "B"), (2, "SF2", "B")), "C-SF"),
        (((1, "SF3", "B"), (2, "SF4", None)), "C-SF"),
        (((1, "SF2", None), (2, "SF4", None)), "C-SF-2"),
    ],
)
def test_as_many_different_displays_as_players_lie_with_the_gold_side_up(
    specials: tuple[tuple[int, SpecialKind, str | None], ...], rule: str
) -> None:
    state = table(phase="fill", options=GOLD)
    assert refused_by(state, filled(*FULL, specials=((1, "SF3", None), (2, "SF4", None)))) is None
    assert refused_by(state, filled(*FULL, specials=((1, "SF2", "B"), (2, "SF2", "N")))) is None
    assert refused_by(state, filled(*FULL, specials=specials)) == rule


def test_the_color_of_sf2_is_one_of_the_edition() -> None:
    state = table(phase="fill", options=GOLD)
    fill = DisplaysFilled(filled(*FULL).displays, ((1, "SF2", "yellow"), (2, "SF4", None)))
    assert refused_by(state, fill) == "C-SF-2"


def test_without_the_option_no_display_is_special() -> None:
    state = table(phase="fill")
    assert refused_by(state, filled(*FULL, specials=((1, "SF3", None), (2, "SF4", None)))) == "C-SF"
    assert refused_by(state, filled(*FULL, extra="B")) == "C-SF-1"


def test_every_kind_is_dealt_and_as_many_as_players() -> None:
    seen: set[tuple[str, str | None]] = set()
    for seats in (2, 3, 4):
        state = chocolatier.setup(seats, Options(special_displays=True))
        for seed in range(40):
            fill = chocolatier.deal(state, Random(seed))
            assert isinstance(fill, DisplaysFilled)
            assert chocolatier.refusal(state, fill) is None
            assert len(fill.specials) == seats
            seen |= {(kind, color) for _, kind, color in fill.specials}
    assert {kind for kind, _ in seen} == set(get_args(SpecialKind))
    assert len(seen) == 9


def test_the_gold_sides_are_turned_back_after_the_round() -> None:
    state = table(displays=("BB",), specials=(special(1, "SF3"), special(2, "SF4")))
    assert played(state, TilesTaken(0, 1, "blue", 2)).specials == ()


def test_sf1_gets_a_fifth_tile() -> None:
    state = table(phase="fill", options=GOLD)
    with_sf1 = filled(*FULL, specials=((2, "SF1", None), (3, "SF4", None)), extra="R")
    assert sources(played(state, with_sf1)) == laid("BBBB", "NNNNR", "WWWW", "KKKK", "RRRR")
    assert refused_by(state, replace(with_sf1, extra=None)) == "C-SF-1"
    assert refused_by(state, replace(with_sf1, extra="yellow")) == "C-FILL-1"


def test_the_extra_tile_comes_from_the_lid_when_the_bag_is_empty() -> None:
    state = table(bag="BBBBNNNNWWWWKKKKRRRR", lid="BN", phase="fill", options=GOLD)
    specials: tuple[tuple[int, SpecialKind, str | None], ...] = ((1, "SF1", None), (3, "SF4", None))
    after = played(state, filled(*FULL, specials=specials, extra="N"))
    assert (after.bag, after.lid) == (tiles("B"), tiles(""))
    assert refused_by(state, filled(*FULL, specials=specials, extra="R")) == "C-FILL-1"


def test_sf1_stays_as_it_is_when_bag_and_lid_are_empty() -> None:
    state = table(bag="BBBBNNNNWWWW", lid="KKKKRRRR", phase="fill", options=GOLD)
    fill = filled(*FULL, specials=((1, "SF1", None), (3, "SF4", None)))
    assert sources(played(state, fill)) == laid(*FULL)
    assert refused_by(state, replace(fill, extra="red")) == "C-SF-1"


def test_sf2_draws_one_tile_of_its_color_from_each_neighbor() -> None:
    state = table(phase="fill", options=GOLD)
    fill = filled("RRBB", "NNKK", "RNBW", "KKKK", "RRWW", specials=((2, "SF2", "R"), (4, "SF3", None)))
    assert sources(played(state, fill)) == laid("RBB", "NNKKRR", "NBW", "KKKK", "RRWW")
    one_sided = filled("BBBB", "NNKK", "RNBW", "KKKK", "RRWW", specials=((2, "SF2", "R"), (4, "SF3", None)))
    assert sources(played(state, one_sided)) == laid("BBBB", "NNKKR", "NBW", "KKKK", "RRWW")


def test_the_circle_of_displays_closes() -> None:
    state = table(phase="fill", options=GOLD)
    fill = filled("NNNN", "RBBB", "KKKK", "WWWW", "RRWW", specials=((1, "SF2", "R"), (4, "SF3", None)))
    assert sources(played(state, fill)) == laid("NNNNRR", "BBB", "KKKK", "WWWW", "RWW")
    assert neighbors(1, 5) == (5, 2)
    assert neighbors(9, 9) == (8, 1)


def test_sf1_before_sf2_gives_its_extra_tile_away() -> None:
    state = table(phase="fill", options=GOLD)
    tiled = ("BBBB", "NNNN", "WWWW", "KKKK", "NNNN")
    before = filled(*tiled, specials=((2, "SF2", "R"), (1, "SF1", None)), extra="R")
    assert sources(played(state, before)) == laid("BBBB", "NNNNR", "WWWW", "KKKK", "NNNN")
    after = filled(*tiled, specials=((3, "SF1", None), (2, "SF2", "R")), extra="R")
    assert sources(played(state, after)) == laid("BBBB", "NNNN", "WWWWR", "KKKK", "NNNN")


def test_two_sf2_side_by_side_act_in_display_order() -> None:
    state = table(phase="fill", options=GOLD)
    fill = filled("NRRR", "NBBB", "WWWW", "RKKK", "NNNN", specials=((2, "SF2", "R"), (3, "SF2", "B")))
    assert sources(played(state, fill)) == laid("NRR", "NBBR", "WWWWB", "RKKK", "NNNN")


def test_what_remains_on_sf3_stays_there() -> None:
    state = table(displays=("BBNR", "WWWW"), specials=(special(1, "SF3"), special(2, "SF4")))
    state = played(state, TilesTaken(0, 1, "blue", 2), TilesTaken(1, 1, "red", 2))
    assert state.sources[:2] == laid("", "N")


def test_what_remains_on_sf4_goes_to_its_neighbors() -> None:
    state = table(displays=("BBBB", "NNKW", "", "KKKK", "RRRR"), specials=(special(2, "SF4"), special(3, "SF3")))
    split = played(state, TilesTaken(0, 2, "brown", 2, (("white", 1), ("black", 3))))
    assert split.sources == laid("", "BBBBW", "", "K", "KKKK", "RRRR")
    together = played(state, TilesTaken(0, 2, "brown", 2, (("black", 3), ("white", 3))))
    assert together.sources == laid("", "BBBB", "", "KW", "KKKK", "RRRR")
    moves = {move.passed for move in takes(state) if (move.source, move.color) == (2, "brown")}
    assert moves == {(("white", a), ("black", b)) for a in (1, 3) for b in (1, 3)}


@pytest.mark.parametrize(
    "passed",
    [
        (),
        (("white", 1),),
        (("white", 1), ("black", 4)),
        (("white", 1), ("black", 0)),
        (("white", 1), ("black", 2)),
        (("white", 1), ("black", 1), ("black", 3)),
        (("white", 1), ("black", 1), ("brown", 1)),
        (("white", 1), ("white", 1)),
        (("white", 1), ("pink", 1)),
    ],
)
def test_every_color_left_on_sf4_goes_undivided_to_one_neighbor(passed: tuple[tuple[str, int], ...]) -> None:
    state = table(displays=("BBBB", "NNKW"), specials=(special(2, "SF4"), special(4, "SF3")))
    assert refused_by(state, TilesTaken(0, 2, "brown", 2, passed)) == "C-SF-4"


def test_tiles_are_passed_on_from_sf4_only() -> None:
    state = table(displays=("BBNN", "NNKW"), specials=(special(2, "SF4"), special(1, "SF3")))
    assert refused_by(state, TilesTaken(0, 1, "blue", 2, (("brown", 2),))) == "C-SF-4"
    assert refused_by(table(displays=("BBNN",)), TilesTaken(0, 1, "blue", 2, (("brown", 2),))) == "C-SF-4"


def test_a_display_that_left_play_is_skipped() -> None:
    state = table(displays=("BBBB", "NNKW", "RW", "KKKK", "RRRR"), specials=(special(2, "SF4"), special(3, "SF5")))
    state = played(state, TilesTaken(0, 3, "red", 1))
    assert state.gone == 3
    assert refused_by(state, TilesTaken(1, 2, "brown", 2, (("white", 3), ("black", 1)))) == "C-SF-4"
    state = played(state, TilesTaken(1, 2, "brown", 2, (("white", 4), ("black", 1))))
    assert state.sources == laid("W", "BBBBK", "", "", "KKKKW", "RRRR")
    assert neighbors(1, 5, gone=5) == (4, 2)
    assert neighbors(5, 5, gone=1) == (4, 2)


def test_sf5_still_in_play_may_get_tiles_from_sf4() -> None:
    state = table(displays=("B", "NK"), specials=(special(2, "SF4"), special(3, "SF5")))
    state = played(state, TilesTaken(0, 2, "brown", 1, (("black", 3),)), TilesTaken(1, 3, "black", 1))
    assert state.gone == 3
    assert state.boards[1].shield == ()


SF5 = (special(1, "SF5"), special(4, "SF3"))


def test_sf5_lies_beside_the_floor_and_its_rest_goes_to_the_center() -> None:
    state = played(table(displays=("RBNN", "K"), specials=SF5), TilesTaken(0, 1, "brown", 2))
    assert state.sources[:2] == laid("RB", "")
    assert state.boards[0].shield == ()
    assert state.boards[1].shield is None


def test_the_shield_catches_one_tile_of_the_same_turn_without_cost() -> None:
    state = table(board(score=9), displays=("NNNN", "K"), specials=SF5)
    state = played(state, TilesTaken(0, 1, "brown", 2))
    assert (state.boards[0].shield, state.boards[0].floor) == (pieces("N"), pieces("N"))
    state = played(state, TilesTaken(1, 2, "black", 1))
    assert chocolatier.turn(state) == CHANCE
    assert chocolatier.scores(state)[0] == 9 + 1 - 1
    assert state.boards[0].shield is None
    assert state.lid == tiles("NNN")


def test_the_shield_catches_the_start_marker() -> None:
    state = table(board(shield=""), displays=("", "K"), center="NNN", specials=SF5, gone=1)
    state = played(state, TilesTaken(0, 0, "brown", 2))
    assert (state.boards[0].shield, state.boards[0].floor) == (pieces("M"), pieces("N"))
    state = played(state, TilesTaken(1, 2, "black", 1))
    assert state.start == 0
    assert state.lid == tiles("NN")
    assert chocolatier.inventory(state) == chocolatier.inventory(table())


def test_the_shield_works_beside_a_full_floor() -> None:
    state = table(board(floor="BBBBBBB", shield=""), displays=("", "K"), center="NNN", specials=SF5, gone=1)
    state = played(state, TilesTaken(0, 0, "brown", 0))
    assert state.boards[0].shield == pieces("M")
    assert state.lid == tiles("NNN")


def test_the_shield_catches_a_tile_of_a_line_without_place() -> None:
    state = table(
        board(".", "BB", on=wall("....B", "NWKR.", ".....", ".....", "....."), shield="", score=9),
        mover=1,
        displays=("", "K"),
        specials=SF5,
        gone=1,
        options=replace(FREE_WALL, special_displays=True),
    )
    state = played(state, TilesTaken(1, 2, "black", 2))
    assert chocolatier.scores(state)[0] == 9 - 1
    assert state.lid == tiles("BB")


def test_an_unused_shield_expires() -> None:
    state = table(displays=("NN",), specials=SF5)
    state = played(state, TilesTaken(0, 1, "brown", 2))
    assert (state.boards[0].shield, state.gone) == (None, None)
