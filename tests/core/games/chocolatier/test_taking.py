"""Part A of the rulebook: filling the displays, taking tiles, pattern lines and the floor."""

from dataclasses import replace
from random import Random

import pytest

from core.game import CHANCE
from core.games import chocolatier
from core.games.chocolatier import TilePlaced, TilesTaken
from core.games.chocolatier.events import Event
from core.games.chocolatier.state import Board, Options, State
from tests.core.games.chocolatier.table import FREE_WALL, board, filled, pieces, table, tiles, wall

FULL = ("BBBB", "NNNN", "WWWW", "KKKK", "RRRR")


def refused_by(state: State, event: Event) -> str | None:
    refusal = chocolatier.refusal(state, event)
    return refusal.rule if refusal else None


def played(state: State, *events: Event) -> State:
    for event in events:
        assert chocolatier.refusal(state, event) is None, event
        state = chocolatier.evolve(state, event)
    return state


def takes(state: State) -> list[TilesTaken]:
    return [move for move in chocolatier.legal_moves(state) if isinstance(move, TilesTaken)]


def lines_of(seat: Board) -> list[str]:
    return ["BNWKR"[line.color] * line.tiles if line.color is not None else "" for line in seat.lines]


def test_five_seven_and_nine_displays_are_filled_with_four_tiles_each() -> None:
    for seats, displays in ((2, 5), (3, 7), (4, 9)):
        state = chocolatier.setup(seats, Options())
        assert chocolatier.turn(state) == CHANCE
        assert chocolatier.round_number(state) == 0
        state = played(state, chocolatier.deal(state, Random(seats)))
        assert [sum(source) for source in state.sources] == [0] + [4] * displays
        assert sum(state.bag) == 100 - 4 * displays
        assert chocolatier.turn(state) == 0
        assert chocolatier.round_number(state) == 1


def test_the_lid_is_tipped_in_only_when_the_bag_is_empty() -> None:
    enough = played(table(bag="BBBBNNNNWWWWKKKKRRRR", lid="BBB", phase="fill"), filled(*FULL))
    assert (enough.bag, enough.lid) == (tiles(""), tiles("BBB"))
    short = played(table(bag="BBBBNNNNWWWWKKKK", lid="RRRRRB", phase="fill"), filled(*FULL))
    assert (short.bag, short.lid) == (tiles("RB"), tiles(""))


@pytest.mark.parametrize(
    "displays",
    [
        ("BBBB", "NNNN", "WWWW", "KKKK", "RRR"),  # one tile short
        ("BBBB", "NNNN", "WWWW", "KKKK", "RRRRR"),  # one too many
        ("BBBB", "NNNN", "WWWW", "KKKKK", "RRR"),
        ("BBBB", "NNNN", "WWWW", "RRRR", ""),
        ("BBBB", "NNNN", "WWWW", "RRRR", "RRRR"),  # more red tiles than there are
    ],
)
def test_a_fill_the_bag_and_the_lid_cannot_give_is_refused(displays: tuple[str, ...]) -> None:
    state = table(bag="BBBBNNNNWWWWKKKK", lid="RRRRRR", phase="fill")
    assert refused_by(state, filled(*FULL)) is None
    assert refused_by(state, filled(*displays)) == "C-FILL-1"


def test_no_tile_comes_from_the_lid_while_the_bag_holds_some() -> None:
    state = table(bag="BBBBBN", lid="RRRRRRRRRRRRRRRRRRRR", phase="fill")
    assert refused_by(state, filled("RRRR", "BBBB", "BNRR", "RRRR", "RRRR")) == "C-FILL-1"
    assert refused_by(state, filled("BBBB", "BRRR", "NRRR", "RRRR", "RRRR")) == "C-FILL-1"
    assert refused_by(state, filled("BBBB", "RNRB", "RRRR", "RRRR", "RRRR")) is None


def test_displays_stay_short_only_when_all_tiles_are_out() -> None:
    state = table(bag="BBB", lid="NNNNR", phase="fill")
    after = played(state, filled("BBBN", "NNNR"))
    assert after.sources == tuple(tiles(text) for text in ("", "BBBN", "NNNR", "", "", ""))
    assert (after.bag, after.lid) == (tiles(""), tiles(""))
    assert refused_by(state, filled("BBBN", "NNN", "R")) == "C-FILL-1"
    assert refused_by(state, filled("BBBN", "NNNR", "R")) == "C-FILL-1"
    assert played(state, chocolatier.deal(state, Random(1))).sources[3] == tiles("")


def test_a_fill_needs_the_right_number_of_displays_and_colors_of_the_edition() -> None:
    state = table(phase="fill")
    fill = filled(*FULL)
    assert refused_by(state, replace(fill, displays=fill.displays[:4])) == "C-FILL-1"
    assert refused_by(state, replace(fill, displays=(*fill.displays, ("red",) * 4))) == "C-FILL-1"
    yellow = replace(fill, displays=(*fill.displays[:4], ("yellow",) * 4))
    assert refused_by(state, yellow) == "C-FILL-1"
    assert refused_by(replace(state, options=Options(edition="azul")), yellow) == "C-FILL-1"  # No brown there.


def test_displays_are_filled_only_between_rounds() -> None:
    assert refused_by(table(displays=("BBNN",)), filled(*FULL)) == "C-ROUND-1"
    assert refused_by(table(phase="fill"), TilesTaken(0, 1, "blue", 1)) == "C-FILL-1"
    assert refused_by(table(phase="over", mover=None), filled(*FULL)) == "C-END-1"


def test_worked_example_three_takes_and_the_start_marker() -> None:
    state = table(board(), board(), board(), displays=("KKBR", "NWWW"))
    state = played(state, TilesTaken(0, 1, "black", 2))
    assert state.sources[0] == tiles("BR")
    state = played(state, TilesTaken(1, 2, "brown", 1))
    assert state.sources[0] == tiles("BRWWW")
    state = played(state, TilesTaken(2, 0, "white", 3))
    assert state.sources[0] == tiles("BR")
    assert state.marker == 2
    assert state.boards[2].floor == pieces("M")
    assert lines_of(state.boards[2]) == ["", "", "WWW", "", ""]
    assert chocolatier.turn(state) == 0


def test_only_what_lies_there_can_be_taken() -> None:
    state = table(displays=("BBNN",), center="R")
    assert refused_by(state, TilesTaken(0, 1, "red", 1)) == "C-TAKE-1"
    assert refused_by(state, TilesTaken(0, 0, "blue", 1)) == "C-TAKE-1"
    assert refused_by(state, TilesTaken(0, 2, "blue", 1)) == "C-TAKE-1"
    assert refused_by(state, TilesTaken(0, 6, "blue", 1)) == "C-TAKE-1"
    assert refused_by(state, TilesTaken(0, -1, "blue", 1)) == "C-TAKE-1"
    assert refused_by(state, TilesTaken(0, 1, "yellow", 1)) == "C-TAKE-1"


def test_players_take_in_turn() -> None:
    state = table(displays=("BBNN",))
    for seat in (1, 2, 99, -1):
        assert refused_by(state, TilesTaken(seat, 1, "blue", 1)) == "C-TAKE-1"
    assert refused_by(played(state, TilesTaken(0, 1, "blue", 1)), TilesTaken(1, 0, "brown", 1)) is None


def test_the_marker_lies_before_the_tiles_of_its_take() -> None:
    state = played(table(board(floor="B"), center="RRRN"), TilesTaken(0, 0, "red", 1))
    assert state.boards[0].floor == pieces("BMRR")


def test_only_the_first_take_from_the_center_brings_the_marker() -> None:
    state = played(table(center="RRN", displays=("BBBB",)), TilesTaken(0, 0, "red", 2), TilesTaken(1, 0, "brown", 1))
    assert state.marker == 0
    assert state.boards[1].floor == ()


def test_with_a_full_floor_the_marker_costs_nothing_and_still_makes_the_start_player() -> None:
    state = table(board(), board(floor="BBBBBBB", score=20), mover=1, center="R", displays=("N",))
    state = played(state, TilesTaken(1, 0, "red", 2))
    assert state.boards[1].floor == pieces("BBBBBBB")
    state = played(state, TilesTaken(0, 1, "brown", 2))
    assert chocolatier.scores(state) == (0, 6)
    assert state.start == 1


def test_worked_example_two_brown_tiles() -> None:
    brown_in_rows_two_and_three = wall(".....", "..#..", "...#.", ".....", ".....")
    before = table(board(".", "..", "...", "...B", on=brown_in_rows_two_and_three), displays=("NNBB", "RRRR"))
    lines = {move.line for move in takes(before) if move.color == "brown"}
    assert lines == {0, 1, 5}
    assert refused_by(before, TilesTaken(0, 1, "brown", 2)) == "C-LINE-3"
    assert refused_by(before, TilesTaken(0, 1, "brown", 3)) == "C-LINE-3"
    assert refused_by(before, TilesTaken(0, 1, "brown", 4)) == "C-LINE-2"
    first = played(before, TilesTaken(0, 1, "brown", 1)).boards[0]
    assert (lines_of(first)[0], first.floor) == ("N", pieces("N"))
    fifth = played(before, TilesTaken(0, 1, "brown", 5)).boards[0]
    assert (lines_of(fifth)[4], fifth.floor) == ("NN", ())
    floor = played(before, TilesTaken(0, 1, "brown", 0)).boards[0]
    assert (lines_of(floor)[:3], floor.floor) == (["", "", ""], pieces("NN"))


def test_a_full_line_accepts_nothing() -> None:
    state = table(board("B", "BB"), displays=("BBNN",))
    assert refused_by(state, TilesTaken(0, 1, "blue", 1)) == "C-LINE-2"
    assert refused_by(state, TilesTaken(0, 1, "blue", 2)) == "C-LINE-2"


def test_a_row_that_holds_the_color_refuses_it_on_the_free_wall_too() -> None:
    state = table(board(on=wall(".....", ".....", "....B", ".....", ".....")), displays=("BBNN",), options=FREE_WALL)
    assert refused_by(state, TilesTaken(0, 1, "blue", 3)) == "C-LINE-3"


def test_there_are_five_lines() -> None:
    state = table(displays=("BBNN",))
    assert refused_by(state, TilesTaken(0, 1, "blue", 6)) == "C-LINE-1"
    assert refused_by(state, TilesTaken(0, 1, "blue", -1)) == "C-LINE-1"


def test_beyond_seven_the_floor_costs_nothing_and_the_lid_takes_the_tiles() -> None:
    state = table(board("K", floor="NNNNN"), displays=("BBBB", "RRRR"))
    state = played(state, TilesTaken(0, 1, "blue", 0))
    assert state.boards[0].floor == pieces("NNNNNBB")
    assert state.lid == tiles("BB")


def test_a_round_ends_with_the_last_tile_and_the_owner_of_the_marker_starts_the_next() -> None:
    state = table(board(), board(), board(), mover=1, start=1, marker=2, displays=("BB",))
    state = played(state, TilesTaken(1, 1, "blue", 3))
    assert chocolatier.turn(state) == CHANCE
    assert (state.phase, state.start, state.marker) == ("fill", 2, None)
    assert lines_of(state.boards[1])[2] == "BB"


def test_a_marker_nobody_took_stays_and_the_start_player_starts_again() -> None:
    state = table(board(), board(), board(), mover=0, start=1, displays=("BB",))
    state = played(state, TilesTaken(0, 1, "blue", 2))
    assert (state.phase, state.start) == ("fill", 1)


def test_tiles_are_placed_on_the_wall_only_after_the_round() -> None:
    assert refused_by(table(displays=("BB",), options=FREE_WALL), TilePlaced(0, 1, 1)) == "C-ROUND-1"
    assert refused_by(table(displays=("BB",)), TilePlaced(0, 1, 1)) == "C-TILE-2"
