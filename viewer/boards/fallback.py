"""The generic board for a game without its own: a card with the points of every seat, the state as text."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Final

from core.game import CHANCE, AnyGame
from viewer.boards.scene import Panel, Scene, shape
from viewer.boards.seat import HEADER, frame, label
from viewer.locale.language import gettext, translate
from viewer.locale.plain_text import fit, number, plain

_WIDTH: Final = 9.0
_LINE: Final = 0.85
_COLUMNS: Final = 96


@dataclass(frozen=True, slots=True)
class Fallback:
    """A board for any game, based on the game contract alone."""

    game: AnyGame

    def scene(self, state: Any, names: Sequence[str]) -> Scene:
        turn, scores = self.game.turn(state), self.game.scores(state)
        seats = tuple(
            Panel(
                f"seat/{seat}",
                plain(name),
                _WIDTH,
                HEADER + 0.3,
                frame(seat, name, scores[seat], active=turn == seat, width=_WIDTH, height=HEADER + 0.3),
                seat,
            )
            for seat, name in enumerate(names)
        )
        return Scene((self._table(state, names), *seats))

    def _table(self, state: Any, names: Sequence[str]) -> Panel:
        lines = described(state)
        width, height = 2 * _WIDTH, HEADER + _LINE * len(lines) + 0.35
        return Panel(
            "table",
            gettext("Table"),
            width,
            height,
            (
                shape(
                    "table/card",
                    "rect",
                    class_="card",
                    x=0.1,
                    y=0.1,
                    width=width - 0.2,
                    height=height - 0.2,
                    rx=0.6,
                ),
                label("table/turn", 0.7, 1.22, fit(self._now(state, names), 40), "name"),
                *(
                    label(
                        f"table/line/{row}",
                        0.7,
                        HEADER + _LINE * row + 0.45,
                        fit(line, 44),
                        "small",
                        plain(line),
                    )
                    for row, line in enumerate(lines)
                ),
            ),
        )

    def _now(self, state: Any, names: Sequence[str]) -> str:
        turn = self.game.turn(state)
        if turn is None:
            outcome = self.game.outcome(state)
            return gettext("The match is over") if outcome is None else translate(outcome.why)
        whose = gettext("a random draw") if turn == CHANCE else names[turn]
        return gettext("Round {round}: {whose} is next", round=self.game.round_number(state), whose=whose)

    def text(self, state: Any, names: Sequence[str]) -> str:
        turn = self.game.turn(state)
        rows = [fit(self._now(state, names), _COLUMNS), ""]
        for seat, (name, points) in enumerate(zip(names, self.game.scores(state), strict=True)):
            rows.append(f"{'>' if seat == turn else ' '} {fit(name, 30)}: {number(points)}")
        rows += ["", *(fit(line, _COLUMNS) for line in described(state))]
        return "\n".join(rows)

    def sentence(self, before: Any, event: Any, names: Sequence[str]) -> str:
        turn = self.game.turn(before)
        written = self.game.write(event)
        return f"{plain(names[turn])}: {written}" if isinstance(turn, int) else written

    def symbols(self) -> str:
        return ""


def described(state: Any) -> tuple[str, ...]:
    """One line per field of the state with its name and value; the number of lines is the same in every state."""
    if not is_dataclass(state):
        return (words(state),)
    return tuple(f"{field.name.replace('_', ' ')}: {words(getattr(state, field.name))}" for field in fields(state))


def words(value: object) -> str:
    """A value of a state as readable text."""
    if value is None or value == ():
        return gettext("none")
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, tuple):
        return ", ".join(f"({words(part)})" if isinstance(part, tuple) else words(part) for part in value)
    if is_dataclass(value):
        return "; ".join(f"{field.name} {words(getattr(value, field.name))}" for field in fields(value))
    return plain(str(value))
