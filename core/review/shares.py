"""The account of each seat: start + luck + own choices + others' choices + unexplained = result."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import fsum, hypot
from typing import NamedTuple

from core.game import Seat
from core.review.moments import NOISE
from core.review.review import Error, Review, Values


class SeatValue(NamedTuple):
    """Chance to win and points ahead of the best other seat, or signed changes of both."""

    win: float
    lead: float


@dataclass(frozen=True, slots=True)
class SeatShare:
    """The account of one seat: start + luck + own + others + unexplained = result.

    `luck_error` and `own_error` are the standard errors of these two sums: sqrt(sum of the squared errors).
    """

    seat: Seat
    start: SeatValue
    luck: SeatValue
    own: SeatValue
    others: SeatValue
    unexplained: SeatValue
    result: SeatValue
    luck_error: SeatValue
    own_error: SeatValue

    @property
    def had_luck(self) -> bool:
        """True if |luck| > `NOISE` * its error, in points."""
        return abs(self.luck.lead) > NOISE * self.luck_error.lead

    @property
    def lost_by_choices(self) -> bool:
        """True if the own choices cost points: -own > `NOISE` * its error."""
        return -self.own.lead > NOISE * self.own_error.lead

    def chose_better(self, other: "SeatShare") -> bool:
        """True if this seat lost fewer points by its choices: difference > `NOISE` * sqrt(sum of squared errors)."""
        return self.own.lead - other.own.lead > NOISE * hypot(self.own_error.lead, other.own_error.lead)


def shares(review: Review) -> tuple[SeatShare, ...]:
    """The account of every seat. Where moves are not judged, choices are part of the unexplained."""
    return tuple(_share(review, seat) for seat in range(len(review.start.win)))


def _share(review: Review, seat: Seat) -> SeatShare:
    own = [move for move in review.moves if move.seat == seat]
    return SeatShare(
        seat,
        _of(review.start, seat),
        _sum((chance.change for chance in review.chance), seat),
        _sum((move.change for move in own), seat),
        _sum((move.change for move in review.moves if move.seat != seat), seat),
        _of(review.unexplained, seat),
        _of(review.result, seat),
        _error(chance.error for chance in review.chance),
        _error(move.error for move in own),
    )


def _of(values: Values, seat: Seat) -> SeatValue:
    return SeatValue(values.win[seat], values.lead[seat])


def _sum(changes: Iterable[Values], seat: Seat) -> SeatValue:
    parts = [_of(change, seat) for change in changes]
    return SeatValue(fsum(part.win for part in parts), fsum(part.lead for part in parts))


def _error(errors: Iterable[Error]) -> SeatValue:
    all = list(errors)
    return SeatValue(hypot(*(error.win for error in all)), hypot(*(error.lead for error in all)))
