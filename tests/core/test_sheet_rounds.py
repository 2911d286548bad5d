"""Rounds of a sheet by the labels of its lines."""

import pytest

from core.sheet_rounds import points_by_round, rounds_of


@pytest.mark.parametrize(
    ("labels", "rounds"),
    [
        (("1", "2", "3"), (1, 2, 3)),
        (("Round 1", "Round 2", "Cards"), (1, 2, None)),
        (("1. kolo", "2. kolo"), (1, 2)),
        (("Bids 1", "Tricks 1", "Bids 2", "Tricks 2"), (1, 1, 2, 2)),
        (("R1", "R10"), (None, None)),
        (("Fields", "Cards"), (None, None)),
        (("7 Wonders", "Age 3"), (None, None)),
        (("Round 1",), (None,)),
        ((), ()),
    ],
)
def test_lines_with_numbers_from_one_on_are_rounds(labels: tuple[str, ...], rounds: tuple[int | None, ...]) -> None:
    assert rounds_of(labels) == rounds


def test_points_of_a_round_are_those_of_all_its_lines() -> None:
    assert points_by_round({"Bids 1": 5, "Tricks 1": 20, "Bids 2": -5}) == {1: 25, 2: -5}
    assert points_by_round({"Round 1": 5, "Cards": 3}) == {}
