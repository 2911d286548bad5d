"""Translations of the viewer's texts: English, Czech and Romanian.

The English text in the code is the key of a message; the translations are in `viewer/locale`. After a change of
texts run `make messages` and translate the new ones; a message without a translation is shown in English, and the
tests warn about it.

In Python:

    gettext("The lead changed.")                                a text
    gettext("{name} leads by {points}.", name=name, points=...) whole sentences with named values, never joined halves
    ngettext("{number} move", "{number} moves", count)          `{number}` is the count; more values as above
    pgettext("verb", "Share")                                   one English word with several meanings
    LABELS = {"light": gettext_noop("Light")}                   outside of functions: mark now,
    gettext(LABELS[key])                                        translate later
    translate(step.label), translate(reason)                  texts of `core`: labels of steps, sources, refusals
    number(3.5), date("2026-11-20"), listed(names)              in the format of the current language

`gettext`, `ngettext`, `pgettext` and `gettext_noop` need a string literal, because the messages are extracted from the
source. Never call them during an import: the language is not known then. A cache of texts needs `current()` in its key.

In a component (its JavaScript and HTML):

    import { gettext, ngettext, formatNumber, setCatalog, translateElement } from "../lib/language.js";
    data = {..., "catalog": language.js_catalog("viewer/components/replay")}  the messages of these folders
    setCatalog(data.catalog);                                    before all other calls
    translateElement(root);                                     once per mount: texts and labels of the static HTML
    gettext("Step {at} of {of}.", {at, of: formatNumber(last)}), ngettext("{number} move", "{number} moves", count)
"""

import datetime
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from contextvars import ContextVar
from functools import cache, lru_cache
from gettext import NullTranslations
from importlib.resources import files
from pathlib import Path
from typing import Final, Literal, TypeAlias, TypedDict

from core import games
from core.messages import Message, Value, filled
from viewer.locale.po_file import PoMessage, compiled, header_of, messages

LANGUAGES: Final[Mapping[str, str]] = {"en": "English", "cs": "Čeština", "ro": "Română"}
"""The supported languages; each name is written in that language."""

ENGLISH: Final = "en"

TRANSLATIONS: Final = "partie.translations"
"""Group of the entry points of packages with `locale/<language>/LC_MESSAGES/*.po`."""


class CatalogJson(TypedDict):
    """The catalog of a component: translations by English text; plural forms in the order one, few, other."""

    language: str
    words: dict[str, str | list[str]]


_current: ContextVar[str] = ContextVar("language")
_ask: Callable[[], str] = lambda: ENGLISH  # noqa: E731


def set_language(language: str) -> None:
    """Set the language of this thread, one of `LANGUAGES`."""
    _current.set(language)


def ask(reader: Callable[[], str]) -> None:
    """Set the fallback for threads without a language: Streamlit runs callbacks and fragments on their own."""
    global _ask
    _ask = reader


def current() -> str:
    """The key of the current language."""
    return _current.get(None) or _ask()


def preferred(*languages: str | None) -> str:
    """The first supported language among `languages`, which are tags (`cs`, `ro-MD`; None is skipped); else English."""
    for tag in languages:
        language = (tag or "").replace("_", "-").split("-")[0].lower()
        if language in LANGUAGES:
            return language
    return ENGLISH


def gettext(text: str, /, **values: Value) -> str:
    """Translate `text` and fill in the values."""
    translated = translations(current()).gettext(text)
    return filled(translated, values) if values else translated


def ngettext(one: str, many: str, count: int, /, **values: Value) -> str:
    """Translate the plural form for `count`."""
    translated = translations(current()).ngettext(one, many, count)
    return filled(translated, {"number": number(count), **values})


def pgettext(context: str, text: str, /, **values: Value) -> str:
    """Translate `text` with a context, for English words with several meanings."""
    translated = translations(current()).pgettext(context, text)
    return filled(translated, values) if values else translated


def gettext_noop(text: str) -> str:
    """Mark a text for extraction; `gettext` translates it later."""
    return text


def translate(text: str) -> str:
    """Translate a text of `core`; a text without a translation stays as it is."""
    if current() == ENGLISH or not text:
        return text
    if not isinstance(text, Message):
        return translations(current()).gettext(text)
    values = {name: _value(value) for name, value in text.values}
    known = translations(current())
    if text.many:
        translated = known.ngettext(text.template, text.many, text.number)
    elif text.context:
        translated = known.pgettext(text.context, text.template)
    else:
        translated = known.gettext(text.template)
    return filled(translated, values) if values else translated


def _value(value: Value) -> Value:
    if isinstance(value, Message):
        return translate(value)
    return number(value) if isinstance(value, float) else value


def number(value: float) -> str:
    """Format a number: no `.0`, at most two decimals, a real minus sign, the separators of the language."""
    whole = int(value) if float(value).is_integer() else round(value, 2)
    return f"{whole:,}".translate(_SEPARATORS[current().partition("_")[0]])


@cache
def percent(share: float) -> str:
    """A share as whole percent: `62%` of 0.62."""
    return gettext("{number}%", number=number(round(100 * share)))


_SEPARATORS: Final[Mapping[str, dict[int, str]]] = {
    "en": str.maketrans({"-": "−"}),
    "cs": str.maketrans({"-": "−", ",": "\u00a0", ".": ","}),
    "ro": str.maketrans({"-": "−", ",": ".", ".": ","}),
}

DatePattern: TypeAlias = Literal["medium", "LLLL", "LLLLL", "EEEE", "yMMMM", "yMMMEd", "MMMEd", "MMMd", "MMMMd"]
"""A form of a date of Unicode CLDR: medium, a month as a heading and its initial, the name of a day, month and year,
with the day of the week, no year."""

DateWriter: TypeAlias = Callable[[datetime.date, DatePattern, str], str]
"""Formats a date in a language."""


def _by_babel(day: datetime.date, pattern: DatePattern, language: str) -> str:
    from babel.dates import format_date, format_skeleton

    if pattern in ("medium", "LLLL", "LLLLL", "EEEE"):
        return format_date(day, pattern, locale=language)
    return format_skeleton(pattern, day, locale=language)


_written: DateWriter = _by_babel


def write_dates(writer: DateWriter) -> None:
    """Let the host write the dates, where Babel is not there."""
    global _written
    _written = writer
    _date.cache_clear()


def date(day: datetime.date | str) -> str:
    """Format a date in the current language; a text that is not an ISO date is returned unchanged."""
    return _date(day, current())


@lru_cache(maxsize=10_000)
def _date(day: datetime.date | str, language: str) -> str:
    """Cached, as a page may list thousands of plays, and Babel takes 20 microseconds a date."""
    try:
        known = day if isinstance(day, datetime.date) else datetime.date.fromisoformat(day)
    except ValueError:
        return str(day)
    return _written(known, "medium", language)


def day_of_week(day: str, *, with_year: bool = True) -> str:
    """Format a date with its day of the week; a text that is not a whole ISO date as `date` does."""
    try:
        return _written(datetime.date.fromisoformat(day), "yMMMEd" if with_year else "MMMEd", current())
    except ValueError:
        return date(day)


def short_date(day: str, beside: str) -> str:
    """Format a date, without its year if it is that of the date `beside` it."""
    try:
        known = datetime.date.fromisoformat(day)
    except ValueError:
        return date(day)
    return _written(known, "MMMd", current()) if day[:4] == beside[:4] else date(known)


def month_of_year(month: str, beside: str = "") -> str:
    """Format a month (`2026-11`) as a heading, without its year if it is `beside`.

    A text that is no month, as a year, is returned unchanged.
    """
    try:
        first = datetime.date.fromisoformat(f"{month}-01")
    except ValueError:
        return month
    text = _written(first, "LLLL" if month[:4] == beside else "yMMMM", current())
    return text[:1].upper() + text[1:]


def weekday_name(weekday: int) -> str:
    """The name of a day of the week as a heading, Monday for 0."""
    text = _written(datetime.date(2024, 1, 1 + weekday), "EEEE", current())
    return text[:1].upper() + text[1:]


def day_and_month(month: int, day: int) -> str:
    """Format a day of every year."""
    return _written(datetime.date(2000, month, day), "MMMMd", current())


def month_initial(day: datetime.date) -> str:
    return _written(day, "LLLLL", current())


def length(minutes: int) -> str:
    """Minutes as hours and minutes: `48 min`, `2 h`, `2 h 10 min`."""
    hours, rest = divmod(minutes, 60)
    if not hours:
        return gettext("{minutes} min", minutes=rest)
    return gettext("{hours} h {minutes} min", hours=hours, minutes=rest) if rest else gettext("{hours} h", hours=hours)


def listed(parts: Sequence[str]) -> str:
    """Join as `a`, `a and b`, `a, b and c`; empty for no parts."""
    if len(parts) < 2:
        return "".join(parts)
    return gettext("{first} and {last}", first=", ".join(parts[:-1]), last=parts[-1])


_SHARED_SCRIPTS: Final = ("viewer/components/lib/language.js", "viewer/components/lib/number_pad.js")


def js_catalog(*sources: str) -> CatalogJson:
    """The catalog of a component with its scripts in these files or folders."""
    return {"language": current(), "words": dict(_words(current(), (*_SHARED_SCRIPTS, *sources)))}


@cache
def _words(language: str, sources: tuple[str, ...]) -> dict[str, str | list[str]]:
    if language == ENGLISH:
        return {}
    words: dict[str, str | list[str]] = {}
    known = translations(language)
    for message in catalog(language):
        if not any(file.startswith(sources) and file.endswith((".js", ".html")) for file in message.files):
            continue
        one, *many = message.ids
        words[one] = [known.ngettext(one, many[0], number) for number in (1, 2, 5)] if many else known.gettext(one)
    return words


@cache
def catalog(language: str) -> tuple[PoMessage, ...]:
    """The messages of a language other than English, with the files that have them."""
    source = files("viewer").joinpath("locale", language, "LC_MESSAGES", "partie.po")
    return tuple(messages(source.read_text("utf-8")))


@cache
def translations(language: str) -> NullTranslations:
    """The catalog of a language, compiled for `gettext`."""
    if language == ENGLISH:
        return NullTranslations()
    own = catalog(language)
    known, header = compiled(own), header_of(own)
    for path in _of_packages(language):
        with suppress(Exception):  # A catalog that cannot be read has no words.
            known.add_fallback(compiled(tuple(messages(path.read_text("utf-8"))), header))
    return known


def _of_packages(language: str) -> Iterator[Path]:
    """The catalogs of packages with games, which fill in the words that ours does not have."""
    for found in games.every():
        brought = games.part_of(TRANSLATIONS, found.key) if found.package and found.game else None
        for folder in getattr(brought, "__path__", ()):
            yield from sorted(Path(folder, "locale", language, "LC_MESSAGES").glob("*.po"))
