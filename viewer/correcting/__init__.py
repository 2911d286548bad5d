"""Putting a record right: what is proposed, what comes of it, and the history of what was put right before.

The parts of the page that are read and not filled in are elements as in `viewer.paper`, with a style of their own.
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
    js=javascript.joined("paper/paper.js"),
)


def sides(*parts: Json, theme: Theme, key: str) -> None:
    """Show elements, one under the other; every text in them shows literally."""
    _sides(data={"parts": list(parts), "theme": theme}, key=key)
