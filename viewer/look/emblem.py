"""The emblem of a game: a shape, two colors and letters of its title alone, so it is the same in every store."""

from typing import Final

from core.folding import folded
from viewer.boards.scene import Json
from viewer.look.element import element

PAIRS: Final = 12
"""Number of pairs of colors, `--e0a` and `--e0b` to `--e11a` and `--e11b` in `look.css`: field and figure."""

_SEED: Final = 0x811C9DC5 ^ 88651
"""Start of the hash, chosen so that sixty known titles spread evenly over shapes and pairs."""

_ARTICLES: Final = frozenset(["the", "a", "an", "of", "and", "to", "de", "la", "le", "el", "der", "die", "das"])
_WORD: Final = 0xFFFFFFFF

_SHAPES: Final[tuple[tuple[Json, float, float], ...]] = (
    (element("rect", x=6, y=6, width=28, height=28, rx=5), 25.4, 16),
    (element("path", d="M20 4.5 34 12.25v15.5L20 35.5 6 27.75v-15.5z"), 25.1, 15),
    (
        element(
            "path",
            d="M20 3.5a6.6 6.6 0 0 1 4.6 11.3c4.6 2.2 8.4 7.4 9.4 17.2.2 2.4-1 4-3.4 4H9.4"
            "C7 36 5.8 34.4 6 32c1-9.8 4.8-15 9.4-17.2A6.6 6.6 0 0 1 20 3.5z",
        ),
        30.9,
        13,
    ),
    (element("rect", x=9, y=3.5, width=22, height=33, rx=3.5), 25.1, 15),
    (element("path", d="M20 3 34.5 20 20 37 5.5 20z", stroke_width=3, stroke_linejoin="round"), 24.6, 13.5),
    (
        element(
            "path",
            d="M20 4L26.6 12.4L36.6 16.1L30.7 25L30.3 35.7L20 32.7L9.7 35.7L9.3 25L3.4 16.1L13.4 12.4z",
            stroke_width=2.5,
            stroke_linejoin="round",
        ),
        26.2,
        13,
    ),
    (element("path", d="M-2 46V27C5 13.5 12 8 20 8s15 5.5 22 19v19z"), 31.3, 15.5),
    (element("path", d="M-2 46V16c6-8 11.5-8 16-4.5s9 3.5 13 0S37 8.5 42 14v32z"), 31.8, 15.5),
)
"""Tile, hexagon, pawn, card, die, star, hill, wave in a box of 40, with the baseline and the size of the letters."""

_LEAST: Final = 11.1
"""Pixels of a letter alone, the smallest text on a phone."""

_HILL: Final = 6
"""First of the shapes that reach the lower edge: their ground ends at 30, or it would shine through at the corners."""


def hashed(text: str) -> int:
    """32 bits of the folded text: FNV-1a with mixed ends."""
    value = _SEED
    for byte in folded(text).encode():
        value = (value ^ byte) * 0x01000193 & _WORD
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35), (16, 1)):
        value = (value ^ value >> shift) * factor & _WORD
    return value


def letters_of(title: str) -> str:
    """One or two letters of a title: of its first two words, else of its one word."""
    words = [word for word in folded(title).split() if word.isalnum()]
    words = [word for word in words if word not in _ARTICLES] or words
    if not words:
        return ""
    if len(words) == 1:
        return words[0][:2].capitalize()
    return (words[0][0] + words[1][0]).upper()


def emblem(title: str, size: int = 40, picture: str = "") -> Json:
    """The emblem, `size` pixels wide; `picture` is the address of an image that takes its place.

    Decorative: the title stands beside it. One letter below 32 pixels.
    """
    if picture:
        return element("img", src=picture, alt="", class_="em", width=size, height=size, loading="lazy")
    shape, pair, letters = marks(title)
    return _drawn(shape, str(pair), letters, size)


def marks(title: str) -> tuple[int, int, str]:
    """The number of the shape, that of the pair of colors, and the letters: what an emblem is made of."""
    value = hashed(title)
    return value // PAIRS % len(_SHAPES), value % PAIRS, letters_of(title)


def shapes() -> list[Json]:
    """The emblem of every shape with `{pair}` and `{letters}` in the place of the others, for pages with many."""
    return [_drawn(shape, "{pair}", "{letters}", 40) for shape in range(len(_SHAPES))]


def _drawn(shape: int, pair: str, letters: str, size: int) -> Json:
    figure, baseline, letter_size = _SHAPES[shape]
    if size < 32:
        letters, baseline = letters[:1], baseline + letter_size * 0.12
        letter_size = max(letter_size * 1.35, _LEAST * 40 / size)
    field, ink = f"var(--e{pair}a)", f"var(--e{pair}b)"
    return element(
        "svg",
        element("rect", width=40, height=30 if shape >= _HILL else 40, fill=field),
        element("g", figure, fill=ink, stroke=ink, stroke_width=0),
        element(
            "text", letters, x=20, y=round(baseline, 1), text_anchor="middle", font_size=round(letter_size, 1),
            font_weight=700, letter_spacing=-0.2, fill=field,
        ),
        viewBox="0 0 40 40", width=size, height=size, class_="em" if size >= 32 else "em small", aria_hidden="true",
    )  # fmt: skip
