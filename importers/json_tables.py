"""JSON exports of other programs as tables: a list of objects is a table with a row for each object.

    [{"date": "2026-01-05", "game": {"name": "Azul"}, "players": [{"name": "Anna", "score": 52}]}]

Nested objects become columns (`game name`), a nested list of objects one group of columns for each of them
(`player 1 name`, `player 1 score`), a list of texts and an object of numbers one cell.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from core.messages import message
from importers import cells, headers, text
from importers.cells import Part
from importers.imported_play import UnreadableFile

_SEAT: Final = re.compile(r"player ([0-9]+) (.+)")

_SEATS: Final = (None, "player", "score", "winner")
"""Meanings of keys whose lists of objects are the players of a play."""


def is_json(data: bytes) -> bool:
    return data[:100].decode("utf-8-sig", "ignore").lstrip().startswith(("{", "["))


def parts(data: bytes) -> tuple[Part, ...]:
    """The lists of objects of a document, named by their keys; or its lines, if each is an object.

    Raises UnreadableFile.
    """
    found = {name: items for name, items in _lists(_loaded(data)).items() if items}
    if not found:
        raise UnreadableFile(message("The JSON has no list of plays."))
    return tuple(_part(text.line(name), items) for name, items in found.items())


def _loaded(data: bytes) -> object:
    words = data.decode("utf-8-sig", "replace")
    try:
        return json.loads(words)
    except (ValueError, RecursionError):
        pass
    try:
        return [json.loads(line) for line in words.splitlines() if line.strip()]
    except (ValueError, RecursionError):
        raise UnreadableFile(message("The JSON is incomplete or damaged.")) from None


def _lists(document: object) -> dict[str, list[Mapping[str, Any]]]:
    if isinstance(document, list):
        return {"": [item for item in document if isinstance(item, dict)]}
    values = document.items() if isinstance(document, dict) else ()
    return {
        name: items
        for name, items in values
        if isinstance(items, list) and all(isinstance(item, dict) for item in items)
    }


def _part(name: str, items: list[Mapping[str, Any]]) -> Part:
    rows = [dict(_flat(item, "")) for item in items[: cells.MAX_ROWS + 1]]
    titles = _even(list(dict.fromkeys(title for row in rows for title in row)))
    table = (titles, *([row.get(title, "") for title in titles] for row in rows))
    return Part(name, tuple(cells.without_blanks(enumerate(table))))


def _even(titles: list[str]) -> list[str]:
    """The titles with the same columns for every player, also if a key is left out of most objects."""
    seats = [found for title in titles if (found := _SEAT.fullmatch(title))]
    numbers, keys = (list(dict.fromkeys(seat[group] for seat in seats)) for group in (1, 2))
    others = [title for title in titles if not _SEAT.fullmatch(title)]
    return others + [f"player {number} {key}" for number in numbers for key in keys]


def _flat(item: Mapping[str, Any], before: str) -> Iterator[tuple[str, str]]:
    """The columns of an object and their cells; `before` are the keys of the objects around it."""
    for key, value in item.items():
        title = f"{before} {key}".strip()
        if isinstance(value, dict):
            if value and headers.meaning(title) in _SEATS and all(map(_is_scalar, value.values())) and _is_sheet(value):
                yield title, "\n".join(f"{name} {_cell(points)}" for name, points in value.items())
            else:
                yield from _flat(value, title)
        elif isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
            for number, one in enumerate(value, 1):
                seat = f"player {number}" if headers.meaning(title) in _SEATS else f"{title} {number}"
                yield from _flat(one, seat)
        elif isinstance(value, list):
            yield title, "\n".join(_cell(one) for one in value if _is_scalar(one))
        else:
            yield title, _cell(value)


def _is_sheet(value: Mapping[str, Any]) -> bool:
    """Whether an object holds points by name: `{"Anna": 52, "Ben": 47}`."""
    return all(headers.meaning(name) is None for name in value) and all(
        isinstance(points, int | float) and not isinstance(points, bool) for points in value.values()
    )


def _is_scalar(value: object) -> bool:
    return value is None or isinstance(value, str | int | float)


def _cell(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:.15g}"
        case _:
            return str(value)
