"""The faces of the cards: four pieces of chocolate, written row by row as `wm/dd`.

Up to four faces are rotations of one card and form one *kind*; mirror images are different kinds.
"""

from functools import cache
from itertools import product
from typing import Final

from core.games.schokoly.events import ColorName
from core.messages import Message, message, term

COLORS: Final[tuple[ColorName, ...]] = ("white", "milk", "dark")
"""Color names; a color in the state is an index of this tuple."""

LETTERS: Final = "wmd"
PIECES_OF_A_CARD: Final = 4

PIECES: Final = {
    f"{''.join(LETTERS[color] for color in colors[:2])}/{''.join(LETTERS[color] for color in colors[2:])}": colors
    for colors in product(range(len(COLORS)), repeat=PIECES_OF_A_CARD)
}
"""All possible faces, with the colors of the upper left, upper right, lower left and lower right piece."""


def turned(face: str) -> str:
    """The face after a quarter turn clockwise."""
    upper, lower = face[:2], face[3:]
    return f"{lower[0]}{upper[0]}/{lower[1]}{upper[1]}"


def turns(face: str) -> tuple[str, ...]:
    """The different rotations of a card, this face first."""
    second = turned(face)
    third = turned(second)
    return tuple(dict.fromkeys((face, second, third, turned(third))))


KINDS: Final = tuple(face for face in PIECES if face == min(turns(face), key=list(PIECES).index))
"""Every kind of card as the first of its faces; a kind in the state is an index of this tuple."""

KIND_OF: Final = {face: KINDS.index(min(turns(face), key=list(PIECES).index)) for face in PIECES}
"""The kind of card of each face."""

DECK_FACES: Final = (
    *("ww/wm", "ww/wd", "wm/mm", "wd/dd", "mm/md", "md/dd"),
    *("ww/mm", "ww/dd", "mm/dd"),
    *("ww/md", "mm/wd", "dd/wm"),
)
"""The twelve cards of the default deck [house]: six of 3+1, three of 2+2, three of 2+1+1, equal pieces side by side.

No source says which of two mirror images a 2+1+1 is; here, with the pair on top, the others read in the order of
`COLORS`.
"""

COPIES: Final = {"36": 3, "48": 4}
"""The copies of each of these faces in the deck [house], by the number of cards."""


@cache
def in_words(face: str) -> Message:
    """The pieces of a card row by row: `white-milk over dark-dark`."""
    first, second, third, last = (term(COLORS[color]) for color in PIECES[face])
    return message("{first}-{second} over {third}-{last}", first=first, second=second, third=third, last=last)


def pieces_of(kind: int, color: int) -> int:
    """The number of pieces of a color on a card."""
    return PIECES[KINDS[kind]].count(color)
