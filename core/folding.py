"""The form in which words are compared where people look for something; `folded.js` gives pages the same one."""

import unicodedata
from functools import lru_cache
from typing import Final

_BASE: Final = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i"})
"""Letters that Unicode does not take apart."""

_APOSTROPHES: Final = dict.fromkeys(map(ord, "'\u2018\u2019\u02bc\u00b4`"))


@lru_cache(10_000)
def folded(text: str) -> str:
    """The text without letter case, accents and apostrophes, other punctuation as one space.

    A text of signs alone keeps them.
    """
    letters = unicodedata.normalize("NFKD", text.translate(_APOSTROPHES)).casefold().translate(_BASE)
    plain = (letter for letter in unicodedata.normalize("NFKD", letters) if unicodedata.category(letter)[0] != "M")
    words = "".join(letter if letter.isalnum() else " " for letter in plain).split()
    return " ".join(words) or text.strip()


def similarity(one: str, other: str) -> float:
    """The share of letters that two texts have in common, in one order, from 0 to 1.

    The longest common subsequence is counted with the bits of a number, a letter of `other` at a time (Hyyrö 2004).
    """
    places: dict[str, int] = {}
    for place, letter in enumerate(one):
        places[letter] = places.get(letter, 0) | 1 << place
    every = unmatched = (1 << len(one)) - 1
    for letter in other:
        found = unmatched & places.get(letter, 0)
        unmatched = (unmatched + found) | (unmatched - found)
    common, letters = (every & ~unmatched).bit_count(), len(one) + len(other)
    return 2 * common / letters if letters else 1.0
