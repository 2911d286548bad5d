"""What turns the long runs into the page of promises: every part has a row, and only figures of a part go there."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT, TESTS
from tests.torture import PAGE, keep_figures, rows, with_figures


def test_every_part_has_a_row_in_the_page_and_every_row_is_a_part() -> None:
    parts = [
        part
        for file in TESTS.rglob("test_*.py")
        for part in re.findall(r"mark\.torture\(\"(\w+)\"\)", file.read_text())
    ]
    assert sorted(rows(PAGE.read_text())) == sorted(parts)
    assert len(parts) == 30


def test_figures_go_into_the_last_cells_of_their_row_alone() -> None:
    page = "| `a` | why | old | then |\n| `b` | why | old | then |\n"
    assert with_figures(page, "b", r"1 \1", "now") == "| `a` | why | old | then |\n| `b` | why | 1 \\1 | now |\n"
    for part in ("c", "."):
        with pytest.raises(ValueError, match="0 rows"):
            with_figures(page, part, "1", "now")


def test_tests_named_in_the_page_are_there() -> None:
    named = re.findall(r"\]\(\.\./(tests/[\w/]+\.py)\)", PAGE.read_text())
    assert named
    assert all((ROOT / path).exists() for path in named)


def test_a_test_that_failed_leaves_the_page_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.md"
    page.write_text("| `a` | why | old | then |\n")
    monkeypatch.setattr("tests.torture.PAGE", page)
    figures = [("torture", ("a", "new; seed 1"))]
    for outcome, cells in (("failed", "| old | then |"), ("passed", "| new; seed 1 | 2")):
        keep_figures(pytest.TestReport("a", ("a.py", 1, "a"), {}, outcome, None, "call", user_properties=figures))
        assert cells in page.read_text()


def collected(*words: str) -> tuple[int, str]:
    """The exit code of pytest and what it prints when it only collects."""
    command = [sys.executable, "-m", "pytest", "-q", "--collect-only", "-p", "no:cacheprovider", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
def test_only_the_parts_that_are_named_run_and_others_are_refused() -> None:
    code, told = collected(
        "tests/eventstore/store/test_faults.py", "tests/eventstore/store/test_power_cut.py", "--torture", "flips"
    )
    assert (code, told.count("::")) == (0, 1)
    code, told = collected("tests/eventstore/store/test_faults.py", "--torture", "flops")
    assert code == pytest.ExitCode.USAGE_ERROR
    assert "There is no part flops; known are flips." in told
