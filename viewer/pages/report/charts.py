"""The charts of a match report besides the score: points by source, and points by round."""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Final

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from core import analysis
from core.analysis import SourceColumn
from core.game import Seat
from viewer.boards.svg import Theme
from viewer.locale.language import gettext, translate
from viewer.locale.plain_text import fit, number, plain
from viewer.look.charts import INK
from viewer.pages.report.tables import Table, headings
from viewer.statistics.chart_style import SOFT, bars_across, escape, labeled_rows, lay_out, look, marks, say
from viewer.texts import match_sentences
from viewer.texts.match_report import MatchReport

_SIGNS: Final = "●■▲◆○□△◇"
"""The marks of the seats as characters, for labels inside charts."""

_BAR: Final = 26
"""Height of a waterfall bar in pixels."""

_ROW: Final = 90
"""Height of the tallest row of the bars by round, in pixels; the smallest row has at least `_MIN_ROW_SHARE` of it."""

_MIN_ROW_SHARE: Final = 0.25
_GAP: Final = 30
_GROUP: Final = 0.82
"""Share of a round's width that its group of bars takes."""

MAX_THIN: Final = 0.006
"""Maximum width of a bar as a share of the chart, so that its mark stays wider than the bar."""


def waterfall(report: MatchReport, columns: Sequence[SourceColumn], seat: Seat, theme: Theme) -> go.Figure:
    """Chart one seat's points from 0 to its score, a bar per source; losses are hatched, the last bar is the score.

    `columns` should separate gains from losses (`analysis.breakdown` with `split`). All seats share one scale.
    """
    color = look(seat, theme).color
    steps = [column.points[seat] or 0 for column in columns]
    total = report.match.now.scores[seat] or 0
    figure = go.Figure()
    before = [*(sum(steps[:place]) for place in range(len(steps))), 0]
    opacity = [*(0.8 for _ in steps), 1]
    bars_across(figure, [*steps, 0], color, opacity, base=before, x=[*steps, total], y=[*range(len(steps) + 1)])
    _label_steps(figure, steps, total, theme)
    labels = [*(fit(match_sentences.source(column), 16) for column in columns), gettext("score")]
    low, high = _reach(report, columns)
    name = f"{sign(seat)} {escape(fit(report.names[seat], 20))}"
    lay_out(
        figure,
        theme,
        _BAR * len(labels) + 40,
        (8, 8, 32, 4),
        title={"text": name, "font": {"size": 14, "color": color}, "x": 0, "y": 0.99, "yanchor": "top"},
        xaxis={"range": [low, high + 0.35 * (high - low)], "visible": False},
        yaxis=labeled_rows(theme, labels, range(len(labels)), len(labels) - 0.4, -0.6),
    )
    figure.add_vline(x=0, line={"color": SOFT[theme], "width": 1})
    return figure


def _label_steps(figure: go.Figure, steps: Sequence[float], total: float, theme: Theme) -> None:
    """Write the points of each step, and the total in bold, to the right of the bars."""
    running = [0, *accumulate(steps)]
    ends = [*map(max, pairwise(running)), max(total, 0)]
    texts = [*map(match_sentences.signed, steps), f"<b>{number(total)}</b>"]
    for place, (end, text, points) in enumerate(zip(ends, texts, [*steps, total], strict=True)):
        say(figure, text, end, place, 12, (INK if points else SOFT)[theme], xanchor="left", xshift=3)


def sign(seat: Seat) -> str:
    return _SIGNS[seat % len(_SIGNS)]


def _reach(report: MatchReport, columns: Sequence[SourceColumn]) -> tuple[float, float]:
    """The lowest and the highest running total of any seat over the columns."""
    passed: list[float] = [0]
    for seat in range(len(report.names)):
        passed += [sum(column.points[seat] or 0 for column in columns[:end]) for end in range(1, len(columns) + 1)]
    return min(passed), max(*passed, 1)


def by_round(report: MatchReport) -> dict[str, tuple[tuple[float, ...], ...]]:
    """Points by source and round, as `analysis.points_by_round`; a single row if no source scores in two rounds."""
    sources = analysis.points_by_round(report.frames, report.gains)
    if any(sum(any(points) for points in rounds) > 1 for rounds in sources.values()):
        return sources
    seats = range(len(report.names))
    bands = range(len(next(iter(sources.values()))))
    return {
        gettext("points"): tuple(
            tuple(sum(source[band][seat] for source in sources.values()) for seat in seats) for band in bands
        )
    }


def round_bars(report: MatchReport, theme: Theme) -> go.Figure:
    """A row per source, in it a group of bars per round, one bar per seat in seat order; all rows share one scale."""
    sources, bands = by_round(report), analysis.scored_rounds(report.frames, report.gains)
    spans = [(min(0, *map(min, rows)), max(0, *map(max, rows))) for rows in sources.values()]
    least = _MIN_ROW_SHARE * max(high - low for low, high in spans)
    reaches = [max(high - low, least) for low, high in spans]
    height = sum(reaches) / max(reaches) * _ROW + _GAP * len(sources)
    figure = make_subplots(
        rows=len(sources),
        cols=1,
        shared_xaxes=True,
        row_heights=reaches,
        vertical_spacing=_GAP / height if len(sources) > 1 else 0,
    )
    lay_out(figure, theme, round(height) + 2 * _GAP, (4, 4, _GAP, _GAP))
    for row, (source, rows) in enumerate(sources.items(), start=1):
        low = spans[row - 1][0]
        _draw_row(figure, report, theme, row, source, rows)
        figure.update_yaxes(range=[low, low + reaches[row - 1]], visible=False, row=row, col=1)
        figure.add_hline(y=0, line={"color": SOFT[theme], "width": 1}, row=row, col=1)
        above = {"yref": f"y{row if row > 1 else ''} domain", "yanchor": "bottom"}
        title = f"<b>{escape(fit(translate(source), 24))}</b>"
        say(figure, title, 0, 1, 12, INK[theme], xref="paper", xanchor="left", **above)
    ticks = {
        "tickvals": list(range(len(bands))),
        "ticktext": [gettext("End") if band.final else gettext("R{round}", round=band.number) for band in bands],
    }
    figure.update_xaxes(range=[-0.5, len(bands) - 0.5], showgrid=False, zeroline=False, showticklabels=False)
    figure.update_xaxes(**ticks, showticklabels=True, color=SOFT[theme], row=len(sources), col=1)
    return figure


def _draw_row(
    figure: go.Figure, report: MatchReport, theme: Theme, row: int, source: str, rows: Sequence[Sequence[float]]
) -> None:
    """Draw the bars of all seats, each with the mark of its seat at the end."""
    seats = len(report.names)
    width = _GROUP / seats
    for seat in range(seats):
        known = [(place, own[seat]) for place, own in enumerate(rows) if own[seat]]
        xs = [place + (seat - (seats - 1) / 2) * width for place, _ in known]
        bars = {"x": xs, "y": [own for _, own in known], "row": row, "col": 1}
        hover = (
            f"{escape(fit(report.names[seat], 24))} %{{customdata}} {escape(plain(translate(source)))}<extra></extra>"
        )
        figure.add_bar(
            width=min(width * 0.4, MAX_THIN * len(rows)),
            marker={"color": look(seat, theme).color},
            customdata=[match_sentences.signed(own) for _, own in known],
            hovertemplate=hover,
            **bars,
        )
        marks(figure, seat, theme, mark_size(seats * len(rows)), hoverinfo="skip", cliponaxis=False, **bars)


def mark_size(marks: int) -> int:
    """Size in pixels with which this number of marks fits side by side."""
    return 9 if marks <= 40 else 7 if marks <= 90 else 4


def round_table(report: MatchReport) -> Table:
    """The bars as a table: a row for each round and source with points."""
    bands = analysis.scored_rounds(report.frames, report.gains)
    lines = [
        (match_sentences.phase(band), plain(translate(source)), points)
        for place, band in enumerate(bands)
        for source, rows in by_round(report).items()
        if any(points := rows[place])
    ]
    table = {gettext("Round"): [line[0] for line in lines], gettext("Points for"): [line[1] for line in lines]}
    for seat, heading in enumerate(headings(report.match)):
        table[heading] = [number(line[2][seat]) for line in lines]
    return table


def printed() -> str:
    """CSS rules that print dark charts in the light colors."""
    pairs = [(look(seat, "dark").color, look(seat, "light").color) for seat in range(4)]
    pairs += [(shade["dark"], shade["light"]) for shade in (INK, SOFT)]
    rules = [
        f'.js-plotly-plot [style*="{use}: {_rgb(dark)}"] {{ {use}: {light} !important; }}'
        for dark, light in pairs
        for use in ("fill", "stroke")
    ]
    return f"@media print {{ {' '.join(rules)} }}"


def _rgb(color: str) -> str:
    """`#rrggbb` in the form that Plotly writes into its SVG."""
    return f"rgb({', '.join(str(int(color[place : place + 2], 16)) for place in (1, 3, 5))})"
