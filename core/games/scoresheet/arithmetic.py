"""From what people write on a sheet to points: sums, factors, majorities, sets.

`points.js` of the live record computes the same in the browser, without the server; tests hold both to the same cases.
So digits are 0 to 9 (`\\d` is those of all scripts here and not there), spaces are listed, fractions are added from
left to right and rounded half away from zero.
"""

import re
from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_UP, Decimal
from functools import reduce
from operator import add
from typing import Final

from core.game import Points
from core.messages import message
from core.sheet_template import Category, Number

MAX_ENTRY: Final = 60
"""Maximum characters of what is written for one seat."""

_PRODUCT: Final = r"[0-9]+(?:\.[0-9]+)?(?:×[0-9]+(?:\.[0-9]+)?)*"
_SUM: Final = re.compile(rf"[+-]?{_PRODUCT}(?:[+-]{_PRODUCT})*")
_SPACES: Final = re.compile("[ \t\u00a0\u2009\u202f]")
_THOUSANDS: Final = re.compile(r"[0-9],[0-9]{3}(?![0-9])")
_MILLIONTH: Final = Decimal("0.000001")
_SAME: Final = str.maketrans("\u2212\u2013*x\u00b7,", "--\u00d7\u00d7\u00d7.")
"""Other ways to write a minus, a times sign and a decimal point."""

_TERM: Final = re.compile(r"[+-]?[^+-]+")


def is_entry(text: str) -> bool:
    """True if a text is a number or a sum in its one form: no spaces, `-`, `×` and a decimal point; or empty."""
    return len(text) <= MAX_ENTRY and (not text or _SUM.fullmatch(text) is not None)


def is_recorded_entry(text: str) -> bool:
    """True if a stored text is an entry: digits of other scripts were recorded up to version 0.2."""
    return is_entry(re.sub(r"\d", lambda digit: str(int(digit[0])), text))


def normal_entry(text: str) -> str:
    """The one form of a number or sum. Raises ValueError with a sentence, also for `1,200`: is it 1200 or 1.2?"""
    entry = _SPACES.sub("", text).translate(_SAME)
    if not is_entry(entry) or _THOUSANDS.search(text):
        raise ValueError(message("Write points as a number or a sum, such as 12+7, not {text!r}.", text=text[:40]))
    return entry


def terms(entry: str) -> list[float]:
    """The terms of a sum, with their signs; floats, as the numbers of the browser are."""
    return [_product(term) for term in _TERM.findall(entry)]


def _product(term: str) -> float:
    value = -1.0 if term.startswith("-") else 1.0
    for factor in term.lstrip("+-").split("×"):
        value *= float(factor)
    return value


def count(entry: str) -> Points:
    """The value of a written sum; None if nothing is written."""
    return rounded(_added(terms(entry))) if entry else None


def points(category: Category, entries: Sequence[str], bids: Sequence[str] = (), round: int = 0) -> tuple[Points, ...]:
    """The points of a line by seat; None where nothing is written. Tricks need the `bids` of their `round`."""
    if category.formula == "bids":
        return tuple(
            _bid_points(category, count(bid), count(entry), round) for bid, entry in zip(bids, entries, strict=True)
        )
    if category.formula == "majority":
        return _majority(category, [count(entry) for entry in entries])
    if category.formula == "sets":
        sums = (_added(_set_points(category, size) for size in terms(entry)) for entry in entries)
        return tuple(rounded(number) if entry else None for number, entry in zip(sums, entries, strict=True))
    return tuple(None if (number := count(entry)) is None else rounded(number * category.factor) for entry in entries)


def _set_points(category: Category, size: Number) -> Number:
    """The points of one set; a larger one than the table knows counts as its last."""
    return category.table[min(int(size), len(category.table)) - 1] * category.factor if size >= 1 else 0


def _bid_points(category: Category, bid: Points, taken: Points, round: int) -> Points:
    right, each, off, nothing = category.table
    if bid is None or taken is None:
        return None
    if bid == 0 and nothing:
        won = nothing * round if taken == 0 else -nothing * round
    else:
        won = right + each * taken if bid == taken else -off * abs(bid - taken)
    return rounded(won * category.factor)


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
            won.append(int(rounded(_added(points * category.factor for points in places)) // tied))
        else:
            won.append(rounded(places[0] * category.factor) if places else 0)
    return tuple(won)


def _added(numbers: Iterable[Number]) -> Number:
    return reduce(add, numbers, 0)


def rounded(number: Number) -> Number:
    """An integer where it is one; decimal fractions to six digits."""
    if number == int(number):
        return int(number)
    value = float(Decimal(number).quantize(_MILLIONTH, ROUND_HALF_UP))
    return int(value) if value == int(value) else value
