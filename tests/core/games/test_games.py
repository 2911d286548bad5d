"""The registry of games, and their titles."""

import pytest

from core import games


@pytest.mark.parametrize(
    ("key", "fewest", "most"),
    [("chocolatier", 2, 4), ("pavilion", 2, 4), ("schokoly", 2, 4), ("azacru", 2, 4), ("scoresheet", 0, 100)],
)
def test_the_box_says_how_many_can_play(key: str, fewest: int, most: int) -> None:
    seats = games.find(key).SEATS
    assert (seats[0], seats[-1]) == (fewest, most)
    assert list(seats) == list(range(fewest, most + 1))


def test_an_unknown_game_is_told_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"no game called 'chess'.*chocolatier"):
        games.find("chess")
