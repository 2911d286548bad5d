"""Any metric by any dimension of the matches: values with their interval, and the number of matches behind them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Final, Literal, NamedTuple, TypeAlias

from core.messages import message
from eventstore.statistics import tally
from eventstore.statistics.intervals import FEW, Mean, mean, mean_of, mean_of_counts, share, weighted_mean
from eventstore.statistics.reviews import SeatReview, beyond_others, weight
from eventstore.statistics.tally import Depths

Metric: TypeAlias = Literal[
    "plays", "wins", "share", "above", "points", "margin", "lead", "minutes", "hours", "start", "luck", "lost"
]
"""`plays` and `wins`, of contests, are counts. `share` is the share of contests won, `above` the wins in contests minus
the wins expected by chance. `points` is the mean of a seat, `margin` its mean lead over the best other side, `lead` the
mean margin of a single winner, `minutes` the mean of a match, `hours` their sum, `start` the share of contests that the
start player won. The others are of reviewed matches: `luck` is the mean of the points that draws brought a seat, `lost`
that of the points that it gave away in ten choices beyond what the other seats did (`reviews.beyond_others`).
"""

REVIEWED: Final[tuple[Metric, ...]] = ("luck", "lost")
"""The metrics of reviewed matches."""

COUNTS: Final[tuple[Metric, ...]] = ("plays", "wins", "hours")
"""Metrics that are counted, not estimated."""

Dimension: TypeAlias = Literal[
    "person",
    "game",
    "players",
    "place",
    "weekday",
    "month",
    "year",
    "tag",
    "depth",
    "seat",
    "start",
    "role",
    "color",
    "expansion",
    "new",
    "scenario",
    "difficulty",
    "opponent",
]
"""Labels: `person` an id, `opponent` that of another person in the match, `weekday` 1 (Monday) to 7, `month` as
2026-11, `seat` from 1 (the start player) in turn order if that is known, `start` is `start` for the start player,
`other` for the others, `unknown` if nobody knows who began, `expansion` "" without one, `new` whether the seat was
`new` to the game or `not`; the others unchanged.
"""

IN_ORDER: Final = ("players", "weekday", "month", "year", "seat")
"""Dimensions with rows sorted by label; other rows are sorted by value, highest first, and `few` ones last."""


@dataclass(frozen=True, slots=True)
class InsightRow:
    """`value` from `n` cases; `low` and `high` bound its interval, None for counts and for the mean of one case.

    `expected` is the value expected by chance, for shares and wins. `matches` is the number of matches behind it.
    """

    label: str
    name: str
    value: float
    low: float | None
    high: float | None
    n: int
    few: bool
    expected: float | None
    matches: int


@dataclass(frozen=True, slots=True)
class Insight:
    """The rows; `depths` counts the matches behind them, `untold` the matches without the needed data.

    `total` is the value over all rows together, where each match or seat counts once; None for metrics not in `COUNTS`.
    """

    metric: Metric
    dimension: Dimension
    rows: tuple[InsightRow, ...]
    depths: Depths
    untold: int
    total: float | None


@dataclass(frozen=True, slots=True)
class QueryPreset:
    """A common question, with the metric and the dimension that answer it."""

    question: str
    metric: Metric
    dimension: Dimension


PRESETS: Final[Mapping[str, QueryPreset]] = {
    "luck": QueryPreset(message("Who wins more often than chance?"), "above", "person"),
    "start": QueryPreset(message("Does the start player win more often?"), "above", "start"),
    "start-by-game": QueryPreset(message("In which game does the start player win most often?"), "start", "game"),
    "seat": QueryPreset(message("Which seat wins more often than chance?"), "above", "seat"),
    "role": QueryPreset(message("Which role wins more often than chance?"), "above", "role"),
    "color": QueryPreset(message("Which color wins more often than chance?"), "above", "color"),
    "new": QueryPreset(message("How often do newcomers to a game win?"), "share", "new"),
    "expansion": QueryPreset(message("Which expansions do we play with?"), "plays", "expansion"),
    "longest": QueryPreset(message("Which game takes longest?"), "minutes", "game"),
    "minutes-by-players": QueryPreset(message("How much longer do more players take?"), "minutes", "players"),
    "lucky": QueryPreset(message("Who has luck with the draws?"), "luck", "person"),
    "choices": QueryPreset(message("Who chooses better than the opponents?"), "lost", "person"),
    "lead": QueryPreset(message("By how much is each game won?"), "lead", "game"),
    "most": QueryPreset(message("Who plays most?"), "plays", "person"),
    "hours": QueryPreset(message("Who spends most time playing?"), "hours", "person"),
    "hours-by-place": QueryPreset(message("Where do we spend most time playing?"), "hours", "place"),
    "hours-by-weekday": QueryPreset(message("On which days do we play longest?"), "hours", "weekday"),
    "weekday": QueryPreset(message("On which days do we play?"), "plays", "weekday"),
    "month": QueryPreset(message("When did we play most?"), "plays", "month"),
    "place": QueryPreset(message("Where do we play?"), "plays", "place"),
    "depth": QueryPreset(message("How detailed are our records?"), "plays", "depth"),
}


class InsightCase(NamedTuple):
    """The part of one seat or one match in a figure: the value, and the number of sides of the match."""

    value: float
    sides: int


def row_of(metric: Metric, label: str, name: str, cases: Mapping[InsightCase, int], matches: int) -> InsightRow:
    """The figure of one label from its cases, one or more, and how often each occurs.

    The value of a case is 1 for plays; 0 or 1, whether it was won, for wins, shares and those above chance; else the
    points, the lead or the minutes.
    """
    n = sum(cases.values())
    if metric in ("plays", "wins", "hours"):
        value = fsum(case.value * number for case, number in cases.items())
        return _row(label, name, Mean(n, value / 60 if metric == "hours" else value, None, None, n < FEW), matches)
    if metric == "above":
        won = tally.chance({(bool(value), sides): number for (value, sides), number in cases.items()})
        return _row(label, name, Mean(n, won.above, won.low, won.high, won.few), matches, won.expected)
    if metric in ("share", "start"):
        found = share(round(fsum(case.value * number for case, number in cases.items())), n)
        expected = fsum(number / case.sides for case, number in cases.items()) / n
        return _row(label, name, Mean(n, found.value, found.low, found.high, found.few), matches, expected)
    counts = Counter[float]()
    for case, number in cases.items():
        counts[case.value] += number
    return _row(label, name, (mean_of if metric == "margin" else mean_of_counts)(counts), matches)


class ReviewedSeat(NamedTuple):
    """A seat of a reviewed match, with the figures of all its seats."""

    match: str
    seat: int
    figures: Sequence[SeatReview]


def tells(metric: Metric, one: ReviewedSeat) -> bool:
    """True if the review has the figure of the seat."""
    if metric == "luck":
        return bool(one.figures[one.seat].deals)
    return beyond_others(one.figures)[one.seat] is not None


def reviewed_row(metric: Metric, label: str, name: str, seats: Sequence[ReviewedSeat], matches: int) -> InsightRow:
    """The figure of one label from those of its seats that tell it, one or more."""
    if metric == "luck":
        return _row(label, name, mean([one.figures[one.seat].luck_lead for one in seats]), matches)
    weighted = [(beyond_others(one.figures)[one.seat] or 0.0, weight(one.figures)) for one in seats]
    return _row(label, name, weighted_mean(weighted), matches)


def _row(label: str, name: str, found: Mean, matches: int, expected: float | None = None) -> InsightRow:
    return InsightRow(label, name, found.value or 0.0, found.low, found.high, found.n, found.few, expected, matches)


def in_order(rows: Iterable[InsightRow], dimension: Dimension) -> tuple[InsightRow, ...]:
    """The rows in the order of their dimension, see `IN_ORDER`."""
    if dimension in IN_ORDER:
        return tuple(sorted(rows, key=lambda row: (len(row.label), row.label)))
    return tuple(sorted(rows, key=lambda row: (row.few, -row.value, row.name)))
