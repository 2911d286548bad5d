"""The claims of a review: the moves that have a mark, the draws that favored somebody, and the largest of both.

One rule serves pages, commands, lines, moments and exercises: a change is claimed where it is beyond its stated error.
The grade of a move follows from it.
"""

from dataclasses import dataclass
from typing import Final, Literal

from core.game import Seat
from core.review.review import Error, Grade, Review, ReviewedChance, ReviewedMove

NOISE: Final = 2.0
"""Standard errors that a sum over many moves, or a gain that a referee realised, must exceed to be told."""

HARDLY: Final = 0.02
"""Chance to win; less is hardly any: the match is nearly decided, and a loss of points may count."""

_GRADES: Final[tuple[tuple[float, Grade], ...]] = ((0.05, "inaccuracy"), (0.1, "mistake"))
"""Upper limits of the lost chance to win."""

_POINTS: Final = 10.0
"""Points from which a loss of hardly any chance to win is an inaccuracy."""

MAX_MOMENTS: Final = 5


@dataclass(frozen=True, slots=True)
class KeyMoment:
    """A loss by a move of the seat, or a deal in favor of the seat; `win` is the signed change of its chance to win."""

    version: int
    kind: Literal["choice", "chance"]
    seat: Seat
    win: float


def grade_of(win: float, points: float, errors: tuple[float, float], stated: Error) -> Grade:
    """The grade of a loss: below good where it is claimed, best where it is within the `errors` of its searches."""
    if win >= HARDLY and win > stated.win:
        return next((grade for limit, grade in _GRADES if win < limit), "blunder")
    if win < HARDLY and points >= _POINTS and points > stated.lead:
        return "inaccuracy"
    return "good" if win > errors[0] or points > errors[1] else "best"


def is_mistake(move: ReviewedMove) -> bool:
    """True if the loss is claimed: the move has a mark."""
    return move.grade not in ("best", "good")


def is_lucky(chance: ReviewedChance) -> bool:
    """True if the luck is claimed; otherwise it is hardly any, or it is not known whom the draw favored."""
    return abs(chance.change.win[lucky_seat(chance)]) > max(HARDLY, chance.error.win)


def lucky_seat(chance: ReviewedChance) -> Seat:
    """The seat that an outcome of chance favored most."""
    return max(range(len(chance.change.win)), key=lambda seat: chance.change.win[seat])


def key_moments(review: Review) -> tuple[KeyMoment, ...]:
    """The largest losses and lucks that are claimed, at most `MAX_MOMENTS`, in the order of the match."""
    losses = [
        KeyMoment(move.version, "choice", move.seat, move.change.win[move.seat])
        for move in review.moves
        if is_mistake(move)
    ]
    lucks = [
        KeyMoment(each.version, "chance", seat := lucky_seat(each), each.change.win[seat])
        for each in review.chance
        if is_lucky(each)
    ]
    largest = sorted([*losses, *lucks], key=lambda moment: (-abs(moment.win), moment.version))[:MAX_MOMENTS]
    return tuple(sorted(largest, key=lambda moment: moment.version))
