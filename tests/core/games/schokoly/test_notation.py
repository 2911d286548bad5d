"""The notation of schokoly: every event as a line of text, and the variants that the parser accepts."""

import re

import pytest

from core.game import Outcome
from core.games import schokoly
from core.games.schokoly.events import (
    CardLaid,
    ColorChosen,
    Event,
    HandSeen,
    Passed,
    SwapAnswered,
    SwapOffered,
)
from core.games.schokoly.faces import DECK_FACES
from core.games.schokoly.state import Options
from tests import ROOT
from tests.core.games.schokoly.table import read


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("A: white", ColorChosen(0, "white")),
        ("D: wm/dd 3,-2", CardLaid(3, "wm/dd", 3, -2)),
        ("B: ww/mm 1,0 top", CardLaid(1, "ww/mm", 1, 0, True)),
        ("B: wm/dd 3,-2 safe", CardLaid(1, "wm/dd", 3, -2, False, (3, -2))),
        ("B: wm/dd 3,-2 safe 0,-10", CardLaid(1, "wm/dd", 3, -2, False, (0, -10))),
        ("C: hand wm/dd ww/mm", HandSeen(2, ("wm/dd", "ww/mm"))),
        ("A: offer B 2", SwapOffered(0, 1, 2)),
        ("A: offer B 2 wm/dd", SwapOffered(0, 1, 2, "wm/dd")),
        ("B: swap", SwapAnswered(1, True)),
        ("B: swap wm/dd for ww/md", SwapAnswered(1, True, "wm/dd", "ww/md")),
        ("B: swap ? for ww/md", SwapAnswered(1, True, None, "ww/md")),
        ("B: swap wm/dd for ?", SwapAnswered(1, True, "wm/dd", None)),
        ("B: decline", SwapAnswered(1, False)),
        ("A: pass", Passed(0)),
    ],
)
def test_every_event_has_a_line(line: str, event: Event) -> None:
    assert schokoly.write(event) == line
    assert schokoly.parse(line) == event


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("2:WMDD +3 , -2 T", "B: wm/dd 3,-2 top"),
        (" a : ww/mm 0,0 s 0,0 ", "A: ww/mm 0,0 safe"),
        ("a: wwmm 4,0 s 2,0", "A: ww/mm 4,0 safe 2,0"),
        ("3: d", "C: dark"),
        ("a: mi", "A: milk"),
        ("1: off 2 1 wwmd", "A: offer B 1 ww/md"),
        ("b: sw ? for ?", "B: swap"),
        ("b: dec", "B: decline"),
        ("c: pass", "C: pass"),
        ("c: hand wmdd", "C: hand wm/dd"),
    ],
)
def test_what_people_type(typed: str, line: str) -> None:
    assert schokoly.write(schokoly.parse(typed)) == line


@pytest.mark.parametrize(
    "text",
    [
        *("", "white", "A:", "E: white", "5: white", "A: blue", "A: hand", "A: offer B", "A: offer E 2"),
        *("A: wm/dd", "A: wm/dx 0,0", "A: wm/dd 1", "A: wm/dd 1.5,0", "A: wm/dd 0,0 safe 1"),
        *("A: offer B wm/dd", "B: swap wm/dd"),
    ],
)
def test_what_is_no_notation(text: str) -> None:
    with pytest.raises(ValueError, match=r"Write a|Start the line"):
        schokoly.parse(text)


def test_the_example_of_the_notation_is_a_whole_match() -> None:
    document = (ROOT / "docs" / "notation.md").read_text("utf-8")
    section = document.partition(f"## {schokoly.TITLE}\n")[2].partition("\n## ")[0]
    example = re.search(r"```\n(.*?)```", section, flags=re.DOTALL)
    assert example is not None
    lines = example[1].splitlines()
    state = read(schokoly.setup(2, Options(deck=DECK_FACES)), *lines)
    assert [schokoly.write(schokoly.parse(line)) for line in lines] == lines
    assert schokoly.scores(state) == (8 + 9, 9)
    assert schokoly.outcome(state) == Outcome((0,), (1, 2), "Most points: 17.")
