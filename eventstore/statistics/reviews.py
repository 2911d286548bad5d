"""Luck and errors of people over many reviewed matches."""

from dataclasses import dataclass

from core.review.review import Review


@dataclass(frozen=True, slots=True)
class SeatReview:
    """What the review of one match says of one seat: chance to win (0 to 1) and lead in points.

    `luck_win` and `luck_lead` are the sums over the outcomes of chance, `lost_win` and `lost_lead` (never below 0 for
    the chance to win) the sums over the own choices of the seat, which are `choices`; all None where moves are not
    judged. `inaccuracies`, `mistakes` and `blunders` count these choices by grade.
    """

    luck_win: float
    luck_lead: float
    lost_win: float | None
    lost_lead: float | None
    choices: int | None
    inaccuracies: int | None
    mistakes: int | None
    blunders: int | None

    @property
    def errors(self) -> int:
        """Inaccuracies, mistakes and blunders."""
        return (self.inaccuracies or 0) + (self.mistakes or 0) + (self.blunders or 0)


def seat_reviews(review: Review) -> tuple[SeatReview, ...]:
    """The figures of each seat."""
    return tuple(_seat_review(review, seat) for seat in range(len(review.start.win)))


def _seat_review(review: Review, seat: int) -> SeatReview:
    luck_win = sum(each.change.win[seat] for each in review.chance)
    luck_lead = sum(each.change.lead[seat] for each in review.chance)
    if not review.judged:
        return SeatReview(luck_win, luck_lead, None, None, None, None, None, None)
    own = [move for move in review.moves if move.seat == seat]
    grades = [move.grade for move in own]
    return SeatReview(
        luck_win,
        luck_lead,
        -sum(move.change.win[seat] for move in own),
        -sum(move.change.lead[seat] for move in own),
        len(own),
        grades.count("inaccuracy"),
        grades.count("mistake"),
        grades.count("blunder"),
    )
