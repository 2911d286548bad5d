"""JSON Schemas of the lines of a file, from the classes: `python -m bench.schemas FOLDER` writes them.

A schema is of one kind of line, as `docs/format` defines it. What it cannot say (versions, legality) is in the text.
"""

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

from pydantic import TypeAdapter

from core import games
from core.record_events import RECORD_EVENTS, MatchStarted
from eventstore.matches.notes import NoteWritten

Schema: TypeAlias = dict[str, Any]

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_TEXT: Final[Schema] = {"type": "string"}
_HEADER: Final[Mapping[str, Schema]] = {
    "partie": {"const": 1},
    "game": {"type": "string", "pattern": "^[a-z]+$"},
    "players": {"type": "array", "items": _TEXT},
    "options": {"type": "object", "default": {}},
    "id": {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,40}$"},
    "title": _TEXT,
    "played_on": {"type": "string", "pattern": "^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$"},
    "started_at": {"type": "string", "format": "date-time"},
    "minutes": {"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 1_000_000},
    "place": _TEXT,
    "tags": {"type": "array", "items": _TEXT, "default": []},
    "rules": {"type": "integer", "minimum": 1, "default": 1},
    "package": _TEXT,
}


def schemas() -> dict[str, Schema]:
    """Every schema by the name of its file."""
    of_games = {f"{game.KEY}.json": _events(game.TITLE, game.EVENTS) for game in map(games.find, games.OWN)}
    record = _events("Record events", [cls for cls in RECORD_EVENTS if cls is not MatchStarted])
    return {"header.json": _header(), "record.json": record, "note.json": _note(), "photo.json": _photo(), **of_games}


def _header() -> Schema:
    """Fields of a later writer are allowed: they are kept."""
    required = ["partie", "game", "players"]
    return _named("Header", {"type": "object", "properties": dict(_HEADER), "required": required})


def _events(title: str, classes: Iterable[type[Any]]) -> Schema:
    """The events of these classes; each has its type, and may have a time."""
    inner: dict[str, Schema] = {}
    for cls in classes:
        schema = TypeAdapter(cls).json_schema(ref_template="#/$defs/{model}")
        inner |= schema.pop("$defs", {})
        schema["properties"] = {"type": {"const": cls.__name__}, "happened_at": _TEXT} | schema.get("properties", {})
        schema["required"] = ["type", *schema.get("required", [])]
        inner[cls.__name__] = schema | {"additionalProperties": False}
    events = [{"$ref": f"#/$defs/{cls.__name__}"} for cls in classes]
    return _named(title, {"oneOf": events, "$defs": {name: _plain(inner[name]) for name in sorted(inner)}})


def _note() -> Schema:
    schema = TypeAdapter(NoteWritten).json_schema(ref_template="#/$defs/{model}")
    inner = {name: _plain(each) for name, each in schema.pop("$defs", {}).items()}
    del schema["properties"]["id"]
    schema["required"].remove("id")
    return _named("Note", _line("note", _plain(schema)) | {"$defs": inner})


def _photo() -> Schema:
    fields: dict[str, Schema] = {
        "jpeg": {"type": "string", "contentEncoding": "base64", "contentMediaType": "image/jpeg"},
        "about": {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}], "default": None},
        "caption": {"type": "string", "default": ""},
    }
    photo = {"type": "object", "properties": fields, "required": ["jpeg"], "additionalProperties": False}
    return _named("Photo", _line("photo", photo))


def _line(name: str, schema: Schema) -> Schema:
    """A line with one field."""
    return {"type": "object", "properties": {name: schema}, "required": [name], "additionalProperties": False}


def _named(title: str, schema: Schema) -> Schema:
    return {"$schema": _DIALECT, "title": title, **schema}


def _plain(schema: Any) -> Any:
    """Without the titles that pydantic makes of names, and without docstrings, which are for Python."""
    if isinstance(schema, list):
        return [_plain(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    left = {
        name: each for name, each in schema.items() if name not in ("title", "description") or not isinstance(each, str)
    }
    return {name: _plain(each) for name, each in left.items()}


def text_of(schema: Schema) -> str:
    """A schema as its file has it."""
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def main(folder: str) -> None:
    """Write all files."""
    for name, schema in schemas().items():
        Path(folder, name).write_text(text_of(schema), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
