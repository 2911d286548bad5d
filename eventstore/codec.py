"""Events to JSON and back: the edge where text becomes types, strictly.

A stored row keeps an event's type in the envelope and its fields as a JSON object; a line of a match script is the same
object with `"type"` first. Fields that hold their default are not written.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields as fields_of
from dataclasses import replace
from functools import cache, lru_cache, reduce
from math import isinf
from typing import Any, Final, TypeAlias

from core.absent_game import AbsentGame, AbsentOptions
from core.errors import InvalidInput
from core.game import AnyGame
from core.json_text import WrongShape, compact, parsed
from core.json_types import json_type
from core.json_values import JsonType
from core.messages import message
from core.record_events import NEWER_PREFIX, RECORD_EVENTS, ChoiceCovered, MatchStarted, NewerEvent, UnreadEvent
from eventstore.store.store import NewEvent, StoredEvent

Upcaster: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
"""An upcaster: converts the fields of an event from one schema version to the next."""

_IN_HEADER: Final = frozenset(field.name for field in fields_of(MatchStarted)) - {"newer"}
"""The fields of a header that this Partie knows."""


class NotAnEvent(InvalidInput):
    """Text that is not an event of this game; the message is a sentence that says why.

    `id` is the error of the format (`docs/format`); empty until the reader of a file knows it.
    """

    id = ""


@contextmanager
def failing_as(id: str) -> Iterator[None]:
    """Text that is no event within is this error of the format, unless it is a more special one."""
    try:
        yield
    except NotAnEvent as error:
        error.id = error.id or id
        raise


@cache
def _types(classes: tuple[type[Any], ...]) -> dict[str, JsonType]:
    return {cls.__name__: json_type(cls) for cls in classes}


def upcasters(cls: type[Any]) -> tuple[Upcaster, ...]:
    """The upcasters from the first schema version up to today's: `UPCASTERS` of the class, which are never removed."""
    upcasters: tuple[Upcaster, ...] = getattr(cls, "UPCASTERS", ())
    return upcasters


def schema_version(cls: type[Any]) -> int:
    """The schema version in which events of a class are written."""
    return 1 + len(upcasters(cls))


@cache
def readers(classes: tuple[type[Any], ...]) -> dict[tuple[str, int], Callable[[str], Any]]:
    """For each type name and schema version a function that decodes the data of a row; for reading many rows."""
    readers: dict[tuple[str, int], Callable[[str], Any]] = {}
    for name, kind in _types(classes).items():
        old = upcasters(next(cls for cls in classes if cls.__name__ == name))
        read = _read_header if name == MatchStarted.__name__ else kind.read
        readers |= {(name, number): _upcast(read, old[number - 1 :]) for number in range(1, len(old) + 2)}
    return readers


def _read_header(fields: Any) -> MatchStarted:
    """The header of these fields; those that a newer Partie added are kept in `newer`."""
    known = {name: value for name, value in fields.items() if name in _IN_HEADER} if type(fields) is dict else fields
    header: MatchStarted = json_type(MatchStarted).of(known)
    newer = {name: value for name, value in fields.items() if name not in _IN_HEADER}
    return replace(header, newer=newer) if newer else header


def _upcast(read: Callable[[Any], Any], steps: tuple[Upcaster, ...]) -> Callable[[str], Any]:
    if not steps:
        return lambda data: read(parsed(data))
    return lambda data: read(reduce(lambda fields, upcaster: upcaster(fields), steps, parsed(data)))


def decode_row(classes: tuple[type[Any], ...], row: StoredEvent) -> Any:
    """The event of a stored row, upcast from an older schema version where needed; a `NewerEvent` of a newer Partie.

    Raises NotAnEvent for an unknown type or schema version, WrongShape for wrong fields.
    """
    read = readers(classes).get((row.type, row.schema_version))
    if read is None:
        if row.type in _types(classes):
            raise NotAnEvent(f"{row.type} has a shape, {row.schema_version}, that a newer Partie gave it.")
        if row.type.startswith(NEWER_PREFIX):
            return NewerEvent(row.type, row.data)
        if UnreadEvent in classes:
            return UnreadEvent(row.type, row.data)
        raise NotAnEvent(f"There is no event type {row.type!r}; known are {', '.join(_types(classes))}.")
    return read(row.data)


def row(
    event: object, source: str | None = None, happened_at: str | None = None, state_digest: str | None = None
) -> NewEvent:
    """The row to append for an event."""
    version = schema_version(type(event))
    return NewEvent(name_of(event), encode_data(event), version, source, happened_at, state_digest)


def name_of(event: object) -> str:
    """The type of an event, as the log names it."""
    return event.type if isinstance(event, UnreadEvent) else type(event).__name__


def encode_data(event: object) -> str:
    """The fields of an event as a JSON object, without its type."""
    if isinstance(event, UnreadEvent):
        return event.data
    if isinstance(event, MatchStarted) and event.newer:
        known = encode_data(replace(event, newer={}))
        return f"{known[:-1]},{compact(event.newer)[1:]}"
    return json_type(type(event)).text(event)


def encode_event(event: object) -> str:
    """An event as one line of JSON, `"type"` first."""
    fields = encode_data(event)
    return f'{{"type":"{name_of(event)}"' + ("}" if fields == "{}" else f",{fields[1:]}")


def decode_data(classes: tuple[type[Any], ...], name: str, data: str) -> Any:
    """The event of this type with these fields, in today's schema version.

    Raises NotAnEvent for an unknown type, WrongShape for wrong fields.
    """
    kind = _types(classes).get(name)
    if kind is None:
        raise NotAnEvent(f"There is no event type {name!r}; known are {', '.join(_types(classes))}.")
    return kind.of_text(data)


def decode_event(game: AnyGame, text: str, *, from_file: bool = False) -> Any:
    """The event of the game or of the record in one line of JSON. Raises NotAnEvent with a sentence.

    `from_file`: what this Partie does not know is kept as it is, a `NewerEvent` of the record or, of a game that cannot
    be used, an `UnreadEvent`.
    """
    fields = decode_object(text)
    name = fields.pop("type", None)
    if not isinstance(name, str):
        raise NotAnEvent('An event needs a "type" that is a word.')
    if name == ChoiceCovered.__name__:
        raise NotAnEvent(message("This choice was covered for the reader who wrote it down."))
    classes = RECORD_EVENTS + game.EVENTS
    if from_file and name not in _types(classes):
        unread = NewerEvent if name.startswith(NEWER_PREFIX) else UnreadEvent
        if unread is NewerEvent or UnreadEvent in classes:
            return unread(name, compact(fields))
    if isinstance(game, AbsentGame) and name not in _types(RECORD_EVENTS):
        raise NotAnEvent(game.sentence)
    try:
        return decode_data(classes, name, json.dumps(fields))
    except WrongShape as error:
        raise NotAnEvent(f"{name}: {error}") from None


def decode_options(game: AnyGame, options: Any) -> Any:
    """A game's options from a JSON object. Raises NotAnEvent with one clear sentence."""
    if game.Options is AbsentOptions:
        return AbsentOptions(options)
    if unknown := set(options) - set(game.Options.__dataclass_fields__):
        raise NotAnEvent(f"{game.KEY} has no option {sorted(unknown)[0]!r}.")
    kind: Any = game.Options
    try:
        return _options(kind, json.dumps(options))
    except WrongShape as error:
        raise NotAnEvent(f"options: {error}") from None


@lru_cache
def _options(kind: Any, text: str) -> Any:
    """The options of this kind; those of many matches are one value in memory, and their text in digests is known."""
    return json_type(kind).of_text(text)


def encode_options(options: object) -> dict[str, Any]:
    """Options as a JSON object, without those that have their default."""
    if isinstance(options, AbsentOptions):
        return dict(options.fields)
    fields: dict[str, Any] = json.loads(json_type(type(options)).text(options))
    return fields


def decode_object(text: str) -> dict[str, Any]:
    """One JSON object, strictly: no duplicate keys, no NaN, no lone surrogates. Raises NotAnEvent."""
    try:
        value = json.loads(
            text,
            object_pairs_hook=_reject_duplicates,
            parse_constant=_reject_constant,
            parse_float=_parse_finite,
            parse_int=_parse_whole,
        )
        text.encode()
        json.dumps(value, ensure_ascii=False).encode()
    except NotAnEvent:
        raise
    except json.JSONDecodeError as error:
        raise NotAnEvent(f"This is not JSON: {error.msg} at character {error.pos + 1}.") from None
    except UnicodeEncodeError:
        raise NotAnEvent("The text holds half a character (a lone surrogate).") from None
    except RecursionError as error:
        raise NotAnEvent(f"This JSON cannot be read: {str(error).rstrip('.')}.") from None
    except ValueError:  # Python's message would explain how to raise its limit.
        raise NotAnEvent("This JSON cannot be read: a number in it has too many digits.") from None
    if not isinstance(value, dict):
        raise NotAnEvent("A JSON object in braces is wanted here.")
    return value


def _reject_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        repeated = next(name for name, times in Counter(names).items() if times > 1)
        raise NotAnEvent(f"The field {repeated!r} stands twice.")
    return fields


def _parse_finite(digits: str) -> float:
    if isinf(number := float(digits)):
        raise NotAnEvent(f"{digits[:20]} is too large a number.")
    return number


def _parse_whole(digits: str) -> int:
    if len(digits) > sys.float_info.max_10_exp:
        _parse_finite(digits)
    return int(digits)


def _reject_constant(name: str) -> float:
    raise NotAnEvent(f"{name} is not a number that JSON knows.")
