"""The guide to a new game names files that are there, and every class and color a board may use."""

import re
import subprocess
import sys
from importlib.resources import files
from inspect import isfunction, signature
from pathlib import Path

import pytest

from core.games.contract import FUNCTIONS
from partie.board import Board, Drawable, Guiding, Spotted, Tappable
from tests import ROOT
from viewer.boards.svg import variables

GUIDE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
NAMED = set(re.findall(r"`([^`\n]+)`", GUIDE))
STYLE = files("viewer.boards").joinpath("boards.css").read_text("utf-8")
COLORS = ("blue", "brown", "white", "black", "red", "yellow", "purple", "green", "orange")
SHARED = ("Paper", "Writing", "Seats", "Tiles")
"""Sections of the style sheet that are for every board; the others belong to one game each."""

IN_SERIES = re.compile("(on|faint)-(" + "|".join(COLORS) + ")|seat-[0-3]|--seat-[0-3]")
OF_THE_PAGE = {"ground"}


def classes_of(style: str) -> set[str]:
    return set(re.findall(r"\.([a-z][\w-]*)", re.sub(r"\{[^}]*\}", "", style)))


def sections() -> dict[str, str]:
    parts = re.split(r"/\* (\w[^*]*?) \*/", STYLE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_files_that_the_guide_names_are_there() -> None:
    paths = {name for name in NAMED if re.fullmatch(r"(core|docs|eventstore|tests|viewer)/[\w/.-]*", name)}
    assert len(paths) > 8
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_guide_names_every_class_that_boards_share() -> None:
    assert set(SHARED) <= set(sections())
    shared = {name for section in SHARED for name in classes_of(sections()[section])} | set(COLORS)
    left = {name for name in shared - NAMED if not IN_SERIES.fullmatch(name)}
    assert left == OF_THE_PAGE


def test_the_classes_of_the_guide_are_in_the_style_sheet() -> None:
    table = GUIDE.split("### Classes of all boards\n")[1].split("A rule of the style sheet")[0]
    named = {
        name for row in table.splitlines() for name in re.findall(r"`([a-z][\w-]*)`", "".join(row.split("|")[1:2]))
    }
    assert named <= classes_of(STYLE)
    assert {f"{kind}-{color}" for kind in ("on", "faint") for color in COLORS} <= classes_of(STYLE)


def test_the_guide_names_every_color_that_boards_share() -> None:
    own = {
        name for title, style in sections().items() if title not in SHARED for name in re.findall(r"--[\w-]+", style)
    }
    shared = (variables(STYLE, "light").keys() - own) | {f"--{color}" for color in COLORS}
    left = {name for name in shared - NAMED if not IN_SERIES.fullmatch(name)}
    assert left == set()
    assert {name for name in NAMED if name.startswith("--") and name != "--"} <= variables(STYLE, "light").keys()


def test_the_examples_of_the_guide_pass_lint(tmp_path: Path) -> None:
    blocks = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    assert len(blocks) > 1
    for number, block in enumerate(blocks):
        (tmp_path / f"block_{number}.py").write_text(block, "utf-8")
    ruff = Path(sys.executable).with_name("ruff")
    config = ("--config", str(ROOT / "pyproject.toml"))
    undefined = ("--ignore", "F821,D,ANN,INP")  # A fragment has no imports and no docstring.
    for words in (("check", *config, *undefined), ("format", "--check", *config)):
        done = subprocess.run([ruff, *words, tmp_path], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_guide_names_every_group_of_entry_points() -> None:
    sources = [path.read_text("utf-8") for folder in ("core", "viewer") for path in (ROOT / folder).rglob("*.py")]
    kinds = "games|boards|translations|samples|evaluations"
    groups = {group for source in sources for group in re.findall(rf'"(partie\.(?:{kinds}))"', source)}
    assert len(groups) == 5
    assert groups <= NAMED


@pytest.mark.parametrize("protocol", [Board, Tappable, Guiding, Spotted, Drawable], ids=lambda each: each.__name__)
def test_the_guide_has_every_function_of_a_board_with_its_arguments(protocol: type) -> None:
    own = {name: function for name, function in vars(protocol).items() if isfunction(function) and name[0] != "_"}
    assert own
    for name, function in own.items():
        called = f"{name}({', '.join([*signature(function).parameters][1:])})"
        assert any(named.startswith(called) for named in NAMED), called


def test_the_guide_has_every_function_of_a_game() -> None:
    assert [name for name in (*FUNCTIONS, "actors") if not any(named.startswith(f"{name}(") for named in NAMED)] == []
