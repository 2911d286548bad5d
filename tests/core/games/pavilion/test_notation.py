"""One line of text per event, both ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games import pavilion
from core.games.pavilion import BonusTaken, DisplaysFilled, Passed, SupplyFilled, TilePlaced, TilesTaken
from core.games.pavilion.events import Event
from core.games.pavilion.state import COLORS, STARS


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (SupplyFilled(("green", "blue", "red")), "supply green blue red"),
        (DisplaysFilled((("blue", "red"), ("green",), ())), "fill blue red | green | -"),
        (TilesTaken(0, 3, "blue"), "A: 3 blue"),
        (TilesTaken(1, 0, "red"), "B: center red"),
        (TilePlaced(2, "purple", 4, "green", 2), "C: green > purple 4 + 2 wild"),
        (TilePlaced(3, "center", 1, "red", 0), "D: red > center 1"),
        (BonusTaken(0, ("red", "green")), "A: bonus red green"),
        (Passed(1, ("red", "red")), "B: pass keep red red"),
        (Passed(1, ()), "B: pass"),
    ],
)
def test_every_kind_of_event_reads_back(event: Event, line: str) -> None:
    assert pavilion.write(event) == line
    assert pavilion.parse(line) == event


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("a:3b", TilesTaken(0, 3, "blue")),
        ("2 : C  Red", TilesTaken(1, 0, "red")),
        ("b: 0 r", TilesTaken(1, 0, "red")),
        ("b:centerred", TilesTaken(1, 0, "red")),
        ("b:cr\n", TilesTaken(1, 0, "red")),
        ("c: g>p4+2w", TilePlaced(2, "purple", 4, "green", 2)),
        ("c: green > purple 4 + 2 wilds", TilePlaced(2, "purple", 4, "green", 2)),
        ("d: r > c1", TilePlaced(3, "center", 1, "red", 0)),
        ("a: bonus r g", BonusTaken(0, ("red", "green"))),
        ("b: pass keeps r r", Passed(1, ("red", "red"))),
    ],
)
def test_a_hurried_hand_is_understood(line: str, event: Event) -> None:
    assert pavilion.parse(line) == event


@pytest.mark.parametrize(
    "line",
    [
        *("", "A", "E: 3 blue", "0: 3 blue", "A: 3 pink", "A: 3 center", "A: 3", "A: -1 blue", "A: 9999 blue"),
        *("A: blue > white 4", "A: center > blue 4", "A: blue > purple", "A: blue > purple 4 + w"),
        *("A: blue > purple 4 2 wild", "A: bonus", "A: pass red", "A: pass keep", "A: pass keep pink", "supply"),
        *("supply ", "supply -", "fill", "fill | blue", "fill - blue"),
    ],
)
def test_what_is_not_notation_is_a_value_error_with_a_sentence(line: str) -> None:
    with pytest.raises(ValueError, match=r"\w.*\."):
        pavilion.parse(line)


colors = st.sampled_from(COLORS)
handfuls = st.lists(colors, min_size=1, max_size=10).map(tuple)
numbers = st.integers(0, 9)
seats = st.integers(0, 3)
events = st.one_of(
    st.builds(SupplyFilled, handfuls),
    st.builds(DisplaysFilled, st.lists(st.just(()) | handfuls, min_size=1, max_size=9).map(tuple)),
    st.builds(TilesTaken, seats, numbers, colors),
    st.builds(TilePlaced, seats, st.sampled_from(STARS), numbers, colors, numbers),
    st.builds(BonusTaken, seats, handfuls),
    st.builds(Passed, seats, st.just(()) | handfuls),
)


@given(events)
def test_legal_or_not_an_event_reads_back(event: Event) -> None:
    line = pavilion.write(event)
    assert "\n" not in line
    assert pavilion.parse(line) == event
