"""A scene as one standalone SVG: for a page, a card, print, or rasterization.

The style is embedded with its colors resolved, so the SVG needs no style sheet and no custom properties. Embed it in a
page as an image (`<img src="data:image/svg+xml...">`): inline, its style rules would apply to the page.
"""

import re
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import Final, Literal, NamedTuple, TypeAlias

from viewer.boards.packages import package_css
from viewer.boards.scene import Panel, Scene, Shape
from viewer.locale.plain_text import plain


@cache
def board_css() -> str:
    own = files("viewer.boards").joinpath("boards.css").read_text("utf-8")
    return "\n".join(filter(None, (own, package_css())))


Theme: TypeAlias = Literal["light", "dark"]

GAP: Final = 0.5
"""Space between panels and around them, in tiles."""

_PIXELS: Final = 28
_THUMBNAIL_PIXELS: Final = 9
_WORDLESS: Final = ".score { font-size: 1.5px; } .one { display: none; }"


class Placed(NamedTuple):
    """A panel and its top left corner on the sheet."""

    panel: Panel
    x: float
    y: float


class Sheet(NamedTuple):
    """The layout of the panels; width and height in tiles, including the background margin."""

    width: float
    height: float
    placed: tuple[Placed, ...]


def svg(scene: Scene, symbols: str, *, theme: Theme = "light", columns: int = 2, title: str = "") -> str:
    """The whole table on a background: shared panels at the top, then the seats, `columns` in a row.

    `symbols` come from the board; `title` is the text alternative.
    """
    return _document(sheet(scene, columns), symbols, theme, _PIXELS, title, whole=True)


def sheet(scene: Scene, columns: int = 2) -> Sheet:
    """The layout of the whole table: shared panels at the top, then the seats, `columns` in a row."""
    shared: list[Sequence[Panel]] = [[panel] for panel in scene.panels if panel.seat is None]
    return _sheet([*shared, *_seat_rows(scene, columns)])


def thumbnail(scene: Scene, symbols: str, *, theme: Theme = "light", columns: int = 2, title: str = "") -> str:
    """A small image for cards, without background: the hero panel, else the seats' panels, else all panels.

    It has pieces and points, no words: nobody could read them.
    """
    heroes = [[panel] for panel in scene.panels if panel.hero]
    rows = heroes or _seat_rows(scene, columns) or [[panel] for panel in scene.panels]
    return _document(_sheet(rows), symbols, theme, _THUMBNAIL_PIXELS, title, whole=False)


def _seat_rows(scene: Scene, columns: int) -> list[Sequence[Panel]]:
    seats = [panel for panel in scene.panels if panel.seat is not None]
    return [seats[first : first + columns] for first in range(0, len(seats), columns)]


def _document(sheet: Sheet, symbols: str, theme: Theme, pixels: int, title: str, *, whole: bool) -> str:
    width, height, placed = sheet
    size = f'width="{width * pixels:.0f}" height="{height * pixels:.0f}" viewBox="0 0 {width:g} {height:g}"'
    label = f"<title>{_escaped(title)}</title>" if title else ""
    style = stylesheet(theme) if whole else f"{stylesheet(theme)} {_WORDLESS}"
    paper = f'<rect class="ground" width="{width:g}" height="{height:g}"/>' if whole else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size}>{label}<style>{style}</style>'
        f"<defs>{symbols}</defs>{paper}{''.join(_panel(each, named=whole) for each in placed)}</svg>"
    )


def _sheet(rows: Sequence[Sequence[Panel]]) -> Sheet:
    """Rows from the top, each centered."""
    width = max((_row_width(row) for row in rows), default=0) + 2 * GAP
    placed: list[Placed] = []
    y = GAP
    for row in rows:
        x = (width - _row_width(row)) / 2
        for panel in row:
            placed.append(Placed(panel, round(x, 2), round(y, 2)))
            x += panel.width + GAP
        y += max(panel.height for panel in row) + GAP
    return Sheet(width, y, tuple(placed))


def _row_width(row: Sequence[Panel]) -> float:
    return sum(panel.width for panel in row) + GAP * (len(row) - 1)


def _panel(placed: Placed, *, named: bool) -> str:
    shown = (shape for shape in placed.panel.shapes if named or shape.tag != "text" or _is_total(shape))
    shapes = "".join(element(shape, named=named) for shape in shown)
    return f'<g transform="translate({placed.x:g} {placed.y:g})">{shapes}</g>'


def _is_total(shape: Shape) -> bool:
    return ("class", "score") in shape.attributes


def element(shape: Shape, *, named: bool = True) -> str:
    """A shape as one SVG element; `named` adds its title, and its id as `data-id`.

    Not as `id`: several images of one page may contain the same shape ids.
    """
    name = f' data-id="{_escaped(shape.id)}"' if named else ""
    title = f"<title>{_escaped(shape.title)}</title>" if named and shape.title else ""
    attributes = "".join(f' {key}="{_escaped(str(value))}"' for key, value in shape.attributes)
    return f"<{shape.tag}{name}{attributes}>{title}{_escaped(shape.text or '')}</{shape.tag}>"


def _escaped(text: str) -> str:
    return escape(plain(text))


@cache
def stylesheet(theme: Theme) -> str:
    """The rules of `boards.css` with the theme's colors in place of the variables."""
    source = board_css()
    colors = variables(source, theme)
    rules = re.sub(r"/\*.*?\*/|\.partie-\w+ \{.*?\}", "", source, flags=re.DOTALL)
    rules = re.sub(r"\[data-hides.*", "", rules)
    rules = re.sub(r"max\((\.?[\d.]+px), var\(--least, 0px\)\)", r"\1", rules)  # A picture has one size.
    resolved = re.sub(r"var\((--[\w-]+)\)", lambda found: colors[found[1]], rules)
    return re.sub(r"\s+", " ", resolved).strip()


def printed(selector: str) -> str:
    """A style rule that prints an element in the light colors, on white."""
    source = board_css()
    colors = "; ".join(f"{name}: {color}" for name, color in variables(source, "light").items())
    return f"@media print {{ {selector} {{ {colors}; --st-background-color: #fff }} }}"


def variables(source: str, theme: Theme) -> dict[str, str]:
    """The custom properties of a theme's class in a style sheet, in one block or several, by name (`--blue`)."""
    blocks = re.findall(rf"\.partie-{theme} \{{(.*?)\}}", source, flags=re.DOTALL)
    return dict(re.findall(r"(--[\w-]+): (.*?);", "".join(blocks)))
