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
