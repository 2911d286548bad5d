"""The face of a person: the first letter on one of the colors of emblems, or a picture."""

from collections.abc import Iterable, Mapping
from typing import Final

from viewer.boards.scene import Json
from viewer.look.element import element
from viewer.look.emblem import PAIRS, hashed

_STRIDE: Final = 5
"""Step to the next pair of colors if a known person has the first choice; prime to `PAIRS`, so all are tried."""


class Faces:
    """The faces of the people of a store, so that the first twelve have colors of their own."""

    def __init__(self, names: Iterable[str], pictures: Mapping[str, str] | None = None) -> None:
        """`names` in the order in which people entered the store; `pictures` are addresses of images by name."""
        self._pictures = pictures or {}
        self._pairs: dict[str, int] = {}
        taken: set[int] = set()
        for name in names:
            pair = hashed(name) % PAIRS
            if len(taken) < PAIRS:
                while pair in taken:
                    pair = (pair + _STRIDE) % PAIRS
            self._pairs.setdefault(name, pair)
            taken.add(pair)

    def face(self, name: str, size: int = 24) -> Json:
        """The face, `size` pixels wide. Decorative: the name stands beside it."""
        style = f"width: {size}px; height: {size}px"
        if picture := self._pictures.get(name):
            return element("img", src=picture, alt="", class_="face", style=style, loading="lazy")
        pair = self.pair(name)
        look = f"{style}; background: var(--e{pair}a); color: var(--e{pair}b); font-size: {max(11, size * 3 // 7)}px"
        return element("span", letter_of(name), class_="face", style=look, aria_hidden="true")

    def pair(self, name: str) -> int:
        """The number of the pair of colors."""
        return self._pairs.get(name, hashed(name) % PAIRS)


def letter_of(name: str) -> str:
    """The letter that stands for a person."""
    return next((sign for sign in name if sign.isalnum()), "?").upper()
