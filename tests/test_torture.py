"""What turns the long runs into the page of promises: every part has a row, and only figures of a part go there."""

import re
from pathlib import Path

import pytest

from tests.torture import PAGE, rows, with_figures

TESTS = Path(__file__).parent
ROOT = TESTS.parent


def test_every_part_has_a_row_in_the_page_and_every_row_is_a_part() -> None:
    parts = [
        part for file in TESTS.glob("test_*.py") for part in re.findall(r"mark\.torture\(\"(\w+)\"\)", file.read_text())
    ]
    assert sorted(rows(PAGE.read_text())) == sorted(parts)
    assert len(parts) == 10


def test_figures_go_into_the_last_cells_of_their_row_alone() -> None:
    page = "| `a` | why | old | then |\n| `b` | why | old | then |\n"
    assert with_figures(page, "b", r"1 \1", "now") == "| `a` | why | old | then |\n| `b` | why | 1 \\1 | now |\n"
    for part in ("c", "."):
        with pytest.raises(ValueError, match="0 rows"):
            with_figures(page, part, "1", "now")


def test_tests_named_in_the_page_are_there() -> None:
    named = re.findall(r"\]\(\.\./(tests/\w+\.py)\)", PAGE.read_text())
    assert named
    assert all((ROOT / path).exists() for path in named)
