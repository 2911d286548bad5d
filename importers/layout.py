"""Tables whose headers are in their first column, and what the name of a table says about its plays."""

import re
from dataclasses import replace
from itertools import zip_longest
from typing import Final

from importers import dates, headers
from importers.cells import Part, TableRow
from importers.header_words import GENERIC_TABLES
from importers.languages import months

_JSON_KEY: Final = re.compile(r"[a-z]+(?:[A-Z][a-z]+|_[a-z]+)+")

_ENOUGH: Final = 2
"""Known headers that make a row or a column the headers of a table."""

_MAX_TURNED: Final = 200
"""Rows of a table that may be turned: its headers are few."""


def upright(part: Part) -> Part:
    """The table with its headers in a row: turned if the first column holds the headers and no row does."""
    if not part.rows or len(part.rows) > _MAX_TURNED or any(_known(row.cells) >= _ENOUGH for row in part.rows):
        return part
    titles = [row.cells[0] for row in part.rows]
    if _known(titles) < _ENOUGH or not any(headers.meaning(title) in ("game", "date") for title in titles):
        return part
    columns = zip_longest(*(row.cells for row in part.rows), fillvalue="")
    rows = tuple(TableRow(number, cells) for number, cells in enumerate(columns, 1))
    return replace(part, rows=rows, is_turned=True)


def _known(titles: list[str] | tuple[str, ...]) -> int:
    """The number of different meanings in these headers."""
    return len({headers.meaning(title) for title in titles} - {None, "other", "ignore"})


def game_of(name: str) -> str:
    """The game in the name of a sheet or in a heading, without a date; empty for names like `Sheet 1` and `2026`."""
    rest = name
    if within := dates.within(name):
        rest = " ".join(filter(None, (within[0].strip(" -–—,:("), within[2].strip(" -–—,:)"))))
    words = [word for word in headers.plain(rest).split() if not word.isdecimal()]
    telling = [word for word in words if not (word in GENERIC_TABLES or headers.meaning(word) or word in months())]
    if telling and _JSON_KEY.fullmatch(rest):
        return " ".join(telling).capitalize()  # A key of JSON: `wingspanGames`.
    return rest if telling else ""


def date_of(name: str) -> str:
    """The date in the name of a sheet or in a heading, or empty."""
    dated = dates.within(name)
    return dated[1] if dated else ""
