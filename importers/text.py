"""Cleans text from foreign files: removes characters that are invisible or that a store would refuse, and composes
letters with their accents (Unicode NFC), since some programs write an é as an e and an accent. Parses points: `41`,
`-3`, `13.5`, `21,7`, and sums like `62+18-5`.
"""

import re
import unicodedata
from collections.abc import Callable
from decimal import Decimal
from typing import Final, TypeAlias

from core.game import Points
from core.messages import message
from core.readable import readable
from core.record_events import MAX_POINTS

ProblemSink: TypeAlias = Callable[[str], None]
"""Receives the sentence of a problem with the current item."""

MAX_NAME_LENGTH: Final = 100
"""Maximum characters of a person's name; the rest is cut off."""

_UNSEEN: Final = {"Cc", "Cs", "Cn", "Co"}
"""Unicode categories: control characters, surrogates, unassigned and private-use characters."""


def line(text: str | None) -> str:
    """One line in NFC without outer and repeated spaces and without unprintable characters."""
    return unicodedata.normalize("NFC", decomposed_line(text)) if text else ""


def decomposed_line(text: str | None) -> str:
    """The line with its letters as they are written: decomposed ones stay so."""
    if not text:
        return ""
    words = " ".join(text.split())
    return words if words.isprintable() else " ".join(readable(words).split())


def name(text: str | None, report: ProblemSink) -> str:
    """A person's name; `report` receives a sentence if it was shortened."""
    whole = line(text)
    if len(whole) <= MAX_NAME_LENGTH:
        return whole
    report(message("The name {name}… was shortened to {most} characters.", name=whole[:30], most=MAX_NAME_LENGTH))
    return whole[:MAX_NAME_LENGTH].rstrip()


def block(text: str | None) -> str:
    """Several lines: line ends become `\\n`; outer white space and control characters are removed."""
    if text and text.isprintable():
        return text.strip()
    lines = (text or "").replace("\r\n", "\n").replace("\r", "\n")
    seen = (letter for letter in lines if letter in "\n\t" or unicodedata.category(letter) not in _UNSEEN)
    return "".join(seen).strip()


MAX_MINUTES: Final = 100_000
"""About 69 days; a longer time comes from a timer that was not stopped."""

OPERATORS: Final = ("+", "-", "−")

_NUMBER: Final = r"(?:[0-9]{1,40}(?:[.,][0-9]{1,40})?|[.,][0-9]{1,40})"
_PLAIN: Final = re.compile(rf"[+-]? ?{_NUMBER}\.?")
_SUM: Final = re.compile(rf"[+-]? ?{_NUMBER}\.?(?: ?[+-] ?{_NUMBER}\.?)*(?: ?[+-])?")
_TERM: Final = re.compile(rf"([+-]?) ?({_NUMBER})")
_THOUSANDS: Final = re.compile(r"[1-9][0-9]{0,2},[0-9]{3}")


def number(text: str | None) -> Points:
    """One number; None for an empty text, which is not 0. Raises ValueError for other text.

    A comma is a decimal comma; `1,234` is ambiguous and refused. `8.` is 8, and `.5` a half.
    """
    return _read(text, _PLAIN)


def points(text: str | None) -> Points:
    """Like `number`, but evaluates additions and subtractions: `66-5-0-11` is 50, and `86+84+` 170.

    An operator at the end was typed before a term that did not come.
    """
    return _read(text, _SUM)


def _read(text: str | None, form: re.Pattern[str]) -> Points:
    written = " ".join((text or "").replace("−", "-").split())
    if not written:
        return None
    if not form.fullmatch(written):
        raise ValueError(message("{written!r} is not a number of points.", written=written[:40]))
    total = Decimal()
    for sign, digits in _TERM.findall(written):
        if _THOUSANDS.fullmatch(digits):
            raise ValueError(
                message(
                    "{written!r} is ambiguous: the comma marks decimals or thousands; write it without a comma.",
                    written=digits,
                )
            )
        term = Decimal(digits.replace(",", "."))
        total += -term if sign == "-" else term
    if not -MAX_POINTS <= total <= MAX_POINTS:
        raise ValueError(message("{written!r} is larger than a score can be.", written=written[:40]))
    return int(total) if total == total.to_integral_value() else float(total)


def minutes(count: int, report: ProblemSink) -> int | None:
    """The length of a match; None for 0, and for an impossible value, which is reported to `report`."""
    if 0 <= count <= MAX_MINUTES:
        return count or None
    report(message("{count} minutes is not a possible duration; the duration is not kept.", count=count))
    return None
