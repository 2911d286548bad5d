"""Events that somebody might try: what happened, with something changed, and pure inventions.

All keep to the types of their fields, as what comes through the codec does; their values may be anything.
"""

from collections.abc import Iterable
from dataclasses import dataclass, is_dataclass, replace
from functools import cache
from math import inf, nan
from random import Random
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

ODD_NUMBERS = (-1, 0, 1, 5, 6, 99)
ODD_WORDS = ("", "nonsense")
ODD_FRACTIONS = (-1.5, 0.0, 2.5, 1e300, inf, -inf, nan)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Numbers and words to build events from: those of a match, the numbers beside them, and odd ones."""

    numbers: tuple[int, ...]
    words: tuple[str, ...]


def vocabulary(events: Iterable[object]) -> Vocabulary:
    seen = set[Any]()
    for event in events:
        _gather(event, seen)
    numbers = {near for leaf in seen if type(leaf) is int for near in (leaf - 1, leaf, leaf + 1)}
    words = {leaf for leaf in seen if isinstance(leaf, str)}
    return Vocabulary((*sorted(numbers), *ODD_NUMBERS), (*sorted(words), *ODD_WORDS))


def _gather(value: Any, leaves: set[Any]) -> None:
    if isinstance(value, tuple):
        for part in value:
            _gather(part, leaves)
    elif kinds := _kinds(type(value)):
        for name in kinds:
            _gather(getattr(value, name), leaves)
    else:
        leaves.add(value)


def _kinds(cls: type[object]) -> dict[str, Any]:
    """The types of an event's fields; none for what is no event."""
    return _hints(cls) if is_dataclass(cls) else {}


_hints = cache(get_type_hints)


def altered(event: Any, known: Vocabulary, rng: Random) -> Any:
    """The event with one field changed, now and then with several; by chance it may be equal to the first."""
    kinds = _kinds(type(event))
    for name in rng.choices(list(kinds), k=rng.choice((1, 1, 2))):
        event = replace(event, **{name: _altered(getattr(event, name), kinds[name], known, rng)})
    return event


def invented(cls: type[Any], known: Vocabulary, rng: Random) -> Any:
    """An event of this class out of thin air."""
    return cls(**{name: _anything(kind, known, rng) for name, kind in _kinds(cls).items()})


def _altered(value: Any, kind: Any, known: Vocabulary, rng: Random) -> Any:
    if not isinstance(value, tuple) or not value or rng.random() < 0.1:
        return _anything(kind, known, rng)
    if get_origin(kind) in (Union, UnionType):
        kind = next(branch for branch in get_args(kind) if get_origin(branch) is tuple)
    parts = get_args(kind)
    place = rng.randrange(len(value))
    if parts[-1] is not Ellipsis:
        return _with(value, place, _altered(value[place], parts[place], known, rng))
    match rng.choice(("change", "change", "drop", "double", "shuffle")):
        case "drop":
            return value[:place] + value[place + 1 :]
        case "double":
            return (*value, value[place])
        case "shuffle":
            return tuple(rng.sample(value, len(value)))
        case _:
            return _with(value, place, _altered(value[place], parts[0], known, rng))


def _with(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _anything(kind: Any, known: Vocabulary, rng: Random) -> Any:
    """A value of the type `kind`."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        return rng.choice(parts)
    if origin in (Union, UnionType):
        return _anything(rng.choice(parts), known, rng)
    if origin is tuple and parts[-1] is Ellipsis:
        return tuple(_anything(parts[0], known, rng) for _ in range(rng.randrange(5)))
    if origin is tuple:
        return tuple(_anything(part, known, rng) for part in parts)
    if isinstance(kind, type) and is_dataclass(kind):
        return invented(kind, known, rng)
    choices: dict[Any, tuple[Any, ...]] = {
        bool: (False, True),
        int: known.numbers,
        str: known.words,
        float: ODD_FRACTIONS,
        NoneType: (None,),
    }
    return rng.choice(choices[kind])
