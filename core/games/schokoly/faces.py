"""The faces of the cards: four pieces of chocolate, written row by row as `wm/dd`.

A card may be turned, so up to four faces are one *kind* of card; mirror images are other kinds.
"""

from itertools import product
from typing import Final

from core.games.schokoly.events import ColorName

COLORS: Final[tuple[ColorName, ...]] = ("white", "milk", "dark")
"""Color names; in the state a color is its index here."""

LETTERS: Final = "wmd"
PIECES_OF_A_CARD: Final = 4

PIECES: Final = {
    f"{''.join(LETTERS[color] for color in colors[:2])}/{''.join(LETTERS[color] for color in colors[2:])}": colors
    for colors in product(range(len(COLORS)), repeat=PIECES_OF_A_CARD)
}
"""Every face there can be, with the colors of its upper left, upper right, lower left and lower right piece."""


def turned(face: str) -> str:
    """The face after a quarter turn clockwise."""
    upper, lower = face[:2], face[3:]
    return f"{lower[0]}{upper[0]}/{lower[1]}{upper[1]}"


def turns(face: str) -> tuple[str, ...]:
    """The different faces one card can show, this one first."""
    second = turned(face)
    third = turned(second)
    return tuple(dict.fromkeys((face, second, third, turned(third))))


KINDS: Final = tuple(face for face in PIECES if face == min(turns(face), key=list(PIECES).index))
"""Every kind of card as the first of its faces; in the state a kind is its index here."""

KIND_OF: Final = {face: KINDS.index(min(turns(face), key=list(PIECES).index)) for face in PIECES}
"""The kind of card that can show a face."""

DECK_FACES: Final = (
    *("ww/wm", "ww/wd", "wm/mm", "wd/dd", "mm/md", "md/dd"),
    *("ww/mm", "ww/dd", "mm/dd"),
    *("ww/md", "mm/wd", "dd/wm"),
)
"""The twelve cards of the default deck [house]: six of 3+1, three of 2+2, three of 2+1+1, equal pieces side by side.

Which of two mirror images a 2+1+1 is, nobody says: with the pair on top, the others read in the order of `COLORS`.
"""

COPIES: Final = {"36": 3, "48": 4}
"""How often each of these faces is in the deck [house], by the number of cards."""


def pieces_of(kind: int, color: int) -> int:
    """How many pieces of a color a card bears."""
    return PIECES[KINDS[kind]].count(color)
