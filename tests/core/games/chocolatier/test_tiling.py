"""Part B of the rulebook: tiling the wall, points, the end of a match."""

from random import Random

import pytest

from core.game import CHANCE, Outcome
from core.games import chocolatier
from core.games.chocolatier import TilePlaced, TilesTaken
from core.games.chocolatier.scoring import FLOOR_LOSS, bonuses, runs
from core.games.chocolatier.state import Board, Options, State
from tests.core.games.chocolatier.table import FREE_WALL, board, pieces, table, tiles, wall
from tests.core.games.chocolatier.test_taking import lines_of, played, refused_by


def last_take(*boards: Board, free: bool = False, start: int = 0, marker: int | None = None) -> State:
    """The table after one more seat took the last tile, a red one, to its floor."""
    seat = len(boards)
    state = table(
        *boards,
        board(),
        mover=seat,
        start=start,
        marker=marker,
        displays=("R",),
        options=FREE_WALL if free else Options(),
    )
    return played(state, TilesTaken(seat, 1, "red", 0))


def test_the_tile_of_a_complete_line_goes_to_its_color_and_the_others_to_the_lid() -> None:
    state = last_take(board("B", "RR", "WW", "KKKK", "NNNN"))
    tiled = state.boards[0]
    assert tiled.wall == wall("#....", "#....", ".....", ".#...", ".....")
    assert tiled.wall[3][1] == pieces("K")[0]
    assert lines_of(tiled) == ["", "", "WW", "", "NNNN"]
    assert state.lid == tiles("RKKKR")


def test_lines_are_tiled_and_scored_from_the_top() -> None:
    state = last_take(board("B", "RR", "KKK"))  # Row 3 holds black in column 1.
    assert state.boards[0].wall == wall("#....", "#....", "#....", ".....", ".....")
    assert chocolatier.scores(state)[0] == 1 + 2 + 3


def test_on_the_free_wall_a_seat_chooses_among_the_free_columns() -> None:
    state = last_take(board(".", "BB", on=wall("..B..", "K....", "...B.", ".....", ".....")), free=True)
    assert (state.phase, chocolatier.turn(state)) == ("tile", 0)
    moves = list(chocolatier.legal_moves(state))
    assert moves == [TilePlaced(0, 2, 2), TilePlaced(0, 2, 5)]
    for column in (-3, 0, 1, 3, 4, 6):
        assert refused_by(state, TilePlaced(0, 2, column)) == "C-TILE-3"
    state = played(state, TilePlaced(0, 2, 2))
    assert state.boards[0].wall == wall("..B..", "KB...", "...B.", ".....", ".....")
    assert chocolatier.scores(state)[0] == 2
    assert chocolatier.turn(state) == CHANCE


def test_a_single_free_column_is_taken_without_an_event() -> None:
    state = last_take(board("B", on=wall("NWKR.", ".....", ".....", ".....", ".....")), free=True)
    assert state.boards[0].wall[0] == pieces("NWKRB")


def test_a_line_without_a_free_column_goes_to_the_floor_before_the_floor_is_scored() -> None:
    dead_row = wall("....B", ".....", "NWKR.", ".....", ".....")
    state = last_take(board(".", "..", "BBB", on=dead_row, floor="NNNNN", score=20), free=True)
    assert state.boards[0].wall == dead_row
    assert lines_of(state.boards[0])[2] == ""
    assert chocolatier.scores(state)[0] == 20 - 14
    assert state.lid == tiles("NNNNNBBBR")


def test_lines_that_wait_are_placed_from_the_top_by_the_seat_that_waits() -> None:
    state = last_take(board("B", "NN"), board("K"), free=True)
    assert refused_by(state, TilePlaced(0, 2, 1)) == "C-TILE-1"
    assert refused_by(state, TilePlaced(1, 1, 1)) == "C-TILE-1"
    assert refused_by(state, TilesTaken(0, 1, "red", 1)) == "C-TILE-3"
    state = played(state, TilePlaced(0, 1, 1))
    assert refused_by(state, TilePlaced(0, 1, 1)) == "C-TILE-1"


def test_a_placed_tile_may_leave_the_next_line_a_single_column_or_none() -> None:
    one_left = last_take(board("B", "BB", on=wall(".....", "NWK..", ".....", ".....", ".....")), free=True)
    state = played(one_left, TilePlaced(0, 1, 5))
    assert state.boards[0].wall[1] == (*pieces("NWKB"), None)
    none_left = last_take(board("B", "BB", on=wall("...W.", "NWKR.", ".....", ".....", ".....")), free=True)
    state = played(none_left, TilePlaced(0, 1, 5))
    assert state.boards[0].wall[1] == (*pieces("NWKR"), None)
    assert state.lid == tiles("BBR")


def test_seats_choose_clockwise_from_the_start_player_and_each_floor_is_scored_in_between() -> None:
    state = last_take(
        board("B", floor="N", score=5), board("K", score=5), board(floor="BB", score=5), free=True, start=1
    )
    assert chocolatier.turn(state) == 1
    state = played(state, TilePlaced(1, 1, 1))
    assert chocolatier.turn(state) == 0
    assert chocolatier.scores(state) == (5, 6, 3, 0)
    state = played(state, TilePlaced(0, 1, 1))
    assert chocolatier.turn(state) == CHANCE
    assert chocolatier.scores(state) == (5, 6, 3, 0)


@pytest.mark.parametrize(
    ("rows", "points"),
    [
        ((".....", ".....", "..#..", ".....", "....."), 1),
        (("#...#", ".#.#.", "..#..", ".#.#.", "#...#"), 1),
        ((".....", ".....", ".###.", ".....", "....."), 3),
        ((".....", "..#..", "..#..", "..#..", "....."), 3),
        ((".....", ".....", "####.", "..#..", "..#.."), 4 + 3),
        (("..#..", ".....", "#.##.", "..#..", "..#.."), 2 + 3),
        (("..#..", "..#..", "#####", "..#..", "..#.."), 5 + 5),
    ],
)
def test_worked_example_a_tile_scores_the_runs_it_lies_in(rows: tuple[str, ...], points: int) -> None:
    assert runs(wall(*rows), row=2, column=2).points() == points


def test_worked_example_four_tiles_and_the_marker_cost_eight() -> None:
    state = last_take(board(floor="MBBNN", score=30), marker=0)
    assert chocolatier.scores(state)[0] == 30 - 8
    assert state.boards[0].floor == ()
    assert state.lid == tiles("BBNNR")
    assert state.start == 0


@pytest.mark.parametrize("number", range(8))
def test_the_floor_costs_one_one_two_two_two_three_three(number: int) -> None:
    state = last_take(board(floor="B" * number, score=50))
    assert 50 - chocolatier.scores(state)[0] == sum((1, 1, 2, 2, 2, 3, 3)[:number]) == FLOOR_LOSS[number]


def test_the_score_never_falls_below_zero() -> None:
    assert chocolatier.scores(last_take(board(floor="BBBB", score=3)))[0] == 0


def test_the_floor_is_scored_after_the_lines() -> None:
    assert chocolatier.scores(last_take(board("B", floor="NNN")))[0] == 0
    assert chocolatier.scores(last_take(board("B", floor="NNN", score=3)))[0] == 3 + 1 - 4


def test_a_complete_row_ends_the_match_after_all_walls_are_tiled() -> None:
    state = last_take(board("R", on=wall("####.", ".....", ".....", ".....", ".....")), board("B", "NN"))
    assert chocolatier.turn(state) is None
    assert chocolatier.scores(state) == (5 + 2, 1 + 1, 0)
    assert list(chocolatier.legal_moves(state)) == []
    assert refused_by(state, TilesTaken(0, 1, "red", 0)) == "C-END-1"


def test_a_complete_column_does_not_end_the_match() -> None:
    state = last_take(board("B", on=wall(".....", "#....", "#....", "#....", "#....")))
    assert chocolatier.turn(state) == CHANCE
    assert chocolatier.scores(state)[0] == 5


def test_rows_columns_and_colors_bring_two_seven_and_ten() -> None:
    on = wall("#####", "##...", "#.#..", "#..#.", "#...#")
    assert [(bonus.source, bonus.points) for bonus in bonuses(on)] == [("rows", 2), ("columns", 7), ("colors", 10)]
    full = wall(*["#####"] * 5)
    assert [bonus.points for bonus in bonuses(full)] == [10, 35, 50]
    assert list(bonuses(wall("####.", "####.", ".....", ".....", "....."))) == []


ONE_ROW = wall("#####", ".....", ".....", ".....", ".....")


@pytest.mark.parametrize(
    ("boards", "winners", "ranks", "why"),
    [
        ((board(score=40, on=ONE_ROW), board(score=52), board(score=40)), (1,), (2, 1, 3), "Most points: 52."),
        (
            (board(score=40), board(score=40, on=ONE_ROW), board(score=12)),
            *((1,), (2, 1, 3), "Equal on 40 points; more complete rows decide (1 to 0)."),
        ),
        (
            (board(score=40, on=ONE_ROW), board(score=39), board(score=40, on=ONE_ROW)),
            *((0, 2), (1, 3, 1), "Equal on 40 points and 1 complete row: the victory is shared."),
        ),
    ],
)
def test_most_points_win_then_more_complete_rows(
    boards: tuple[Board, ...], winners: tuple[int, ...], ranks: tuple[int, ...], why: str
) -> None:
    assert chocolatier.outcome(table(*boards, phase="over", mover=None)) == Outcome(winners, ranks, why)


def test_a_match_in_which_every_row_is_dead_goes_on_until_the_table_closes_it() -> None:
    """C-END-4: the color each row lacks stands in the column of the gap already."""
    dead = board(on=wall("NWKR.", ".KRWB", "R.BNK", "WN.BR", "KBN.W"), score=30)
    state = table(dead, dead, phase="fill", options=FREE_WALL)
    rng = Random(4)
    while state.round < 30:
        chance = chocolatier.turn(state) == CHANCE
        event = chocolatier.deal(state, rng) if chance else rng.choice(list(chocolatier.legal_moves(state)))
        assert not isinstance(event, TilePlaced)
        state = played(state, event)
    assert [seat.wall for seat in state.boards] == [dead.wall] * 2
    assert chocolatier.outcome(state) is None


def test_without_a_tile_to_fill_a_display_with_the_match_is_over() -> None:
    """Four walls and their open lines can hold all hundred tiles; no rule speaks of it."""
    state = table(board(score=9), board(), mover=0, displays=("R",), bag="")
    after = played(state, TilesTaken(0, 1, "red", 2))
    assert chocolatier.turn(after) is None
    assert chocolatier.scores(after) == (9, 0)
    with_one_in_the_lid = played(state, TilesTaken(0, 1, "red", 0))
    assert chocolatier.turn(with_one_in_the_lid) == CHANCE
