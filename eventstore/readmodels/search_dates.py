"""Months, days and seasons in the words of a search: `march 2026`, `14. 3.`, `last summer`, `v pátek`."""

import datetime
import re
from calendar import isleap
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from core.folding import folded

LANGUAGES: Final = ("en", "cs", "ro")
"""Languages whose names of months and days are known; English is always read."""


class DatePeriod(NamedTuple):
    """The days that some words name; fields that are None leave it open, so that `month` alone is one of every year.

    `week` is the Monday of a week, `weekday` counts from Monday, 0, and winter begins in December of its `year`.
    `said` are the words as typed. They are `bare` if they are one name that may be a word of a text as well.
    """

    said: str
    year: int | None = None
    month: int | None = None
    day: int | None = None
    season: str | None = None
    weekday: int | None = None
    week: datetime.date | None = None
    bare: bool = False

    def prefixes(self, years: range) -> list[str]:
        """The beginnings of the dates (`2026-03`) in this period, of these years if it is one of every year."""
        if self.week:
            return [str(self.week + datetime.timedelta(days=day)) for day in range(7)]
        years = range(self.year, self.year + 1) if self.year else years
        if self.weekday is not None:
            return [str(day) for day in _days(years) if day.weekday() == self.weekday]
        if self.season:
            months = _SEASONS[self.season]
            return [f"{year + (month < months[0]):04}-{month:02}" for year in years for month in months]
        rest = "".join(f"-{part:02}" for part in (self.month, self.day) if part)
        return [f"{year:04}{rest}" for year in years]


def _days(years: range) -> Iterator[datetime.date]:
    for year in years:
        first = datetime.date(year, 1, 1)
        yield from (first + datetime.timedelta(days=day) for day in range(366 if isleap(year) else 365))


_SEASONS: Final[Mapping[str, tuple[int, ...]]] = {
    "spring": (3, 4, 5),
    "summer": (6, 7, 8),
    "autumn": (9, 10, 11),
    "winter": (12, 1, 2),
}

_NAMES: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "M": "january, february, march, april, may, june, july, august, september, october, november, december",
        "m": "jan, feb, mar, apr, , jun, jul, aug, sep sept, oct, nov, dec",
        "S": "spring, summer, autumn fall, winter",
        "W": "monday, tuesday, wednesday, thursday, friday, saturday, sunday",
        "w": "mon, tue tues, wed, thu thurs, fri, sat, sun",
        "N": "today, yesterday",
        "U": "week, month, year",
        "L": "last previous",
        "T": "this",
        "P": "in on of the from during",
    },
    "cs": {
        "M": "leden ledna lednu, unor unora unoru, brezen brezna breznu, duben dubna dubnu, kveten kvetna kvetnu,"
        " cerven cervna cervnu, cervenec cervence cervenci, srpen srpna srpnu, zari, rijen rijna rijnu,"
        " listopad listopadu, prosinec prosince prosinci",
        "m": "led, , bre, dub, kve, cvn, cvc, srp, , rij, lis, pro",
        "S": "jaro jara jare, leto lete, podzim podzimu, zima zimy zime",
        "W": "pondeli pondelky, utery uterky, streda stredu stredy, ctvrtek ctvrtky, patek patky, sobota sobotu soboty,"
        " nedele nedeli",
        "w": "po, ut, st, ct, pa, so, ne",
        "N": "dnes, vcera",
        "U": "tyden tydnu, mesic mesici, rok roku",
        "L": "minuly minula minule minulou minulem minuleho posledni",
        "T": "tento tuto tomto",
        "A": "loni lonsky lonskem lonska lonske lonskeho",
        "B": "letos letosni letosnim",
        "P": "v ve na z",
    },
    "ro": {
        "M": "ianuarie, februarie, martie, aprilie, mai, iunie, iulie, august, septembrie, octombrie, noiembrie,"
        " decembrie",
        "m": "ian, feb, mar, apr, , iun, iul, aug, sep sept, oct, noi, dec",
        "S": "primavara primaverii, vara verii, toamna toamnei, iarna iernii",
        "W": "luni lunea, marti martea, miercuri miercurea, joi joia, vineri vinerea, sambata, duminica",
        "N": "azi astazi, ieri",
        "U": "saptamana, luna, anul",
        "L": "trecut trecuta ultimul ultima",
        "T": "acest aceasta asta",
        "P": "in din pe de",
    },
}
"""Folded names by kind: months and weekdays in full and in short, seasons, days, units, particles; equal ones beside
each other. `L` is last, `T` this, `A` last year, `B` this year. Two names that a text often has are no short ones.
"""

_PATTERN: Final = re.compile(
    "P?(?:(?P<date>D[Mm](?:P?Y)?|[Mm]DY?|Y[Mm]|[Mm]P?Y|[ABT]P?[Mm]|[Mm][AB])|(?P<month>LP?[Mm]|[Mm]L)"
    "|(?P<season>SP?Y|YS|LS|SL|[ABT]P?S|S[AB])|(?P<weekday>L[Ww]|[Ww]L)|(?P<unit>[LT]U|U[LT])|(?P<bare>[MSWNAB]))"
)
"""Kinds of words that are a period together; `D` is a day of the month, `Y` a year."""

_NUMBERS: Final = (
    r"\d{1,2}\. ?\d{1,2}\.(?: ?\d{4})?|\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{1,2}[./]\d{4}|\d{1,2}/\d{1,2}|\d{4}-\d\d-\d\d"
)
_TOKEN: Final = re.compile(rf'"[^"]*"?|(?:{_NUMBERS})(?!\S)|\S+')
_IS_DATE: Final = re.compile(_NUMBERS)
_DAY: Final = re.compile("([1-9]|[12][0-9]|3[01])(?:st|nd|rd|th)?")
_YEAR: Final = re.compile(r"(?:19|20)\d\d")


class _Word(NamedTuple):
    """A word of a search: its kind, `x` for one of a text, and its place among the names of this kind."""

    start: int
    end: int
    kind: str
    value: int


def read_periods(text: str, today: datetime.date, languages: Sequence[str] = LANGUAGES) -> list[str | DatePeriod]:
    """The words of a text in their order, and in place of those that name a period the period.

    Words in quotation marks name none.
    """
    is_english = languages[:1] == ("en",)
    words = [_word(match, _known(tuple(languages))) for match in _TOKEN.finditer(text)]
    kinds, at, parts = "".join(word.kind for word in words), 0, list[str | DatePeriod]()
    while at < len(words):
        found, period = _PATTERN.match(kinds, at), None
        end = found.end() if found else at + 1
        said = text[words[at].start : words[end - 1].end]
        if found:
            period = _period(found, words[at:end], today)
        elif kinds[at] == "I":
            period = _of_numbers(
                [int(number) for number in re.findall(r"\d+", said)], is_month_first="/" in said and is_english
            )
        if period is None:
            end = at + 1
            parts += text[words[at].start : words[at].end].replace('"', " ").split()
        else:
            parts.append(period._replace(said=said))
        at = end
    return parts


def _word(match: re.Match[str], known: Mapping[str, tuple[str, int]]) -> _Word:
    token, kind, value = folded(match[0]), "x", 0
    if _IS_DATE.fullmatch(match[0]):
        kind = "I"
    elif match[0].startswith('"'):
        pass
    elif day := _DAY.fullmatch(token):
        kind, value = "D", int(day[1])
    elif _YEAR.fullmatch(token):
        kind, value = "Y", int(token)
    else:
        kind, value = known.get(token, (kind, value))
    return _Word(match.start(), match.end(), kind, value)


@lru_cache
def _known(languages: tuple[str, ...]) -> Mapping[str, tuple[str, int]]:
    """The kind of each name and its place, from 0; of equal ones the name in full, then that of the first language."""
    known = dict[str, tuple[str, int]]()
    for kind in "MSWNULTABPmw":
        for language in dict.fromkeys((*languages, "en")):
            for place, names in enumerate(_NAMES[language].get(kind, "").split(",")):
                for name in names.split():
                    known.setdefault(name, (kind, place))
    return known


def _period(found: re.Match[str], words: Sequence[_Word], today: datetime.date) -> DatePeriod | None:
    """The period of words of these kinds; None for a day that there is not."""
    own = {word.kind: word.value for word in words}
    year, is_last = own.get("Y", _year_of(own, today)), "L" in own
    month = next((own[kind] + 1 for kind in "Mm" if kind in own), None)
    weekday = next((own[kind] for kind in "Ww" if kind in own), None)
    match found.lastgroup:
        case "date":
            return _checked(year, month, own.get("D"))
        case "month":
            assert month
            return DatePeriod("", today.year - (month >= today.month), month)
        case "season":
            named = [*_SEASONS][own["S"]]
            return DatePeriod("", _last_season(named, today) if is_last else year, season=named)
        case "weekday":
            assert weekday is not None
            return _on(today - datetime.timedelta(days=(today.weekday() - weekday - 1) % 7 + 1))
        case "unit":
            return _unit(own["U"], today, is_last=is_last)
    if "N" in own:
        return _on(today - datetime.timedelta(days=own["N"]))._replace(bare=True)
    season = [*_SEASONS][own["S"]] if "S" in own else None
    return DatePeriod("", year, month, season=season, weekday=weekday, bare=True)


def _year_of(kinds: Mapping[str, int], today: datetime.date) -> int | None:
    return today.year - 1 if "A" in kinds else today.year if {"B", "T"} & kinds.keys() else None


def _on(day: datetime.date) -> DatePeriod:
    return DatePeriod("", day.year, day.month, day.day)


def _last_season(season: str, today: datetime.date) -> int:
    """The year in which the last one began that is over."""
    last = _SEASONS[season][-1]
    ends = today.year if last < today.month else today.year - 1
    return ends - (season == "winter")


def _unit(unit: int, today: datetime.date, *, is_last: bool) -> DatePeriod:
    if unit == 0:
        return DatePeriod("", week=today - datetime.timedelta(days=today.weekday() + 7 * is_last))
    if unit == 2:
        return DatePeriod("", today.year - is_last)
    month = today.replace(day=1) - datetime.timedelta(days=is_last)
    return DatePeriod("", month.year, month.month)


def _of_numbers(numbers: Sequence[int], *, is_month_first: bool) -> DatePeriod | None:
    if numbers[0] > 31:
        return _checked(*numbers)
    if numbers[-1] > 31 and len(numbers) == 2:
        return _checked(numbers[1], numbers[0])
    day, month, *year = numbers
    if (is_month_first and month <= 31 and day <= 12) or month > 12:
        day, month = month, day
    return _checked(year[0] if year else None, month, day)


def _checked(year: int | None, month: int | None, day: int | None = None) -> DatePeriod | None:
    """The period, None for a day that there is not; of every year there is one if it is in a leap year."""
    try:
        datetime.date(year or 2000, month or 1, day or 1)
    except ValueError:
        return None
    return DatePeriod("", year, month, day)
