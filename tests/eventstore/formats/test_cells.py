"""Cells for spreadsheets: no text is taken for a formula, numbers stay numbers."""

import pytest

from eventstore.formats.cells import harmless

FORMULAS = (
    *("=1+1", "+1", "-1+cmd|' /C calc'!A0", "@SUM(A1)", "\uff1d1", "\uff0b1", "\uff0d1", "\uff20SUM(A1)"),
    "\ufe661",
)
BEFORE = ("", " ", "\t", "\r", "\n", "\r\n", "  \t ", "\xa0", "\ufeff", "\u200b", "\0", '"', "'", "\u201c", ' " ')


@pytest.mark.parametrize("before", BEFORE)
def test_a_formula_is_neutralized_whatever_stands_before_it(before: str) -> None:
    for formula in FORMULAS:
        assert harmless(before + formula) == f"'{before}{formula}"


@pytest.mark.parametrize("before", ["\t", "\r", "\n"])
def test_a_text_that_begins_with_a_control_character_is_neutralized(before: str) -> None:
    assert harmless(f"{before}Jitka") == f"'{before}Jitka"


def test_numbers_and_other_texts_stay_what_they_are() -> None:
    for cell in (-3, -1.5, 0, 7, "Jitka", "a=b", "3 - 2", "", '"Jitka"', " Brno", "'n Beetje"):
        assert harmless(cell) == cell
    assert harmless(None) == ""
    assert harmless(True) == "true"
