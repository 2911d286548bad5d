"""The charts of a match report besides the score: where points came from, when, and how long moves took."""

from collections.abc import Sequence
from typing import Final

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from core import analysis
from core.analysis import Column
from core.game import Seat
from viewer import words
from viewer.boards.svg import Theme
from viewer.boards.text import fit, number, plain
from viewer.charts import Table, draw_rounds, escape, headings
from viewer.findings import Findings
from viewer.palette import look

_INK: Final[dict[Theme, str]] = {"light": "#2b2320", "dark": "#f3ece4"}
_SOFT: Final[dict[Theme, str]] = {"light": "#74685f", "dark": "#a99f96"}
_GRID: Final[dict[Theme, str]] = {"light": "rgba(43,35,32,.1)", "dark": "rgba(243,236,228,.12)"}
_CLEAR: Final = "rgba(0,0,0,0)"
_SIGNS: Final = "●■▲◆○□△◇"
"""The marks of the seats as letters, for labels inside charts."""

_BAR: Final = 26
"""Height of a bar of a waterfall, in pixels."""

_ROW: Final = 90
"""Height of the tallest row of the bars by round, in pixels; `_LEAST_ROW` is the share the smallest gets of it."""

_LEAST_ROW: Final = 0.25
_GAP: Final = 30
_GROUP: Final = 0.82
"""What the bars of one round take of its place."""

_THIN: Final = 0.006
"""Width of a bar as a share of the whole chart: its mark is to stay the wider of the two."""

_LABELS: Final = 7
"""Seats that find room beside the bars of time."""

_TIMES_BESIDE: Final = 12
"""Labels of slow moves that find room beside each other."""

_TIME_STEPS: Final = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 43200)
"""Distances of ticks on a time axis, in seconds."""


def waterfall(found: Findings, columns: Sequence[Column], seat: Seat, theme: Theme) -> go.Figure:
    """The way of one seat from 0 to its score, a bar a source; losses are hatched, the score is the last bar.

    `columns` should tell gained from lost (`analysis.breakdown` with `split`). All seats share one scale.
    """
    color = look(seat, theme).color
    steps = [column.points[seat] or 0 for column in columns]
    starts = [sum(steps[:place]) for place in range(len(steps))]
    total = found.match.now.scores[seat] or 0
    labels = [*(fit(words.source(column), 16) for column in columns), "score"]
    figure = go.Figure()
    figure.add_bar(
        orientation="h",
        y=list(range(len(labels))),
        base=[*starts, 0],
        x=[*steps, total],
        width=0.62,
        marker={
            "color": color,
            "line": {"color": color, "width": 1},
            "pattern": {
                "shape": [*("/" if step < 0 else "" for step in steps), ""],
                "fgcolor": color,
                "bgcolor": _CLEAR,
                "size": 5,
            },
            "opacity": [*(0.8 for _ in steps), 1],
        },
        hoverinfo="skip",
    )
    reaches = [max(start, start + step) for start, step in zip(starts, steps, strict=True)]
    for place, (reach, points) in enumerate(zip([*reaches, max(total, 0)], [*steps, total], strict=True)):
        text = number(points) if place == len(steps) else words.signed(points)
        bold = f"<b>{text}</b>" if place == len(steps) else text
        font = {"size": 12, "color": _INK[theme] if points else _SOFT[theme]}
        figure.add_annotation(x=reach, y=place, text=bold, showarrow=False, xanchor="left", xshift=3, font=font)
    low, high = _reach(found, columns)
    _lay_out(figure, theme, _BAR * len(labels) + 40)
    figure.update_layout(
        title={
            "text": f"{_sign(seat)} {escape(fit(found.names[seat], 20))}",
            "font": {"size": 14, "color": color},
            "x": 0,
            "y": 0.99,
            "yanchor": "top",
        },
        margin={"l": 8, "r": 8, "t": 32, "b": 4},
        xaxis={"range": [low, high + 0.2 * (high - low)], "visible": False},
        yaxis={
            "range": [len(labels) - 0.4, -0.6],
            "tickvals": list(range(len(labels))),
            "ticktext": [escape(label) for label in labels],
            "showgrid": False,
            "zeroline": False,
            "automargin": True,
            "color": _SOFT[theme],
        },
    )
    figure.add_vline(x=0, line={"color": _SOFT[theme], "width": 1})
    return figure


def _sign(seat: Seat) -> str:
    return _SIGNS[seat % len(_SIGNS)]


def _reach(found: Findings, columns: Sequence[Column]) -> tuple[float, float]:
    """The least and the most points any seat passes on its way through the columns."""
    passed: list[float] = [0]
    for seat in range(len(found.names)):
        passed += [sum(column.points[seat] or 0 for column in columns[:end]) for end in range(1, len(columns) + 1)]
    return min(passed), max(*passed, 1)


def by_round(found: Findings) -> dict[str, tuple[tuple[float, ...], ...]]:
    """Points by source and round, as `analysis.points_by_round`; one row where no source comes twice."""
    told = analysis.points_by_round(found.frames, found.gains)
    if any(sum(any(points) for points in rounds) > 1 for rounds in told.values()):
        return told
    seats = range(len(found.names))
    bands = range(len(next(iter(told.values()))))
    return {"points": tuple(tuple(sum(told[s][band][seat] for s in told) for seat in seats) for band in bands)}


def round_bars(found: Findings, theme: Theme) -> go.Figure:
    """A row a source, in it a group of bars a round, one a seat in seat order; all rows share one scale."""
    told, bands = by_round(found), analysis.scored_rounds(found.frames, found.gains)
    spans = [(min(0, *map(min, rows)), max(0, *map(max, rows))) for rows in told.values()]
    least = _LEAST_ROW * max(high - low for low, high in spans)
    reaches = [max(high - low, least) for low, high in spans]
    height = sum(reaches) / max(reaches) * _ROW + _GAP * len(told)
    figure = make_subplots(
        rows=len(told),
        cols=1,
        shared_xaxes=True,
        row_heights=reaches,
        vertical_spacing=_GAP / height if len(told) > 1 else 0,
    )
    _lay_out(figure, theme, round(height) + 2 * _GAP)
    for row, (source, rows) in enumerate(told.items(), start=1):
        low = spans[row - 1][0]
        _draw_row(figure, found, theme, row, source, rows)
        figure.update_yaxes(range=[low, low + reaches[row - 1]], visible=False, row=row, col=1)
        figure.add_hline(y=0, line={"color": _SOFT[theme], "width": 1}, row=row, col=1)
        figure.add_annotation(
            text=f"<b>{escape(fit(source, 24))}</b>",
            x=0,
            xref="paper",
            xanchor="left",
            y=1,
            yref=f"y{row if row > 1 else ''} domain",
            yanchor="bottom",
            showarrow=False,
            font={"size": 12, "color": _INK[theme]},
        )
    ticks = {"tickvals": list(range(len(bands))), "ticktext": [f"R{band.number}" for band in bands]}
    figure.update_xaxes(range=[-0.5, len(bands) - 0.5], showgrid=False, zeroline=False, showticklabels=False)
    figure.update_xaxes(**ticks, showticklabels=True, color=_SOFT[theme], row=len(told), col=1)
    figure.update_layout(margin={"l": 4, "r": 4, "t": _GAP, "b": _GAP})
    return figure


def _draw_row(
    figure: go.Figure, found: Findings, theme: Theme, row: int, source: str, rows: Sequence[Sequence[float]]
) -> None:
    """Bars of all seats, at the end of each the mark of its seat."""
    seats = len(found.names)
    width = _GROUP / seats
    for seat in range(seats):
        style, points = look(seat, theme), [own[seat] for own in rows]
        shown = [(place, own) for place, own in enumerate(points) if own]
        xs = [place + (seat - (seats - 1) / 2) * width for place, _ in shown]
        hover = f"{escape(fit(found.names[seat], 24))} %{{customdata}} {escape(plain(source))}<extra></extra>"
        figure.add_bar(
            x=xs,
            y=[own for _, own in shown],
            width=min(width * 0.4, _THIN * len(rows)),
            marker={"color": style.color},
            customdata=[words.signed(own) for _, own in shown],
            hovertemplate=hover,
            row=row,
            col=1,
        )
        figure.add_scatter(
            x=xs,
            y=[own for _, own in shown],
            mode="markers",
            marker={"color": style.color, "symbol": style.symbol, "size": _mark_size(seats * len(rows))},
            hoverinfo="skip",
            cliponaxis=False,
            row=row,
            col=1,
        )


def _mark_size(marks: int) -> int:
    """So many marks have to find room beside each other."""
    return 9 if marks <= 40 else 7 if marks <= 90 else 4


def round_table(found: Findings) -> Table:
    """The bars as a table: a row for each round and source that moved points."""
    bands = [band.number for band in analysis.scored_rounds(found.frames, found.gains)]
    lines = [
        (f"Round {bands[place]}", plain(source), points)
        for place in range(len(bands))
        for source, rows in by_round(found).items()
        if any(points := rows[place])
    ]
    table = {"Round": [line[0] for line in lines], "Points for": [line[1] for line in lines]}
    for seat, heading in enumerate(headings(found.match)):
        table[heading] = [number(line[2][seat]) for line in lines]
    return table


def time_bars(found: Findings, theme: Theme) -> go.Figure:
    """Seconds every move took, over the same events as the score chart; the slowest are named."""
    times, frames = analysis.thinking_times(found.frames), found.frames
    figure = go.Figure()
    for seat, name in enumerate(found.names):
        style = look(seat, theme)
        own = [(i, seconds) for i, seconds in enumerate(times) if seconds is not None and frames[i].seat == seat]
        told = [f"{escape(fit(name, 24))} {words.duration(s)}<br>{escape(fit(found.says[i], 90))}" for i, s in own]
        xs, ys = [i for i, _ in own], [seconds for _, seconds in own]
        figure.add_bar(x=xs, y=ys, width=0.35, marker={"color": style.color}, hoverinfo="skip")
        figure.add_scatter(
            x=xs,
            y=ys,
            mode="markers",
            marker={"color": style.color, "symbol": style.symbol, "size": _mark_size(len(frames) // 2)},
            customdata=told,
            hovertemplate="%{customdata}<extra></extra>",
        )
    _label_times(figure, found, theme)
    _lay_out(figure, theme, 190)
    draw_rounds(figure, frames, theme)
    top = max((seconds for seconds in times if seconds is not None), default=1)
    ticks = _time_ticks(top)
    figure.update_layout(
        # As wide as the score chart's, so that a move stands below its points.
        margin={"l": 34, "r": 128, "t": 8, "b": 40},
        xaxis={"title": "Round", "range": [0, len(frames)], "showgrid": False, "color": _SOFT[theme]},
        yaxis={
            "range": [0, top * 1.2],
            "tickvals": ticks,
            "ticktext": [f"{tick // 60}:{tick % 60:02}" for tick in ticks],
            "gridcolor": _GRID[theme],
            "color": _SOFT[theme],
        },
    )
    return figure


def _label_times(figure: go.Figure, found: Findings, theme: Theme) -> None:
    """The slowest moves in figures; beside the chart whose marks these are, and the time each seat takes as a rule."""
    times = analysis.thinking_times(found.frames)
    apart = len(found.frames) / _TIMES_BESIDE
    slowest = analysis.slowest(found.frames)
    for place, index in enumerate(slowest):
        if any(abs(index - other) < apart for other in slowest[:place]):
            continue
        text = words.duration(times[index] or 0)
        figure.add_annotation(x=index, y=times[index], text=text, showarrow=False, yshift=12, font={"size": 12})
    for line, pace in enumerate(analysis.paces(found.frames)[:_LABELS]):
        name = escape(fit(found.names[pace.seat], 12))
        figure.add_annotation(
            x=1,
            xref="paper",
            xanchor="left",
            xshift=6,
            y=1 - line / _LABELS,
            yref="paper",
            yanchor="top",
            text=f"{_sign(pace.seat)} {name}  <b>{words.duration(pace.median)}</b>",
            showarrow=False,
            font={"color": look(pace.seat, theme).color, "size": 12},
        )


def _time_ticks(top: float) -> list[int]:
    """Two to five round times up to `top` seconds."""
    step = next((step for step in _TIME_STEPS if top / step <= 5), _TIME_STEPS[-1])
    return list(range(0, int(top) + 1, step))


def printed() -> str:
    """Style rules that give dark charts the light colors on paper."""
    pairs = [(look(seat, "dark").color, look(seat, "light").color) for seat in range(4)]
    pairs += [(shade["dark"], shade["light"]) for shade in (_INK, _SOFT)]
    rules = [
        f'.js-plotly-plot [style*="{use}: {_rgb(dark)}"] {{ {use}: {light} !important; }}'
        for dark, light in pairs
        for use in ("fill", "stroke")
    ]
    return f"@media print {{ {' '.join(rules)} }}"


def _rgb(color: str) -> str:
    """`#rrggbb` as Plotly writes it into a drawing."""
    return f"rgb({', '.join(str(int(color[place : place + 2], 16)) for place in (1, 3, 5))})"


def _lay_out(figure: go.Figure, theme: Theme, height: int) -> None:
    figure.update_layout(
        showlegend=False,
        height=height,
        paper_bgcolor=_CLEAR,
        plot_bgcolor=_CLEAR,
        font={"color": _INK[theme]},
        hovermode="closest",
        barmode="overlay",
    )
