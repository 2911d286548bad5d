"""The claims of a review: moves and outcomes of chance with |change| > `NOISE` * error, and the largest of them."""

from dataclasses import dataclass
from typing import Final, Literal

from core.game import Seat
from core.review.review import Error, Review, ReviewedChance, ReviewedMove, Values

NOISE: Final = 2.0
"""Standard errors that a change of the chance to win must exceed to be claimed."""

MAX_MOMENTS: Final = 5


@dataclass(frozen=True, slots=True)
class KeyMoment:
    """A loss by a move of the seat, or a deal in favor of the seat; `win` is the signed change of its chance to win."""

    version: int
    kind: Literal["choice", "chance"]
    seat: Seat
    win: float


def is_mistake(move: ReviewedMove) -> bool:
    """True if the move is graded below `good`, and its loss is claimed."""
    return move.grade not in ("best", "good") and is_claimed(move.change, move.error, move.seat)


def is_claimed(change: Values, error: Error, seat: Seat) -> bool:
    return abs(change.win[seat]) > NOISE * error.win


def lucky_seat(chance: ReviewedChance) -> Seat:
    """The seat that an outcome of chance favored most."""
    return max(range(len(chance.change.win)), key=lambda seat: chance.change.win[seat])


def key_moments(review: Review) -> tuple[KeyMoment, ...]:
    """The largest losses and lucks beyond the noise, at most `MAX_MOMENTS`, in the order of the match."""
    losses = [
        KeyMoment(move.version, "choice", move.seat, move.change.win[move.seat])
        for move in review.moves
        if is_mistake(move)
    ]
    lucks = [
        KeyMoment(each.version, "chance", seat, each.change.win[seat])
        for each in review.chance
        if is_claimed(each.change, each.error, seat := lucky_seat(each))
    ]
    largest = sorted([*losses, *lucks], key=lambda moment: (-abs(moment.win), moment.version))[:MAX_MOMENTS]
    return tuple(sorted(largest, key=lambda moment: moment.version))
