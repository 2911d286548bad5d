"""The plain board of a game without its own: cards of the table and of every seat with all that the state holds."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from textwrap import wrap
from typing import Any, Final

from core.game import CHANCE, AnyGame, Points, actor_of, actors_of
from core.messages import term
from viewer.boards.scene import Panel, Scene, Shape, shape
from viewer.boards.seat import HEADER, card, frame, label
from viewer.locale.language import gettext, listed, translate
from viewer.locale.plain_text import fit, number, plain, width


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


_WIDTH: Final = 12.0
_LINE: Final = 0.85
_CHIP: Final = 1.0
_GAP: Final = 0.2
_LETTER: Final = 0.36
"""Width of a letter of a chip."""

_COLUMNS: Final = 96


@dataclass(frozen=True, slots=True)
class Fallback:
    """A board for any game, based on the game contract alone."""

    game: AnyGame

    def scene(self, state: Any, names: Sequence[str]) -> Scene:
        acting, scores = actors_of(self.game, state), self.game.scores(state)
        parts = parts_of(state, scores, self.game.Options)
        seats = []
        for seat, name in enumerate(names):
            shapes, height = _drawn(str(seat), parts.seats[seat], _WIDTH)
            head = frame(seat, name, scores[seat], active=seat in acting, width=_WIDTH, height=height)
            seats.append(Panel(f"seat/{seat}", plain(name), _WIDTH, height, (*head, *shapes), seat))
        return Scene((self._table(state, names, parts.table), *seats))

    def _table(self, state: Any, names: Sequence[str], rows: Sequence[Row]) -> Panel:
        wide = _WIDTH  # As narrow as a seat, so that a phone shows its small text.
        shapes, height = _drawn("table", rows, wide)
        head = (
            card("table/card", wide, height),
            label("table/turn", 0.7, 1.22, fit(self._now(state, names), 26), "name", plain(self._now(state, names))),
        )
        return Panel("table", gettext("Table"), wide, height, (*head, *shapes))

    def _now(self, state: Any, names: Sequence[str]) -> str:
        turn = self.game.turn(state)
        if turn is None:
            outcome = self.game.outcome(state)
            return gettext("The match is over") if outcome is None else translate(outcome.why)
        acting = [names[seat] for seat in actors_of(self.game, state)]
        if len(acting) > 1:
            return gettext("Round {round}: {names} choose", round=self.game.round_number(state), names=listed(acting))
        whose = gettext("a random draw") if turn == CHANCE else acting[0]
        return gettext("Round {round}: {whose} is next", round=self.game.round_number(state), whose=whose)

    def text(self, state: Any, names: Sequence[str]) -> str:
        acting = actors_of(self.game, state)
        parts = parts_of(state, self.game.scores(state), self.game.Options)
        lines = [fit(self._now(state, names), _COLUMNS), ""]
        for seat, (name, points) in enumerate(zip(names, self.game.scores(state), strict=True)):
            lines.append(f"{'>' if seat in acting else ' '} {fit(name, 30)}: {number(points)}")
            lines += [f"    {line}" for row in parts.seats[seat] for line in _wrapped(row)]
        return "\n".join([*lines, "", *(line for row in parts.table for line in _wrapped(row))])

    def sentence(self, before: Any, event: Any, names: Sequence[str]) -> str:
        seat = actor_of(self.game, before, event)
        written = self.game.write(event)
        return written if seat is None else f"{plain(names[seat])}: {written}"

    def symbols(self) -> str:
        return ""


def _wrapped(row: Row) -> list[str]:
    """A row as lines of text."""
    text = ", ".join(row.items) or gettext("none")
    named = f"{row.label}: {text}" if row.label else text
    return wrap(named, _COLUMNS - 8, subsequent_indent="  ") or [""]


def _drawn(place: str, rows: Sequence[Row], wide: float) -> tuple[tuple[Shape, ...], float]:
    """The rows below the header of a panel, and the height of the panel."""
    shapes, y = list[Shape](), HEADER + 0.2
    for number_of_row, row in enumerate(rows):
        id = f"{place}/row/{number_of_row}"
        if row.is_heap:
            title = f"{row.label} ({len(row.items)})"
            shapes.append(label(id, 0.7, y + 0.5, fit(title, int((wide - 1.4) / 0.26)), "small", title))
            chips, y = _chips(id, row.items, wide, y + _LINE)
            shapes += chips
        else:
            for part, line in enumerate(_lines(row, wide)):
                shapes.append(label(f"{id}/{part}", 0.7, y + 0.5, line, "small"))
                y += _LINE
    return tuple(shapes), round(y + 0.35, 2)


def _lines(row: Row, wide: float) -> list[str]:
    text = f"{row.label}: {row.items[0]}" if row.label else row.items[0]
    return wrap(text, int((wide - 1.4) / 0.26)) or [text]


def _chips(id: str, items: Sequence[str], wide: float, y: float) -> tuple[list[Shape], float]:
    """The items of a heap as chips, row below row, and the place below them."""
    shapes, x = list[Shape](), 0.7
    for place, (text, size) in enumerate(_sizes(items, wide - 1.4)):
        if x + size > wide - 0.7 and x > 0.7:
            x, y = 0.7, y + _CHIP + _GAP
        shapes.append(
            shape(
                f"{id}/{place}", "rect", class_="slot", x=round(x, 2), y=round(y, 2), width=size, height=_CHIP, rx=0.2
            )
        )
        middle = round(x + size / 2, 2)
        shapes.append(label(f"{id}/{place}/text", middle, round(y + 0.7, 2), text, "entry middle", text))
        x += size + _GAP
    return shapes, y + (_CHIP if items else 0) + 0.25


def _sizes(items: Sequence[str], most: float) -> Iterator[tuple[str, float]]:
    """Each item with the width of its chip; a long one is cut, and whole in its title."""
    for item in items:
        text = fit(item, int((most - 0.6) / _LETTER))
        yield text, round(min(max(_LETTER * width(text) + 0.6, _CHIP), most), 2)
