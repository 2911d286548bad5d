"""The difference between people over time, in steps that a small chart can show: matches, months or years."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from eventstore.statistics.pair import Moment

MAX_STEPS: Final = 24
"""Most steps of the chart."""


@dataclass(frozen=True, slots=True)
class Period:
    """The running totals after a period; `label` is a year, a month (`2026-11`), or the number of a match from 1."""

    label: str
    plays: int
    ahead: tuple[int, ...]
    points: tuple[float, ...]


def periods(line: Sequence[Moment]) -> tuple[Period, ...]:
    """A step for each match if there are few, else for each month or year; undated ones belong to the step before."""
    if len(line) <= MAX_STEPS:
        return tuple(Period(str(n), 1, moment.ahead, moment.points) for n, moment in enumerate(line, 1))
    days = [moment.played_on or "" for moment in line]
    months = {day[:7] for day in days if len(day) >= len("2026-11")}
    length = len("2026-11") if len(months) <= MAX_STEPS else len("2026")
    steps, label = dict[str, Period](), ""
    for day, moment in zip(days, line, strict=True):
        label = day[:length] if len(day) >= length else label
        plays = steps[label].plays + 1 if label in steps else 1
        steps[label] = Period(label, plays, moment.ahead, moment.points)
    return tuple(steps.values())
