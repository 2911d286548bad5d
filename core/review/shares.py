"""How a seat's result came about: its start, the luck, its own choices, the others' choices, and the unexplained."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import fsum, hypot
from typing import NamedTuple

from core.game import Seat
from core.review.moments import NOISE
from core.review.review import Error, Review, Values


class Part(NamedTuple):
    """Chance to win and points ahead of the best other seat, or signed changes of both."""

    win: float
    lead: float


@dataclass(frozen=True, slots=True)
class SeatShare:
    """The account of one seat: start, luck, own, others and unexplained add up to the result.

    `luck_error` and `own_error` are the standard errors of these two sums.
    """

    seat: Seat
    start: Part
    luck: Part
    own: Part
    others: Part
    unexplained: Part
    result: Part
    luck_error: Part
    own_error: Part

    @property
    def had_luck(self) -> bool:
        """Whether the luck in points, good or bad, is beyond the noise."""
        return abs(self.luck.lead) > NOISE * self.luck_error.lead

    @property
    def lost_by_choices(self) -> bool:
        """Whether the own choices certainly cost points."""
        return -self.own.lead > NOISE * self.own_error.lead

    def chose_better(self, other: "SeatShare") -> bool:
        """Whether this seat lost fewer points by its choices than the other one, beyond the noise."""
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


def _of(values: Values, seat: Seat) -> Part:
    return Part(values.win[seat], values.lead[seat])


def _sum(changes: Iterable[Values], seat: Seat) -> Part:
    parts = [_of(change, seat) for change in changes]
    return Part(fsum(part.win for part in parts), fsum(part.lead for part in parts))


def _error(errors: Iterable[Error]) -> Part:
    all = list(errors)
    return Part(hypot(*(error.win for error in all)), hypot(*(error.lead for error in all)))
