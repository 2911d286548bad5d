"""The evaluation of chocolatier: its quick way to the end of a round keeps the rules; values are consistent."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Literal

import pytest

from core.game import CHANCE, Value
from core.games import chocolatier
from core.games.chocolatier import TilePlaced, TilesTaken, evaluation, specials
from core.games.chocolatier.evaluation import boards, next_round
from core.games.chocolatier.evaluation.columns import best_column
from core.games.chocolatier.evaluation.playout import Playout
from core.games.chocolatier.state import CENTER, PALETTES, Board, Options, State
from core.games.chocolatier.tiling import waiting_row
from core.review.values import value_at_end
from tests.core.games.chocolatier.table import board, table, wall

VARIANTS = [
    (2, Options()),
    (2, Options(edition="azul", special_displays=True)),
    (2, Options(wall="free")),
    (3, Options(wall="free", special_displays=True)),
    (4, Options(special_displays=True)),
]


def positions(seats: int, options: Options, seed: int, rounds: int = 30) -> Iterator[State]:
    """Every position of a simulated match, up to a round."""
    state, rng = chocolatier.setup(seats, options), Random(seed)
    while (turn := chocolatier.turn(state)) is not None and state.round <= rounds:
        yield state
        event = chocolatier.deal(state, rng) if turn == CHANCE else chocolatier.choose(state, rng)
        state = chocolatier.evolve(state, event)


def taken_as_events(state: State) -> tuple[State, Playout]:
    """The table after the takes of a playout, made one by one by the rules; and the playout."""
    playout, names = Playout(state), PALETTES[state.options.edition]
    while playout.left:
        seat = playout.mover
        source, code, laid = playout.take()
        color, passed = code & 7, ()
        if specials.kind_on(state.specials, source) == "SF4":
            near = specials.neighbors(source, len(state.sources) - 1, state.gone)[0]
            passed = tuple((names[other], near) for other in specials.remaining(state, source, color))
        event = TilesTaken(seat, source, names[color], laid.line, passed)
        assert chocolatier.refusal(state, event) is None
        state = chocolatier.evolve(state, event)
    while state.phase == "tile":
        own = state.boards[chocolatier.turn(state)]
        row = next(row for row, line in enumerate(own.lines) if line.tiles > row)
        state = chocolatier.evolve(state, TilePlaced(state.mover, row + 1, best_column(own, state.round) + 1))
    return state, playout


@pytest.mark.parametrize(("seats", "options"), VARIANTS, ids=str)
def test_a_round_ends_as_by_the_rules(seats: int, options: Options) -> None:
    rng = Random(3)
    for state in positions(seats, options, 2):
        if state.phase != "take" or rng.random() > 0.15:
            continue
        after, playout = taken_as_events(state)
        ended = playout.play()
        assert [one.wall for one in ended] == [board.wall for board in after.boards]
        assert [one.key for one in ended] == [boards.key_of(board) for board in after.boards]
        value = evaluation.value(state, rng)
        if chocolatier.turn(after) is None:
            winners = chocolatier.outcome(after).winners
            assert value.points == chocolatier.scores(after)
            assert [share > 0 for share in value.win] == [seat in winners for seat in range(seats)]
        else:
            scores = [max(0, own.score + one.points) for own, one in zip(state.boards, ended, strict=True)]
            assert scores == list(chocolatier.scores(after))
            assert value == evaluation.value(after, rng)


@pytest.mark.parametrize(("seats", "options"), VARIANTS, ids=str)
def test_every_different_move_has_a_weight(seats: int, options: Options) -> None:
    for number, state in enumerate(positions(seats, options, 4)):
        if number % 9 or state.mover == CHANCE:
            continue
        priors = evaluation.priors(state)
        assert sum(weight for _, weight in priors) == pytest.approx(1)
        assert [weight for _, weight in priors] == sorted((weight for _, weight in priors), reverse=True)
        given = {evaluation.key(chocolatier.evolve(state, move)) for move, _ in priors}
        assert given == {evaluation.key(chocolatier.evolve(state, move)) for move in chocolatier.legal_moves(state)}


def test_equal_displays_are_one_move() -> None:
    state = table(displays=("BBWW", "BBWW", "WWBB", "NNNN"))
    assert {move.source for move, _ in evaluation.priors(state)} == {1, 4}


@pytest.mark.parametrize(("seats", "options"), VARIANTS, ids=str)
def test_chances_add_up_and_the_generator_decides_nothing_between_rounds(seats: int, options: Options) -> None:
    for state in positions(seats, options, 5):
        if state.phase == "fill":
            value = evaluation.value(state, Random(1))
            assert sum(value.win) == pytest.approx(1)
            assert value == evaluation.value(state, Random(2))
            assert evaluation.is_horizon(state)


@pytest.mark.parametrize("wall", ["colored", "free"])
def test_seats_may_be_exchanged(wall: Literal["colored", "free"]) -> None:
    for state in positions(2, Options(wall=wall), 6):
        if state.phase == "fill":
            value = evaluation.value(state, Random(1))
            other = evaluation.value(replace(state, boards=state.boards[::-1], start=1 - state.start), Random(1))
            assert other == Value(*(pytest.approx(part[::-1], abs=1e-6) for part in value))


def test_short_searches_are_lowered_for_who_begins_the_first_rounds() -> None:
    said = Value((0.6, 0.4), (5.0, -5.0), (50.0, 45.0))
    first = evaluation.tempered(replace(table(), round=1, start=0), said)
    assert first.win[0] < 0.6
    assert first == Value(pytest.approx((0.539, 0.461), abs=0.001), (1.0, -1.0), (48.0, 47.0))
    assert evaluation.tempered(replace(table(), round=1, start=1), said).lead == (9.0, -9.0)
    assert evaluation.tempered(replace(table(), round=5), said) == said


def between(*own: Board, side: Literal["colored", "free"] = "colored") -> State:
    return replace(table(*own), phase="fill", mover=CHANCE, round=4, bag=(4,) * 5, options=Options(wall=side))


@pytest.mark.parametrize("side", ["colored", "free"])
def test_more_points_and_a_better_wall_are_worth_more(side: Literal["colored", "free"]) -> None:
    two, four = wall("#....", "#....", ".....", ".....", "....."), wall("#....", "#....", "#....", "#....", ".....")
    behind, ahead, column = board(on=two, score=20), board(on=two, score=35), board(on=four, score=20)
    assert evaluation.value(between(ahead, behind, side=side), Random(1)).win[0] > 0.8
    assert (
        evaluation.value(between(column, behind, side=side), Random(1)).points[0]
        > (2 if side == "free" else 5) + evaluation.value(between(behind, behind, side=side), Random(1)).points[0]
    )


def test_a_tile_leaves_its_color_a_place() -> None:
    """Blue goes to row 1; in row 5 only the columns 1 and 5 are free, and blue lies in column 5."""
    on = wall(".....", ".....", ".....", "....B", ".NWK.")
    own = board("B", on=on, score=10)
    assert best_column(own, 2) not in (0, 4)


def test_the_center_is_no_display() -> None:
    state = table(center="BBWW", displays=("BBWW",))
    assert {move.source for move, _ in evaluation.priors(state)} == {CENTER, 1}


def test_the_last_rounds_are_played_ahead_with_the_tiles_that_are_left() -> None:
    started = boards.Tiled(0, wall("#....", "#....", ".....", ".....", "....."), 0)
    ends = list(next_round.played((20, 35), (started, started), 1, 4, (4,) * 5, (15, 15, 15, 15, 16)))
    assert len(ends) == next_round.DEALS[4]
    assert {left for *_, left in ends} == {(0,) * 5}
    assert ends == list(next_round.played((20, 35), (started, started), 1, 4, (4,) * 5, (15, 15, 15, 15, 16)))
    ends = list(next_round.played((20, 35), (started, started), 1, 5, (2,) * 5, (10, 10, 0, 0, 0)))
    assert {sum(left) for *_, left in ends} == {10}


@pytest.mark.slow
def test_bonuses_count_once_where_the_best_column_ends_the_match() -> None:
    ended = 0
    for seed in range(6):
        for state in positions(2, Options(wall="free"), seed):
            if state.phase != "tile":
                continue
            after = state
            while after.phase == "tile":
                own = after.boards[after.mover]
                line = waiting_row(own) + 1
                after = chocolatier.evolve(after, TilePlaced(after.mover, line, best_column(own, after.round) + 1))
            if after.phase == "over":
                assert evaluation.value(state, Random(1)) == value_at_end(chocolatier, after)
                ended += 1
    assert ended > 2
