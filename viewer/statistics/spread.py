"""The distribution of a game's final points by number of players, with the points of the last match."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

import plotly.graph_objects as go

from eventstore.statistics.game import Spread
from viewer.boards.svg import Theme
from viewer.locale.language import gettext, listed, ngettext
from viewer.locale.plain_text import number
from viewer.statistics import words
from viewer.statistics.chart_style import ACCENT, GRID, INK, SOFT, Table, lay_out

_ROW: Final = 96
"""Height of the row of a number of players, in pixels."""

_DOTS: Final = 300
"""Maximum number of seats drawn per number of players, sampled evenly from the fewest points to the most."""

_TURN: Final = 0.618034
"""Golden ratio: the fractional parts of its multiples are spread evenly (a low-discrepancy sequence)."""


def spread(spreads: Sequence[Spread], theme: Theme) -> go.Figure:
    """A row for each number of players: a dot per seat, a box for the quartiles, diamonds for the last match.

    The selectable marks are the means, in the order of `spreads`.
    """
    figure = go.Figure()
    lay_out(figure, theme, _ROW * len(spreads) + 40)
    for row, own in enumerate(spreads):
        _draw_box(figure, row, own, theme)
        dots = _sampled(own)
        lift = [row + 0.18 + 0.44 * ((_TURN * place) % 1 - 0.5) for place in range(len(dots))]
        figure.add_scatter(
            x=dots, y=lift, mode="markers", hoverinfo="skip", marker=_mark("circle", 4, SOFT[theme], 0.55)
        )
        last = list(own.last)
        figure.add_scatter(
            x=last,
            y=[row + 0.18] * len(last),
            mode="markers",
            hoverinfo="skip",
            marker=_mark("diamond", 11, INK[theme]),
        )
        _label(figure, row, own, theme)
    _draw_means(figure, spreads, theme)
    axis = {"zeroline": False, "fixedrange": True, "color": SOFT[theme]}
    figure.update_layout(
        margin={"l": 4, "r": 8, "t": 4, "b": 28},
        xaxis={"gridcolor": GRID[theme], **axis},
        yaxis={"range": [len(spreads) - 0.5, -0.5], "visible": False, **axis},
    )
    return figure


def _sampled(own: Spread) -> list[float]:
    """The points of the seats that get a dot."""
    step = -(-own.mean.n // _DOTS)
    ends = [*accumulate(own.points.values())]
    values = [*own.points]
    return [values[bisect_right(ends, place)] for place in range(0, own.mean.n, step)]


def _mark(symbol: str, size: int, color: str, opacity: float = 1) -> dict[str, object]:
    return {"symbol": symbol, "size": size, "color": color, "opacity": opacity}


def _draw_box(figure: go.Figure, row: int, own: Spread, theme: Theme) -> None:
    """The box of the middle half of the points, with a stroke at the median."""
    if own.low is None or own.high is None or own.median is None:
        return
    edge = {"color": ACCENT[theme], "width": 1}
    figure.add_shape(
        x0=own.low, x1=own.high, y0=row - 0.08, y1=row + 0.44, fillcolor=ACCENT[theme], opacity=0.25, line=edge
    )
    stroke = {"color": ACCENT[theme], "width": 3}
    figure.add_shape(type="line", x0=own.median, x1=own.median, y0=row - 0.08, y1=row + 0.44, line=stroke)


def _draw_means(figure: go.Figure, spreads: Sequence[Spread], theme: Theme) -> None:
    means = [own.mean.value for own in spreads]
    pairs = [(own.mean, own.mean.value or 0) for own in spreads]
    reach = {
        "type": "data",
        "symmetric": False,
        "array": [None if one.high is None else one.high - value for one, value in pairs],
        "arrayminus": [None if one.low is None else value - one.low for one, value in pairs],
        "color": INK[theme],
        "thickness": 1.5,
        "width": 4,
    }
    figure.add_scatter(
        x=means,
        y=[row + 0.18 for row in range(len(spreads))],
        mode="markers",
        marker={**_mark("circle", 12, ACCENT[theme]), "line": {"color": INK[theme], "width": 1}},
        error_x=reach,
        customdata=[f"<b>{players(own.players)}</b><br>{words.sure_mean(own.mean)}" for own in spreads],
        hovertemplate="%{customdata}<extra></extra>",
    )


def _label(figure: go.Figure, row: int, own: Spread, theme: Theme) -> None:
    for x, side, text, color in (
        (0, "left", f"<b>{players(own.players)}</b>", INK[theme]),
        (1, "right", words.mean(own.mean), SOFT[theme]),
    ):
        font = {"size": 13, "color": color}
        figure.add_annotation(x=x, xref="paper", xanchor=side, y=row - 0.3, text=text, showarrow=False, font=font)


def players(count: int) -> str:
    return ngettext("{number} player", "{number} players", count)


def sentence(spreads: Sequence[Spread]) -> str:
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


def table(spreads: Sequence[Spread]) -> Table:
    return {
        gettext("Number of players"): [str(own.players) for own in spreads],
        gettext("Mean points"): [words.sure_mean(own.mean) for own in spreads],
        gettext("Lower quartile"): [number(own.low) for own in spreads],
        gettext("Median"): [number(own.median) for own in spreads],
        gettext("Upper quartile"): [number(own.high) for own in spreads],
        gettext("Last match"): [listed([number(points) for points in own.last]) for own in spreads],
    }
