"""The plain board of a game without its own: cards of the table and of every seat with all that the state holds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, Final

from core.game import CHANCE, AnyGame, actor_of, actors_of
from viewer.boards.plain_parts import Row, parts_of
from viewer.boards.scene import Panel, Scene, Shape, shape
from viewer.boards.seat import HEADER, frame, label
from viewer.locale.language import gettext, listed, translate
from viewer.locale.plain_text import fit, number, plain, width

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
            shape(
                "table/card",
                "rect",
                class_="card",
                x=0.1,
                y=0.1,
                width=wide - 0.2,
                height=round(height - 0.2, 2),
                rx=0.6,
            ),
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
