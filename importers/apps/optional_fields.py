"""Validates rows of foreign files: an invalid field that the row can do without is left out and reported."""

from collections.abc import Mapping
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from core.messages import Message, message
from importers.text import ProblemSink, line

MAX_SHOWN: Final = 40
"""Maximum characters of an invalid value in a sentence."""

_AnyRow = TypeVar("_AnyRow", bound=BaseModel)


def validated(model: type[_AnyRow], row: object, report: ProblemSink, *, seats: str = "") -> _AnyRow:
    """The row without its invalid optional fields, each told to `report`.

    `seats` is the field with a row for each player: it stays, and only invalid fields of a player are left out.
    Raises ValidationError, the one of the whole row, if the row is invalid without these fields too.
    """
    try:
        return model.model_validate(row)
    except ValidationError as error:
        errors = error.errors(include_url=False)
        if not isinstance(row, Mapping) or any(one["loc"][0] == seats and len(one["loc"]) < 3 for one in errors):
            raise
        rest = _without(row, errors, seats)
        try:
            valid = model.model_validate(rest)
        except ValidationError:
            raise error from None
    for one in errors:
        report(_sentence(one, seats))
    return valid


def sentence(error: ValidationError) -> str:
    """The first error of a row as `field: what is wrong`, without the input."""
    first = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(str(part) for part in first["loc"]) or "event"
    return f"{place}: {'missing' if first['type'] == 'missing' else first['msg']}"


def _without(row: Mapping[str, Any], errors: list[ErrorDetails], seats: str) -> dict[str, Any]:
    rest = dict(row)
    if any(one["loc"][0] == seats for one in errors):
        rest[seats] = [dict(seat) for seat in row[seats]]
    for one in errors:
        field, *inner = one["loc"]
        if field == seats:
            rest[seats][inner[0]].pop(inner[1], None)
        else:
            rest.pop(str(field), None)
    return rest


def _sentence(error: ErrorDetails, seats: str) -> Message:
    field, *inner = error["loc"]
    place: str = str(field)
    if field == seats:
        place = message("{field} of player {number}", field=str(inner[1]), number=int(inner[0]) + 1)
    return message(
        "{field}: {written!r} is not possible here and is left out.",
        field=place,
        written=line(str(error["input"]))[:MAX_SHOWN],
    )
