"""The score chart of one match and the same values as a table; drawn from the results of `core.analysis`."""

from collections.abc import Sequence
from typing import Final

import plotly.graph_objects as go

from core import analysis
from core.game import Gain
from core.record import Frame
from viewer.boards.svg import Theme
from viewer.locale.language import gettext, translate
from viewer.locale.plain_text import fit, number, plain
from viewer.statistics.chart_style import SOFT, apart, escape, lay_out, look, marks, say
from viewer.texts.match_report import MatchReport
from viewer.texts.match_sentences import signed

_BAND: Final[dict[Theme, str]] = {"light": "rgba(43,35,32,.045)", "dark": "rgba(243,236,228,.05)"}
_ROUND_LABELS: Final = 14


def score_progress(report: MatchReport, theme: Theme) -> go.Figure:
    """Chart the points of every seat over the events, with the rounds as bands."""
    frames = report.frames
    figure = go.Figure()
    for seat, curve in enumerate(analysis.score_curves(frames)):
        name = fit(report.names[seat], 24)
        style = look(seat, theme)
        figure.add_scatter(
            x=list(range(len(frames))),
            y=curve,
            name=escape(name),
            mode="lines",
            line={"shape": "hv", "color": style.color, "dash": style.dash, "width": 2.2},
            hovertemplate="%{customdata}<extra></extra>",
            customdata=[_hover(name, frame, report.gains[i], report.says[i], seat) for i, frame in enumerate(frames)],
        )
    _draw_ends(figure, report, theme)
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


def _draw_ends(figure: go.Figure, report: MatchReport, theme: Theme) -> None:
    """Draw symbol, name and points at the end of each line; they replace the legend."""
    final, last = report.frames[-1].scores, len(report.frames) - 1
    for seat, y in enumerate(apart(final)):
        points = final[seat]
        if points is None:
            continue
        marks(figure, seat, theme, 10, x=[last], y=[points], hoverinfo="skip")
        label = f"{escape(fit(report.names[seat], 14))}  <b>{number(points)}</b>"
        say(figure, label, last, y, 13, look(seat, theme).color, xanchor="left", xshift=12)


def draw_rounds(figure: go.Figure, frames: Sequence[Frame], theme: Theme) -> None:
    """Draw the rounds as bands, and at most `_ROUND_LABELS` round numbers."""
    bands = [band for band in analysis.rounds(frames) if band.number]
    for band in bands[::2]:
        figure.add_vrect(x0=band.first, x1=band.last + 1, fillcolor=_BAND[theme], line_width=0, layer="below")
    labeled = bands[:: -(-len(bands) // _ROUND_LABELS) or 1]
    figure.update_xaxes(tickvals=[band.first for band in labeled], ticktext=[str(band.number) for band in labeled])


def _lay_out(figure: go.Figure, frames: int, theme: Theme) -> None:
    lay_out(
        figure,
        theme,
        360,
        (34, 128, 12, 40),
        uirevision="score",
        xaxis={
            "title": gettext("Round"),
            "range": [0, frames],
            "showgrid": False,
            "zeroline": False,
            "color": SOFT[theme],
        },
        yaxis={"rangemode": "tozero", "gridcolor": _BAND[theme], "zerolinecolor": SOFT[theme], "color": SOFT[theme]},
    )
