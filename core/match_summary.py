"""Summary of a match: winners and margin, the deciding event, the key moments."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal, TypeAlias

from core import analysis
from core.analysis import Swing
from core.game import Outcome, Points, Seat
from core.record import Frame

MAX_MOMENTS: Final = 5
"""Maximum number of key moments of a match."""

FEW_MOMENTS: Final = 3
"""Number of key moments up to which smaller swings are accepted too."""


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """Summary of a match: its winners (its leaders while it is open), the margin, the lead changes, the largest swing.

    `margin` is the lead over the best other seat in points: 0 for a tie, None when the points do not explain the
    result. `changes` are the indexes of lead changes, `decided` that of the event since which the winners led to the
    end.
    """

    winners: tuple[Seat, ...]
    margin: float | None
    changes: tuple[int, ...]
    decided: int | None
    swing: Swing | None


Reason: TypeAlias = Literal["decided", "lead", "swing"]


@dataclass(frozen=True, slots=True)
class MatchMoment:
    """A key event: the reason, the seat that gained by it, and the change of that seat's lead in points (0 or more)."""

    index: int
    reason: Reason
    seat: Seat
    points: float


def match_summary(frames: Sequence[Frame], outcome: Outcome | None) -> MatchSummary:
    """The summary of a match; `frames` are those of `analysis.compared`.

    `changes`, `decided` and `swing` are empty or None when all seats won, with one seat, and when points came only
    once.
    """
    final = frames[-1].scores
    winners = outcome.winners if outcome else analysis.leaders(final)
    ahead = _ahead(final, winners)
    margin = ahead if ahead is not None and ahead >= 0 else None
    moved = sum(before.scores != after.scores for before, after in pairwise(frames))
    if len(winners) == len(final) or moved < 2:
        return MatchSummary(winners, margin, (), None, None)
    swing = next(iter(analysis.swings(frames)), None)
    return MatchSummary(winners, margin, analysis.lead_changes(frames), decided_at(frames, winners), swing)


def decided_at(frames: Sequence[Frame], winners: Sequence[Seat]) -> int | None:
    """Index of the event since which the winners led all others to the end; None when they do not lead at the end."""
    index = None
    for place in range(len(frames) - 1, 0, -1):
        ahead = _ahead(frames[place].scores, winners)
        if ahead is None or ahead <= 0:
            break
        index = place
    return index


def _ahead(scores: Sequence[Points], seats: Sequence[Seat]) -> float | None:
    """The best of `seats` minus the best of all others; None when either side is empty or has no known points."""
    own = [points for seat, points in enumerate(scores) if seat in seats and points is not None]
    others = [points for seat, points in enumerate(scores) if seat not in seats and points is not None]
    return max(own) - max(others) if own and others else None


def key_moments(frames: Sequence[Frame], course: MatchSummary) -> tuple[MatchMoment, ...]:
    """The deciding event, the last lead change and the largest swings, in the order of the match.

    Swings of at most a third of the largest swing are left out, and those of at most half of it once there are three
    moments: small differences are not key moments.
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
        if len(reasons) < MAX_MOMENTS and swing.points * enough > biggest[0].points:
            reasons.setdefault(swing.index, "swing")
    moments = []
    for index, reason in sorted(reasons.items()):
        seat = helped[index] if reason == "swing" else analysis.leaders(frames[index].scores)[0]
        before, now = analysis.leads(frames[index - 1].scores), analysis.leads(frames[index].scores)
        moments.append(MatchMoment(index, reason, seat, max(now[seat] - before[seat], 0)))
    return tuple(moments)
