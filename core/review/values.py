"""Arithmetic with values: the value of a result, differences, sums and means."""

from collections.abc import Iterable, Sequence
from math import tanh
from typing import Final

from core.game import AnyGame, Points, Seat, Value
from core.ranking import leads

_LEAD_SHARE: Final = 0.2
_LEAD_SCALE: Final = 40.0
"""The share of the lead in the utility, so that a seat still plays for points when the match is decided.

In 400 matches of Azul against a share of 0.1 it won 53 %, by 3.2 points (120 iterations for a move of both).
"""


def utility(value: Value, seat: Seat, expected: float = 0.0) -> float:
    """The utility of a value for a seat, 0 to 1: (1 - s) * win + s * (1 + tanh((lead - expected) / scale)) / 2.

    `expected` is about the lead of the seat: a point is worth most there, also in a match that is decided.
    """
    worth = 0.5 + 0.5 * tanh((value.lead[seat] - expected) / _LEAD_SCALE)
    return (1 - _LEAD_SHARE) * value.win[seat] + _LEAD_SHARE * worth


def value_at_end(game: AnyGame, state: object) -> Value:
    """The value of a match that is over."""
    points = known(game.scores(state))
    outcome = game.outcome(state)
    return value_of(points, outcome.winners if outcome else ())


def value_of(points: Sequence[float], winners: Sequence[Seat]) -> Value:
    """The value of final points and winners; without a winner every seat has an equal share."""
    winners = winners or range(len(points))
    win = tuple((seat in winners) / len(winners) for seat in range(len(points)))
    return Value(win, leads(points), tuple(points))


def known(scores: Sequence[Points]) -> tuple[float, ...]:
    """The points as numbers; unknown points count as 0."""
    return tuple(float(points or 0) for points in scores)


def difference(one: Value, other: Value) -> Value:
    return Value(
        *(
            tuple(a - b for a, b in zip(of_one, of_other, strict=True))
            for of_one, of_other in zip(one, other, strict=True)
        )
    )


def total(values: Iterable[Value], seats: int) -> Value:
    sums = [[0.0] * seats for _ in Value._fields]
    for value in values:
        for own, parts in zip(sums, value, strict=True):
            for seat, part in enumerate(parts):
                own[seat] += part
    return Value(*map(tuple, sums))


def mean(values: Sequence[Value]) -> Value:
    """The mean of at least one value."""
    sums = total(values, len(values[0].win))
    return Value(*(tuple(part / len(values) for part in parts) for parts in sums))


def blend(one: Value, other: Value, share: float) -> Value:
    """(1 - share) * one + share * other, with a share from 0 to 1."""
    return Value(
        *(
            tuple(a + share * (b - a) for a, b in zip(of_one, of_other, strict=True))
            for of_one, of_other in zip(one, other, strict=True)
        )
    )
