"""Values of types as JSON: equal to what pydantic reads, refuses and writes, on generated values and on bad input."""

import json
import string
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from random import Random
from types import UnionType
from typing import Annotated, Any, Final, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import pytest
from pydantic import TypeAdapter, ValidationError

from core import games, record_events
from core.game import fact
from core.json_text import WrongShape, number_text
from core.json_types import UnreadableType, json_type
from core.json_values import Bounds
from core.review.exercises import Exercise
from core.review.review import Review
from eventstore.maintenance.findings import EVENTS_OF
from eventstore.readmodels.projection import MatchRow
from eventstore.statistics.plays import PlayedMatch, PlayedSeat
from eventstore.statistics.reviews import SeatReview
from tests.torture import Torture

OF_GAMES: Final = (cls for game in map(games.find, games.OWN) for cls in game.EVENTS)
EVENTS: Final = (*record_events.RECORD_EVENTS, *(cls for events in EVENTS_OF.values() for cls in events), *OF_GAMES)
OPTIONS: Final = tuple(games.find(key).Options for key in games.OWN)
TABLES: Final = (MatchRow, PlayedMatch, PlayedSeat, SeatReview, Review, Exercise)

WORDS: Final = ("", "a", "é", "\0\x1f\x7f", 'q"\\/\b\f\n\r\t', "\u2028😀", "3", "true", "[{", "Ω" * 50)
NUMBERS: Final = (0, 1, -1, 7, 2**31, 2**63, -(2**63) - 1, 10**30)
REALS: Final = (0.0, -0.0, 0.1, 1.0, -2.5, 1e15, 1e16, 1.5e-5, 1e-5, -1e-5, 1e-6, 1.25e-7, 1e22, 5e-324, 1.7e308)


hints_of = cache(get_type_hints)


def value_of(kind: Any, rng: Random, depth: int = 0) -> Any:
    """A random value of a type."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Annotated, Union, UnionType):
        return value_of(arguments[0] if origin is Annotated else rng.choice(arguments), rng, depth)
    if origin is Literal:
        return rng.choice(arguments)
    if origin in (tuple, frozenset):
        count = rng.choice((0, 1, 2, 3, 6)) if origin is frozenset or arguments[1:] == (...,) else len(arguments)
        parts = arguments if origin is tuple and ... not in arguments else arguments[:1] * count
        return origin(value_of(part, rng, depth + 1) for part in parts)
    if origin is not None and issubclass(origin, Mapping):
        return {rng.choice(WORDS): value_of(arguments[1], rng, depth + 1) for _ in range(rng.randrange(4))}
    if is_dataclass(kind) or hasattr(kind, "_fields"):
        given = {name: value_of(part, rng, depth) for name, part in hints_of(kind).items() if name != "newer"}
        needless = [each.name for each in fields(kind) if each.default is not MISSING] if is_dataclass(kind) else []
        return kind(**{name: part for name, part in given.items() if name not in needless or rng.random() < 0.6})
    if kind is bool or kind is type(None):
        return rng.random() < 0.5 if kind is bool else None
    if kind in (object, Any):
        return anything(rng, depth)
    return rng.choice({int: NUMBERS, float: REALS, str: WORDS}[kind])


def anything(rng: Random, depth: int = 0) -> Any:
    """A random value that JSON has."""
    if depth < 4 and rng.random() < 0.3:
        return [anything(rng, depth + 1) for _ in range(rng.randrange(4))]
    if depth < 4 and rng.random() < 0.3:
        return {rng.choice(WORDS): anything(rng, depth + 1) for _ in range(rng.randrange(4))}
    return rng.choice((None, True, False, *NUMBERS[:4], *REALS[2:5], *WORDS))


def spoiled(value: Any, rng: Random) -> Any:
    """The value of the parser with one part that is missing, too many or another."""
    if isinstance(value, dict) and value and rng.random() < 0.8:
        name = rng.choice([*value])
        rest = {other: part for other, part in value.items() if other != name}
        return rest if rng.random() < 0.2 else rest | {name: spoiled(value[name], rng)}
    if isinstance(value, list) and value and rng.random() < 0.7:
        place = rng.randrange(len(value))
        return [*value[:place], *[spoiled(value[place], rng)] * rng.randrange(3), *value[place + 1 :]]
    if isinstance(value, dict):
        return value | {"".join(rng.choices(string.ascii_letters, k=3)): anything(rng)}
    return anything(rng)


def refusal(error: ValidationError) -> str:
    """The first error as Partie said it before it had readers of its own."""
    first = error.errors(include_url=False, include_input=False)[0]
    names = {"unexpected_keyword_argument": "unknown field", "missing": "missing", "missing_argument": "missing"}
    return f"{'.'.join(map(str, first['loc'])) or 'event'}: {names.get(first['type'], first['msg'])}"


def by_pydantic(adapter: TypeAdapter[Any], text: str) -> str:
    try:
        return repr(adapter.validate_json(text, strict=True))
    except ValidationError as error:
        return refusal(error)


def by_us(kind: Any, text: str) -> str:
    try:
        return repr(json_type(kind).of_text(text))
    except WrongShape as error:
        return str(error)


@pytest.mark.slow
@pytest.mark.torture("codec")
def test_values_and_refusals_are_those_of_pydantic(torture: Torture) -> None:
    rng, adapters, values, refused = torture.rng(), {cls: TypeAdapter(cls) for cls in (*EVENTS, *OPTIONS)}, 0, 0
    for _ in torture.rounds(40, 20_000):
        for cls, adapter in adapters.items():
            value = value_of(cls, rng)
            text = json_type(cls).text(value)
            assert text == adapter.dump_json(value, exclude_defaults=True).decode()
            assert by_us(cls, text) == by_pydantic(adapter, text)
            assert json_type(cls).of_text(text) == value
            bad = json.dumps(spoiled(json.loads(text), rng))
            told = by_us(cls, bad)
            assert told == by_pydantic(adapter, bad), (cls, bad)
            values, refused = values + 1, refused + told.startswith(tuple(string.ascii_lowercase))
    torture.report(f"{values:,} events read and written, {refused:,} spoiled ones refused, all as by pydantic")


@pytest.mark.parametrize("cls", TABLES)
def test_rows_of_the_read_tables_are_those_of_pydantic(cls: type[Any]) -> None:
    rng, adapter = Random(cls.__name__), TypeAdapter(cls)
    for _ in range(100):
        value = value_of(cls, rng)
        for whole in (False, True):
            text = json_type(cls).text(value, whole=whole)
            assert text == adapter.dump_json(value, exclude_defaults=not whole).decode()
        assert repr(json_type(cls).of_text(text)) == repr(adapter.validate_json(text))
        assert json_type(cls).of_text(text) == value


def test_a_whole_number_in_a_field_of_broken_ones_is_a_broken_one() -> None:
    kind = json_type(PlayedSeat)
    assert kind.text(PlayedSeat({"wall": 3}, (3,), {})) == '{"sources":{"wall":3.0},"rounds":[3],"cells":{}}'
    assert repr(kind.of_text('{"sources":{"wall":3},"rounds":[3],"cells":{}}').sources) == "{'wall': 3.0}"
    assert [number_text(number) for number in (float("inf"), float("nan"), -1.5e-5)] == ["null", "null", "-0.000015"]


@pytest.mark.parametrize("depth", [198, 199, 200, 201, 500, 100_000])
def test_what_is_nested_too_deeply_is_refused_as_by_pydantic(depth: int) -> None:
    adapter, (lists, ends) = TypeAdapter(record_events.MatchDescribed), ("[" * depth, "]" * depth)
    objects = '{"a" : ' * depth
    for deep in (f"{lists}1{ends}", lists + ends, f"{lists}\n 1, 2{ends}", f"{objects}1{'}' * depth}"):
        text = f'{{"title":"[[","options":\n{{"a":{deep}}}}}'
        assert by_us(record_events.MatchDescribed, text) == by_pydantic(adapter, text)


@pytest.mark.parametrize("text", ["", "{", "[1", '{"since":01}', '{"since":"\\ud800"}', '{"since":' + "9" * 5000 + "}"])
def test_text_that_is_no_json_is_refused_with_one_line(text: str) -> None:
    with pytest.raises(WrongShape, match=r"^event: Invalid JSON: [^\n]+$"):
        json_type(record_events.TakenBack).of_text(text)


class Pair(NamedTuple):
    """A NamedTuple in an event."""

    at: int
    word: str = "x"


@fact
@dataclass(frozen=True, slots=True)
class Odd:
    """An event with types that ours have not, and a check of its own."""

    pair: Pair
    near: frozenset[str] = frozenset()
    size: Annotated[int, range(3)] = 0
    mixed: int | tuple[Literal[1, 2], ...] | None = None
    listed: Sequence[float] = ()

    def __post_init__(self) -> None:
        if self.size > 2:
            raise ValueError("too large")


@pytest.mark.parametrize(
    "text",
    [
        *('{"pair":[1]}', '{"pair":{"at":1,"word":"y"},"near":["a","b"]}', '{"pair":[1,"y",2]}', '{"pair":[]}'),
        *('{"pair":{"at":1,"z":2}}', '{"pair":3}', '{"pair":[1],"size":3}', '{"pair":[1],"mixed":[1,2,1.0]}'),
        *('{"pair":[1],"mixed":[3]}', '{"pair":[1],"mixed":"1"}', '{"pair":[1],"listed":[1,2.5]}'),
    ],
)
def test_types_of_other_games_are_read_as_by_pydantic(text: str) -> None:
    assert by_us(Odd, text) == by_pydantic(TypeAdapter(Odd), text)


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (Annotated[int, Bounds(ge=0, le=10**9)] | None, (None, 0, -1, 10**9, 10**9 + 1, True, 1.5, "3")),
        (Annotated[str, Bounds(min_length=1, max_length=3)], ("", "a", "abc", "abcd", 3, None)),
        (Annotated[str, Bounds(pattern="^[a-z]{2}$")], ("ab", "abc", "ab\n", "")),
        (Annotated[list[str], Bounds(min_length=1, max_length=2)], ([], ["a"], ["a", "b", "c"], {}, ["a", 3])),
    ],
)
def test_bounds_are_those_of_pydantic(kind: Any, values: Sequence[Any]) -> None:
    for value in values:
        text = json.dumps(value)
        assert by_us(kind, text) == by_pydantic(TypeAdapter(kind, config={"strict": True}), text), value


@pytest.mark.parametrize("kind", [complex, bytes, dict[int, str], Pair | Odd, tuple[int, ...] | list[str]])
def test_a_type_that_is_not_read_is_named_with_its_place(kind: Any) -> None:
    dealt = dataclass(frozen=True)(type("Dealt", (), {"__annotations__": {"at": tuple[kind, ...]}}))
    with pytest.raises(UnreadableType, match=r"^at: \w+"):
        json_type(dealt)
