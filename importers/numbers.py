"""Points as people write them in foreign files: `41`, `-3`, `13.5`, `21,7`, and sums like `62+18-5`."""

import re
from decimal import Decimal
from typing import Final

from core.entries import MOST_POINTS
from core.game import Points
from core.phrase import phrase
from importers.text import Say

MOST_MINUTES: Final = 100_000
"""Two months without a break: what is said to have taken longer was left running."""

_NUMBER: Final = r"[0-9]{1,40}(?:[.,][0-9]{1,40})?"
_PLAIN: Final = re.compile(rf"[+-]? ?{_NUMBER}")
_SUM: Final = re.compile(rf"[+-]? ?{_NUMBER}(?: ?[+-] ?{_NUMBER})*")
_TERM: Final = re.compile(rf"([+-]?) ?({_NUMBER})")
_THOUSANDS: Final = re.compile(r"[1-9][0-9]{0,2},[0-9]{3}")


def number(text: str | None) -> Points:
    """One number; None where nothing is written, which is not 0. Raises ValueError for text that is none.

    A comma is a decimal comma; `1,234` may be meant either way and is refused.
    """
    return _read(text, _PLAIN)


def points(text: str | None) -> Points:
    """As `number`, but additions and subtractions are worked out: `66-5-0-11` is 50."""
    return _read(text, _SUM)


def _read(text: str | None, form: re.Pattern[str]) -> Points:
    written = " ".join((text or "").replace("−", "-").split())
    if not written:
        return None
    if not form.fullmatch(written):
        raise ValueError(phrase("{written!r} is not a number of points.", written=written[:40]))
    total = Decimal()
    for sign, digits in _TERM.findall(written):
        if _THOUSANDS.fullmatch(digits):
            raise ValueError(
                phrase("{written!r} may be a decimal comma or thousands; write it without a comma.", written=digits)
            )
        term = Decimal(digits.replace(",", "."))
        total += -term if sign == "-" else term
    if not -MOST_POINTS <= total <= MOST_POINTS:
        raise ValueError(phrase("{written!r} is more than a score can be.", written=written[:40]))
    return int(total) if total == total.to_integral_value() else float(total)


def minutes(count: int, say: Say) -> int | None:
    """How long a match took; None for 0, and for what cannot be, which `say` is told."""
    if 0 <= count <= MOST_MINUTES:
        return count or None
    say(phrase("A match of {count} minutes cannot be; the duration is not kept.", count=count))
    return None
