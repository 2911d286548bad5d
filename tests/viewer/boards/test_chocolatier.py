"""The board of chocolatier: every piece of the table is in the picture and in its text twin."""

import re
from collections import Counter
from dataclasses import replace
from math import dist
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games import chocolatier
from core.games.chocolatier.events import DisplaysFilled, TilePlaced, TilesTaken
from core.games.chocolatier.state import MARKER, PALETTES, Board, Line, Options, Special, State
from tests.viewer.boards.boards import Played, play
from viewer.boards import chocolatier as board
from viewer.boards.scene import patches
from viewer.conformance.board_laws import places

NAMES = ["anna", "ben", "zoe", "dan"]
LETTERS = {"blue": "B", "brown": "N", "white": "W", "black": "K", "red": "R", "yellow": "Y"}

options = st.builds(
    Options,
    edition=st.sampled_from(["master-chocolatier", "azul"]),
    wall=st.sampled_from(["colored", "free"]),
    special_displays=st.booleans(),
)
matches = st.builds(
    play, st.just(chocolatier), st.integers(2, 4), options, st.integers(0, 10_000), limit=st.integers(1, 120)
)


def lying(state: State) -> Counter[str]:
    """Tiles on the table by color name: all but those in the bag and the lid."""
    stock = Counter({"start marker": 0})
    for color, name in enumerate(PALETTES[state.options.edition]):
        stock[name] = state.bag[color] + state.lid[color]
    return chocolatier.inventory(state) - stock


def names_of(state: State) -> list[str]:
    return NAMES[: len(state.boards)]


@pytest.mark.slow
@given(matches)
def test_the_picture_and_the_text_hold_every_piece_once(match: Played) -> None:
    for state in match.states[:: max(1, len(match.states) // 8)]:
        scene = board.scene(state, names_of(state))
        found = Counter(
            shape.title
            for panel in scene.panels
            for shape in panel.shapes
            if shape.tag == "use" and re.search(r"/tile$|/marker$|^(center|display/\d)/[a-z]+/\d+$", shape.id)
        )
        assert found == lying(state)
    state = match.states[-1]
    text = board.text(state, names_of(state))
    table, legend = text.rsplit("\n\n", 1)
    found = Counter(token for token in table.split() if token in LETTERS.values())
    tiles = {LETTERS[name]: number for name, number in lying(state).items() if name != "start marker"}
    assert found == tiles
    assert all(f"{LETTERS[name]} {name}" in legend for name in PALETTES[state.options.edition])
    assert all(f"{name}: {seat.score}" in text for name, seat in zip(NAMES, state.boards, strict=False))


def test_a_take_from_the_center_leaves_the_other_tiles_where_they_are() -> None:
    before = taking(sources=((2, 0, 0, 3, 1), (0,) * 5))
    after = replace(before, sources=((0, 0, 0, 3, 1), (0,) * 5))
    (patch,) = patches(board.scene(before, NAMES[:2]), board.scene(after, NAMES[:2]))
    assert (patch.put, patch.gone) == ((), ("center/blue/1", "center/blue/2"))


def test_six_tiles_on_a_plate_stay_on_the_plate() -> None:
    scene = board.scene(taking(sources=((0,) * 5, (2, 1, 1, 1, 1))), NAMES[:2])
    tiles = [shape for shape in scene.panels[0].shapes if re.match(r"display/1/[a-z]+/\d", shape.id)]
    assert len(tiles) == 6
    plate = dict(places(scene)["table"]["display/1"].attributes)
    middle, radius = (float(plate["cx"]), float(plate["cy"])), float(plate["r"])
    for tile in tiles:
        x, y, scale = map(float, re.findall(r"[\d.]+", str(dict(tile.attributes)["transform"])))
        for dx, dy in ((0, 0), (scale, 0), (0, scale), (scale, scale)):
            assert dist((x + dx, y + dy), middle) < radius


def test_the_text_of_a_small_table() -> None:
    before = taking(anna=anna_with(Line(0, 2), 3, shield=(1,)), special="SF3")
    assert (
        board.text(before, NAMES[:2])
        == """\
Round 1: anna takes

center      B B
display 1   B B B N   (gold: keep)
display 2   N N N N
bag 100, lid 0

> anna: 0                                     ben: 0  (start marker)
  1          ·  >  b n w k r                  1          ·  >  b n w k r
  2        · ·  >  r b n w k                  2        · ·  >  r b n w k
  3      · B B  >  k r b n w                  3      · · ·  >  k r b n w
  4    · · · ·  >  w k r b n                  4    · · · ·  >  w k r b n
  5  · · · · ·  >  n w k r b                  5  · · · · ·  >  n w k r b
         -1 -1 -2 -2 -2 -3 -3                        -1 -1 -2 -2 -2 -3 -3
  floor   ·  ·  ·  ·  ·  ·  ·                 floor   ·  ·  ·  ·  ·  ·  ·
  shield  N

B blue  N brown  W white  K black  R red  1 start marker"""
    )


# Sentences, one by one.


def taking(
    *,
    mover: int = 0,
    sources: tuple[tuple[int, ...], ...] = ((2, 0, 0, 0, 0), (3, 1, 0, 0, 0), (0, 4, 0, 0, 0)),
    marker: int | None = 1,
    anna: Board | None = None,
    special: Literal["SF3", "SF4", "SF5"] | None = None,
) -> State:
    """Two seats in the middle of taking; `special` is the kind of display 1."""
    state = chocolatier.setup(2, Options())
    seats = (anna or state.boards[0], state.boards[1])
    specials = (Special(1, special),) if special else ()
    return replace(
        state,
        phase="take",
        mover=mover,
        round=1,
        marker=marker,
        sources=sources,
        boards=seats,
        specials=specials,
    )


def anna_with(line: Line, row: int, shield: tuple[int, ...] | None = None) -> Board:
    empty = chocolatier.setup(2, Options()).boards[0]
    return replace(empty, lines=(*empty.lines[: row - 1], line, *empty.lines[row:]), shield=shield)


TAKE = TilesTaken(0, 1, "blue", 3)


def test_sentences() -> None:
    center, anna = TilesTaken(0, 0, "blue", 2), "anna takes 3 blue from display 1 to line 3"
    for before, event, sentence in (
        (taking(), TAKE, anna),
        (taking(anna=anna_with(Line(0, 1), 3)), TAKE, f"{anna}, 1 falls to the floor"),
        (taking(anna=anna_with(Line(0, 2), 3)), TAKE, f"{anna}, 2 fall to the floor"),
        (taking(), TilesTaken(0, 1, "blue", 0), "anna takes 3 blue from display 1 to the floor"),
        (taking(), center, "anna takes 2 blue from the center to line 2"),
        (taking(marker=None), center, "anna takes 2 blue and the start marker from the center to line 2"),
        (taking(marker=None, anna=anna_with(Line(0, 1), 2, shield=())), center,
         "anna takes 2 blue and the start marker from the center to line 2, "
         "the start marker lies on the shield, 1 falls to the floor"),
        (taking(anna=anna_with(Line(0, 2), 3), special="SF5"), TAKE,
         f"{anna}, keeps the shield, 1 lies on the shield, 1 falls to the floor"),
        (taking(special="SF4"), replace(TAKE, passed=(("brown", 2),)), f"{anna}, passes brown to display 2"),
        (taking(anna=anna_with(Line(0, 2), 3, shield=(MARKER,))), TAKE, f"{anna}, 2 fall to the floor"),
        (taking(anna=anna_with(Line(4, 2), 2)), TilePlaced(0, 2, 5), "anna places the red tile of line 2 in column 5"),
        (taking(), DisplaysFilled((("blue",) * 4,) * 5), "The displays are filled"),
        (taking(), DisplaysFilled((("blue",) * 4,) * 5, ((2, "SF1", None), (4, "SF2", "red")), "white"),
         "The displays are filled, gold side up 2 (Extra tile) and 4 (Magnet for red), 1 extra white"),
    ):  # fmt: skip
        assert board.sentence(before, event, NAMES[:2]) == sentence
