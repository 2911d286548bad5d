"""How a match went: who won by how much, when that was decided, which events are worth looking at again."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal, TypeAlias

from core import analysis
from core.analysis import Swing
from core.game import Outcome, Points, Seat
from core.record import Frame

MOMENTS: Final = 5
"""Key moments of a match at most."""

FEW_MOMENTS: Final = 3
"""Key moments of a match at least, where so many events stand out at all."""


@dataclass(frozen=True, slots=True)
class Course:
    """How a match went: who won (leads, while it is open), by how much, and how it came to that.

    `margin` is over the best of the others: 0 when level, None where the points do not say why the winners won.
    `changes` are lead changes and `decided` the event from which on the winners stayed ahead of everybody else.
    """

    winners: tuple[Seat, ...]
    margin: float | None
    changes: tuple[int, ...]
    decided: int | None
    swing: Swing | None


Reason: TypeAlias = Literal["decided", "lead", "swing"]


@dataclass(frozen=True, slots=True)
class Moment:
    """An event worth looking at again: why, whom it helped, and by how many points that lead moved (0 or more)."""

    index: int
    reason: Reason
    seat: Seat
    points: float


def mirrored(frames: Sequence[Frame]) -> tuple[Frame, ...]:
    """The match with the sign of all points turned: where the fewest points win, that is who is ahead of whom."""
    return tuple(
        frame._replace(scores=tuple(None if points is None else -points for points in frame.scores)) for frame in frames
    )


def course(frames: Sequence[Frame], outcome: Outcome | None) -> Course:
    """`frames` are `mirrored` where the fewest points win.

    Where all won together, somebody played alone or points came only once, nobody led on the way.
    """
    final = frames[-1].scores
    winners = outcome.winners if outcome else analysis.leaders(final)
    ahead = _ahead(final, winners)
    margin = ahead if ahead is not None and ahead >= 0 else None
    moved = sum(before.scores != after.scores for before, after in pairwise(frames))
    if len(winners) == len(final) or moved < 2:
        return Course(winners, margin, (), None, None)
    swing = next(iter(analysis.swings(frames)), None)
    return Course(winners, margin, analysis.lead_changes(frames), decided_at(frames, winners), swing)


def decided_at(frames: Sequence[Frame], winners: Sequence[Seat]) -> int | None:
    """The event from which on the winners were ahead of everybody else to the end; None when they never were."""
    index = None
    for place in range(len(frames) - 1, 0, -1):
        ahead = _ahead(frames[place].scores, winners)
        if ahead is None or ahead <= 0:
            break
        index = place
    return index


def _ahead(scores: Sequence[Points], seats: Sequence[Seat]) -> float | None:
    """The best of `seats` minus the best of all others; None where one side's points are unknown or it is empty."""
    own = [points for seat, points in enumerate(scores) if seat in seats and points is not None]
    others = [points for seat, points in enumerate(scores) if seat not in seats and points is not None]
    return max(own) - max(others) if own and others else None


def key_moments(frames: Sequence[Frame], course: Course) -> tuple[Moment, ...]:
    """The deciding event, the last lead change and the biggest swings, in the order of the match.

    Swings of a third of the biggest or less are left out, and of half of it or less when there are three moments
    already: among small steps none is worth a picture.
    """
    reasons: dict[int, Reason] = {}
    if course.decided is not None:
        reasons[course.decided] = "decided"
    for index in course.changes[-1:]:
        reasons.setdefault(index, "lead")
    biggest = analysis.swings(frames) if course.swing else ()
    helped = {swing.index: swing.seat for swing in biggest}
    for swing in biggest:
        enough = 2 if len(reasons) >= FEW_MOMENTS else 3
        if len(reasons) < MOMENTS and swing.points * enough > biggest[0].points:
            reasons.setdefault(swing.index, "swing")
    moments = []
    for index, reason in sorted(reasons.items()):
        seat = helped[index] if reason == "swing" else analysis.leaders(frames[index].scores)[0]
        before, now = analysis.leads(frames[index - 1].scores), analysis.leads(frames[index].scores)
        moments.append(Moment(index, reason, seat, max(now[seat] - before[seat], 0)))
    return tuple(moments)
