"""Colors, line styles, labels and layout that all charts share."""

import html
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import plotly.graph_objects as go

from core.game import Points
from viewer.boards.svg import Theme
from viewer.look.charts import INK

SOFT: Final[dict[Theme, str]] = {"light": "#74685f", "dark": "#a99f96"}
CLEAR: Final = "rgba(0,0,0,0)"
_LABEL_SHARE: Final = 0.075
"""Minimum distance between two labels at the line ends, as a share of the chart's height."""


def escape(text: str) -> str:
    """Escape text for a chart. Quotes stay as they are: Plotly shows an escaped quote literally."""
    return html.escape(text, quote=False)


class Look(NamedTuple):
    """Plotly's attributes for the line of one seat."""

    color: str
    dash: str
    symbol: str


_COLORS: Final[dict[Theme, tuple[str, ...]]] = {
    "light": ("#1F6FEB", "#B35900", "#111111", "#C2185B"),
    "dark": ("#3B82F6", "#F59E0B", "#F5F5F5", "#DB2777"),
}
_DASHES: Final = ("solid", "dash", "dot", "dashdot")
_SYMBOLS: Final = ("circle", "square", "triangle-up", "diamond")


def look(seat: int, theme: Theme) -> Look:
    """The style of a seat; from the fifth seat on the colors repeat with hollow symbols, as on the boards."""
    symbol = _SYMBOLS[seat % 4] + ("-open" if seat >= 4 else "")
    return Look(_COLORS[theme][seat % 4], _DASHES[seat % 4], symbol)


def apart(final: Sequence[Points]) -> tuple[float, ...]:
    """Heights of the labels at the line ends, in points: as close to `final` as legibility allows."""
    known = [points for points in final if points is not None]
    gap = _LABEL_SHARE * max((*known, 1)) - _LABEL_SHARE * min((*known, 0))
    heights = [float(points or 0) for points in final]
    order = sorted(range(len(heights)), key=heights.__getitem__)
    for below, seat in pairwise(order):
        heights[seat] = max(heights[seat], heights[below] + gap)
    return tuple(heights)


def bar_marker(values: Sequence[float], color: str, opacity: float | Sequence[float]) -> dict[str, object]:
    """The look of bars with these values: losses are hatched."""
    return {
        "color": color,
        "line": {"color": color, "width": 1},
        "pattern": {
            "shape": ["/" if value < 0 else "" for value in values],
            "fgcolor": color,
            "bgcolor": CLEAR,
            "size": 5,
        },
        "opacity": opacity,
    }


def lay_out(figure: go.Figure, theme: Theme, height: int) -> None:
    figure.update_layout(
        showlegend=False,
        height=height,
        paper_bgcolor=CLEAR,
        plot_bgcolor=CLEAR,
        font={"color": INK[theme]},
        hovermode="closest",
        barmode="overlay",
    )
