"""Whether a person gets better at a game: the later half of the contests compared with the earlier half."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from statistics import fmean
from typing import Final, Literal, TypeAlias

from eventstore.statistics import sides
from eventstore.statistics.intervals import Mean, mean_amount, student
from eventstore.statistics.plays import PlayedMatch, SeatResult

ENOUGH: Final = 5
"""Minimum number of plays in each half for a verdict."""

Verdict: TypeAlias = Literal["better", "worse", "unclear", "few"]
"""`unclear`: the difference may be chance; `few`: too few plays to tell."""


@dataclass(frozen=True, slots=True)
class ProgressStep:
    """One contest: the share of the opponents `beaten`, half of one for a tie, and the mean of this and up to nine
    contests before it. `points` are the final points, None if unknown.
    """

    match: str
    played_on: str | None
    beaten: float
    recent: float
    points: float | None


@dataclass(frozen=True, slots=True)
class PersonProgress:
    """The contests of a person in one game, `steps` in the order of play.

    `earlier` and `later` are the mean shares of opponents beaten in the two halves, `low` and `high` bound the 95 %
    interval of the `change` between them; None with too few plays. `points_earlier` and `points_later` are mean points.
    """

    game: str
    verdict: Verdict
    earlier: Mean
    later: Mean
    change: float | None
    low: float | None
    high: float | None
    points_earlier: Mean
    points_later: Mean
    steps: tuple[ProgressStep, ...]


def progress(played: Sequence[PlayedMatch], who: str, game: str) -> PersonProgress:
    """`played` are matches in the order of play. Only contests with opponents in a known order count."""
    steps = list[ProgressStep]()
    for match in played:
        if match.game == game and (own := match.at(who)) and (beaten := _beaten(match, own)) is not None:
            recent = fmean([*(step.beaten for step in steps[-9:]), beaten])
            steps.append(ProgressStep(match.id, match.played_on, beaten, recent, sides.points(match, own)))
    middle = len(steps) // 2
    earlier, later = ([step.beaten for step in half] for half in (steps[:middle], steps[middle:]))
    change, low, high = _difference(earlier, later)
    return PersonProgress(
        game=game,
        verdict=_verdict(low, high),
        earlier=mean_amount(earlier),
        later=mean_amount(later),
        change=change,
        low=low,
        high=high,
        points_earlier=_points(steps[:middle]),
        points_later=_points(steps[middle:]),
        steps=tuple(steps),
    )


def _beaten(match: PlayedMatch, own: SeatResult) -> float | None:
    """The share of the opponents who finished after this seat; None if no order is known."""
    results = [result for other in sides.opponents(match, own) if (result := sides.before(own, other)) is not None]
    return fmean((1 + result) / 2 for result in results) if results else None


def _points(steps: Sequence[ProgressStep]) -> Mean:
    return mean_amount([step.points for step in steps if step.points is not None])


def _difference(earlier: Sequence[float], later: Sequence[float]) -> tuple[float | None, float | None, float | None]:
    """The difference of the means with its interval (Welch), within what is possible; None with too few plays."""
    if min(len(earlier), len(later)) < ENOUGH:
        return None, None, None
    change = fmean(later) - fmean(earlier)
    one, other = (_squared_error(values) for values in (earlier, later))
    if not one + other:
        return change, change, change
    freedom = (one + other) ** 2 / (one**2 / (len(earlier) - 1) + other**2 / (len(later) - 1))
    reach = student(int(freedom)) * sqrt(one + other)
    return change, max(change - reach, -1.0), min(change + reach, 1.0)


def _squared_error(values: Sequence[float]) -> float:
    """The squared standard error of the mean."""
    middle = fmean(values)
    return fsum((value - middle) ** 2 for value in values) / (len(values) - 1) / len(values)


def _verdict(low: float | None, high: float | None) -> Verdict:
    if low is None or high is None:
        return "few"
    return "better" if low > 0 else "worse" if high < 0 else "unclear"
