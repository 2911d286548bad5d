"""One line of text per event, both ways."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.game import Outcome
from core.games import azacru
from core.games.azacru import Options
from core.games.azacru.events import ChevronMoved, Event, Passed
from core.games.azacru.fields import FIELDS
from tests import ROOT
from tests.core.games.azacru.table import played


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (ChevronMoved(0, "g9", "f8"), "A: g9-f8"),
        (ChevronMoved(1, "a5", "d5", "left"), "B: a5-d5<"),
        (ChevronMoved(2, "c9", "c6", "right"), "C: c9-c6>"),
        (Passed(3), "D: pass"),
    ],
)
def test_every_kind_of_event_reads_back(event: Event, line: str) -> None:
    assert azacru.write(event) == line
    assert azacru.parse(line) == event


@pytest.mark.parametrize("line", ["a:g9f8<", "A : g9 - f8 <", "1: G9-F8<", "  A: g9-f8<\n", "a: g9 f8<"])
def test_a_hurried_hand_is_understood(line: str) -> None:
    assert azacru.parse(line) == ChevronMoved(0, "g9", "f8", "left")


def test_a_chevron_that_was_not_turned_may_be_said_to_be_so() -> None:
    assert azacru.parse("b: g9-f8^") == ChevronMoved(1, "g9", "f8")


@pytest.mark.parametrize(
    "line",
    [
        *("", "pass", "g9-f8", "E: g9-f8", "0: g9-f8", "5: pass", "A: g9", "A: g0-f8", "A: j9-f8", "A: g9-f10"),
        *("A: g9-f8<>", "A: g9-f8v", "A: g9--f8", "A: pass<", "A: passes", "A; pass"),
    ],
)
def test_what_is_not_notation_is_a_value_error_with_a_sentence(line: str) -> None:
    with pytest.raises(ValueError, match=r"\w.*\."):
        azacru.parse(line)


fields = st.sampled_from(FIELDS)
seats = st.integers(0, 3)


@given(
    st.builds(ChevronMoved, seats, fields, fields, st.sampled_from([None, "left", "right"])) | st.builds(Passed, seats)
)
def test_legal_or_not_an_event_reads_back(event: Event) -> None:
    line = azacru.write(event)
    assert "\n" not in line
    assert azacru.parse(line) == event


def test_the_example_of_the_notation_is_a_whole_match() -> None:
    document = (ROOT / "docs" / "notation.md").read_text("utf-8")
    section = document.partition(f"## {azacru.TITLE}\n")[2].partition("\n## ")[0]
    example = re.search(r"```\n(.*?)```", section, flags=re.DOTALL)
    assert example is not None
    lines = example[1].splitlines()
    state = played(azacru.setup(2, Options()), *lines)
    assert [azacru.write(azacru.parse(line)) for line in lines] == lines
    assert azacru.scores(state) == (13, 11)
    assert azacru.outcome(state) == Outcome((0,), (1, 2), "Most markers on the board: 13.")
