"""From what people write on a sheet to points: sums, factors, majorities, sets.

`viewer/live/points.js` computes the same in the browser, without the server; tests hold both to the same cases.
"""

import re
from collections.abc import Sequence
from typing import Final

from core.game import Points
from core.messages import message
from core.sheet_template import Category, Number

MAX_ENTRY: Final = 60
"""Maximum characters of what is written for one seat."""

_SUM: Final = re.compile(r"[+-]?\d+(?:\.\d+)?(?:×\d+(?:\.\d+)?)*(?:[+-]\d+(?:\.\d+)?(?:×\d+(?:\.\d+)?)*)*")
_SAME: Final = str.maketrans("\u2212\u2013*x\u00b7,", "--\u00d7\u00d7\u00d7.")
"""Other ways to write a minus, a times sign and a decimal point."""

_TERM: Final = re.compile(r"[+-]?[^+-]+")


def is_entry(text: str) -> bool:
    """Whether a text is a number or a sum in its one form: no spaces, `-`, `×` and a decimal point; or empty."""
    return len(text) <= MAX_ENTRY and (not text or _SUM.fullmatch(text) is not None)


def normal_entry(text: str) -> str:
    """The one form of a number or sum. Raises ValueError with a sentence."""
    entry = re.sub(r"\s", "", text).translate(_SAME)
    if not is_entry(entry):
        raise ValueError(message("Write points as a number or a sum, such as 12+7, not {text!r}.", text=text[:40]))
    return entry


def terms(entry: str) -> list[Number]:
    """The terms of a sum, with their signs."""
    return [_product(term) for term in _TERM.findall(entry)]


def _product(term: str) -> Number:
    value: Number = -1 if term.startswith("-") else 1
    for factor in term.lstrip("+-").split("×"):
        value *= float(factor) if "." in factor else int(factor)
    return value


def count(entry: str) -> Points:
    """What a sum comes to; None if nothing is written."""
    return _whole(sum(terms(entry))) if entry else None


def points(category: Category, entries: Sequence[str]) -> tuple[Points, ...]:
    """The points of a line by seat; None where nothing is written."""
    if category.formula == "majority":
        return _majority(category, [count(entry) for entry in entries])
    if category.formula == "sets":
        sums = (sum(_set_points(category, size) for size in terms(entry)) for entry in entries)
        return tuple(_whole(number) if entry else None for number, entry in zip(sums, entries, strict=True))
    return tuple(None if (number := count(entry)) is None else _whole(number * category.factor) for entry in entries)


def _set_points(category: Category, size: Number) -> Number:
    """The points of one set; a larger one than the table knows counts as its last."""
    return category.table[min(int(size), len(category.table)) - 1] * category.factor if size >= 1 else 0


def _majority(category: Category, counts: Sequence[Points]) -> tuple[Points, ...]:
    """The points of a majority; a seat with 0 gets no points, even in first place."""
    won: list[Points] = []
    for number in counts:
        if number is None:
            won.append(None)
            continue
        place = sum(other is not None and other > number for other in counts)
        tied = sum(other == number for other in counts)
        places = category.table[place : place + tied] if number > 0 else ()
        if category.shared and tied > 1:
            won.append(int(sum(places) * category.factor // tied))
        else:
            won.append(_whole(places[0] * category.factor) if places else 0)
    return tuple(won)


def _whole(number: Number) -> Number:
    """An integer where it is one; decimal fractions to six digits."""
    rounded = round(number, 6)
    return int(rounded) if rounded == int(rounded) else rounded
