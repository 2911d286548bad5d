"""The sheets that come with Partie: one file a title, in the form of docs/sheet.schema.json.

The files are read when a title is looked for the first time; a sheet becomes a template when that is asked for.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final, Literal, TypeAlias

from core.games.scoresheet import template_file
from core.games.scoresheet.title_keys import series_keys, title_key, title_keys
from core.sheet_template import Template

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
