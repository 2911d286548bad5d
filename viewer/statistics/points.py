"""Figures of a game's points: how they spread by number of players, and how they grow round by round."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import Final

from eventstore.statistics.game import GameCourse, Pace, Spread
from eventstore.statistics.intervals import Mean
from viewer.boards.scene import Json
from viewer.locale.language import gettext, listed, ngettext
from viewer.locale.plain_text import number
from viewer.look.element import element
from viewer.look.lines import Curve, CurveMark, curves, levels, shortest
from viewer.statistics import words
from viewer.statistics.figure import Figure

MAX_DOTS: Final = 300
"""Maximum number of seats drawn per number of players, sampled evenly from the fewest points to the most."""

_ROW: Final = 88
"""Height of the row of a number of players."""

_TURN: Final = 0.618034
"""Golden ratio: the fractional parts of its multiples are spread evenly (a low-discrepancy sequence)."""

_APART: Final = 0.06
"""Distance of the two lines from the round's place, so that their intervals do not overlap."""


def players(count: int) -> str:
    return ngettext("{number} player", "{number} players", count)


def spread(spreads: Sequence[Spread], href: Callable[[int], str]) -> Figure:
    """A row for each number of players, whose label leads to `href`: a dot per seat, a box for the quartiles, diamonds
    for the last match, a round mark for the mean.
    """
    says = spread_sentence(spreads)
    pictures = [_spread(spreads, href, says, width, f"only-{size}") for width, size in ((776, "l"), (358, "s"))]
    heads = (
        gettext("Number of players"),
        gettext("Mean points"),
        gettext("Lower quartile"),
        gettext("Median"),
        gettext("Upper quartile"),
        gettext("Last match"),
    )
    rows = [
        (
            str(own.players),
            words.sure_mean(own.mean),
            *map(number, (own.low, own.median, own.high)),
            listed([number(points) for points in own.last]),
        )
        for own in spreads
    ]
    return Figure(gettext("Points"), element("div", *pictures, class_="lines spread"), says, heads, rows)


def _spread(spreads: Sequence[Spread], href: Callable[[int], str], says: str, width: int, kind: str) -> Json:
    ends = [end for own in spreads for end in (*own.points, own.mean.low, own.mean.high) if end is not None]
    low, high = min(ends), max(ends)
    grid = [*levels(low, high, 6)]
    low, high = min(low, grid[0]), max(high, grid[-1])

    def x(value: float) -> float:
        return round(10 + (value - low) / ((high - low) or 1) * (width - 20), 1)

    base = _ROW * len(spreads)
    parts = [part for row, own in enumerate(spreads) for part in _row(own, href(own.players), _ROW * row, width, x)]
    under = [element("path", d=f"M{x(value)} 0V{base}", class_="grid") for value in grid]
    under += [
        element("text", shortest(value), x=x(value), y=base + 18, text_anchor="middle", class_="ax") for value in grid
    ]
    return element(
        "svg", *under, *parts, viewBox=f"0 0 {width} {base + 24}", class_=f"chart {kind}", role="img", aria_label=says
    )


def _row(own: Spread, href: str, top: float, width: int, x: Callable[[float], float]) -> Iterator[Json]:
    label = element("text", players(own.players), x=0, y=top + 16, class_="end meant")
    yield element("a", label, href=href)
    yield element("text", words.mean(own.mean), x=width, y=top + 16, text_anchor="end", class_="end")
    middle = top + 50
    if own.low is not None and own.high is not None:
        wide = round(x(own.high) - x(own.low), 1)
        yield element("rect", x=x(own.low), y=middle - 20, width=wide, height=40, class_="box")
        yield element("path", d=f"M{x(own.median)} {middle - 20}v40", class_="line meant")
    for place, value in enumerate(_sampled(own)):
        lift = 34 * ((_TURN * place) % 1 - 0.5)
        yield element("circle", cx=x(value), cy=round(middle + lift, 1), r=2, class_="dot")
    if own.mean.low is not None and own.mean.high is not None:
        ends = f"M{x(own.mean.low)} {middle - 4}v8m0 -4H{x(own.mean.high)}m0 -4v8"
        yield element("path", d=ends, class_="line n0")
    for value in own.last:
        yield element("path", d=f"M{x(value) - 6} {middle}l6 -6l6 6l-6 6z", class_="last")
    mean = element("title", f"{players(own.players)}: {words.sure_mean(own.mean)}")
    yield element("circle", mean, cx=x(own.mean.value or 0), cy=middle, r=6, class_="mark meant")


def _sampled(own: Spread) -> list[float]:
    """The points of the seats that get a dot."""
    step = -(-own.mean.n // MAX_DOTS)
    ends = [*accumulate(own.points.values())]
    values = [*own.points]
    return [values[bisect_right(ends, place)] for place in range(0, own.mean.n, step)]


def spread_sentence(spreads: Sequence[Spread]) -> str:
    """The quartiles for the most frequent number of players, and how to read the chart."""
    usual = max(spreads, key=lambda own: own.mean.n)
    parts = []
    if usual.low is not None and usual.high is not None:
        parts.append(
            gettext(
                "With {players}, half of the seats ended between {low} and {high} points.",
                players=players(usual.players),
                low=number(round(usual.low, 1)),
                high=number(round(usual.high, 1)),
            )
        )
    parts.append(
        gettext(
            "Diamonds mark the last match, with {points} there.", points=listed([number(own) for own in usual.last])
        )
    )
    parts.append(gettext("A dot is a seat; the round mark is the mean."))
    return " ".join(parts)


def pace(course: GameCourse) -> list[Figure]:
    """The mean points after each round, of all seats and of the winners; nothing with fewer than two rounds."""
    rounds = course.pace
    if len(rounds) < 2:
        return []
    series = [
        _pace(gettext("Everybody"), [(own.round - _APART, own.points) for own in rounds], meant=True),
        _pace(gettext("Winners"), [(own.round + _APART, own.winners) for own in rounds], meant=False),
    ]
    says = pace_sentence(rounds)
    chart = curves([one for one in series if one.marks], says, gettext("Round"), reach=_reach(rounds))
    heads = (gettext("Round"), gettext("Everybody"), gettext("Winners"))
    rows = [(str(own.round), words.sure_mean(own.points), words.sure_mean(own.winners)) for own in rounds]
    return [Figure(gettext("Points round by round"), chart, says, heads, rows, words.depths(course.detailed))]


def _pace(name: str, means: Sequence[tuple[float, Mean]], *, meant: bool) -> Curve:
    marks = tuple(
        CurveMark(
            place,
            mean.value,
            f"{name}: {words.sure_mean(mean)}",
            low=None if mean.few else mean.low,
            high=None if mean.few else mean.high,
        )
        for place, mean in means
        if mean.value is not None
    )
    return Curve(name, marks, meant, is_band=False)


def _reach(rounds: Sequence[Pace]) -> tuple[float, float]:
    """The bottom and the top of the chart, without the wide intervals of few cases, which would flatten the lines."""
    means = [mean for own in rounds for mean in (own.points, own.winners)]
    bounds = [bound for mean in means for bound in (mean.value, *(() if mean.few else (mean.low, mean.high)))]
    low, high = (found(0.0, *(bound for bound in bounds if bound is not None)) for found in (min, max))
    return low, high


def pace_sentence(rounds: Sequence[Pace]) -> str:
    """Mean points of all seats and of the winners at half-time and after the last round."""
    half, end = rounds[(len(rounds) - 1) // 2], rounds[-1]
    return " ".join(dict.fromkeys(map(_after, (half, end))))


def _after(own: Pace) -> str:
    if own.points.few:
        return gettext("There are too few plays to tell.")
    points = words.mean(own.points)
    if own.winners.few:
        return gettext("After round {round} all players have {points}.", round=own.round, points=points)
    winners = words.mean(own.winners)
    return gettext(
        "After round {round} all players have {points}, winners {winners}.",
        round=own.round,
        points=points,
        winners=winners,
    )
