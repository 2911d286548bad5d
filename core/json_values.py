"""The kinds of values that JSON has, read and written strictly; `core.json_types` makes them of types."""

import re
from collections.abc import Callable, Sequence
from dataclasses import MISSING, dataclass
from types import NoneType
from typing import Any, Final, NamedTuple

from core.json_text import WrongShape, parsed, text_of

ARRAY: Final = frozenset((list,))
OBJECT: Final = frozenset((dict,))


@dataclass(frozen=True, slots=True)
class JsonType:
    """A type as JSON. Values of the types `plain` are read as themselves, those of `parts` part by part.

    `read` takes values of all other types than `plain` and raises WrongShape; `write` takes the value, and whether
    fields with their default are written too. `name` is that of a member of a union.
    """

    name: str
    read: Callable[[Any], Any]
    write: Callable[[Any, bool], str]
    plain: frozenset[type] = frozenset()
    parts: frozenset[type] = frozenset()

    def of(self, value: Any) -> Any:
        """The value of this type, of a value as the parser of JSON gives it. Raises WrongShape."""
        return value if type(value) in self.plain else self.read(value)

    def of_text(self, text: str) -> Any:
        """The value of this type in a text in JSON. Raises WrongShape."""
        return self.of(parsed(text))

    def text(self, value: Any, *, whole: bool = False) -> str:
        """A value of this type as JSON; `whole`: with the fields that have their default."""
        return self.write(value, whole)


def _refusing(why: str) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        raise WrongShape(why)

    return read


def _read_float(value: Any) -> float:
    if type(value) is not int:
        raise WrongShape("Input should be a valid number")
    return float(value)


def value_type(name: str, kind: type, why: str, write: Callable[[Any], str]) -> JsonType:
    read = _read_float if kind is float else _refusing(f"Input should be {why}")
    return JsonType(name, read, lambda value, whole: write(value), frozenset((kind,)))


NULL: Final = value_type("none", NoneType, "null", lambda value: "null")


@dataclass(frozen=True, slots=True)
class Bounds:
    """Bounds of a value of a request, beside its type: of a number, of the length of a text or list, of the letters."""

    ge: int | None = None
    le: int | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
        """For the document of the service: pydantic reads the limits here, so `core` does not import it."""
        limits = {name: getattr(self, name) for name in self.__slots__}
        return handler(source) | {name: limit for name, limit in limits.items() if limit is not None}

    def refusal(self, value: Any) -> str | None:
        """The reason why a value is outside of the limits."""
        if self.ge is not None and value < self.ge:
            return f"Input should be greater than or equal to {self.ge}"
        if self.le is not None and value > self.le:
            return f"Input should be less than or equal to {self.le}"
        if self.pattern is not None and not re.fullmatch(self.pattern, value):
            return f"String should match pattern '{self.pattern}'"
        if self.min_length is not None and len(value) < self.min_length:
            return _length(value, "least", self.min_length)
        if self.max_length is not None and len(value) > self.max_length:
            return _length(value, "most", self.max_length)
        return None


def _length(value: Any, most: str, limit: int) -> str:
    if isinstance(value, str):
        return f"String should have at {most} {limit} character{'' if limit == 1 else 's'}"
    items = f"{limit} item{'' if limit == 1 else 's'}"
    return f"List should have at {most} {items} after validation, not {limit + 1 if most == 'most' else len(value)}"


def bounded_type(kind: JsonType, limits: Bounds) -> JsonType:
    def read(value: Any) -> Any:
        value = kind.of(value)
        if why := limits.refusal(value):
            raise WrongShape(why)
        return value

    return JsonType(kind.name, read, kind.write, parts=kind.parts)


def literal_type(values: Sequence[Any], write_any: Callable[[Any, bool], str]) -> JsonType:
    known, *words = {value: value for value in values}, *map(repr, values)
    why = f"Input should be {' or '.join(filter(None, (', '.join(words[:-1]), words[-1])))}"

    def read(value: Any) -> Any:
        try:
            return known[value]
        except (KeyError, TypeError):  # A TypeError: a list or an object.
            raise WrongShape(why) from None

    return JsonType(f"literal[{','.join(words)}]", read, write_any)


def is_ambiguous(members: Sequence[JsonType]) -> bool:
    """True if the type of a value in JSON does not say which member of a union it is."""
    return sum(len(member.parts) for member in members) > len(_parts_of(members))


def _parts_of(members: Sequence[JsonType]) -> frozenset[type]:
    return frozenset[type]().union(*(member.parts for member in members))


def union_type(members: Sequence[JsonType], write_any: Callable[[Any, bool], str]) -> JsonType:
    plain = frozenset[type]().union(*(member.plain for member in members))
    others = [member for member in members if member is not NULL]
    if len(others) == 1:
        (only,) = others

        def write(value: Any, whole: bool) -> str:
            return "null" if value is None else only.write(value, whole)

        return JsonType(f"nullable[{only.name}]", only.read, write, plain, only.parts)

    def read(value: Any) -> Any:
        first = None
        for member in others:
            try:
                return member.read(value)
            except WrongShape as error:
                first = first or error.within(member.name)
        raise first or WrongShape("")

    name = f"union[{','.join(member.name for member in others)}]"
    return JsonType(name, read, write_any, plain, _parts_of(members))


def list_type(make: type[Any], part: JsonType) -> JsonType:
    """A tuple, list or frozenset of any length."""
    plain, read_part, write_part = part.plain, part.read, part.write

    def read(value: Any) -> Any:
        if type(value) is not list:
            raise WrongShape("Input should be a valid array")
        if plain.issuperset(map(type, value)):
            return make(value)
        found = []
        for each in value:
            try:
                found.append(each if type(each) in plain else read_part(each))
            except WrongShape as error:
                raise error.within(len(found)) from None
        return make(found)

    def write(value: Any, whole: bool) -> str:
        return f"[{','.join([write_part(each, whole) for each in value])}]"

    name = f"{make.__name__}[{part.name}{', ...' if make is tuple else ''}]"
    return JsonType(name, read, write, parts=ARRAY)


def fixed_type(parts: Sequence[JsonType]) -> JsonType:
    def read(value: Any) -> Any:
        if type(value) is not list:
            raise WrongShape("Input should be a valid array")
        return tuple(items_of("Tuple", parts, len(parts), value))

    def write(value: Any, whole: bool) -> str:
        written = [part.write(each, whole) for part, each in zip(parts, value, strict=True)]
        return f"[{','.join(written)}]"

    return JsonType(f"tuple[{', '.join(part.name for part in parts)}]", read, write, parts=ARRAY)


def items_of(name: str, parts: Sequence[JsonType], needed: int, value: Sequence[Any]) -> list[Any]:
    """The items of a tuple, of which so many are `needed`."""
    if len(value) > len(parts):
        raise WrongShape(f"{name} should have at most {len(parts)} items after validation, not {len(value)}")
    found = [_within(index, part, each) for index, (part, each) in enumerate(zip(parts, value, strict=False))]
    if len(found) < needed:
        raise WrongShape("missing", len(found))
    return found


def mapping_type(part: JsonType) -> JsonType:
    plain, write_part = part.plain, part.write

    def read(value: Any) -> Any:
        if type(value) is not dict:
            raise WrongShape("Input should be an object")
        if plain.issuperset(map(type, value.values())):
            return dict(value)
        return {key: _within(key, part, each) for key, each in value.items()}

    def write(value: Any, whole: bool) -> str:
        return f"{{{','.join([f'{text_of(key)}:{write_part(each, whole)}' for key, each in value.items()])}}}"

    return JsonType(f"dict[str,{part.name}]", read, write, parts=OBJECT)


def _within(place: str | int, kind: JsonType, value: Any) -> Any:
    try:
        return kind.of(value)
    except WrongShape as error:
        raise error.within(place) from None


class JsonField(NamedTuple):
    """A field: `put` sets it in what is made. Where it is missing, `default` or what `factory` makes is put, if any."""

    name: str
    type: JsonType
    is_needed: bool
    put: Callable[[Any, Any], None]
    default: Any = MISSING
    factory: Callable[[], Any] | None = None


def object_reader(
    begin: Callable[[], Any], parts: Sequence[JsonField], unknown: str | None
) -> Callable[[dict[str, Any]], Any]:
    """A reader of fields; `unknown` is what is wrong with a field that is none, None: it is left out."""
    names = {part.name for part in parts}
    readers = [(part.name, part.type.plain, part.type.read, part.put, part.default, part) for part in parts]

    def read(value: dict[str, Any]) -> Any:
        made, known = begin(), 0
        for name, plain, read_part, put, default, field in readers:
            if name in value:
                part, known = value[name], known + 1
                if type(part) not in plain:
                    try:
                        part = read_part(part)
                    except WrongShape as error:
                        raise error.within(name) from None
                put(made, part)
            elif default is not MISSING:
                put(made, default)
            elif field.factory is not None:
                put(made, field.factory())
            elif field.is_needed:
                raise WrongShape("missing", name)
        if unknown is not None and known < len(value):
            raise WrongShape(unknown, next(name for name in value if name not in names))
        return made

    return read


def dict_field(name: str, type: JsonType, is_needed: bool) -> JsonField:
    """A field that is put into a dictionary."""
    return JsonField(name, type, is_needed, lambda made, value: made.__setitem__(name, value))
