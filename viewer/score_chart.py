"""The score chart of one match and the same values as a table; drawn from the results of `core.analysis`."""

import html
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import plotly.graph_objects as go

from core import analysis
from core.game import Gain, Points
from core.record import Frame
from eventstore.matches.match import Match
from viewer.boards.svg import Theme
from viewer.boards.text import fit, number, plain
from viewer.language import gettext, translate
from viewer.match_report import MatchReport
from viewer.match_sentences import signed

Table = dict[str, list[str]]
"""Columns by heading, in display order; one text per row."""

_INK: Final[dict[Theme, str]] = {"light": "#2b2320", "dark": "#f3ece4"}
_SOFT: Final[dict[Theme, str]] = {"light": "#74685f", "dark": "#a99f96"}
_BAND: Final[dict[Theme, str]] = {"light": "rgba(43,35,32,.045)", "dark": "rgba(243,236,228,.05)"}
_ROUND_LABELS: Final = 14
_LABEL_SHARE: Final = 0.075
"""Minimum distance between two labels at the line ends, as a share of the chart's height."""


def escape(text: str) -> str:
    """Escape text for a chart. Quotes stay as they are: Plotly shows an escaped quote literally."""
    return html.escape(text, quote=False)


def score_progress(found: MatchReport, theme: Theme) -> go.Figure:
    """Chart the points of every seat over the events, with the rounds as bands."""
    frames = found.frames
    figure = go.Figure()
    for seat, curve in enumerate(analysis.score_curves(frames)):
        name = fit(found.names[seat], 24)
        style = look(seat, theme)
        figure.add_scatter(
            x=list(range(len(frames))),
            y=curve,
            name=escape(name),
            mode="lines",
            line={"shape": "hv", "color": style.color, "dash": style.dash, "width": 2.2},
            hovertemplate="%{customdata}<extra></extra>",
            customdata=[_hover(name, frame, found.gains[i], found.says[i], seat) for i, frame in enumerate(frames)],
        )
    _draw_ends(figure, found, theme)
    draw_rounds(figure, frames, theme)
    _lay_out(figure, len(frames), theme)
    return figure


def _hover(name: str, frame: Frame, gains: Sequence[Gain], says: str, seat: int) -> str:
    """Tooltip of one point of a line: the player, the move, and the sources of the points."""
    own = [gain for gain in gains if gain.seat == seat and gain.points]
    why = ", ".join(f"{signed(gain.points)} {plain(translate(gain.source))}" for gain in own)
    where = escape(gettext("Round {round}: {move}", round=frame.round, move=fit(says, 90)))
    lines = [f"<b>{escape(name)} {number(frame.scores[seat])}</b>", where]
    return "<br>".join(lines + ([escape(why)] if why else []))


def _draw_ends(figure: go.Figure, found: MatchReport, theme: Theme) -> None:
    """Draw symbol, name and points at the end of each line; they replace the legend."""
    final, last = found.frames[-1].scores, len(found.frames) - 1
    for seat, y in enumerate(apart(final)):
        style, points = look(seat, theme), final[seat]
        if points is None:
            continue
        figure.add_scatter(
            x=[last],
            y=[points],
            mode="markers",
            marker={"color": style.color, "symbol": style.symbol, "size": 10},
            hoverinfo="skip",
        )
        label = f"{escape(fit(found.names[seat], 14))}  <b>{number(points)}</b>"
        figure.add_annotation(
            x=last, y=y, text=label, showarrow=False, xanchor="left", xshift=12, font={"color": style.color, "size": 13}
        )


def apart(final: Sequence[Points]) -> tuple[float, ...]:
    """Heights of the labels at the line ends, in points: as close to `final` as legibility allows."""
    known = [points for points in final if points is not None]
    gap = _LABEL_SHARE * max((*known, 1)) - _LABEL_SHARE * min((*known, 0))
    heights = [float(points or 0) for points in final]
    order = sorted(range(len(heights)), key=heights.__getitem__)
    for below, seat in pairwise(order):
        heights[seat] = max(heights[seat], heights[below] + gap)
    return tuple(heights)


def draw_rounds(figure: go.Figure, frames: Sequence[Frame], theme: Theme) -> None:
    """Draw the rounds as bands, and at most `_ROUND_LABELS` round numbers."""
    bands = [band for band in analysis.rounds(frames) if band.number]
    for band in bands[::2]:
        figure.add_vrect(x0=band.first, x1=band.last + 1, fillcolor=_BAND[theme], line_width=0, layer="below")
    labeled = bands[:: -(-len(bands) // _ROUND_LABELS) or 1]
    figure.update_xaxes(tickvals=[band.first for band in labeled], ticktext=[str(band.number) for band in labeled])


def _lay_out(figure: go.Figure, frames: int, theme: Theme) -> None:
    clear = "rgba(0,0,0,0)"
    figure.update_layout(
        showlegend=False,
        height=360,
        margin={"l": 34, "r": 128, "t": 12, "b": 40},
        paper_bgcolor=clear,
        plot_bgcolor=clear,
        font={"color": _INK[theme]},
        hovermode="closest",
        uirevision="score",
        xaxis={
            "title": gettext("Round"),
            "range": [0, frames],
            "showgrid": False,
            "zeroline": False,
            "color": _SOFT[theme],
        },
        yaxis={"rangemode": "tozero", "gridcolor": _BAND[theme], "zerolinecolor": _SOFT[theme], "color": _SOFT[theme]},
    )


def score_table(match: Match) -> Table:
    """The chart as a table: points of every seat at the end of each round."""
    bands = [band for band in analysis.rounds(match.frames) if band.number or band.last == len(match.frames) - 1]
    table = {gettext("Round"): [str(band.number) for band in bands]}
    for seat, name in enumerate(headings(match)):
        table[name] = [number(match.frames[band.last].scores[seat]) for band in bands]
    return table


def headings(match: Match) -> list[str]:
    """Names as column headings, made unique, because players may share a name."""
    names = [fit(name, 24) for name in match.names]
    return [f"{name} ({seat + 1})" if names.count(name) > 1 else name for seat, name in enumerate(names)]


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
