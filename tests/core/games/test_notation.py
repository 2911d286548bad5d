"""One line of text per event, both ways, and what people type in its place."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.game import AnyGame, Outcome
from core.games import azacru, chocolatier, pavilion, schokoly
from core.games.azacru.fields import FIELDS
from core.games.pavilion.state import COLORS, STARS
from core.games.schokoly.faces import DECK_FACES
from tests import ROOT

C, P, S = chocolatier, pavilion, schokoly
LINES: dict[AnyGame, dict[str, Any]] = {
    azacru: {
        "A: g9-f8": azacru.ChevronMoved(0, "g9", "f8"),
        "B: a5-d5<": azacru.ChevronMoved(1, "a5", "d5", "left"),
        "C: c9-c6>": azacru.ChevronMoved(2, "c9", "c6", "right"),
        "D: pass": azacru.Passed(3),
    },
    chocolatier: {
        "A: 3 blue > 4": C.TilesTaken(0, 3, "blue", 4),
        "B: center white > floor": C.TilesTaken(1, 0, "white", 0),
        "D: 5 blue > 3 ; red > 4, brown > 1": C.TilesTaken(3, 5, "blue", 3, (("red", 4), ("brown", 1))),
        "B: line 3 > column 2": C.TilePlaced(1, 3, 2),
        "fill blue red red white | black | -": C.DisplaysFilled((("blue", "red", "red", "white"), ("black",), ())),
        "fill yellow yellow yellow yellow | red ; 1 SF2 red, 2 SF1 ; white": C.DisplaysFilled(
            (("yellow",) * 4, ("red",)), ((1, "SF2", "red"), (2, "SF1", None)), "white"
        ),
    },
    pavilion: {
        "supply green blue red": P.SupplyFilled(("green", "blue", "red")),
        "fill blue red | green | -": P.DisplaysFilled((("blue", "red"), ("green",), ())),
        "A: 3 blue": P.TilesTaken(0, 3, "blue"),
        "B: center red": P.TilesTaken(1, 0, "red"),
        "C: green > purple 4 + 2 wild": P.TilePlaced(2, "purple", 4, "green", 2),
        "D: red > center 1": P.TilePlaced(3, "center", 1, "red", 0),
        "A: bonus red green": P.BonusTaken(0, ("red", "green")),
        "B: pass keep red red": P.Passed(1, ("red", "red")),
        "B: pass": P.Passed(1, ()),
    },
    schokoly: {
        "A: white": S.ColorChosen(0, "white"),
        "D: wm/dd 3,-2": S.CardLaid(3, "wm/dd", 3, -2),
        "B: ww/mm 1,0 top": S.CardLaid(1, "ww/mm", 1, 0, True),
        "B: wm/dd 3,-2 safe": S.CardLaid(1, "wm/dd", 3, -2, False, (3, -2)),
        "B: wm/dd 3,-2 safe 0,-10": S.CardLaid(1, "wm/dd", 3, -2, False, (0, -10)),
        "C: hand wm/dd ww/mm": S.HandSeen(2, ("wm/dd", "ww/mm")),
        "A: offer B 2": S.SwapOffered(0, 1, 2),
        "A: offer B 2 wm/dd": S.SwapOffered(0, 1, 2, "wm/dd"),
        "B: swap": S.SwapAnswered(1, True),
        "B: swap wm/dd for ww/md": S.SwapAnswered(1, True, "wm/dd", "ww/md"),
        "B: swap ? for ww/md": S.SwapAnswered(1, True, None, "ww/md"),
        "B: swap wm/dd for ?": S.SwapAnswered(1, True, "wm/dd", None),
        "B: decline": S.SwapAnswered(1, False),
        "A: pass": S.Passed(0),
    },
}

HURRIED: dict[AnyGame, dict[str, tuple[str, ...]]] = {
    azacru: {
        "A: g9-f8<": ("a:g9f8<", "A : g9 - f8 <", "1: G9-F8<", "  A: g9-f8<\n", "a: g9 f8<"),
        "B: g9-f8": ("b: g9-f8^",),
    },
    chocolatier: {
        "A: 3 blue > 4": ("a:3blue>4", "A : 3  BLUE > 4", "a: 3 blu > 4", "1: 3 blu>4", "  A: 3 blue > 4\n"),
        "B: center white > floor": ("b: c w > f", "b: 0 w > 0", "b: center white > floor"),
        "B: line 3 > column 2": ("b: line3>2",),
    },
    pavilion: {
        "A: 3 blue": ("a:3b",),
        "B: center red": ("2 : C  Red", "b: 0 r", "b:centerred", "b:cr\n"),
        "C: green > purple 4 + 2 wild": ("c: g>p4+2w", "c: green > purple 4 + 2 wilds"),
        "D: red > center 1": ("d: r > c1",),
        "A: bonus red green": ("a: bonus r g",),
        "B: pass keep red red": ("b: pass keeps r r",),
    },
    schokoly: {
        "B: wm/dd 3,-2 top": ("2:WMDD +3 , -2 T",),
        "A: ww/mm 0,0 safe": (" a : ww/mm 0,0 s 0,0 ",),
        "A: ww/mm 4,0 safe 2,0": ("a: wwmm 4,0 s 2,0",),
        "C: dark": ("3: d",),
        "A: milk": ("a: mi",),
        "A: offer B 1 ww/md": ("1: off 2 1 wwmd",),
        "B: swap": ("b: sw ? for ?",),
        "B: decline": ("b: dec",),
        "C: pass": ("c: pass",),
        "C: hand wm/dd": ("c: hand wmdd",),
    },
}
"""What people type for a line."""

NONE = {
    azacru: (
        *("", "pass", "g9-f8", "E: g9-f8", "0: g9-f8", "5: pass", "A: g9", "A: g0-f8", "A: j9-f8", "A: g9-f10"),
        *("A: g9-f8<>", "A: g9-f8v", "A: g9--f8", "A: pass<", "A: passes", "A; pass"),
    ),
    chocolatier: (
        *("", "A", "E: 3 blue > 4", "0: 3 blue > 4", "A: 3 pink > 4", "A: 3 b > 4", "A: 3 blue", "A: 3 blue > "),
        "A: 3 bl > 4",  # Blue or black?
        *("A: 3 blue > four", "A: -1 blue > 4", "A: 3 blue > 4 ; red", "A: 3 blue > 4 ; red > 1,", "A: line > 4"),
        *("A: center center > 4", "A: 99999999999 blue > 4", "fill", "fill ", "fill | blue", "fill blue ; 1 SF6"),
        *("fill blue ; ", "fill blue ; 1 SF1 ; white ; red", "fill blue ; 1 SF1 ;", "fill - blue"),
    ),
    pavilion: (
        *("", "A", "E: 3 blue", "0: 3 blue", "A: 3 pink", "A: 3 center", "A: 3", "A: -1 blue", "A: 9999 blue"),
        *("A: blue > white 4", "A: center > blue 4", "A: blue > purple", "A: blue > purple 4 + w"),
        *("A: blue > purple 4 2 wild", "A: bonus", "A: pass red", "A: pass keep", "A: pass keep pink", "supply"),
        *("supply ", "supply -", "fill", "fill | blue", "fill - blue"),
    ),
    schokoly: (
        *("", "white", "A:", "E: white", "5: white", "A: blue", "A: hand", "A: offer B", "A: offer E 2"),
        *("A: wm/dd", "A: wm/dx 0,0", "A: wm/dd 1", "A: wm/dd 1.5,0", "A: wm/dd 0,0 safe 1"),
        *("A: offer B wm/dd", "B: swap wm/dd"),
    ),
}
"""Texts that are no notation."""

each_game = pytest.mark.parametrize("game", LINES, ids=lambda game: game.KEY)


@each_game
def test_every_kind_of_event_reads_back(game: AnyGame) -> None:
    assert {type(event) for event in LINES[game].values()} == {*game.EVENTS}
    assert {line: game.parse(line) for line in LINES[game]} == LINES[game]
    assert [game.write(event) for event in LINES[game].values()] == [*LINES[game]]


@each_game
def test_a_hurried_hand_is_understood(game: AnyGame) -> None:
    for line, typed in HURRIED[game].items():
        assert {text: game.write(game.parse(text)) for text in typed} == dict.fromkeys(typed, line)


@each_game
def test_what_is_not_notation_is_a_value_error_with_a_sentence(game: AnyGame) -> None:
    for text in NONE[game]:
        with pytest.raises(ValueError, match=r"\w.*\."):
            game.parse(text)


seats, numbers, kept = st.integers(0, 3), st.integers(0, 9), st.sampled_from(["SF1", "SF3", "SF4", "SF5"])
fields, colors = st.sampled_from(FIELDS), st.sampled_from(COLORS)
tiles = st.sampled_from(["blue", "brown", "white", "black", "red", "yellow"])
handfuls = st.lists(colors, min_size=1, max_size=10).map(tuple)
specials = st.tuples(numbers, st.just("SF2"), tiles) | st.tuples(numbers, kept, st.none())
displays = st.lists(st.lists(tiles, max_size=5).map(tuple), min_size=1, max_size=9).map(tuple)
EVENTS: dict[AnyGame, st.SearchStrategy[Any]] = {
    azacru: st.builds(azacru.ChevronMoved, seats, fields, fields, st.sampled_from([None, "left", "right"])),
    chocolatier: st.builds(
        C.TilesTaken, seats, numbers, tiles, numbers, st.lists(st.tuples(tiles, numbers), max_size=3).map(tuple)
    )
    | st.builds(C.TilePlaced, seats, numbers, numbers)
    | st.builds(C.DisplaysFilled, displays, st.lists(specials, min_size=1, max_size=4).map(tuple), st.none() | tiles),
    pavilion: st.builds(P.SupplyFilled, handfuls)
    | st.builds(P.DisplaysFilled, st.lists(st.just(()) | handfuls, min_size=1, max_size=9).map(tuple))
    | st.builds(P.TilesTaken, seats, numbers, colors)
    | st.builds(P.TilePlaced, seats, st.sampled_from(STARS), numbers, colors, numbers)
    | st.builds(P.BonusTaken, seats, handfuls)
    | st.builds(P.Passed, seats, st.just(()) | handfuls),
}


@pytest.mark.parametrize("game", EVENTS, ids=lambda game: game.KEY)
@given(data=st.data())
def test_legal_or_not_an_event_reads_back(game: AnyGame, data: st.DataObject) -> None:
    event = data.draw(EVENTS[game])
    line = game.write(event)
    assert "\n" not in line
    assert game.parse(line) == event


@pytest.mark.parametrize(
    ("game", "options", "scores", "why"),
    [
        (azacru, {}, (13, 11), "Most markers on the board: 13."),
        (pavilion, {}, (40, 39), "Most points: 40."),
        (schokoly, {"deck": DECK_FACES}, (8 + 9, 9), "Most points: 17."),
    ],
)
def test_the_example_of_the_documentation_is_a_whole_match(
    game: AnyGame, options: dict[str, Any], scores: tuple[int, ...], why: str
) -> None:
    document = (ROOT / "docs" / "notation.md").read_text("utf-8")
    section = document.partition(f"## {game.TITLE}\n")[2].partition("\n## ")[0]
    example = re.search(r"```\n(.*?)```", section, flags=re.DOTALL)
    assert example is not None
    state = game.setup(2, game.Options(**options))
    for line in example[1].splitlines():
        event = game.parse(line)
        assert game.write(event) == line
        assert game.refusal(state, event) is None
        state = game.evolve(state, event)
    assert game.scores(state) == scores
    assert game.outcome(state) == Outcome((0,), (1, 2), why)
