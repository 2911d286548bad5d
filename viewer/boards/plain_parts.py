"""The state of any game in words: labelled rows of items, those of the table and those of each seat."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from core.game import Points
from core.messages import term
from viewer.locale.language import gettext, translate
from viewer.locale.plain_text import number, plain


@dataclass(frozen=True, slots=True)
class Row:
    """A labelled row: one item is a value, several are the pieces of a heap, a hand, a line."""

    label: str
    items: tuple[str, ...]
    is_heap: bool = False


@dataclass(frozen=True, slots=True)
class Parts:
    """The rows of the table, and those of each seat."""

    table: tuple[Row, ...]
    seats: tuple[tuple[Row, ...], ...]


def parts_of(state: Any, scores: Sequence[Points], options: type[Any]) -> Parts:
    """The rows of a state but for its `options`, which never change, and the `scores`, which stand beside the names.

    A tuple with one heap, one board or one number for each seat belongs to the seats.
    """
    seats = len(scores)
    table, by_seat = list[Row](), [list[Row]() for _ in range(seats)]
    for name, value in _members(state):
        if isinstance(value, options) or value == scores:
            continue
        if _is_by_seat(value, seats):
            for rows, own in zip(by_seat, value, strict=True):
                rows += _rows(_label(name), own)
        else:
            table += _rows(_label(name), value)
    return Parts(tuple(table), tuple(map(tuple, by_seat)))


def _members(value: Any) -> Iterator[tuple[str, Any]]:
    if is_dataclass(value):
        yield from ((field.name, getattr(value, field.name)) for field in fields(value))
    elif hasattr(value, "_asdict"):
        yield from value._asdict().items()
    else:
        yield "", value


def _is_by_seat(value: Any, seats: int) -> bool:
    if not isinstance(value, tuple) or hasattr(value, "_asdict") or len(value) != seats or seats < 2:
        return False
    if all(item is None or isinstance(item, int | float) for item in value):
        return True
    if all(map(_has_members, value)):
        return any(_is_heap(part) or _has_members(part) for item in value for _, part in _members(item))
    return all(map(_is_heap, value)) and not any(_is_mixed(item) for item in value)


def _is_mixed(item: Any) -> bool:
    """True if a tuple is a record such as (seat, card) rather than a heap of equal things."""
    return isinstance(item, tuple) and len({type(part) for part in item}) > 1


def _has_members(value: Any) -> bool:
    return is_dataclass(value) or hasattr(value, "_asdict")


def _is_heap(value: Any) -> bool:
    return isinstance(value, tuple | frozenset | Mapping) and not hasattr(value, "_asdict")


def _rows(label: str, value: Any) -> list[Row]:
    """The rows of a value: those of its members, if one of them is a heap itself."""
    if _has_members(value) and any(_is_heap(part) or _has_members(part) for _, part in _members(value)):
        return [row for name, part in _members(value) for row in _rows(_label(name), part)]
    if isinstance(value, Mapping):
        return [Row(label, tuple(f"{words(key)} {words(part)}" for key, part in value.items()), is_heap=True)]
    if isinstance(value, frozenset):
        return [Row(label, tuple(sorted(map(words, value))), is_heap=True)]
    if _is_heap(value):
        return [Row(label, tuple("–" if item is None else words(item) for item in value), is_heap=True)]
    return [Row(label, (words(value),))]


def _label(name: str) -> str:
    return translate(term(name.replace("_", " ").strip().capitalize()))


def words(value: Any) -> str:
    """A value without heaps as readable text, in the language of the reader."""
    if value is None:
        return gettext("none")
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, int | float):
        return number(value)
    if isinstance(value, str):
        return translate(term(plain(value))) if value else gettext("none")
    if _has_members(value):
        return " ".join(words(part) for _, part in _members(value) if part is not None)
    if isinstance(value, Sequence | frozenset):
        return " ".join("–" if part is None else words(part) for part in value) if value else gettext("none")
    return plain(str(value))
