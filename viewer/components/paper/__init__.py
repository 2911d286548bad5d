"""A printable block as a component, in the colors of the boards (viewer/boards/boards.css); printed in light ones."""

from typing import Final

from viewer import surface
from viewer.boards.scene import Json
from viewer.boards.svg import board_css, printed
from viewer.components.lib.text_files import text_of
from viewer.surface.host import Component

_boards: Final = board_css()
_own: Final = text_of("paper/paper.css")
PRINT_STYLE: Final = text_of("paper/print.css")
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
    css=_boards + text_of("paper/sides.css"),
    script="paper/paper.js",
)


def paper(*parts: Json, key: str) -> None:
    """Show elements (`viewer.look.element`), one below the other."""
    surface.mount(_paper, {"parts": list(parts)}, key=key)


def sides(*parts: Json, key: str) -> None:
    """The same for a record before and after a change, in a style of its own."""
    surface.mount(_sides, {"parts": list(parts)}, key=key)
