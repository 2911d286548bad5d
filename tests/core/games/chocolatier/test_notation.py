"""One line of text per event, both ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games import chocolatier
from core.games.chocolatier import DisplaysFilled, TilePlaced, TilesTaken
from core.games.chocolatier.events import Event

FILL = DisplaysFilled((("blue", "red", "red", "white"), ("black",), ()))
GOLD = DisplaysFilled((("yellow",) * 4, ("red",)), ((1, "SF2", "red"), (2, "SF1", None)), "white")


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (TilesTaken(0, 3, "blue", 4), "A: 3 blue > 4"),
        (TilesTaken(1, 0, "white", 0), "B: center white > floor"),
        (TilesTaken(3, 5, "blue", 3, (("red", 4), ("brown", 1))), "D: 5 blue > 3 ; red > 4, brown > 1"),
        (TilePlaced(1, 3, 2), "B: line 3 > column 2"),
        (FILL, "fill blue red red white | black | -"),
        (GOLD, "fill yellow yellow yellow yellow | red ; 1 SF2 red, 2 SF1 ; white"),
    ],
)
def test_every_kind_of_event_reads_back(event: Event, line: str) -> None:
    assert chocolatier.write(event) == line
    assert chocolatier.parse(line) == event


@pytest.mark.parametrize("line", ["a:3blue>4", "A : 3  BLUE > 4", "a: 3 blu > 4", "1: 3 blu>4", "  A: 3 blue > 4\n"])
def test_a_hurried_hand_is_understood(line: str) -> None:
    assert chocolatier.parse(line) == TilesTaken(0, 3, "blue", 4)


def test_center_and_floor_have_short_names() -> None:
    for line in ("b: c w > f", "b: 0 w > 0", "b: center white > floor"):
        assert chocolatier.parse(line) == TilesTaken(1, 0, "white", 0)
    assert chocolatier.parse("b: line3>2") == TilePlaced(1, 3, 2)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "A",
        "E: 3 blue > 4",
        "0: 3 blue > 4",
        "A: 3 pink > 4",
        "A: 3 bl > 4",  # Blue or black?
        "A: 3 b > 4",
        "A: 3 blue",
        "A: 3 blue > ",
        "A: 3 blue > four",
        "A: -1 blue > 4",
        "A: 3 blue > 4 ; red",
        "A: 3 blue > 4 ; red > 1,",
        "A: line > 4",
        "A: center center > 4",
        "A: 99999999999 blue > 4",
        "fill",
        "fill ",
        "fill | blue",
        "fill blue ; 1 SF6",
        "fill blue ; ",
        "fill blue ; 1 SF1 ; white ; red",
        "fill blue ; 1 SF1 ;",
        "fill - blue",
    ],
)
def test_what_is_not_notation_is_a_value_error_with_a_sentence(line: str) -> None:
    with pytest.raises(ValueError, match=r"\w.*\."):
        chocolatier.parse(line)


colors = st.sampled_from(["blue", "brown", "white", "black", "red", "yellow"])
numbers = st.integers(0, 9)
seats = st.integers(0, 3)
specials = st.one_of(
    st.tuples(numbers, st.just("SF2"), colors),
    st.tuples(numbers, st.sampled_from(["SF1", "SF3", "SF4", "SF5"]), st.none()),
)
events = st.one_of(
    st.builds(
        TilesTaken,
        seats,
        numbers,
        colors,
        numbers,
        st.lists(st.tuples(colors, numbers), max_size=3).map(tuple),
    ),
    st.builds(TilePlaced, seats, numbers, numbers),
    st.builds(
        DisplaysFilled,
        st.lists(st.lists(colors, max_size=5).map(tuple), min_size=1, max_size=9).map(tuple),
        st.lists(specials, min_size=1, max_size=4).map(tuple),
        st.none() | colors,
    ),
)


@given(events)
def test_legal_or_not_an_event_reads_back(event: Event) -> None:
    line = chocolatier.write(event)
    assert "\n" not in line
    assert chocolatier.parse(line) == event
