"""Bar charts of statistics: values with their intervals."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import plotly.graph_objects as go

from eventstore.statistics.intervals import Share
from viewer.boards.svg import Theme
from viewer.locale.language import gettext
from viewer.locale.plain_text import fit
from viewer.statistics import words
from viewer.statistics.chart_style import SOFT, escape, lay_out

ACCENT: Final[dict[Theme, str]] = {"light": "#17705a", "dark": "#3ecf9f"}
INK: Final[dict[Theme, str]] = {"light": "#2b2320", "dark": "#f3ece4"}
GRID: Final[dict[Theme, str]] = {"light": "rgba(43,35,32,.1)", "dark": "rgba(243,236,228,.12)"}
MAX_BARS: Final = 24
"""Maximum number of rows in a chart; the table has all."""

_ROW: Final = 44
"""Height of a row in pixels: a line of text above the bar, and room for a finger."""

_LINE: Final = 48
"""Characters of a name and its value that fit in one line on a phone."""

_THICK: Final = 0.26
"""Thickness of a bar as a share of its row."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One value of a chart. `text` is the value as `words.share` formats it, `more` how sure it is (`words.sure`).

    `low` and `high` bound the interval, `expected` is the value expected by chance; each is None if unknown. `few`
    marks too few cases: the bar is hatched, its mark hollow, and its interval is not drawn. `matches` are the ids of
    the matches behind it.
    """

    label: str
    value: float
    text: str
    few: bool
    matches: tuple[str, ...]
    low: float | None = None
    high: float | None = None
    expected: float | None = None
    more: str = ""


def of_share(label: str, share: Share, matches: tuple[str, ...], expected: float | None = None) -> Bar:
    """A bar for a share that has a value."""
    text, more = words.share(share), words.sure_share(share)
    return Bar(label, share.value or 0, text, share.few, matches, share.low, share.high, expected, more=more)


def rows(bars: Sequence[Bar], theme: Theme) -> go.Figure:
    """Horizontal bars from 0, with name and value above each; the first `MAX_BARS` from the top.

    A selected mark has the index of its bar.
    """
    drawn = bars[:MAX_BARS]
    figure = go.Figure()
    lay_out(figure, theme, _ROW * len(drawn) + 12)
    places = list(range(len(drawn)))
    below = [place + 0.2 for place in places]
    figure.add_bar(orientation="h", y=below, x=[bar.value for bar in drawn], width=_THICK, marker=_fill(drawn, theme))
    _add_marks(figure, drawn, theme, below)
    luck = [(bar.expected, y) for bar, y in zip(drawn, below, strict=True) if bar.expected is not None]
    _add_luck(figure, theme, [x for x, _ in luck], [y for _, y in luck])
    low, high = _reach(drawn)
    axis = {"showgrid": False, "zeroline": False, "fixedrange": True}
    figure.update_layout(
        margin={"l": 2, "r": 2, "t": 4, "b": 4},
        xaxis={"range": [low, high], "visible": False, **axis},
        yaxis={"range": [len(drawn) - 0.5, -0.5], "visible": False, **axis},
        annotations=[text for place, bar in enumerate(drawn) for text in _words(bar, place - 0.2, theme)],
    )
    figure.add_vline(x=0, line={"color": SOFT[theme], "width": 1})
    return figure


def _words(bar: Bar, y: float, theme: Theme) -> Iterator[dict[str, object]]:
    """Name and value as annotations. Add all of them at once: one by one takes Plotly nine times as long."""
    name = f"<b>{escape(fit(bar.label, max(20, _LINE - len(bar.text))))}</b>"
    for x, side, text, color in ((0, "left", name, INK[theme]), (1, "right", escape(bar.text), SOFT[theme])):
        font = {"size": 13, "color": color}
        yield {"x": x, "xref": "paper", "xanchor": side, "y": y, "text": text, "showarrow": False, "font": font}


def _fill(bars: Sequence[Bar], theme: Theme) -> dict[str, object]:
    """Pale bars, so that the interval is visible on them; hatched for few cases."""
    shapes = ["/" if bar.few else "" for bar in bars]
    return {"color": ACCENT[theme], "opacity": 0.4, "pattern": {"shape": shapes, "fillmode": "replace", "size": 5}}


def _add_marks(figure: go.Figure, bars: Sequence[Bar], theme: Theme, places: Sequence[float]) -> None:
    """Draw the values as selectable marks with their intervals."""
    ups = [None if bar.high is None or bar.few else bar.high - bar.value for bar in bars]
    downs = [None if bar.low is None or bar.few else bar.value - bar.low for bar in bars]
    interval = {"type": "data", "symmetric": False, "array": ups, "arrayminus": downs, "thickness": 1, "width": 0}
    size = 10 if len(bars) <= MAX_BARS else 6
    figure.add_scatter(
        x=[bar.value for bar in bars],
        y=list(places),
        mode="markers",
        marker={
            "symbol": ["circle-open" if bar.few else "circle" for bar in bars],
            "size": [size if bar.matches else 0 for bar in bars],
            "color": ACCENT[theme],
        },
        customdata=[f"<b>{escape(fit(bar.label, 40))}</b><br>{escape(bar.more or bar.text)}" for bar in bars],
        hovertemplate="%{customdata}<extra></extra>",
        cliponaxis=False,
        error_x=interval | {"color": SOFT[theme]},
    )


def _add_luck(figure: go.Figure, theme: Theme, x: Sequence[float | None], y: Sequence[float | None]) -> None:
    """Draw strokes at the values expected by chance."""
    marker = {"symbol": "line-ns-open", "size": 16, "color": INK[theme], "line": {"width": 2, "color": INK[theme]}}
    figure.add_scatter(x=list(x), y=list(y), mode="markers", marker=marker, hoverinfo="skip", cliponaxis=False)


def _reach(bars: Sequence[Bar]) -> tuple[float, float]:
    """The range of all drawn values including 0, with a margin."""
    drawn = [0.0]
    for bar in bars:
        bounds = () if bar.few else (bar.low, bar.high)
        drawn += [value for value in (bar.value, bar.expected, *bounds) if value is not None]
    low, high = min(drawn), max(drawn)
    air = 0.03 * (high - low or 1)
    return low and low - air, high + air


def sentence(what: str, bars: Sequence[Bar], drawn: int) -> str:
    """The meaning of the bars and the highest bar with enough cases; the chart shows the first `drawn` bars."""
    if len(bars) > drawn:
        what = gettext(
            "{what} The chart shows the first {drawn}; the table has all {all}.", what=what, drawn=drawn, all=len(bars)
        )
    if len(bars) == 1:
        return gettext("{what} {label}: {value}.", what=what, label=fit(bars[0].label, 40), value=bars[0].text)
    sure = [bar for bar in bars if not bar.few]
    if not sure:
        return gettext("{what} There are too few plays to tell.", what=what)
    best = max(sure, key=lambda bar: bar.value)
    if best.value == min(bar.value for bar in sure):
        return what
    return gettext("{what} The highest: {label}, {value}.", what=what, label=fit(best.label, 40), value=best.text)
