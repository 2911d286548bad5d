"""JSON exports of other programs as tables: a list of objects is a table with a row for each object.

    [{"date": "2026-01-05", "game": {"name": "Azul"}, "players": [{"name": "Anna", "score": 52}]}]

Lists of objects are looked for at any depth, and a document that is one play is a list of one. An object with the seats
of a play becomes a row for each seat, with what the play has repeated (`json_seats`); nested objects become columns
(`game name`), a list of texts one cell.
"""

import json
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final, TypeAlias, cast

from core.messages import message
from importers import text
from importers.imported_play import UnreadableFile
from importers.tables import cells, dates, headers, json_seats
from importers.tables.cells import Part
from importers.tables.json_seats import Json

_EDGE: Final = {"node", "cursor"}

_SEVERAL: Final = 2

_BY_KEY: Final = message("Dates, games or players are the names of fields here.")

_Object: TypeAlias = dict[str, Json]

_DEEP: Final = 6
"""Levels at which lists of objects are looked for."""


def is_json(data: bytes) -> bool:
    return data[:100].decode("utf-8-sig", "ignore").lstrip().startswith(("{", "["))


def parts(data: bytes) -> tuple[Part, ...]:
    """The lists of objects of a document, named by their keys; or its lines, if each is an object.

    Raises UnreadableFile.
    """
    try:
        return _parts(_without_edges(_loaded(data)))
    except RecursionError:
        raise UnreadableFile(message("The JSON is nested too deeply.")) from None


def _parts(document: Json) -> tuple[Part, ...]:
    found = [(name, items) for name, items in _lists(document, "", 0) if items]
    if not found and isinstance(document, dict) and document:
        found = [("", [document])]
    if not found:
        raise UnreadableFile(message("The JSON has no list of plays."))
    names: dict[str, int] = {}
    result = []
    for name, items in found:
        names[name] = names.get(name, 0) + 1
        result.append(_part(text.line(name) + (f" ({names[name]})" if names[name] > 1 else ""), items))
    return tuple(result)


def _loaded(data: bytes) -> Json:
    words = data.decode("utf-8-sig", "replace")
    try:
        document: Json = json.loads(words)
    except (ValueError, RecursionError):
        pass
    else:
        return document
    try:
        return [json.loads(line) for line in words.splitlines() if line.strip()]
    except (ValueError, RecursionError):
        raise UnreadableFile(message("The JSON is incomplete or damaged.")) from None


def _without_edges(value: Json) -> Json:
    """The document with the items of `{"edges": [{"node": {...}}]}`, as GraphQL answers lists, as plain lists."""
    if isinstance(value, list):
        return [_without_edges(one["node"] if isinstance(one, dict) and one.keys() <= _EDGE else one) for one in value]
    if isinstance(value, dict):
        edges = value.get("edges")
        return _without_edges(edges) if isinstance(edges, list) else {k: _without_edges(v) for k, v in value.items()}
    return value


def _lists(value: Json, name: str, depth: int) -> Iterator[tuple[str, list[Mapping[str, Json]]]]:
    """The outermost lists of objects, each with its key; objects by id are a list too."""
    if depth > _DEEP:
        return
    if isinstance(value, list):
        objects: list[Mapping[str, Json]] = [item for item in value if isinstance(item, dict)]
        if objects and len(objects) >= len(value) / 2:
            yield name, objects
        elif rows := _of_rows(value):
            yield name, rows
    elif isinstance(value, dict):
        if found := _of_object(value, name):
            yield name, found
            return
        for key, inner in value.items():
            if isinstance(inner, dict | list):
                yield from _lists(inner, key, depth + 1)


def _of_object(value: dict[str, Json], name: str) -> list[Mapping[str, Json]]:
    """The list that an object stands for: one play, a table by columns, names by id, objects by date or by id."""
    if json_seats.is_play(value):
        return [value]
    if headers.meaning(name) == "player" and value and all(isinstance(one, str) for one in value.values()):
        return [{"id": id, "name": person} for id, person in value.items()]
    return _of_columns(value) or _by_date(value) or _by_person(value) or _by_id(value)


def _of_columns(value: dict[str, Json]) -> list[Mapping[str, Json]]:
    """The rows of `{"columns": ["date", "game"], "data": [["2026-01-05", "Azul"]]}`."""
    lists = [one for one in value.values() if isinstance(one, list) and one]
    titles = next((one for one in lists if all(isinstance(title, str) for title in one)), None)
    rows = next(
        (one for one in lists if all(isinstance(row, list) and len(row) == len(titles or ()) for row in one)), None
    )
    return _of_rows([titles, *rows]) if titles and rows else []


def _of_rows(value: list[Json]) -> list[Mapping[str, Json]]:
    """The rows of a list of lists whose first one has the headers."""
    header, *rows = [row for row in value if isinstance(row, list)] or [[]]
    titles = [str(title) for title in header]
    if len(titles) < 2 or not rows or not all(isinstance(title, str) for title in header):
        return []
    return [dict(zip(titles, row, strict=False)) for row in rows]


def _by_date(value: dict[str, Json]) -> list[Mapping[str, Json]]:
    """The objects of `{"2026-01-05": [{...}], "2026-01-06": {...}}` with their keys as dates."""
    if not value or not all(dates.within(key) for key in value):
        return []
    if all(_are_scores_by_game(held) for held in value.values()):
        games = [(day, title, scores) for day, held in value.items() for title, scores in cast(_Object, held).items()]
        return [_Keyed(date=day, game=title, scores=scores) for day, title, scores in games]
    items = [(day, one) for day, held in value.items() for one in (held if isinstance(held, list) else [held])]
    return [{"date": day, **one} for day, one in items if isinstance(one, dict)]


def _are_scores_by_game(value: Json) -> bool:
    """True if a value is `{"Azul": {"Anna": 52, "Ben": 47}}`."""
    tables = value.values() if isinstance(value, dict) else ()
    return bool(tables) and all(
        isinstance(one, dict) and len(one) > 1 and all(isinstance(points, int | float) for points in one.values())
        for one in tables
    )


def _by_person(value: dict[str, Json]) -> list[Mapping[str, Json]]:
    """The objects of `{"Anna": [{"date": ..., "score": 52}], "Ben": [{...}]}` with their keys as players."""
    if len(value) < _SEVERAL or not all(headers.is_name(key) for key in value):
        return []
    lists = [(name, one) for name, held in value.items() if isinstance(held, list) for one in held]
    rows: list[Mapping[str, Json]] = [_Keyed(player=name, **one) for name, one in lists if isinstance(one, dict)]
    is_told = all({"date", "score"} <= {headers.meaning(key) for key in row} for row in rows)
    return rows if rows and len(rows) == len(lists) and is_told else []


class _Keyed(dict[str, Json]):
    """A play whose date, game or player is the name of a field."""


def _by_id(value: dict[str, Json]) -> list[Mapping[str, Json]]:
    """The objects of `{"1": {...}, "2": {...}}` with their keys as ids; empty if the values differ in their keys."""
    objects: list[dict[str, Json]] = [item for item in value.values() if isinstance(item, dict)]
    if len(objects) < len(value) or not objects or not all(any(map(str.isdigit, key)) for key in value):
        return []
    shared = set(objects[0]).intersection(*objects)
    if len(shared) < 2:
        return []
    return [item if "id" in item else {"id": key, **item} for key, item in zip(value, objects, strict=True)]


def _part(name: str, items: list[Mapping[str, Json]]) -> Part:
    rows: list[tuple[int, dict[str, str]]] = []
    is_nested = False
    every = [seats for item in items[: cells.MAX_ROWS + 1] for seats in json_seats.plays(item)]
    json_seats.numbered_seats(every)
    for number, seats in enumerate(every, 1):
        is_nested |= len(seats) > 1
        rows += ((number, row) for row in seats)
    doubts = (_BY_KEY,) if any(isinstance(item, _Keyed) for item in items[:1]) else ()
    titles = list(dict.fromkeys(title for _, row in rows for title in row))
    values = ((number, [row.get(title, "") for title in titles]) for number, row in rows)
    return Part(name, tuple(cells.without_blanks(chain([(0, titles)], values))), is_nested=is_nested, doubts=doubts)
