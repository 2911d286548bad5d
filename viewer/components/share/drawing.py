"""Elements of a page as a picture: SVG with the light colors of the look."""

import re
from collections.abc import Sequence
from functools import cache
from html import escape
from typing import Final

from viewer.boards.scene import Json
from viewer.components.lib.text_files import text_of
from viewer.look.element import element

FONT: Final = "Source Sans 3"

_TOKEN: Final = re.compile(r"(--[\w-]+): (?:light-dark\((#\w+),[^)]*\)|(#\w+));")


def document(parts: Sequence[Json], width: int, height: int, label: str = "") -> str:
    """The parts on paper. Their colors are resolved: pictures know no variables."""
    parts = [
        element("style", f"text {{ font-family: '{FONT}', sans-serif; }}"),
        element("rect", width=width, height=height, fill="var(--paper)"),
        *parts,
    ]
    named: dict[str, str | float] = {"role": "img", "aria_label": label} if label else {}
    size: dict[str, str | float] = {"width": width, "height": height, "viewBox": f"0 0 {width} {height}"}
    whole = element("svg", *parts, xmlns="http://www.w3.org/2000/svg", **size, **named)
    colors = _colors()
    return re.sub(r"var\((--[\w-]+)\)", lambda name: colors.get(name[1], "currentColor"), markup(whole))


def text(
    words: str, x: float, y: float, size: int, *, bold: bool = False, soft: bool = False, anchor: str = ""
) -> Json:
    more = {"text_anchor": anchor} if anchor else {}
    color = "var(--soft)" if soft else "var(--ink)"
    return element("text", words, x=x, y=y, font_size=size, font_weight=600 if bold else 400, fill=color, **more)


@cache
def _colors() -> dict[str, str]:
    return {name: light or same for name, light, same in _TOKEN.findall(text_of("lib/look.css"))}


def markup(node: Json) -> str:
    """An element as XML, which is HTML too."""
    if not isinstance(node, list):
        return escape(str(node))
    tag, attributes, children = node
    assert isinstance(attributes, dict)
    assert isinstance(children, list)
    written = "".join(f' {name}="{escape(str(value))}"' for name, value in attributes.items())
    return f"<{tag}{written}>{''.join(map(markup, children))}</{tag}>"
