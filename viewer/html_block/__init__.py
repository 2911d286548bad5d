"""A printable HTML block as a component: elements as lists; texts are never parsed as HTML.

An element is `["p", {"class": "facts"}, [child, ...]]`; a child is an element or a string. The styles are in
`html_block.css`, the colors are those of the boards (viewer/boards/boards.css); print always uses the light ones.
"""

from importlib.resources import files
from typing import Final

import streamlit as st

from viewer import javascript
from viewer.boards.scene import Json, Shape
from viewer.boards.svg import Theme, variables

_folder = files(__name__)
_boards: Final = files("viewer.boards").joinpath("boards.css").read_text("utf-8")
_printed: Final = "; ".join(f"{name}: {color}" for name, color in variables(_boards, "light").items())
_own: Final = _folder.joinpath("html_block.css").read_text("utf-8")
PRINT_STYLE: Final = _folder.joinpath("print.css").read_text("utf-8")
"""Print styles for the rest of the page."""

_paper = st.components.v2.component(
    "partie_paper",
    html='<div class="paper"></div>',
    css=f"{_boards}\n{_own}\n@media print {{ .paper.paper {{ {_printed} }} }}",
    js=javascript.joined("html_block/html_block.js"),
)


def html_block(*parts: Json, theme: Theme, key: str) -> None:
    """Show elements, one below the other."""
    _paper(data={"parts": list(parts), "theme": theme}, key=key)


def element(tag: str, *children: Json, **attributes: str | float) -> Json:
    """An element with its attributes as keywords; `class_` is `class`, other underscores become hyphens."""
    return [tag, {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}, list(children)]


def drawn(shape: Shape, label: str = "") -> Json:
    """A shape in a box one unit wide, as high as a letter; decorative without a `label`."""
    named: dict[str, str | float] = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
    mark = element(shape.tag, **dict(shape.attributes))
    return element("svg", mark, viewBox="0 0 1 1", class_="sign", **named)
