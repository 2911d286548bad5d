"""The stages inside one event, as the viewer tells them."""

from core.game import CHANCE, Gain
from core.games import chocolatier
from core.games.chocolatier import TilePlaced, TilesTaken
from tests.core.games.chocolatier.table import FREE_WALL, board, filled, table, wall
from tests.core.games.chocolatier.test_taking import FULL
from tests.core.games.chocolatier.test_tiling import last_take


def test_a_take_within_a_round_is_one_stage_without_gains() -> None:
    state = table(board(".", ".N"), displays=("NNNB",))
    (step,) = chocolatier.story(state, TilesTaken(0, 1, "brown", 2))
    assert step.label == "takes 3 brown from display 1 to line 2, 2 too many"
    assert step.gains == ()
    assert step.state == chocolatier.evolve(state, TilesTaken(0, 1, "brown", 2))


def test_the_first_take_from_the_center_mentions_the_marker() -> None:
    state = table(center="NNB")
    (step,) = chocolatier.story(state, TilesTaken(0, 0, "brown", 0))
    assert step.label == "takes 2 brown from the center to the floor, with the start marker"


def test_a_fill_is_one_stage() -> None:
    (step,) = chocolatier.story(table(phase="fill"), filled(*FULL))
    assert step.label == "round 4: the displays are filled"


def test_the_last_take_tells_every_tile_floor_line_and_bonus() -> None:
    seat_0 = board("R", "RR", on=wall("####.", ".....", "#....", ".....", "....."), floor="NN", score=10)
    state = table(seat_0, board(floor="B"), mover=1, displays=("K",))
    event = TilesTaken(1, 1, "black", 1)
    steps = chocolatier.story(state, event)
    assert [step.label for step in steps] == [
        *("takes 1 black from display 1 to line 1", "red to row 1, column 5 of the wall"),
        *("red to row 2, column 1 of the wall", "floor line with 2 pieces", "black to row 1, column 4 of the wall"),
        *("floor line with 1 piece", "bonus for complete rows"),
    ]
    row = tuple(f"0/wall/1/{column}" for column in (5, 1, 2, 3, 4))
    column = ("0/wall/2/1", "0/wall/1/1", "0/wall/3/1")
    assert [step.gains for step in steps] == [
        (),
        (Gain(0, 5, "wall", "C-SCORE-1", row),),
        (Gain(0, 3, "wall", "C-SCORE-1", column),),
        (Gain(0, -2, "floor", "C-SCORE-2", ("0/floor/1", "0/floor/2")),),
        (Gain(1, 1, "wall", "C-SCORE-1", ("1/wall/1/4",)),),
        (Gain(1, -1, "floor", "C-SCORE-2", ("1/floor/1",)),),
        (Gain(0, 2, "rows", "C-END-2", tuple(f"0/wall/1/{space}" for space in range(1, 6))),),
    ]
    assert [chocolatier.scores(step.state)[0] for step in steps] == [10, 15, 18, 16, 16, 16, 18]
    assert steps[-1].state == chocolatier.evolve(state, event)


def test_a_floor_loss_is_what_the_score_really_lost() -> None:
    state = table(board(floor="BBBB", score=3), board(floor="N"), mover=1, displays=("K",))
    losses = [gain for step in chocolatier.story(state, TilesTaken(1, 1, "black", 2)) for gain in step.gains]
    assert [(gain.seat, gain.points, len(gain.cells)) for gain in losses] == [(0, -3, 4), (1, 0, 1)]


def test_a_take_that_brings_about_no_points_shows_the_new_turn_itself() -> None:
    state = table(displays=("BB",))
    (step,) = chocolatier.story(state, TilesTaken(0, 1, "blue", 3))
    assert chocolatier.turn(step.state) == CHANCE


def test_a_chosen_column_is_told_and_what_follows_from_it() -> None:
    state = last_take(board("B", "BB", on=wall("...W.", "NWKR.", ".....", ".....", ".....")), free=True)
    steps = chocolatier.story(state, TilePlaced(0, 1, 5))
    assert [step.label for step in steps] == [
        "blue to row 1, column 5 of the wall",
        "line 2 finds no place on the wall and goes to the floor",
        "floor line with 2 pieces",
        "floor line with 1 piece",
    ]
    assert steps[1].gains == (Gain(0, 0, "wall", "C-TILE-3", ("0/line/2/1", "0/line/2/2")),)
    assert steps[-1].state == chocolatier.evolve(state, TilePlaced(0, 1, 5))


def test_a_story_stops_where_a_seat_has_to_choose() -> None:
    state = table(board("B"), board(), mover=1, displays=("K",), options=FREE_WALL)
    (step,) = chocolatier.story(state, TilesTaken(1, 1, "black", 2))
    assert (step.state.phase, step.state.mover) == ("tile", 0)
