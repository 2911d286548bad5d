"""Corrections of a record: proposals, their preview, and the history of earlier corrections.

The read-only parts of the page are elements as in `viewer.look.element`, with their own style.
"""

from importlib.resources import files

import streamlit as st

from viewer.boards.scene import Json
from viewer.boards.style import board_css
from viewer.components.lib import scripts

_sides = st.components.v2.component(
    "partie_sides",
    html='<div class="paper"></div>',
    css=board_css() + files(__name__).joinpath("sides.css").read_text("utf-8"),
    js=scripts.component("paper/paper.js"),
)


def sides(*parts: Json, key: str) -> None:
    """Show elements, one below the other; texts are shown literally."""
    _sides(data={"parts": list(parts)}, key=key)
