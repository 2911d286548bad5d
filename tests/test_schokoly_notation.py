"""Every event of schokoly as a line of text, and what people may type instead."""

import pytest

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


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("A: white", ColorChosen(0, "white")),
        ("D: wm/dd 3,-2", CardLaid(3, "wm/dd", 3, -2)),
        ("B: ww/mm 1,0 top", CardLaid(1, "ww/mm", 1, 0, True)),
        ("B: wm/dd 3,-2 safe", CardLaid(1, "wm/dd", 3, -2, False, (3, -2))),
        ("B: wm/dd 3,-2 safe 0,-10", CardLaid(1, "wm/dd", 3, -2, False, (0, -10))),
        ("C: hand wm/dd ww/mm", HandSeen(2, ("wm/dd", "ww/mm"))),
        ("A: offers B 2", SwapOffered(0, 1, 2)),
        ("A: offers B 2 wm/dd", SwapOffered(0, 1, 2, "wm/dd")),
        ("B: swaps", SwapAnswered(1, True)),
        ("B: swaps wm/dd for ww/md", SwapAnswered(1, True, "wm/dd", "ww/md")),
        ("B: swaps ? for ww/md", SwapAnswered(1, True, None, "ww/md")),
        ("B: swaps wm/dd for ?", SwapAnswered(1, True, "wm/dd", None)),
        ("B: declines", SwapAnswered(1, False)),
        ("A: passes", Passed(0)),
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
        ("1: off 2 1 wwmd", "A: offers B 1 ww/md"),
        ("b: sw ? for ?", "B: swaps"),
        ("b: dec", "B: declines"),
        ("c: pass", "C: passes"),
        ("c: hand wmdd", "C: hand wm/dd"),
    ],
)
def test_what_people_type(typed: str, line: str) -> None:
    assert schokoly.write(schokoly.parse(typed)) == line


@pytest.mark.parametrize(
    "text",
    [
        *("", "white", "A:", "E: white", "5: white", "A: blue", "A: hand", "A: offers B", "A: offers E 2"),
        *("A: wm/dd", "A: wm/dx 0,0", "A: wm/dd 1", "A: wm/dd 1.5,0", "A: wm/dd 0,0 safe 1"),
        *("A: offers B wm/dd", "B: swaps wm/dd"),
    ],
)
def test_what_is_no_notation(text: str) -> None:
    with pytest.raises(ValueError, match=r"reads like|begins with"):
        schokoly.parse(text)
