"""The clear part of an insight: its rows per play or of 100, the few to draw, and those that differ from chance."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from eventstore.statistics.insights import (
    COUNTS,
    IN_ORDER,
    PRESETS,
    Dimension,
    Insight,
    InsightRow,
    Metric,
    QueryPreset,
)
from eventstore.statistics.intervals import FEW

DATES: Final[tuple[Dimension, ...]] = ("month", "year")
"""Dimensions whose counts are of this time alone; the counts of others are a part of all."""

OF_100: Final[tuple[Metric, ...]] = ("share", "start", "above")
_DEVIATIONS: Final[tuple[Metric, ...]] = ("above", "luck")
"""Metrics with 0 by chance: both ends of the ranking are drawn."""

ENOUGH: Final = 10
"""Cases from which a row is drawn, if two or more rows have so many."""

SHOWN: Final = 10
"""Most rows that are drawn."""

_OPENINGS: Final = ("luck", "start", "seat", "role", "color", "new")
"""Keys of `PRESETS`; the page begins with the first that differs from chance."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A row in the unit of its picture: of 100 plays, a share from 0 to 1 of all, or unchanged.

    `chance` is the value by chance alone, None where chance gives none. `more` and `less` tell whether the whole
    interval is on this side of it.
    """

    row: InsightRow
    value: float
    low: float | None
    high: float | None
    chance: float | None

    @property
    def more(self) -> bool:
        return self.chance is not None and self.low is not None and self.low > self.chance

    @property
    def less(self) -> bool:
        return self.chance is not None and self.high is not None and self.high < self.chance


@dataclass(frozen=True, slots=True)
class InsightAnswer:
    """`rows` are all rows, `shown` those to draw: ordered labels in order (dates: newest first), others by value.

    `more` and `less` differ from chance, the surest first. `first` has the highest value of the rows with `enough`
    cases, `last` the lowest, or in a ranking of counts the second; `is_clear` tells whether their intervals are apart.
    """

    rows: tuple[Measured, ...]
    shown: tuple[Measured, ...]
    more: tuple[Measured, ...]
    less: tuple[Measured, ...]
    first: Measured | None
    last: Measured | None
    is_ranking: bool
    is_clear: bool
    enough: int


def insight_answer(found: Insight) -> InsightAnswer:
    measured = sorted((_measured(found, row) for row in found.rows), key=lambda one: (one.row.few, -one.value))
    enough = _enough(found)
    known = [one for one in measured if one.row.n >= enough]
    ranked = sorted(known, key=lambda one: -one.value)
    is_ranking = found.metric in COUNTS and (found.dimension not in IN_ORDER or len(known) > SHOWN)
    first = ranked[0] if ranked else None
    last = ranked[1 if is_ranking else -1] if len(ranked) > 1 else None
    return InsightAnswer(
        rows=tuple(_in_order(found.dimension, measured) if found.dimension in IN_ORDER else measured),
        shown=tuple(_shown(found, ranked, last)),
        more=tuple(sorted((one for one in known if one.more), key=lambda one: (one.chance or 0) - (one.low or 0))),
        less=tuple(sorted((one for one in known if one.less), key=lambda one: (one.high or 0) - (one.chance or 0))),
        first=first,
        last=last,
        is_ranking=is_ranking,
        is_clear=found.metric in COUNTS or _are_apart(first, last),
        enough=enough,
    )


def opening(asked: Callable[[Metric, Dimension], Insight]) -> QueryPreset:
    """The question to begin with: one whose answer differs from chance, else the one of the most plays."""
    for key in _OPENINGS:
        preset = PRESETS[key]
        answer = insight_answer(asked(preset.metric, preset.dimension))
        if answer.more or answer.less:
            return preset
    return PRESETS["most"]


def _enough(found: Insight) -> int:
    """Counts are certain; other rows need more cases, as long as there are rows left."""
    if found.metric in COUNTS:
        return 1
    return next((limit for limit in (ENOUGH, FEW) if sum(row.n >= limit for row in found.rows) > 1), FEW)


def _measured(found: Insight, row: InsightRow) -> Measured:
    factor = _factor(found, row)
    value, low, high = (None if bound is None else factor * bound for bound in (row.value, row.low, row.high))
    chance = 0.0 if found.metric in _DEVIATIONS else None
    if found.metric in ("share", "start") and row.expected is not None:
        chance = factor * row.expected
    return Measured(row, value or 0.0, low, high, chance)


def _factor(found: Insight, row: InsightRow) -> float:
    if found.metric == "above":
        return 100 / row.n
    if found.metric in OF_100:
        return 100
    return 1 / found.total if found.metric in COUNTS and found.dimension not in DATES and found.total else 1


def _shown(found: Insight, ranked: Sequence[Measured], last: Measured | None) -> Sequence[Measured]:
    """The highest rows and the last one; of deviations both ends, and what is clear in any case."""
    drawn = [*ranked[:SHOWN]]
    if found.metric in _DEVIATIONS:
        drawn = sorted(ranked, key=lambda one: (not (one.more or one.less), -abs(one.value)))[:SHOWN]
    elif last and last not in drawn:
        drawn[-1] = last
    if found.dimension in IN_ORDER:
        return _in_order(found.dimension, drawn)
    return sorted(drawn, key=lambda one: (-one.value, one.row.name))


def _in_order(dimension: Dimension, rows: Sequence[Measured]) -> list[Measured]:
    return sorted(rows, key=lambda one: (len(one.row.label), one.row.label), reverse=dimension in DATES)


def _are_apart(first: Measured | None, last: Measured | None) -> bool:
    if first is None or last is None or first.low is None or last.high is None:
        return False
    return first.low > last.high
