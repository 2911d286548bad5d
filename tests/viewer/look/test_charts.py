"""Bars: where they begin and end, and where their figures stand."""

import re

from viewer.boards.scene import Json
from viewer.look.charts import Bar, BarPair, bar_pairs, bars


def styles(drawn: Json) -> list[tuple[str, str]]:
    """Class and style of all parts that have a place, in order."""
    return re.findall(r"\{'class': '([\w ]+)', 'style': '([^']+)'", str(drawn))


def test_bars_begin_at_zero_and_the_figure_stands_after_their_end() -> None:
    assert styles(bars([Bar("Ana", 30, "30"), Bar("Ben", 20, "20", low=10, high=40)])) == [
        ("zero", "left: 0.00%"),
        ("fill", "left: 0.00%; width: 75.00%"),
        ("figure", "left: 75.00%"),
        ("zero", "left: 0.00%"),
        ("fill", "left: 0.00%; width: 50.00%"),
        ("reach", "left: 25.00%; width: 75.00%"),
        ("figure", "left: 50.00%"),
    ]
    assert styles(bars([Bar("Ana", 0, "0")]))[1:] == [("fill", "left: 0.00%; width: 0.00%"), ("figure", "left: 0.00%")]


def test_a_negative_bar_goes_left_from_zero_and_its_figure_stands_before_it() -> None:
    drawn = bars([Bar("Ana", 30, "30"), Bar("Ben", -10, "−10")])
    assert "'bars signed'" in str(drawn)
    assert styles(drawn) == [
        ("zero", "left: 25.00%"),
        ("fill", "left: 25.00%; width: 75.00%"),
        ("figure", "left: 100.00%"),
        ("zero", "left: 25.00%"),
        ("fill", "left: 0.00%; width: 25.00%"),
        ("figure before", "right: 100.00%"),
    ]


def test_both_bars_of_a_pair_have_a_common_zero() -> None:
    drawn = bar_pairs([BarPair("Points", (15, -5), ("15", "−5"))])
    assert styles(drawn) == [
        ("zero", "left: 25.00%"),
        ("fill", "left: 25.00%; width: 75.00%"),
        ("figure", "left: 100.00%"),
        ("zero", "left: 25.00%"),
        ("fill", "left: 0.00%; width: 25.00%"),
        ("figure", "right: 100.00%"),
    ]
