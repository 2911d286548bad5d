"""The evaluations of the games by their kernels: what reviews rely on. The laws of the conformance suite hold too."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, Literal

import pytest

from core.game import CHANCE, AnyEvaluation, AnyGame, Value
from core.games import azacru, chocolatier, find, pavilion
from core.games.chocolatier.events import TilePlaced
from core.games.chocolatier.state import CENTER, Board, State
from core.review.evaluations import EVALUATIONS
from core.review.search import Search, best
from core.review.values import value_at_end
from tests.core.games.chocolatier.table import board, table, wall

VARIANTS = [
    (2, chocolatier.Options()),
    (2, chocolatier.Options(edition="azul", special_displays=True)),
    (2, chocolatier.Options(wall="free")),
    (3, chocolatier.Options(wall="free", special_displays=True)),
    (4, chocolatier.Options(special_displays=True)),
]


@pytest.fixture(scope="module")
def evaluation() -> AnyEvaluation:
    return EVALUATIONS["chocolatier"]


def positions(game: AnyGame, seats: int, options: Any, seed: int) -> Iterator[Any]:
    """Every position of a simulated match but the last one."""
    state, rng = game.setup(seats, options), Random(seed)
    while (turn := game.turn(state)) is not None:
        yield state
        state = game.evolve(state, game.deal(state, rng) if turn == CHANCE else game.choose(state, rng))


GOLDEN: dict[tuple[Any, ...], Any] = {
    ("azacru", 2): ((32.5969, 0.649772), (33.3265, 0.750979)),
    ("azacru", 3): ((19.6377, 0.409684), (19.971, 0.385121)),
    ("azacru", 4): ((15.5994, 0.628773), (15.1197, 0.382703)),
    ("chocolatier", 2, "azul", "colored", False): ((62.0015, 0.732586), (62.0015, 0.732586)),
    ("chocolatier", 2, "azul", "colored", True): ((59.3833, 0.667988), (67.3647, 0.830269)),
    ("chocolatier", 2, "azul", "free", False): ((68.0754, 0.795582), (62.1636, 0.499374)),
    ("chocolatier", 2, "azul", "free", True): ((64.2959, 0.672014), (73.1954, 0.836979)),
    ("chocolatier", 3, "azul", "colored", False): ((62.2322, 0.18143), (68.4859, 0.100666)),
    ("chocolatier", 3, "azul", "colored", True): ((57.2646, 0.393774), (69.5719, 0.0983593)),
    ("chocolatier", 3, "azul", "free", False): ((68.1801, 0.358528), (62.6516, 0.0137022)),
    ("chocolatier", 3, "azul", "free", True): ((59.3038, 0.156246), (63.4785, 0.169358)),
    ("chocolatier", 4, "azul", "colored", False): ((68.5, 0.433269), (79.6867, 0.323926)),
    ("chocolatier", 4, "azul", "colored", True): ((51.5774, 0.153292), (74.3087, 0.33164)),
    ("chocolatier", 4, "azul", "free", False): ((69.5086, 0.193409), (68.4622, 0.00137785)),
    ("chocolatier", 4, "azul", "free", True): ((64.7208, 0.165982), (107.143, 0.945131)),
    ("pavilion", 2, "colored"): ((101.769, 0.753281), (87.8111, 0.619269)),
    ("pavilion", 2, "variant"): ((110.372, 0.541816), (101.815, 0.761749)),
    ("pavilion", 3, "colored"): ((90.3667, 0.459021), (91.2012, 0.84049)),
    ("pavilion", 3, "variant"): ((102.319, 0.348832), (82.6012, 0.47731)),
    ("pavilion", 4, "colored"): ((77.6788, 0.233234), (89.9911, 0.712064)),
    ("pavilion", 4, "variant"): ((85.781, 0.157176), (70.6176, 0.0687648)),
}
"""Points and chance to win of the first seat, at the 20th position of a match and at the 40th before its end."""


def test_values_stay_as_the_trust_in_them_was_measured() -> None:
    for (key, seats, *given), expected in GOLDEN.items():
        game, evaluation = find(key), EVALUATIONS[key]
        found = [*positions(game, seats, game.Options(*given), 1)]
        values = [evaluation.value(found[place], Random(1)) for place in (20, -40)]
        said = [(value.points[0], value.win[0]) for value in values]
        assert said == [pytest.approx(one, rel=1e-4) for one in expected], (key, seats, given)


@pytest.mark.slow
@pytest.mark.parametrize("key", ["azacru", "pavilion"])
def test_points_at_the_end_of_a_match_are_seen_coming(key: str) -> None:
    game, missed = find(key), list[float]()
    for seed in range(6):
        late = [*positions(game, 2, game.Options(), seed)][-15:]
        final = game.scores(_end(game, late[-1]))
        said = [EVALUATIONS[key].value(state, Random(1)).points for state in late]
        missed += [abs(own - final[seat]) for points in said for seat, own in enumerate(points)]
    assert sum(missed) / len(missed) < 9


def _end(game: AnyGame, state: Any) -> Any:
    rng = Random(1)
    while (turn := game.turn(state)) is not None:
        state = game.evolve(state, game.deal(state, rng) if turn == CHANCE else game.choose(state, rng))
    return state


@pytest.mark.slow
@pytest.mark.parametrize("key", ["azacru", "pavilion"])
def test_a_short_search_beats_the_simple_player(key: str) -> None:
    game, rng = find(key), Random(5)
    state, search = game.setup(2, game.Options()), Search(game, EVALUATIONS[key], rng)
    while (turn := game.turn(state)) is not None:
        if turn == 0:
            root = search.grow(search.node(state), 24)
            event = root.moves[best(root)][0]
        else:
            event = game.deal(state, rng) if turn == CHANCE else game.choose(state, rng)
        state = game.evolve(state, event)
    ours, simple = game.scores(state)
    assert ours > simple


def test_both_sides_of_the_first_table_of_azacru_expect_much_the_same() -> None:
    one, other = EVALUATIONS["azacru"].value(azacru.setup(2, azacru.Options()), Random(1)).win
    assert one == pytest.approx(other, abs=0.2)


def test_of_equal_displays_of_pavilion_one_is_given() -> None:
    state = next(state for state in positions(pavilion, 2, pavilion.Options(), 1) if state.phase == "take")
    twice = (state.sources[0], *[state.sources[1]] * (len(state.sources) - 1))
    takes = [move for move, _ in EVALUATIONS["pavilion"].priors(replace(state, sources=twice))]
    assert takes
    assert {move.source for move in takes} == {1}


@pytest.mark.parametrize(("seats", "options"), VARIANTS, ids=str)
def test_the_value_within_a_round_of_chocolatier_is_that_after_the_most_promising_moves(
    evaluation: AnyEvaluation, seats: int, options: Any
) -> None:
    rng, checked = Random(3), 0
    for state in positions(chocolatier, seats, options, 2):
        if chocolatier.turn(state) == CHANCE or rng.random() > 0.1:
            continue
        value = evaluation.value(state, rng)
        while isinstance(chocolatier.turn(state), int):
            moves = evaluation.priors(state)
            equal = [chocolatier.evolve(state, move) for move, weight in moves if weight == moves[0][1]]
            state = next(after for after in equal if _value(evaluation, after) == value)
        checked += 1
    assert checked > 2


def _value(evaluation: AnyEvaluation, state: State) -> Value:
    return value_at_end(chocolatier, state) if state.phase == "over" else evaluation.value(state, Random(1))


@pytest.mark.parametrize("side", ["colored", "free"])
def test_seats_may_be_exchanged(evaluation: AnyEvaluation, side: Literal["colored", "free"]) -> None:
    for state in positions(chocolatier, 2, chocolatier.Options(wall=side), 6):
        if state.phase == "fill":
            value = evaluation.value(state, Random(1))
            other = evaluation.value(replace(state, boards=state.boards[::-1], start=1 - state.start), Random(1))
            assert other == Value(*(pytest.approx(part[::-1], abs=1e-6) for part in value))


def test_short_searches_are_lowered_for_who_begins_the_first_rounds(evaluation: AnyEvaluation) -> None:
    said = Value((0.6, 0.4), (5.0, -5.0), (50.0, 45.0))
    first = evaluation.tempered(replace(table(), round=1, start=0), said)
    assert first == Value(pytest.approx((0.566, 0.434), abs=0.001), pytest.approx((2.8, -2.8)), (48.9, 46.1))
    assert evaluation.tempered(replace(table(), round=1, start=1), said).lead == pytest.approx((7.2, -7.2))
    assert evaluation.tempered(replace(table(), round=6), said) == said


def between(*own: Board, side: Literal["colored", "free"] = "colored") -> State:
    options = chocolatier.Options(wall=side)
    return replace(table(*own), phase="fill", mover=CHANCE, round=4, bag=(4,) * 5, options=options)


@pytest.mark.parametrize("side", ["colored", "free"])
def test_more_points_and_a_better_wall_are_worth_more(
    evaluation: AnyEvaluation, side: Literal["colored", "free"]
) -> None:
    two, four = wall("#....", "#....", ".....", ".....", "....."), wall("#....", "#....", "#....", "#....", ".....")
    behind, ahead, column = board(on=two, score=20), board(on=two, score=35), board(on=four, score=20)
    assert evaluation.value(between(ahead, behind, side=side), Random(1)).win[0] > 0.8
    better, equal = (evaluation.value(between(own, behind, side=side), Random(1)) for own in (column, behind))
    assert better.points[0] > equal.points[0] + (2 if side == "free" else 5)


def test_a_tile_leaves_its_color_a_place(evaluation: AnyEvaluation) -> None:
    """Blue goes to row 1; in row 5 only the columns 1 and 5 are free, and blue lies in column 5."""
    on = wall(".....", ".....", ".....", "....B", ".NWK.")
    options = chocolatier.Options(wall="free")
    state = replace(table(board("B", on=on, score=10)), phase="tile", mover=0, round=2, options=options)
    first = evaluation.priors(state)[0][0]
    assert isinstance(first, TilePlaced)
    assert first.column not in (1, 5)


def test_equal_displays_are_one_move_and_the_center_is_none_of_them(evaluation: AnyEvaluation) -> None:
    state = table(displays=("BBWW", "BBWW", "WWBB", "NNNN"))
    assert {move.source for move, _ in evaluation.priors(state)} == {1, 4}
    state = table(center="BBWW", displays=("BBWW",))
    assert {move.source for move, _ in evaluation.priors(state)} == {CENTER, 1}
