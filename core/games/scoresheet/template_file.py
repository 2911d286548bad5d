"""Templates as JSON, in the form of docs/template.schema.json: reading with a sentence for what is wrong, writing."""

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from core.messages import message
from core.sheet_template import Category, Round, Template, problem

SCHEMA: Final = "https://partie.dev/template.schema.json"
"""The id of the schema; files may name it, and nothing reads it from there."""

MAX_BYTES: Final = 100_000

_HINTS: Final[Mapping[type[Any], Mapping[str, Any]]] = {
    kind: get_type_hints(kind) for kind in (Template, Category, Round)
}
"""The types of the fields by name."""


def read(text: str) -> Template:
    """The template in a JSON text. Raises ValueError with one sentence."""
    try:
        value = json.loads(text) if len(text) <= MAX_BYTES else None
    except (ValueError, RecursionError) as error:  # A ValueError also for a number of too many digits.
        at = getattr(error, "lineno", 1)
        raise ValueError(message("A template is a JSON object; line {line} is not JSON.", line=at)) from None
    return from_json(value)


def from_json(value: object) -> Template:
    """The template in a JSON value. Raises ValueError with one sentence."""
    if not isinstance(value, dict):
        raise ValueError(message("A template is a JSON object with a title and categories."))
    given = {name: each for name, each in value.items() if name != "$schema"}
    categories = given.get("categories")
    if not isinstance(categories, list):
        raise ValueError(message("A template needs a list of categories."))
    given["categories"] = [_category(each, number) for number, each in enumerate(categories, start=1)]
    if isinstance(rounds := given.get("rounds"), list):
        given["rounds"] = [_round(each, number) for number, each in enumerate(rounds, start=1)]
    template = Template(**_checked(Template, given, ""))
    if why := problem(template):
        raise ValueError(why)
    return template


def _category(value: object, number: int) -> Category:
    """A category; a text stands for one of this name."""
    given = {"name": value} if isinstance(value, str) else value
    if not isinstance(given, dict):
        raise ValueError(message("Category {number} is a name or a JSON object.", number=number))
    return Category(**_checked(Category, given, f"categories[{number}]."))


def _round(value: object, number: int) -> Round:
    """A round; a text stands for one of this name."""
    given = {"name": value} if isinstance(value, str) else value
    if not isinstance(given, dict):
        raise ValueError(message("Round {number} is a name or a JSON object.", number=number))
    return Round(**_checked(Round, given, f"rounds[{number}]."))


def _checked(kind: type[Any], given: Mapping[str, Any], where: str) -> dict[str, Any]:
    hints = _HINTS[kind]
    known = hints.keys()
    if unknown := sorted(given.keys() - known):
        raise ValueError(message("A template has no field {name!r}.", name=where + unknown[0][:40]))
    for needed in ("name", "title"):
        if needed in known and needed not in given:
            raise ValueError(message("A template needs {name!r}.", name=where + needed))
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
    for name, value in values.items():
        if not _fits(value, hints[name]):
            shown = json.dumps(given[name], ensure_ascii=False, default=str)[:40]
            raise ValueError(message("The value of {name} does not fit: {value}.", name=where + name, value=shown))
    return values


def _fits(value: object, hint: Any) -> bool:
    if get_origin(hint) is tuple:
        item = get_args(hint)[0]
        return isinstance(value, tuple) and all(type(each) in (get_args(item) or (item,)) for each in value)
    if get_origin(hint) is Literal:
        return value in get_args(hint)
    kinds = get_args(hint) or (hint,)
    return type(value) in kinds and value == value


def to_json(template: Template) -> dict[str, Any]:
    """The template as a JSON object without defaults; a category or round that is only a name is a text."""
    return _to_json(template) | {
        name: [_to_text(part) for part in parts]
        for name, parts in (("categories", template.categories), ("rounds", template.rounds))
        if parts
    }


def _to_json(part: Template | Category | Round) -> dict[str, Any]:
    return {
        field.name: list(value) if isinstance(value, tuple) else value
        for field in fields(part)
        if (value := getattr(part, field.name)) != field.default
    }


def _to_text(part: Category | Round) -> dict[str, Any] | str:
    changed = _to_json(part)
    return part.name if len(changed) == 1 else changed


def write(template: Template) -> str:
    """The text of a template file, with the address of the schema that editors check it by."""
    return json.dumps({"$schema": SCHEMA} | to_json(template), ensure_ascii=False, indent=2) + "\n"


def write_line(template: Template) -> str:
    return json.dumps(to_json(template), ensure_ascii=False)
