"""Changes by an edit of a play besides the value: total and place of a seat, the winners, a record."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.game import Points, Seat
from eventstore.statistics import sides
from eventstore.statistics.plays import PlayedMatch


@dataclass(frozen=True, slots=True)
class EditConsequence:
    """The result of a play after an edit, and the `former` winners and rank of the seat; ranks are 1 for the best.

    `seat` is the seat whose points were edited, None: of another value. `margin` is the lead of the only winning side,
    None if it is not known or if it won with worse points. `beaten` are the best points of the person at this game so
    far, which only the edit beats. The winners are None while they are not known.
    """

    seat: Seat | None
    points: Points
    rank: int | None
    former_rank: int | None
    winners: tuple[Seat, ...] | None
    former: tuple[Seat, ...] | None
    margin: float | None
    beaten: float | None


def edit_consequence(
    before: PlayedMatch, after: PlayedMatch, seat: Seat | None, best: Callable[[], float | None]
) -> EditConsequence:
    """`best` tells the best points of the person at the seat in other plays of this game, None without any. It reads
    all of them, so it is asked only if the edit makes the points better.
    """
    winners, former, margin = _winners(after), _winners(before), sides.winning_margin(after)
    if seat is None:
        return EditConsequence(None, None, None, None, winners, former, margin, None)
    was, now = before.seats[seat], after.seats[seat]
    beaten = best() if after.decided and (was.score is None or _is_better(after, now.score, was.score)) else None
    is_beaten = _is_better(after, now.score, beaten) and not _is_better(before, was.score, beaten)
    return EditConsequence(seat, now.score, now.rank, was.rank, winners, former, margin, beaten if is_beaten else None)


def best_points(played: Sequence[PlayedMatch], person: str) -> float | None:
    """The best points of a person in these plays of one game; None without points."""
    points = [
        own for match in played for seat in match.held_by(person) if (own := sides.points(match, seat)) is not None
    ]
    return (min if played and played[0].lowest_wins else max)(points, default=None)


def _winners(match: PlayedMatch) -> tuple[Seat, ...] | None:
    return tuple(seat for seat, own in enumerate(match.seats) if own.won) if match.decided else None


def _is_better(match: PlayedMatch, points: Points, other: Points) -> bool:
    if points is None or other is None:
        return False
    return points < other if match.lowest_wins else points > other
