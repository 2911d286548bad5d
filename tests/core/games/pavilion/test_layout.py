"""What is printed on the board and in the box, against the list read from the printed boards."""

import json
from collections import Counter

import pytest

from core.games import pavilion
from core.games.pavilion.layout import BONUS_TILES, FEATURES, FEATURES_AT, PRINTED, STAR_COLORS
from core.games.pavilion.scoring import MIXED_STAR_BONUS, NUMBER_BONUS, SPACES_OF_NUMBER, STAR_BONUS
from core.games.pavilion.state import COLORS, STARS, Options, wild
from tests import TESTS

PRINT = json.loads((TESTS / "reference" / "pavilion-board.json").read_text("utf-8"))


@pytest.mark.parametrize("side", ["colored", "variant"])
def test_printed_numbers(side: str) -> None:
    stars = {name: list(numbers) for name, numbers in zip(STARS, PRINTED[side], strict=True)}
    assert stars == {name: star[f"printed_{side}"] for name, star in PRINT["stars"].items()}


def test_stars_clockwise_and_their_colors() -> None:
    assert list(STARS) == [*PRINT["outer_stars_clockwise_from_upper_left"], "center"]
    assert [COLORS[color] for color in STAR_COLORS] == list(STARS[:6])


def test_features_and_their_bonus() -> None:
    printed = {
        (feature["kind"], feature["bonus"], frozenset(map(tuple, feature["spaces"]))) for feature in PRINT["features"]
    }
    ours = {
        (kind, BONUS_TILES[kind], frozenset((STARS[star], space + 1) for star, space in spaces))
        for kind, _, spaces in FEATURES
    }
    assert ours == printed
    assert len(FEATURES) == 18


def test_each_feature_belongs_to_a_star() -> None:
    assert Counter(feature.star for feature in FEATURES) == dict.fromkeys(range(6), 3)
    assert all(any(star == feature.star for star, _ in feature.spaces) for feature in FEATURES)


def test_no_space_can_complete_features_worth_more_than_three_tiles() -> None:
    most = [[sum(BONUS_TILES[feature.kind] for feature in at) for at in star] for star in FEATURES_AT]
    assert most == [[2, 3, 3, 2, 3, 3]] * 6 + [[2] * 6]


def test_bonuses_of_the_end() -> None:
    assert PRINT["end_bonus"]["star"] == {"multicolor": MIXED_STAR_BONUS, **STAR_BONUS}
    assert {str(number): points for number, points in NUMBER_BONUS.items()} == PRINT["end_bonus"]["all_numbers"]
    spaces = {
        side: {str(number): len(cells) for number, cells in numbers.items()}
        for side, numbers in SPACES_OF_NUMBER.items()
    }
    assert spaces == PRINT["end_bonus"]["spaces_per_number"]


def test_wild_color_of_each_round() -> None:
    assert wild(0) is None
    assert [COLORS[wild(number) or 0] for number in range(1, 7)] == PRINT["wild_by_round"]


@pytest.mark.parametrize(("seats", "displays"), [(2, 5), (3, 7), (4, 9)])
def test_the_box(seats: int, displays: int) -> None:
    state = pavilion.setup(seats, Options())
    assert len(state.sources) == 1 + displays
    assert pavilion.scores(state) == (5,) * seats
    assert pavilion.inventory(state) == Counter(dict.fromkeys(COLORS, 22)) + Counter({"start token": 1})
    assert list(pavilion.SEATS) == [2, 3, 4]
