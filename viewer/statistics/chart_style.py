"""Colors, line styles, labels and layout that all charts share."""

import html
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

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


def bars_across(figure: go.Figure, gains: Sequence[float], color: str, opacity: Any, **more: Any) -> None:
    """Add horizontal bars; those of losses are hatched."""
    shapes = ["/" if gain < 0 else "" for gain in gains]
    pattern = {"shape": shapes, "fgcolor": color, "bgcolor": CLEAR, "size": 5}
    marker = {"color": color, "line": {"color": color, "width": 1}, "pattern": pattern, "opacity": opacity}
    figure.add_bar(orientation="h", width=0.62, marker=marker, hoverinfo="skip", **more)


def marks(figure: go.Figure, seat: int, theme: Theme, size: int, **more: Any) -> None:
    """Add marks of a seat."""
    style = look(seat, theme)
    marker = {"color": style.color, "symbol": style.symbol, "size": size}
    figure.add_scatter(mode="markers", marker=marker, **more)


def say(figure: go.Figure, text: str, x: float, y: float, size: int, color: str | None = None, **more: Any) -> None:
    """Write a text into a chart."""
    font = {"size": size} | ({"color": color} if color else {})
    figure.add_annotation(text=text, x=x, y=y, showarrow=False, font=font, **more)


def labeled_rows(theme: Theme, labels: Sequence[str], places: Sequence[float], last: float, first: float) -> Any:
    """The axis of horizontal bars, from the last row up to the first."""
    return {
        "range": [last, first],
        "tickvals": [*places],
        "ticktext": [escape(label) for label in labels],
        "showgrid": False,
        "zeroline": False,
        "automargin": True,
        "color": SOFT[theme],
    }


def lay_out(figure: go.Figure, theme: Theme, height: int, margins: tuple[int, int, int, int], **more: Any) -> None:
    """`margins` are those at the left, the right, the top and the bottom."""
    figure.update_layout(
        more,
        margin=dict(zip("lrtb", margins, strict=True)),
        showlegend=False,
        height=height,
        paper_bgcolor=CLEAR,
        plot_bgcolor=CLEAR,
        font={"color": INK[theme]},
        hovermode="closest",
        barmode="overlay",
    )
