"""The components of schokoly as symbols and shapes: pieces of chocolate, cards, counters."""

from collections.abc import Iterator
from typing import Final

from core.game import Seat
from core.games.schokoly.faces import COLORS, PIECES
from viewer.boards.scene import Shape, shape
from viewer.locale.language import translate

PATTERNS: Final = {
    "white": '<rect class="stroke" x=".33" y=".33" width=".34" height=".34" rx=".08"/>',
    "milk": '<path class="stroke" d="M.31 .51L.51 .31M.33 .69L.69 .33M.49 .69L.69 .49"/>',
    "dark": '<path class="stroke" d="M.35 .35L.65 .65M.65 .35L.35 .65"/>',
}
"""The pattern of each chocolate: a frame, stripes, a cross."""

_CARD_EDGE: Final = 0.04
"""Distance from the edge of a card's four places to the card."""

_PIECE_EDGE: Final = 0.1
"""Distance from the edge of a card's four places to its pieces; everything on the second level is a bit smaller."""

_INSET: Final = 0.08


def symbols() -> str:
    """The three chocolates, each one piece wide, and the back of a card."""
    parts = [
        f'<g id="scho-{color}"><rect class="cacao-{color}" x=".01" y=".01" width=".98" height=".98" rx=".13"/>'
        '<path class="cacao-shine" d="M.06 .94V.06H.94L.8 .2H.2V.8z"/>'
        '<path class="cacao-shade" d="M.94 .06V.94H.06L.2 .8H.8V.2z"/>'
        f'<g class="on-cacao-{color}">{pattern}</g></g>'
        for color, pattern in PATTERNS.items()
    ]
    back = (
        '<g id="scho-back"><rect class="wrapper" x=".05" y=".05" width="1.9" height="1.9" rx=".2"/>'
        '<path class="foil" d="M.05 .75H1.95M.05 1.25H1.95"/></g>'
    )
    return "".join((*parts, back))


def card(id: str, x: float, y: float, *, title: str, size: float = 2, stacked: bool = False) -> Iterator[Shape]:
    """The card itself, with a shadow on the second level; its pieces are drawn on it."""
    edge = (_CARD_EDGE + _INSET * stacked) * size / 2
    x, y, width = x + edge, y + edge, size - 2 * edge
    if stacked:
        yield shape(f"{id}/shadow", "rect", class_="cast", x=x + 0.12, y=y + 0.18, width=width, height=width, rx=0.24)
    look = "scho-card lifted" if stacked else "scho-card"
    yield shape(id, "rect", title=title, class_=look, x=x, y=y, width=width, height=width, rx=0.1 * size)


def pieces_of_card(
    ids: tuple[str, str, str, str], face: str, x: float, y: float, *, size: float = 2, stacked: bool = False
) -> Iterator[Shape]:
    """The four pieces of a face in a square of `size` with its corner at x, y."""
    edge = (_PIECE_EDGE + _INSET * stacked) * size / 2
    piece = size / 2 - edge
    for number, (id, color) in enumerate(zip(ids, PIECES[face], strict=True)):
        row, column = divmod(number, 2)
        yield chocolate(id, COLORS[color], x + edge + column * piece, y + edge + row * piece, piece)


def chocolate(id: str, color: str, x: float, y: float, size: float) -> Shape:
    """One piece with its upper left corner at x, y."""
    place = f"translate({round(x, 2):g} {round(y, 2):g}) scale({round(size, 3):g})"
    return shape(id, "use", title=translate(color), href=f"#scho-{color}", transform=place)


def counter(id: str, seat: Seat, x: float, y: float, title: str, radius: float = 0.36) -> Shape:
    """A wooden counter centered at x, y with a rim in the color of its seat."""
    return shape(id, "circle", title=title, class_=f"counter rim-{seat}", cx=x, cy=y, r=radius)
