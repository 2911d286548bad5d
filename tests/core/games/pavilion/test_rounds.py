"""Whose turn it is, how rounds follow each other, and the end of a match."""

from dataclasses import replace
from random import Random

import pytest

from core.game import CHANCE, Outcome
from core.games import pavilion
from core.games.pavilion import BonusTaken, Passed, SupplyFilled, TilePlaced, TilesTaken
from core.games.pavilion.scoring import bonuses
from core.games.pavilion.state import STARS, Board, State
from tests.core.games.pavilion.table import VARIANT, board, filled, names, played, refused_by, table, tiles


def test_the_holder_of_the_token_places_first() -> None:
    state = table(board("R"), board("R"), board(), displays=("BB",), seat=2, token=1)
    state = played(state, TilesTaken(2, 1, "blue"))
    assert (state.phase, pavilion.turn(state)) == ("place", 1)


def test_nobody_took_the_token_and_the_start_player_stays() -> None:
    state = table(board("R"), board("R"), board("R"), displays=("BB",), seat=1, start=2)
    state = played(state, TilesTaken(1, 1, "blue"))
    assert pavilion.turn(state) == 2
    state = played(state, *[Passed(seat, ()) for seat in (2, 0, 1)])
    assert (state.phase, state.start) == ("displays", 2)


def test_the_turn_goes_clockwise_past_those_who_passed() -> None:
    state = table(board("RR"), board("R"), board("RR"), phase="place", token=0)
    state = played(state, TilePlaced(0, "red", 1, "red", 0), Passed(1, ()))
    assert pavilion.turn(state) == 2
    assert pavilion.turn(played(state, TilePlaced(2, "red", 1, "red", 0))) == 0


def test_the_last_one_plays_on_alone() -> None:
    state = table(board("RRRRR"), board(passed=True), phase="place")
    state = played(state, TilePlaced(0, "red", 1, "red", 0))
    assert pavilion.turn(state) == 0
    assert pavilion.turn(played(state, TilePlaced(0, "red", 2, "red", 0))) == 0


def test_who_has_no_tiles_passes_when_the_turn_comes() -> None:
    state = table(board("RR"), board(score=9), board(), phase="place")
    state = played(state, TilePlaced(0, "red", 1, "red", 0))
    assert [seat.passed for seat in state.boards] == [False, True, True]
    assert (pavilion.turn(state), pavilion.scores(state)) == (0, (6, 9, 5))


def test_who_spends_the_last_tile_passes_only_when_the_turn_comes_again() -> None:
    state = played(table(board("R"), board("RR"), phase="place"), TilePlaced(0, "red", 1, "red", 0))
    assert not state.boards[0].passed
    assert played(state, TilePlaced(1, "red", 1, "red", 0)).boards[0].passed


def test_bonus_tiles_keep_a_seat_in_the_round() -> None:
    own = board("OOOOOO", orange="....O.")
    state = played(table(own, board(passed=True), phase="place"), TilePlaced(0, "orange", 6, "orange", 0))
    state = played(state, BonusTaken(0, names("PGB")), SupplyFilled(names("RRR")))
    assert (pavilion.turn(state), state.phase) == (0, "place")


def test_a_round_ends_when_all_have_passed() -> None:
    state = table(board("R"), board("RB"), phase="place", token=1, round=2)
    state = played(state, Passed(0, ()), Passed(1, names("B")))
    assert (pavilion.turn(state), state.phase, pavilion.round_number(state)) == (CHANCE, "displays", 2)
    assert (state.start, state.token) == (1, None)
    state = played(state, pavilion.deal(state, Random(1)))
    assert (pavilion.turn(state), pavilion.round_number(state)) == (1, 3)
    assert state.boards[1].hand == tiles("B")


def test_a_placement_can_end_the_round() -> None:
    state = played(table(board("R"), board(passed=True), phase="place"), TilePlaced(0, "red", 1, "red", 0))
    assert (state.phase, pavilion.turn(state)) == ("displays", CHANCE)


def test_without_tiles_to_fill_the_next_round_consists_of_placing_alone() -> None:
    state = table(board("R"), board(corners="BB", passed=True), phase="place", bag="", token=1, round=2)
    state = played(state, Passed(0, names("R")))
    assert (state.phase, pavilion.turn(state), pavilion.round_number(state)) == ("place", 1, 3)
    assert [seat.hand for seat in state.boards] == [tiles("R"), tiles("BB")]
    assert not any(seat.passed for seat in state.boards)


def test_without_any_tiles_the_rounds_left_pass_by() -> None:
    state = table(board("R", score=9), board(passed=True), phase="place", bag="", round=2)
    state = played(state, TilePlaced(0, "red", 1, "red", 0))
    assert (pavilion.turn(state), pavilion.round_number(state)) == (None, 6)
    assert pavilion.scores(state) == (10, 5)


@pytest.mark.parametrize(
    ("stars", "points"),
    [
        ({"red": "RRRRRR"}, 14),
        ({"blue": "BBBBBB"}, 15),
        ({"yellow": "YYYYYY"}, 16),
        ({"orange": "OOOOOO"}, 17),
        ({"green": "GGGGGG"}, 18),
        ({"purple": "PPPPPP"}, 20),
        ({"center": "PGOYBR"}, 12),
        ({"red": "RRRRR."}, 0),
        ({"red": "RRRRRR", "blue": "BBBBBB"}, 29),
    ],
)
def test_complete_stars(stars: dict[str, str], points: int) -> None:
    assert sum(bonus.points for bonus in bonuses(board(**stars), "colored")) == points


@pytest.mark.parametrize(
    ("stars", "points"),
    [
        ({"red": "PPPPPP"}, 20),
        ({"red": "PPPPPP", "blue": "PPPPPP"}, 40),
        ({"red": "PGOYBR"}, 12),
        ({"center": "GGGGGG"}, 18),
        ({"center": "PGOYBR", "red": "PGOYBR"}, 24),
    ],
)
def test_complete_stars_of_the_variant(stars: dict[str, str], points: int) -> None:
    assert sum(bonus.points for bonus in bonuses(board(**stars), "variant") if bonus.source == "star") == points


PRINTED = {"colored": ("123456", "123456"), "variant": ("321456", "333333")}
"""The numbers of an outer star and of the one in the center."""


def covering(side: str, number: int) -> Board:
    """Tiles on all spaces with that number."""
    outer, center = PRINTED[side]
    letters = dict(zip(STARS, ["O" * 6, "R" * 6, "B" * 6, "Y" * 6, "G" * 6, "P" * 6, "PGOYBR"], strict=True))
    return board(
        **{
            name: "".join(
                tile if printed == str(number) else "."
                for tile, printed in zip(colors, center if name == "center" else outer, strict=True)
            )
            for name, colors in letters.items()
        }
    )


@pytest.mark.parametrize("side", PRINTED)
@pytest.mark.parametrize(("number", "points"), [(1, 4), (2, 8), (3, 12), (4, 16), (5, 0), (6, 0)])
def test_tiles_on_all_spaces_of_a_number(side: str, number: int, points: int) -> None:
    own = covering(side, number)
    assert sum(bonus.points for bonus in bonuses(own, side) if bonus.source == "number") == points
    stars = list(own.stars)
    for star, laid in enumerate(stars):
        for space, tile in enumerate(laid):
            if tile is not None:
                missing = (*stars[:star], (*laid[:space], None, *laid[space + 1 :]), *stars[star + 1 :])
                assert not [each for each in bonuses(replace(own, stars=missing), side) if each.source == "number"]


def last_pass(*boards: Board) -> State:
    """The table after one more seat, of one point, passed in the last round."""
    state = table(*boards, board("R", score=1), phase="place", seat=len(boards), round=6)
    return played(state, Passed(len(boards), ()))


def test_the_match_ends_after_six_rounds_with_the_bonuses() -> None:
    state = last_pass(board(score=30, passed=True, red="RRRRRR"), board(score=40, passed=True))
    assert pavilion.scores(state) == (44, 40, 1)
    assert pavilion.outcome(state) == Outcome((0,), (1, 2, 3), "Most points: 44.")
    assert (pavilion.turn(state), list(pavilion.legal_moves(state))) == (None, [])
    for event in (Passed(0, ()), filled("RRRR"), SupplyFilled(("red",)), TilesTaken(0, 1, "red")):
        assert refused_by(state, event) == "P-END-3"


def test_leftovers_are_lost_before_the_bonuses_of_the_end() -> None:
    state = table(board("RRRRRR", score=3, red="RRRRRR"), board(passed=True), phase="place", round=6)
    assert pavilion.scores(played(state, Passed(0, ())))[0] == 1 + 14


def test_there_is_a_seventh_round_for_nobody() -> None:
    state = table(board("R"), board(passed=True), phase="place", round=5)
    assert pavilion.turn(played(state, Passed(0, ()))) == CHANCE
    assert pavilion.turn(played(replace(state, round=6), Passed(0, ()))) is None


def test_equal_points_share_the_victory() -> None:
    state = last_pass(board(score=40, passed=True), board(score=12, passed=True), board(score=40, passed=True))
    why = "Equal on 40 points: the victory is shared."
    assert pavilion.outcome(state) == Outcome((0, 2), (1, 3, 1, 4), why)


def test_the_variant_scores_its_own_side() -> None:
    own = board(score=10, passed=True, red="PGOYBR")
    state = table(own, board("R"), phase="place", seat=1, round=6, options=VARIANT)
    assert pavilion.scores(played(state, Passed(1, ())))[0] == 22
