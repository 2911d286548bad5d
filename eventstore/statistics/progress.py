"""Progress of a person at a game: the later half of the contests compared with the earlier half."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from statistics import fmean
from typing import Final, Literal, NamedTuple, TypeAlias

from eventstore.statistics.intervals import Mean, mean_amount, student

ENOUGH: Final = 5
"""Minimum number of plays in each half for a verdict."""

Verdict: TypeAlias = Literal["better", "worse", "unclear", "few"]
"""`unclear`: the difference may be chance; `few`: too few plays to tell."""


class Contest(NamedTuple):
    """The share of the opponents `beaten`, from 0 to 1, half of one for a tie; `points` are None if unknown."""

    match: str
    played_on: str | None
    beaten: float
    points: float | None


@dataclass(frozen=True, slots=True)
class ProgressStep:
    """A contest, with the mean of the shares `beaten` in it and in up to nine contests before it."""

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


def progress(contests: Sequence[Contest], game: str) -> PersonProgress:
    """`contests` are those of the game with opponents in a known order, in the order of play."""
    steps = list[ProgressStep]()
    for contest in contests:
        recent = fmean([*(step.beaten for step in steps[-9:]), contest.beaten])
        steps.append(ProgressStep(contest.match, contest.played_on, contest.beaten, recent, contest.points))
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
