"""The sheets that come with Partie: one file a title, in the form of docs/sheet.schema.json.

The files are read when a title is looked for the first time; a sheet becomes a template when that is asked for.
"""

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final, Literal, TypeAlias

from core.folding import folded
from core.games.scoresheet import template_file
from core.sheet_template import Template

_PARENTHESES: Final = re.compile(r"[(\[][^()\[\]]*[)\]]")
_SEPARATOR: Final = re.compile(r":| [-\u2013\u2014|] |[\u2013\u2014|]|, ")

_ADDED: Final = re.compile(r" (?:\+|w/) ")
"""The sign between a title and its expansions."""

_SILENT: Final = frozenset(["the", "and", "a", "i", "und", "si", "la"])
"""Words that people leave out or write as a sign, in English, Czech, German and Romanian."""

_EDITION: Final = re.compile(
    "editions?|ed|edice|vydani|edycja|wydanie|editi[ae]|edicion|edicao|edizione|ausgabe|auflage|kiadas|deluxe|premium|"
    "essential|anniversary|jubilejni|collectors?|collection|kickstarter|ks|revised|reprint|printing|versions?|verze|"
    "expansions?|rozsireni|erweiterung|extensi[ae]|dodatek|megabox"
)
"""A word that makes a part of a title the name of an edition."""

_PUBLISHER: Final = re.compile(
    r"\b(?:games|gaming|spiele|verlag|press|publishing|productions?|studios?|entertainment|space cowboys|"
    r"days of wonder|blue orange|next move|kosmos|lookout|pegasus|cge|aeg|roxley|ravensburger|schmidt|asmodee|"
    r"mindok|albi|rexhry|tlama|iello|piatnik|hasbro|mattel|fryxgames|haba|gigamic|capstone|stonemaier|hans im gluck)\b"
)
"""The name of a publisher, which makes a part of a title in parentheses no part of it."""

_ADDITION: Final = re.compile(
    "big|box|base|game|core|set|classic|new|nova|noua|zakladni|hra|pocket|travel|cz|sk|en|de|pl|ro|fr|hu|es|it"
)
"""A word that names an edition or its language if no other word stands beside it."""

_NUMBER: Final = re.compile(
    r"v?\d+(?:st|nd|rd|th|e)?|(?:1[89]|20)\d\d|first|second|third|fourth|fifth|i{1,3}|iv|druha|druhe|druga|treti|zweite"
)
"""A numeral of an edition."""

MAX_TITLE: Final = 200
"""Characters of a title that are looked at."""


def title_key(title: str) -> str:
    """The letters and digits of a title alone; two titles with the same key are the same game."""
    text = "".join(letter for letter in title[:MAX_TITLE] if unicodedata.category(letter) != "So")
    words = folded(text).split()
    return "".join([word for word in words if word not in _SILENT] or words)


def title_keys(title: str) -> Iterator[str]:
    """The key of a title, then those of the title without its edition."""
    title = title[:MAX_TITLE]
    yield title_key(title)
    title = _ADDED.split(title, maxsplit=1)[0]
    bare = _PARENTHESES.sub(lambda part: part[0] if _is_of_title(part[0]) else " ", title).strip()
    yield title_key(bare)
    for start, end in reversed([found.span() for found in _SEPARATOR.finditer(bare)]):
        if not is_edition(bare[end:]):
            break
        bare = bare[:start]
        yield title_key(bare)
    words = bare.split()
    while len(words) > 1 and is_edition(words[-1]):
        words.pop()
        while len(words) > 1 and _NUMBER.fullmatch(folded(words[-1])):
            words.pop()
        yield title_key(" ".join(words))


def _is_of_title(part: str) -> bool:
    return not is_edition(part) and not _PUBLISHER.search(folded(part))


def series_keys(title: str) -> Iterator[str]:
    """The keys of what stands before a separator, the longest first: `Exit: The Game` of its boxes."""
    for found in reversed([*_SEPARATOR.finditer(title[:MAX_TITLE])]):
        yield title_key(title[: found.start()])


def is_edition(part: str) -> bool:
    """True if a part of a title says its edition only: `2nd ed.`, `Edycja polska`, `Big Box 5`, `2016`."""
    words = folded(part).split()
    return any(map(_EDITION.fullmatch, words)) or all(
        _ADDITION.fullmatch(word) or _NUMBER.fullmatch(word) for word in words
    )


Kind: TypeAlias = Literal["most", "fewest", "rounds", "teams", "together", "winner"]
"""The scoring of a game: most or fewest points at the end, points round by round, points or the win of teams, all win
or lose together, or only the winner is known.
"""

Wins: TypeAlias = Literal["highest", "lowest", "together"]

ENGLISH: Final = "en"
LANGUAGES: Final = ("cs", "ro")
"""Languages of the names besides English."""

_OF_KIND: Final[Mapping[str, Wins]] = {"fewest": "lowest", "together": "together"}
_PLAIN: Final = ("title", "bgg_id", "teams")
_NAMED: Final = ("categories", "rounds", "roles", "tie_break")
"""Fields of a template whose parts have names."""


@dataclass(frozen=True, slots=True)
class ShippedSheet:
    """A title with its kind. `names` are other titles of the game; `series`: its boxes have subtitles of their own.

    `file` is the JSON value of its file.
    """

    title: str
    kind: Kind
    wins: Wins
    bgg_id: int | None
    names: tuple[str, ...]
    series: bool
    file: Mapping[str, Any] = field(repr=False, hash=False, compare=False)

    @property
    def has_categories(self) -> bool:
        return "categories" in self.file

    def template(self, language: str = ENGLISH) -> Template | None:
        """The template with the names of a language, English where there are none; None without categories."""
        return _template(self.title, language)


@cache
def shipped() -> tuple[ShippedSheet, ...]:
    """All of them, by title."""
    folder = files("core.games.scoresheet") / "sheets"
    texts = (file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".json"))
    return tuple(sorted(map(_sheet, texts), key=lambda sheet: sheet.title.casefold()))


@lru_cache(2_000)
def sheet_for(title: str, bgg_id: object = None) -> ShippedSheet | None:
    """The sheet of a game: by its number at BoardGameGeek, else by one of its names, whatever the edition."""
    if isinstance(bgg_id, int) and (sheet := _by_bgg_id().get(bgg_id)):
        return sheet
    names, series = _by_name(), _by_series()
    by_name = (names[key] for key in title_keys(title) if key in names)
    by_series = (series[key] for key in series_keys(title) if key in series)
    return next(by_name, None) or next(by_series, None)


def shipped_for(title: str, bgg_id: object = None, language: str = ENGLISH) -> Template | None:
    """The template of a game with the names of a language; None for a game without categories."""
    sheet = sheet_for(title, bgg_id)
    return sheet.template(language) if sheet else None


def kind_of(sheet: ShippedSheet | Template) -> Kind:
    """The kind of a sheet; a template that people made says it by its categories and who wins."""
    if isinstance(sheet, ShippedSheet):
        return sheet.kind
    if sheet.wins == "together":
        return "together"
    if sheet.teams:
        return "teams"
    if any(category.each == "round" for category in sheet.categories):
        return "rounds"
    return "fewest" if sheet.wins == "lowest" else "most"


def _sheet(text: str) -> ShippedSheet:
    file = json.loads(text)
    names, series = tuple(file.get("names", ())), file.get("series", False)
    return ShippedSheet(file["title"], file["kind"], _wins(file), file.get("bgg_id"), names, series, file)


def _wins(file: Mapping[str, Any]) -> Wins:
    wins: Wins = _OF_KIND.get(file["kind"]) or file.get("wins", "highest")
    return wins


@cache
def _by_bgg_id() -> Mapping[int, ShippedSheet]:
    return {sheet.bgg_id: sheet for sheet in shipped() if sheet.bgg_id is not None}


@cache
def _by_name() -> Mapping[str, ShippedSheet]:
    return {title_key(name): sheet for sheet in shipped() for name in (*sheet.names, sheet.title)}


@cache
def _by_series() -> Mapping[str, ShippedSheet]:
    return {key: sheet for key, sheet in _by_name().items() if sheet.series}


@cache
def _template(title: str, language: str) -> Template | None:
    file = next(sheet for sheet in shipped() if sheet.title == title).file
    if "categories" not in file:
        return None
    words = {part["name"]: part.get(language, part["name"]) for part in _parts(file)}
    value = {name: file[name] for name in _PLAIN if name in file} | {"wins": _wins(file)}
    return template_file.from_json(
        value | {name: [_in_words(part, words) for part in file[name]] for name in _NAMED if name in file}
    )


def _parts(file: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """All that has a name in other languages."""
    lists = (file.get(name, ()) for name in _NAMED)
    return [part for parts in lists for part in parts if isinstance(part, dict)]


def _in_words(part: Any, words: Mapping[str, str]) -> Any:
    """A part of a template: its names as `words` say, and none of other languages."""
    if isinstance(part, str):
        return words.get(part, part)
    named = {name: value for name, value in part.items() if name not in LANGUAGES}
    named["name"] = words[part["name"]]
    if "categories" in part:
        named["categories"] = [words.get(name, name) for name in part["categories"]]
    return named if len(named) > 1 else named["name"]
