"""A printable block as a component, in the colors of the boards (viewer/boards/boards.css); printed in light ones."""

from importlib.resources import files
from typing import Final

from viewer import surface
from viewer.boards.scene import Json
from viewer.boards.svg import board_css, printed
from viewer.surface.host import Component

_folder = files(__name__)
_boards: Final = board_css()
_own: Final = _folder.joinpath("paper.css").read_text("utf-8")
PRINT_STYLE: Final = _folder.joinpath("print.css").read_text("utf-8")
"""Print styles for the rest of the page."""

_paper = Component(
    "partie_paper",
    html='<div class="paper"></div>',
    css=f"{_boards}\n{_own}\n{printed('.paper.paper')}",
    script="paper/paper.js",
)

_sides = Component(
    "partie_sides",
    html='<div class="paper"></div>',
    css=_boards + _folder.joinpath("sides.css").read_text("utf-8"),
    script="paper/paper.js",
)


def paper(*parts: Json, key: str) -> None:
    """Show elements (`viewer.look.element`), one below the other."""
    surface.mount(_paper, {"parts": list(parts)}, key=key)


def sides(*parts: Json, key: str) -> None:
    """The same for a record before and after a change, in a style of its own."""
    surface.mount(_sides, {"parts": list(parts)}, key=key)
