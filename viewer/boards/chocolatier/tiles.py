"""The pieces of chocolatier as symbols: tiles of both editions, spaces of the wall, special displays."""

from typing import Final

from core.games.chocolatier.state import MARKER, PALETTES, Options
from viewer.boards.scene import Shape, shape
from viewer.locale.language import gettext_noop, pgettext, translate

START_MARKER: Final = gettext_noop("start marker")

WALL_COLORS: Final = tuple(tuple((column - row) % 5 for column in range(5)) for row in range(5))
"""The color printed on each space of the colored wall: every row is the row above shifted to the right."""

_GLAZES: Final = {"master-chocolatier": "praline", "azul": "glazed"}
"""The look of each edition's tiles: pralines with round corners, or glazed tiles with sharp ones."""

_CORNERS: Final = {"praline": ".27", "glazed": ".1"}

PATTERNS: Final = {
    "blue": '<path class="stroke" d="M.47 .47a.07 .07 0 0 1 .14 0a.14 .14 0 0 1-.28 0a.2 .2 0 0 1 .4 0'
    'a.25 .25 0 0 1-.33 .24"/>',
    "brown": '<path class="stroke" d="M.25 .49L.48 .25M.3 .69L.71 .26M.53 .7L.76 .46"/>',
    "yellow": '<path class="stroke" d="M.25 .32h.5M.25 .48h.5M.25 .64h.5"/>',
    "white": '<rect class="stroke" x=".21" y=".18" width=".58" height=".58" rx=".13"/>',
    "black": '<path class="stroke" d="M.32 .29l.36 .36M.68 .29l-.36 .36"/>',
    "red": '<circle class="filled" cx=".5" cy=".47" r=".19"/>',
}
"""The pattern of each color, on pieces and on their spaces: swirl, stripes, rim, cross, dot."""

_POWER_SIGNS: Final = {
    "SF1": '<path d="M.5 .1v.8M.1 .5h.8"/>',
    "SF2": '<path d="M.2 .1v.42a.3 .3 0 0 0 .6 0v-.42M.06 .28h.28M.66 .28h.28"/>',
    "SF3": '<path d="M.14 .46h.72v.46h-.72zM.28 .46v-.16a.22 .22 0 0 1 .44 0v.16"/>',
    "SF4": '<path d="M.02 .5h.96M.26 .24l-.24 .26l.24 .26M.74 .24l.24 .26l-.24 .26"/>',
    "SF5": '<path d="M.5 .06l.38 .14v.28q0 .32-.38 .48q-.38-.16-.38-.48v-.28z"/>',
}


def power(kind: str) -> str:
    """Our name of a special display; the rulebook only draws them."""
    names = {
        "SF1": pgettext("special display", "Extra tile"),
        "SF2": pgettext("special display", "Magnet"),
        "SF3": pgettext("special display", "Keep"),
        "SF4": pgettext("special display", "Pass on"),
        "SF5": pgettext("special display", "Shield"),
    }
    return names[kind]


def color_name(options: Options, color: int) -> str:
    """The name of a tile's color in the edition; `MARKER` is the start marker."""
    return START_MARKER if color == MARKER else PALETTES[options.edition][color]


def piece(options: Options, id: str, color: int, x: float, y: float, scale: float = 1.0) -> Shape:
    """A tile (or the start marker) with its top left corner at x, y."""
    name = color_name(options, color)
    symbol = "choc-start" if color == MARKER else f"choc-{_GLAZES[options.edition]}-{name}"
    if scale == 1.0:
        return shape(id, "use", title=translate(name), href=f"#{symbol}", x=x, y=y)
    place = f"translate({round(x, 2)} {round(y, 2)}) scale({round(scale, 2)})"
    return shape(id, "use", title=translate(name), href=f"#{symbol}", transform=place)


def symbols() -> str:
    """Tiles of both editions, spaces of the wall, start marker and powers, each one tile wide."""
    colors = dict.fromkeys(color for palette in PALETTES.values() for color in palette)
    parts = [f'<g id="choc-pattern-{color}">{PATTERNS[color]}</g>' for color in colors]
    parts += [_place(color) for color in colors]
    parts += [_tile(_GLAZES[edition], color) for edition, palette in PALETTES.items() for color in palette]
    parts += [f'<g id="choc-{kind}" class="power">{sign}</g>' for kind, sign in _POWER_SIGNS.items()]
    parts.append(
        '<g id="choc-start"><circle class="lip" cx=".5" cy=".53" r=".45"/>'
        '<circle class="first" cx=".5" cy=".48" r=".44"/>'
        '<text class="one" x=".5" y=".71">1</text></g>'
    )
    return "".join(parts)


def _place(color: str) -> str:
    return (
        f'<g id="choc-place-{color}"><rect class="place" width="1" height="1" rx=".2"/>'
        f'<rect class="tint {color}" width="1" height="1" rx=".2"/>'
        f'<use href="#choc-pattern-{color}" y=".03" class="faint-{color}"/></g>'
    )


def _tile(glaze: str, color: str) -> str:
    box = f'x=".03" y=".03" width=".94" rx="{_CORNERS[glaze]}"'
    return (
        f'<g id="choc-{glaze}-{color}"><rect class="{color}" {box} height=".94"/>'
        f'<rect class="lip" {box} height=".94"/><rect class="{color} face" {box} height=".88"/>'
        f'<use href="#choc-pattern-{color}" class="on-{color}"/></g>'
    )
