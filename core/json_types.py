"""Values of types as JSON, read and written: strict, so that "3" is no number and an unknown field is no event.

The types are those of events, options and read tables: the values of JSON, tuples, lists, frozensets, mappings of
words, literals, unions, dataclasses and NamedTuples of them. A reader takes a value as the parser of JSON gives it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import partial
from inspect import signature
from operator import attrgetter
from types import MemberDescriptorType, NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from core.game import is_fact
from core.json_text import WrongShape, number_text, text_of
from core.json_values import (
    ARRAY,
    NULL,
    OBJECT,
    Bounds,
    JsonField,
    JsonType,
    bounded_type,
    dict_field,
    fixed_type,
    is_ambiguous,
    items_of,
    list_type,
    literal_type,
    mapping_type,
    object_reader,
    union_type,
    value_type,
)


class UnreadableType(TypeError):
    """A type that is not read from JSON; the message is its name, after the place in the class that was asked for."""

    def __init__(self, kind: object, *place: str) -> None:
        super().__init__(kind)
        self.kind, self.place = kind, place

    def __str__(self) -> str:
        name = self.kind.__name__ if isinstance(self.kind, type) else str(self.kind)
        return ": ".join(filter(None, (".".join(self.place), name)))


_known: dict[Any, JsonType] = {}


def json_type(kind: Any) -> JsonType:
    """The type as JSON, made once. Raises UnreadableType."""
    if kind not in _known:
        _known[kind] = _json_type(kind, False, ())
    return _known[kind]


def _json_type(kind: Any, is_closed: bool, outer: tuple[type, ...]) -> JsonType:
    """A type within the classes `outer`; `is_closed`: dataclasses take no unknown fields, as the one around them."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated and isinstance(limits := arguments[1], Bounds):
        return bounded_type(_json_type(arguments[0], is_closed, outer), limits)
    if origin is Annotated and not any(map(_is_constraint, arguments[1:])):
        return _json_type(arguments[0], is_closed, outer)
    if (named := getattr(kind, "__supertype__", getattr(kind, "__value__", None))) is not None:
        return _json_type(named, is_closed, outer)
    if origin is Literal:
        return literal_type(arguments, _write_any)
    if origin is None and kind in _VALUES:
        return _VALUES[kind]
    if isinstance(kind, type) and origin is None:
        return _class(kind, is_closed, outer)
    parts = [_json_type(part, is_closed, outer) for part in arguments if part is not ...]
    if origin in (Union, UnionType) and not is_ambiguous(parts):
        return union_type(parts, _write_any)
    if origin is tuple and arguments[1:] != (...,):
        return fixed_type(parts)
    if make := _LISTS.get(origin):
        return list_type(make, parts[0])
    if origin in (dict, Mapping) and arguments[0] is str:
        return mapping_type(parts[1])
    raise UnreadableType(kind)


def _is_constraint(metadata: object) -> bool:
    """True for a constraint of a library that is not enforced here; a `range` says what pages ask for."""
    return type(metadata).__module__.partition(".")[0] in ("annotated_types", "pydantic")


def _write_any(value: Any, whole: bool) -> str:
    """A value of any type that can be written."""
    if isinstance(value, str):
        return text_of(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int | float):
        return number_text(value)
    if isinstance(value, Mapping):
        return f"{{{','.join([f'{text_of(key)}:{_write_any(part, whole)}' for key, part in value.items()])}}}"
    if is_dataclass(value) or hasattr(value, "_asdict"):
        return json_type(type(value)).write(value, whole)
    return f"[{','.join([_write_any(part, whole) for part in value])}]"


_PLAIN: Final = frozenset[type]((dict, list, str, int, float, bool, NoneType))
_ANYTHING: Final = JsonType("any", lambda value: value, _write_any, _PLAIN, ARRAY | OBJECT)
_VALUES: Final[Mapping[Any, JsonType]] = {
    bool: value_type("bool", bool, "a valid boolean", lambda value: "true" if value else "false"),
    int: value_type("int", int, "a valid integer", int.__repr__),
    float: value_type("float", float, "a valid number", lambda value: number_text(float(value))),
    str: value_type("str", str, "a valid string", text_of),
    None: NULL,
    NoneType: NULL,
    object: _ANYTHING,
    Any: _ANYTHING,
}
_LISTS: Final[Mapping[Any, type[Any]]] = {tuple: tuple, list: list, Sequence: list, frozenset: frozenset}


def _class(kind: type[Any], is_closed: bool, outer: tuple[type, ...]) -> JsonType:
    """A dataclass or a NamedTuple; not one within itself, nor one whose fields are not what it is made of."""
    is_tuple = issubclass(kind, tuple) and hasattr(kind, "_fields")
    names = kind._fields if is_tuple else [each.name for each in fields(kind)] if is_dataclass(kind) else None
    if names is None or kind in outer or {*signature(kind).parameters} != {*names}:
        raise UnreadableType(kind)
    is_closed, parts = is_closed or is_fact(kind), dict[str, JsonType]()
    try:
        hints = get_type_hints(kind, include_extras=True)
    except NameError:  # A name that is there for type checkers alone.
        raise UnreadableType(kind) from None
    for name in names:
        try:
            parts[name] = _json_type(hints[name], is_closed, (*outer, kind))
        except UnreadableType as error:
            raise UnreadableType(error.kind, name, *error.place) from None
    return _named_tuple(kind, parts) if is_tuple else _dataclass(kind, parts, is_closed)


def _dataclass(kind: type[Any], parts: Mapping[str, JsonType], is_closed: bool) -> JsonType:
    unknown = "unknown field" if is_closed else None
    if hasattr(kind, "__post_init__") or not all(
        isinstance(getattr(kind, name, None), MemberDescriptorType) for name in parts
    ):
        make = _by_its_constructor(kind, parts, unknown)
    else:  # Its own constructor takes twice as long.
        put = {name: getattr(kind, name).__set__ for name in parts}
        own = [
            JsonField(each.name, parts[each.name], _is_needed(each), put[each.name], each.default, _factory(each))
            for each in fields(kind)
        ]
        make = object_reader(partial(object.__new__, kind), own, unknown)

    def read(value: Any) -> Any:
        if type(value) is not dict:
            raise WrongShape("Input should be an object")
        return make(value)

    written = [
        (f"{text_of(each.name)}:", attrgetter(each.name), default_of(each), parts[each.name].write)
        for each in fields(kind)
    ]

    def write(value: Any, whole: bool) -> str:
        texts = []
        for name, get, default, write_part in written:
            part = get(value)
            if whole or default is MISSING or part != default:
                texts.append(name + write_part(part, whole))
        return f"{{{','.join(texts)}}}"

    return JsonType(kind.__name__, read, write, parts=OBJECT)


def _is_needed(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _factory(field: Field[Any]) -> Callable[[], Any] | None:
    return None if field.default_factory is MISSING else field.default_factory


def default_of(field: Field[Any]) -> Any:
    """The default value of a field; MISSING: it is needed."""
    return field.default if field.default_factory is MISSING else field.default_factory()


def _by_its_constructor(
    kind: type[Any], parts: Mapping[str, JsonType], unknown: str | None
) -> Callable[[dict[str, Any]], Any]:
    """A reader of a dataclass without slots, or with a check of its own."""
    needed = {each.name for each in fields(kind) if _is_needed(each)}
    read_fields = object_reader(dict, [dict_field(name, part, name in needed) for name, part in parts.items()], unknown)

    def make(value: dict[str, Any]) -> Any:
        given = read_fields(value)
        try:
            return kind(**given)
        except (ValueError, AssertionError) as error:
            why = "Value error" if isinstance(error, ValueError) else "Assertion failed"
            raise WrongShape(f"{why}, {error}") from None

    return make


def _named_tuple(kind: type[Any], parts: Mapping[str, JsonType]) -> JsonType:
    """A NamedTuple: a list, read from an object too."""
    defaults: Mapping[str, Any] = kind._field_defaults
    own = [dict_field(name, part, name not in defaults) for name, part in parts.items()]
    read_fields = object_reader(dict, own, "Extra inputs are not permitted")
    items, needed = [*parts.values()], len(parts) - len(defaults)

    def read(value: Any) -> Any:
        if type(value) is dict:
            return kind(**read_fields(value))
        if type(value) is not list:
            raise WrongShape("Input should be an array or an object")
        return kind(*items_of("NamedTuple", items, needed, value))

    return JsonType(kind.__name__, read, fixed_type(items).write, parts=ARRAY | OBJECT)
