"""The board of pavilion: every piece of the table is in the picture and in its text twin."""

import json
import re
from collections import Counter
from itertools import combinations
from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.games import pavilion
from core.games.pavilion import BonusTaken, Options, Passed, SupplyFilled, TilePlaced, TilesTaken
from core.games.pavilion.layout import FEATURES
from core.games.pavilion.state import COLORS, SPACES, STARS, State
from tests import TESTS
from tests.core.games.pavilion.table import VARIANT, filled, table
from tests.core.games.pavilion.table import board as laid
from tests.core.games.pavilion.table import names as colors_of
from tests.viewer.boards.boards import Played, play
from viewer.boards import pavilion as board
from viewer.boards.pavilion.seats import HEIGHT, WIDTH
from viewer.boards.pavilion.tiles import RING, Point, feature_middle, space_middle
from viewer.conformance.board_laws import places

PRINT = json.loads((TESTS / "reference" / "pavilion-board.json").read_text("utf-8"))
NAMES = ["anna", "ben", "zoe", "dan"]

matches = st.builds(
    play,
    st.just(pavilion),
    st.integers(2, 4),
    st.builds(Options, board=st.sampled_from(["colored", "variant"])),
    st.integers(0, 10_000),
    limit=st.integers(1, 260),
)


def lying(state: State) -> Counter[str]:
    """Tiles on the table by color name: all but those in the bag and the tower."""
    stock = Counter({name: state.bag[color] + state.tower[color] for color, name in enumerate(COLORS)})
    return pavilion.inventory(state) - stock


def names_of(state: State) -> list[str]:
    return NAMES[: len(state.boards)]


@pytest.mark.slow
@settings(max_examples=10)
@given(matches)
def test_the_picture_and_the_text_hold_every_piece_once(match: Played) -> None:
    for state in match.states[:: max(1, len(match.states) // 8)]:
        scene = board.scene(state, names_of(state))
        heap = r"/tile$|/token$|^(center|supply|display/\d|\d/hand)/[a-z]+/\d+$"
        shapes = [shape for panel in scene.panels for shape in panel.shapes if shape.tag == "use"]
        assert Counter(shape.title for shape in shapes if re.search(heap, shape.id)) == lying(state)
    state = match.states[-1]
    text = board.text(state, names_of(state))
    shown, legend = text.rsplit("\n\n", 1)
    found: Counter[str] = Counter()
    for number, letter in re.findall(r"(?<!\S)(\d*)([PGOYBR])(?!\S)", shown):
        found[letter] += int(number or 1)
    assert found == {name[0].upper(): number for name, number in lying(state).items() if name in COLORS}
    assert all(f"{name[0].upper()} {name}" in legend for name in COLORS)
    assert all(f"{name}: {seat.score}" in text for name, seat in zip(NAMES, state.boards, strict=False))
    assert text.count("start token") == 1


# Geometry, against the printed board.


def test_spaces_and_features_lie_where_they_are_printed_and_tiles_do_not_overlap() -> None:
    scale = RING / dist(PRINT["stars"]["red"]["center_xy"], (0.5, 0.5))
    for star, name in enumerate(STARS):
        for space in range(SPACES):
            x, y = PRINT["stars"][name]["xy"][str(space + 1)]
            printed = ((x - 0.5) * scale, (y - 0.5) * scale)
            assert dist(space_middle(star, space), printed) < 0.01
    features = {
        (feature["kind"], frozenset(map(tuple, feature["spaces"]))): [(part - 0.5) * scale for part in feature["xy"]]
        for feature in PRINT["features"]
    }
    for feature in FEATURES:
        spaces = frozenset((STARS[star], space + 1) for star, space in feature.spaces)
        assert dist(feature_middle(feature), features[feature.kind, spaces]) < 0.01
    points: list[Point] = [space_middle(star, space) for star in range(7) for space in range(SPACES)]
    assert min(dist(one, other) for one, other in combinations(points, 2)) > 0.8


# What changes on the board.


def looks(state: State, name: str, panel: str = "seat/0") -> dict[str, str]:
    """An attribute of all shapes of a panel."""
    shapes = places(board.scene(state, names_of(state)))[panel].values()
    return {shape.id: str(dict(shape.attributes).get(name, "")) for shape in shapes}


def test_a_complete_feature_lights_up_and_kept_tiles_lie_in_the_corners() -> None:
    dark = looks(table(laid(orange="....O.")), "href")
    bright = looks(table(laid(orange="....OO")), "href")
    assert (dark["0/window/orange"], bright["0/window/orange"]) == ("#pav-window", "#pav-window-complete")
    assert bright["0/window/red"] == "#pav-window"
    assert sum(href.endswith("-complete") for href in bright.values()) == 1
    kept = looks(table(laid(corners="GGR", passed=True)), "href")
    tiles = [kept.get(f"0/corner/{corner}/tile") for corner in range(1, 5)]
    assert tiles == ["#pav-tile-green", "#pav-tile-green", "#pav-tile-red", None]


def test_a_complete_star_and_a_complete_number_are_golden() -> None:
    ones = {"orange": "O.....", "blue": "B.....", "yellow": "Y.....", "green": "G.....", "purple": "P....."}
    found = looks(table(laid(red="RRRRRR", center="R.....", **ones)), "class")
    golden = {id for id, class_ in found.items() if "gold" in class_}
    assert golden == {"0/red/complete", "0/red/points", "0/number/1", "0/number/1/sign"}


@pytest.mark.parametrize(("tiles", "points"), [("RR....", "14"), ("RB....", "12"), ("R.....", None), ("......", None)])
def test_a_star_of_the_variant_tells_its_bonus_once_it_is_settled(tiles: str, points: str | None) -> None:
    state = table(laid(blue=tiles), options=VARIANT)
    shape = places(board.scene(state, NAMES[:2]))["seat/0"].get("0/blue/bonus")
    assert (shape and shape.text) == points
    (line,) = re.findall(r"^  blue +(?:\S ){5}\S +(\S+)", board.text(state, NAMES[:2]), flags=re.MULTILINE)
    assert line == ("?" if points is None else f"+{points}")


def test_the_wild_color_of_the_round_is_shown() -> None:
    for number, color in enumerate(COLORS, start=1):
        state = table(displays=("RRRR",), round=number)
        shapes = places(board.scene(state, NAMES[:2]))["table"]
        assert shapes["round/wild/name"].text == f"{color} is wild"
        assert shapes[f"round/{number}"].title == color
    assert "round/wild" not in places(board.scene(pavilion.setup(2, Options()), NAMES[:2]))["table"]


def test_twenty_tiles_of_a_color_stay_in_their_column() -> None:
    shapes = places(board.scene(table(laid("P" * 20 + "G"), phase="place"), NAMES[:2]))["seat/0"]
    purple = [shape for id, shape in shapes.items() if re.match(r"0/hand/purple/\d+$", id)]
    assert len(purple) == 20
    (green,) = (shape for id, shape in shapes.items() if re.match(r"0/hand/green/\d+$", id))
    spots = [
        [float(n) for n in re.findall(r"[\d.]+", str(dict(shape.attributes)["transform"]))[:2]] for shape in purple
    ]
    edge = float(re.findall(r"[\d.]+", str(dict(green.attributes)["transform"]))[0])
    assert max(x for x, _ in spots) < edge
    assert max(y for _, y in spots) < HEIGHT - 0.8
    assert shapes["0/hand/purple"].text == "20"
    assert WIDTH < 11


def test_the_text_of_a_small_table() -> None:
    anna = laid("RRRP", 12, center="B....R", orange=".OO...")
    state = table(anna, laid(score=7, corners="GG", passed=True), phase="place", token=0, round=3, supply="RRB")
    assert board.text(state, NAMES[:2]) == TEXT


TEXT = """\
Round 3, orange is wild: anna places

center      ·
display 1   ·
display 2   ·
display 3   ·
display 4   ·
display 5   ·
supply      1B 2R
bag 119, tower 0

> anna: 12  (start token)                       ben: 7  (passed)
  hand     1P 3R                                hand     ·
  corners  ·                                    corners  2G
  orange   1 O O 4 5 6   +17                    orange   1 2 3 4 5 6   +17
  red      1 2 3 4 5 6   +14                    red      1 2 3 4 5 6   +14
  blue     1 2 3 4 5 6   +15                    blue     1 2 3 4 5 6   +15
  yellow   1 2 3 4 5 6   +16                    yellow   1 2 3 4 5 6   +16
  green    1 2 3 4 5 6   +18                    green    1 2 3 4 5 6   +18
  purple   1 2 3 4 5 6   +20                    purple   1 2 3 4 5 6   +20
  center   B 2 3 4 5 R   +12                    center   1 2 3 4 5 6   +12
  pillars  o                                    pillars  ·
  statues  ·                                    statues  ·
  windows  ·                                    windows  ·
  all 1: 1/7 +4   all 2: 1/7 +8                 all 1: 0/7 +4   all 2: 0/7 +8
  all 3: 1/7 +12   all 4: 0/7 +16               all 3: 0/7 +12   all 4: 0/7 +16

P purple  G green  O orange  Y yellow  B blue  R red
stars: the price of each free space; pillars, statues, windows: the stars whose own is complete"""


# Sentences, one by one.


def test_sentences() -> None:
    for before, event, sentence in (
        (table(displays=("RRPB",)), TilesTaken(0, 1, "red"), "takes 2 red and 1 wild purple from display 1"),
        (table(displays=("RRGB",)), TilesTaken(0, 1, "red"), "takes 2 red from display 1"),
        (table(center="RRPB"), TilesTaken(0, 0, "red"),
         "takes 2 red, 1 wild purple and the start token from the center, loses 3 points"),
        (table(laid(score=2), center="RRPB"), TilesTaken(0, 0, "blue"),
         "takes 1 blue, 1 wild purple and the start token from the center, loses 1 point"),
        (table(center="RRPB", token=1), TilesTaken(0, 0, "red"), "takes 2 red and 1 wild purple from the center"),
        (table(laid("RRPP", red=".R...."), phase="place"), TilePlaced(0, "red", 3, "red", 1),
         "places red on position 3 of the red star for 2 red and 1 wild purple, 2 points"),
        (table(laid("RRPP"), phase="place"), TilePlaced(0, "center", 1, "red", 0),
         "places red on position 1 of the center star for 1 red, 1 point"),
        (table(laid("OO", center="B....R", orange="O.O...", red="..RR.."), phase="place"),
         TilePlaced(0, "orange", 2, "orange", 0),
         "places orange on position 2 of the orange star for 2 orange, 3 points, "
         "a pillar and a statue complete: 3 bonus tiles"),
        (table(laid("O", center="B....R", red="...Y..", orange="YY...."), phase="place", options=VARIANT),
         TilePlaced(0, "red", 3, "orange", 0),
         "places orange on position 3 of the red star for 1 orange, 2 points, a statue complete: 2 bonus tiles"),
        (table(phase="bonus", due=3), BonusTaken(0, colors_of("RPR")), "takes 1 purple and 2 red from the supply"),
        (table(laid("RRG", 9), phase="place"), Passed(0, colors_of("RRG")), "passes, keeps 1 green and 2 red"),
        (table(laid("RRG", 9), phase="place"), Passed(0, colors_of("R")),
         "passes, keeps 1 red, discards 1 green and 1 red, loses 2 points"),
        (table(laid("R", 1), phase="place"), Passed(0, ()), "passes, discards 1 red"),
    ):  # fmt: skip
        assert board.sentence(before, event, NAMES[:2]) == f"anna {sentence}"
    supplied, filling = SupplyFilled(colors_of("RGR")), filled("RRRR")
    assert board.sentence(table(phase="supply"), supplied, NAMES[:2]) == "The supply gets 1 green and 2 red"
    told = board.sentence(table(phase="displays", round=2), filling, NAMES[:2])
    assert told == "The displays are filled, orange is wild"


def test_whose_turn_it_is() -> None:
    for state, sentence in (
        (table(phase="supply"), "the supply is filled next"),
        (table(phase="displays"), "the displays are filled next"),
        (table(), "anna takes"),
        (table(phase="place", seat=1), "ben places"),
        (table(phase="bonus", due=1), "anna takes 1 bonus tile"),
        (table(phase="bonus", due=3), "anna takes 3 bonus tiles"),
        (table(laid(score=12), phase="over"), "Most points: 12"),
    ):
        assert board.text(state, NAMES[:2]).startswith(f"Round 1, purple is wild: {sentence}\n")
        assert places(board.scene(state, NAMES[:2]))["table"]["center/turn"].text == sentence


@pytest.mark.slow
def test_empty_displays_leave_their_room_to_the_boards_while_tiles_are_placed() -> None:
    first, *states = play(pavilion, 2, Options(), 5).states
    assert first.phase == "supply"
    heights = {"first": board.scene(first, NAMES[:2]).panels[0].height}
    for state in states:
        shared = board.scene(state, NAMES[:2]).panels[0]
        assert heights.setdefault(state.phase, shared.height) == shared.height
        assert any(each.id == "display/1" for each in shared.shapes) == (state.phase in ("displays", "take"))
    assert heights["place"] == heights["supply"] == heights["over"] < heights["take"] / 2
    assert heights["first"] == heights["take"]
