"""The chart of thinking times, over the same events as the score chart."""

from typing import Final

import plotly.graph_objects as go

from core import analysis
from viewer.boards.svg import Theme
from viewer.locale.language import gettext
from viewer.locale.plain_text import fit
from viewer.pages.report.charts import mark_size, sign
from viewer.pages.report.score_chart import draw_rounds
from viewer.statistics.chart_style import SOFT, escape, lay_out, look, marks, say
from viewer.texts import match_sentences
from viewer.texts.match_report import MatchReport

_GRID: Final[dict[Theme, str]] = {"light": "rgba(43,35,32,.1)", "dark": "rgba(243,236,228,.12)"}

MAX_LABELS: Final = 7
"""Maximum number of seats labeled beside the bars."""

MAX_TIMES_BESIDE: Final = 12
"""Maximum number of labels of slow moves side by side."""

_TIME_STEPS: Final = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 43200)
"""Tick distances of a time axis, in seconds."""


def time_bars(report: MatchReport, theme: Theme) -> go.Figure:
    """Chart the seconds of every move, over the same events as the score chart; the slowest are labeled."""
    times, frames = analysis.thinking_times(report.frames), report.frames
    figure = go.Figure()
    for seat, name in enumerate(report.names):
        own = [(i, seconds) for i, seconds in enumerate(times) if seconds is not None and frames[i].seat == seat]
        texts = [
            f"{escape(fit(name, 24))} {match_sentences.duration(s)}<br>{escape(fit(report.says[i], 90))}"
            for i, s in own
        ]
        xs, ys = [i for i, _ in own], [seconds for _, seconds in own]
        figure.add_bar(x=xs, y=ys, width=0.35, marker={"color": look(seat, theme).color}, hoverinfo="skip")
        size, shown = mark_size(len(frames) // 2), "%{customdata}<extra></extra>"
        marks(figure, seat, theme, size, x=xs, y=ys, customdata=texts, hovertemplate=shown)
    _label_times(figure, report, theme)
    draw_rounds(figure, frames, theme)
    top = max((seconds for seconds in times if seconds is not None), default=1)
    ticks = _time_ticks(top)
    lay_out(
        figure,
        theme,
        190,
        (34, 128, 8, 40),  # The margins of the score chart, so that a move lies below its points.
        xaxis={"title": gettext("Round"), "range": [0, len(frames)], "showgrid": False, "color": SOFT[theme]},
        yaxis={
            "range": [0, top * 1.2],
            "tickvals": ticks,
            "ticktext": [f"{tick // 60}:{tick % 60:02}" for tick in ticks],
            "gridcolor": _GRID[theme],
            "color": SOFT[theme],
        },
    )
    return figure


def _label_times(figure: go.Figure, report: MatchReport, theme: Theme) -> None:
    """Label the slowest moves with their times; beside the chart, each seat's mark and typical time."""
    times = analysis.thinking_times(report.frames)
    apart = len(report.frames) / MAX_TIMES_BESIDE
    slowest = analysis.slowest(report.frames)
    for place, index in enumerate(slowest):
        if any(abs(index - other) < apart for other in slowest[:place]):
            continue
        text = match_sentences.duration(times[index] or 0)
        say(figure, text, index, times[index] or 0, 12, yshift=12)
    for line, pace in enumerate(analysis.thinking_time_by_seat(report.frames)[:MAX_LABELS]):
        name = escape(fit(report.names[pace.seat], 12))
        text = f"{sign(pace.seat)} {name}  <b>{match_sentences.duration(pace.median)}</b>"
        beside = {"xref": "paper", "xanchor": "left", "xshift": 6, "yref": "paper", "yanchor": "top"}
        say(figure, text, 1, 1 - line / MAX_LABELS, 12, look(pace.seat, theme).color, **beside)


def _time_ticks(top: float) -> list[int]:
    """Two to five round times in seconds, up to `top`."""
    step = next((step for step in _TIME_STEPS if top / step <= 5), _TIME_STEPS[-1])
    return list(range(0, int(top) + 1, step))
