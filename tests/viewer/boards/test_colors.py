"""The colors of the pieces: told apart by every eye, each with a pattern of its own that stands out."""

from collections.abc import Mapping
from importlib.resources import files
from itertools import combinations

import pytest

from core.games.chocolatier.state import PALETTES
from core.games.pavilion import state as pavilion
from core.games.schokoly.faces import COLORS as CACAO
from tests.viewer.boards.color_vision import SIMULATIONS, contrast, difference
from viewer.boards.chocolatier import tiles as chocolatier_tiles
from viewer.boards.pavilion import tiles as pavilion_tiles
from viewer.boards.schokoly import pieces
from viewer.boards.svg import Theme, variables

STYLE = files("viewer.boards").joinpath("boards.css").read_text("utf-8")
BOARDS: Mapping[str, tuple[list[str], list[str]]] = {
    **{key: ([*names], [chocolatier_tiles.PATTERNS[name] for name in names]) for key, names in PALETTES.items()},
    "pavilion": ([*pavilion.COLORS], [pavilion_tiles.PATTERNS[name] for name in pavilion.COLORS]),
    "schokoly": ([f"cacao-{name}" for name in CACAO], [*pieces.PATTERNS.values()]),
}
"""The names of the colors in the style sheet, and their patterns."""


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("board", BOARDS)
def test_pieces_differ_to_every_eye_and_patterns_stand_out(board: str, theme: Theme) -> None:
    shades, (colors, patterns) = variables(STYLE, theme), BOARDS[board]
    for vision in SIMULATIONS:
        for left, right in combinations(colors, 2):
            assert difference(shades[f"--{left}"], shades[f"--{right}"], vision) > 12, (left, right, vision)
    assert len(set(patterns)) == len(colors) == len(patterns)
    for color in colors:
        assert contrast(shades[f"--{color}"], shades.get(f"--on-{color}", shades["--on-dark"])) >= 3, color
