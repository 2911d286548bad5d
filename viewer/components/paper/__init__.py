"""A printable block as a component, in the colors of the boards (viewer/boards/boards.css); printed in light ones."""

from importlib.resources import files
from typing import Final

import streamlit as st

from viewer.boards.scene import Json
from viewer.boards.svg import board_css, printed
from viewer.components.lib import scripts

_folder = files(__name__)
_boards: Final = board_css()
_own: Final = _folder.joinpath("paper.css").read_text("utf-8")
PRINT_STYLE: Final = _folder.joinpath("print.css").read_text("utf-8")
"""Print styles for the rest of the page."""

_paper = st.components.v2.component(
    "partie_paper",
    html='<div class="paper"></div>',
    css=f"{_boards}\n{_own}\n{printed('.paper.paper')}",
    js=scripts.component("paper/paper.js"),
)


_sides = st.components.v2.component(
    "partie_sides",
    html='<div class="paper"></div>',
    css=_boards + _folder.joinpath("sides.css").read_text("utf-8"),
    js=scripts.component("paper/paper.js"),
)


def paper(*parts: Json, key: str) -> None:
    """Show elements (`viewer.look.element`), one below the other."""
    _paper(data={"parts": list(parts)}, key=key)


def sides(*parts: Json, key: str) -> None:
    """The same for a record before and after a change, in a style of its own."""
    _sides(data={"parts": list(parts)}, key=key)
