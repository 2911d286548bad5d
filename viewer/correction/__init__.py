"""Corrections of a record: proposals, their preview, and the history of earlier corrections.

The read-only parts of the page are elements as in `viewer.html_block`, with their own style.
"""

from importlib.resources import files

import streamlit as st

from viewer import javascript
from viewer.boards.scene import Json
from viewer.boards.svg import Theme

_sides = st.components.v2.component(
    "partie_sides",
    html='<div class="paper"></div>',
    css=files("viewer.boards").joinpath("boards.css").read_text("utf-8")
    + files(__name__).joinpath("sides.css").read_text("utf-8"),
    js=javascript.joined("html_block/html_block.js"),
)


def sides(*parts: Json, theme: Theme, key: str) -> None:
    """Show elements, one below the other; texts are shown literally."""
    _sides(data={"parts": list(parts), "theme": theme}, key=key)
