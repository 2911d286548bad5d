"""Parses handwritten dates: `2026-11-20`, `20. 11. 2026`, `20/11/26`, `Nov 20, 2026`, `20. listopadu 2026`.

Dates of programs too: `Tue Feb 20 2024 00:00:00 GMT+0100`, seconds and milliseconds since 1970, days since 1899.
"""

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple

from core.messages import ForCommands, Message, message
from importers.tables import languages
from importers.tables.languages import plain

MIN_MONTH_LENGTH: Final = 2

_WORD: Final = r"[^\W\d_]{2,12}"
_TIME: Final = (
    r"(?:,? +(?:(?:at|um|à|o|om|alle|a las) )?|T)"
    r"(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})(?::[0-9]{2}(?:\.[0-9]+)?)? ?(?P<half>[ap]m)?"
    r" ?(?:GMT|UTC)?(?P<zone>Z|[+-][0-9]{2}:?[0-9]{2})?(?: \([^()]{1,60}\))?"
)
_WEEKDAY: Final = rf"(?:{_WORD}(?:-{_WORD})?[.,]? +)?"
_NUMBERS: Final = r"(?P<one>[0-9]{1,2})(?P<sign>[./-]) ?(?P<two>[0-9]{1,2})(?P=sign) ?(?P<year>[0-9]{4}|[0-9]{2})"
_DAYS: Final = (
    r"(?P<year>[0-9]{4})(?P<sign>[-/.]) ?(?P<month>[0-9]{1,2})(?P=sign) ?(?P<day>[0-9]{1,2})\.?",
    _NUMBERS,
    rf"(?P<day>[0-9]{{1,2}})(?:\.|er|st|nd|rd|th|[ºª°])?[ -]+(?:de |of )?(?P<name>{_WORD})\.?,?[ -]+(?:de )?"
    r"(?P<year>[0-9]{4})",
    rf"(?P<name>{_WORD})\.? +(?P<day>[0-9]{{1,2}})(?:st|nd|rd|th)?,? +(?P<year>[0-9]{{4}})",
)
_WITHOUT_YEAR: Final = (
    r"(?P<year>[0-9]{4})(?:[-/.](?P<month>[0-9]{1,2}))?",
    rf"(?P<name>{_WORD})\.?,? +(?P<year>[0-9]{{4}})",
)

_SHORT: Final = rf"(?P<day>[0-9]{{1,2}})[ -](?P<name>{_WORD})[ -](?P<year>[0-9]{{2}})"

_COMPACT: Final = r"(?P<year>(?:19|20)[0-9]{2})(?P<month>[01][0-9])(?P<day>[0-3][0-9])"

_FORMS: Final = tuple(
    re.compile(rf"{form}(?:{_TIME})?", re.IGNORECASE)
    for form in (*(_WEEKDAY + day for day in _DAYS), _SHORT, _COMPACT, *_WITHOUT_YEAR)
)
_WITHIN: Final = tuple(re.compile(rf"(?<![\w.,/-])(?:{day})(?:{_TIME})?(?![\w/-])", re.IGNORECASE) for day in _DAYS)
_YEAR_FIRST: Final = re.compile(r"[0-9]{4}[-/.] ?[0-9]{1,2}[-/.] ?[0-9]")
_SHORT_YEAR: Final = 2
_ORDERED: Final = re.compile(rf"(?<![0-9]){_NUMBERS}(?![0-9])")

_EPOCH: Final = re.compile(r"[1-2][0-9]{9}(?:[0-9]{3})?(?:\.0+)?")
_SERIAL: Final = re.compile(r"[3-5][0-9]{4}(?:\.[0-9]{1,12})?")
_FIRST_SERIAL: Final = datetime(1899, 12, 30, tzinfo=UTC)


class AmbiguousDate(ValueError):
    """The order of day and month is ambiguous (`03/04/2026`); the message is a sentence."""


class Day(NamedTuple):
    """The known part of a date (`2026-11-20`, `2026-11`, `2026`) and the time of day as `HH:MM`, or empty."""

    date: str
    time: str = ""


def parse(text: str, day_first: bool | None = None, *, year_first: bool = False) -> Day:
    """The date in a text. Raises ValueError; AmbiguousDate if `day_first` is needed and None.

    With dots the day comes before the month. A year of two digits is in this century; with `year_first` it is the first
    of three numbers. The time keeps its UTC offset.
    """
    written = " ".join(text.split())
    if machine := _of_machine(written):
        return machine
    for form in _FORMS:
        if match := form.fullmatch(written):
            fields = match.groupdict()
            if year_first and fields.get("one") and len(fields["year"] or "") == _SHORT_YEAR:
                year, month, day = fields["one"].rjust(2, "0"), fields["two"], fields["year"]
                fields = {"year": year, "month": month, "day": day}
            return Day(_date(fields, written, day_first), _time(match))
    raise ValueError(message("The date {written!r} cannot be read.", written=written[:40]))


def _of_machine(written: str) -> Day | None:
    """The date in a number: milliseconds or seconds since 1970 in UTC, or days since 1899, as spreadsheets count."""
    if _SERIAL.fullmatch(written):
        whole, _, part = written.partition(".")
        day = _FIRST_SERIAL + timedelta(days=int(whole), seconds=round(float(f"0.{part or 0}") * 86_400))
        return Day(day.date().isoformat(), day.strftime("%H:%M") if part.strip("0") else "")
    if _EPOCH.fullmatch(written):
        moment = datetime.fromtimestamp(int(written[:10]), UTC)
        return Day(moment.date().isoformat(), moment.strftime("%H:%MZ") if moment.time() != datetime.min.time() else "")
    return None


def is_date(text: str) -> bool:
    """True if a text is a date in whatever order."""
    try:
        return bool(parse(text, day_first=True))
    except ValueError:
        return False


def within(text: str) -> tuple[str, str, str] | None:
    """The text before the first complete date, the date, and the text after it; None without a complete date."""
    matches = [match for form in _WITHIN if (match := form.search(text))]
    if not matches:
        return None
    first = min(matches, key=lambda match: (match.start(), -match.end()))
    return text[: first.start()], first[0], text[first.end() :]


def day_comes_first(texts: Iterable[str]) -> bool | None:
    """True if the day comes first in dates like `13/04/2026`; None if no date decides it or two dates contradict."""
    seen = set()
    for text in texts:
        match = _ORDERED.search(text)
        if match and match["sign"] != ".":
            one, two = int(match["one"]), int(match["two"])
            if max(one, two) > 12:
                seen.add(one > 12)
    return seen.pop() if len(seen) == 1 else None


def year_comes_first(texts: Iterable[str]) -> bool | None:
    """True if the year comes first in dates like `26-06-13`; None if it may come first or last in all of them.

    A date with a year of four digits in front decides it, and a date that does not exist in the other order, or that is
    in the future. Else the years are the numbers of which there are fewer: if these come first, nothing is decided.
    """
    firsts, lasts, may_be_first, may_be_last = set[int](), set[int](), True, True
    for text in dict.fromkeys(texts):
        if _YEAR_FIRST.match(text):
            may_be_last = False
        elif (match := _ORDERED.search(text)) and len(match["year"]) == _SHORT_YEAR:
            one, two, last = int(match["one"]), int(match["two"]), int(match["year"])
            firsts.add(one)
            lasts.add(last)
            may_be_first &= _is_past(one, two, last)
            may_be_last &= _is_past(last, two, one) or _is_past(last, one, two)
    if not firsts or not may_be_first:
        return False
    if not may_be_last:
        return True
    return False if len(lasts) < len(firsts) else None


def _is_past(year: int, month: int, day: int) -> bool:
    """True if there was such a day in this century."""
    try:
        return not is_future(date(2000 + year, month, day).isoformat())
    except ValueError:
        return False


def is_future(day: str) -> bool:
    """True if a date, as precise as it is known, begins after today; tomorrow is today elsewhere."""
    return day > (date.today() + timedelta(days=1)).isoformat()


def _date(fields: dict[str, str | None], written: str, day_first: bool | None) -> str:
    year = (fields["year"] or "").rjust(3, "0").rjust(4, "2")
    month: str | None
    day: str | None
    if fields.get("name"):
        month, day = _month(fields["name"] or ""), fields.get("day")
    elif fields.get("one"):
        month, day = _in_order(
            int(fields["one"] or 0), int(fields["two"] or 0), fields["sign"] or "", written, day_first
        )
    else:
        month, day = fields.get("month"), fields.get("day")
    parts = [year, *(f"{int(part):02}" for part in (month, day) if part)]
    try:
        date.fromisoformat("-".join([*parts, "01", "01"][:3]))
    except ValueError:
        raise ValueError(message("The date {written!r} does not exist.", written=written[:40])) from None
    return "-".join(parts)


def _in_order(one: int, two: int, sign: str, written: str, day_first: bool | None) -> tuple[str, str]:
    """Month and day, in this order, from two numbers in the order of the text."""
    if sign != "." and one != two and one <= 12 and two <= 12 and day_first is None:
        raise AmbiguousDate(_ambiguous(written[:40]))
    first = one > 12 or (two <= 12 and day_first is not False) or sign == "."
    return (str(two), str(one)) if first else (str(one), str(two))


def _ambiguous(written: str) -> Message:
    return message(
        "{written!r} is ambiguous: choose whether the day or the month comes first{how}.",
        written=written,
        how=ForCommands(", with --day-first or --month-first"),
    )


def is_ambiguous(sentence: str) -> bool:
    """True if a problem is that of `AmbiguousDate`, also within another sentence."""
    if not isinstance(sentence, Message):
        return False
    parts = (value for _, value in sentence.values if isinstance(value, Message))
    return sentence.template == _ambiguous("").template or any(map(is_ambiguous, parts))


def _month(name: str) -> str:
    """The number of a month by its name in ten languages, also declined (`listopadem`) or cut (`Sept`)."""
    word = plain(name)
    names = languages.months()
    known = max((known for known in names if word.startswith(known)), key=len, default="")
    meant = {names[known]} if known else {number for known, number in names.items() if known.startswith(word)}
    if len(meant) != 1 or len(word) < MIN_MONTH_LENGTH:
        raise ValueError(message("The month {name!r} is unknown.", name=name))
    return str(meant.pop())


def _time(match: re.Match[str]) -> str:
    if match["hour"] is None:
        return ""
    hour, minute = int(match["hour"]), int(match["minute"])
    if match["half"]:
        hour = hour % 12 + 12 * (match["half"].lower() == "pm")
    if hour > 23 or minute > 59:
        raise ValueError(message("{written!r} is not a valid time.", written=match[0][:40]))
    if hour == minute == 0:
        return ""  # Programs write midnight for a date without a time.
    return f"{hour:02}:{minute:02}{match['zone'] or ''}"
