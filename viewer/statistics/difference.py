"""The difference between people over their common matches: a line each, and the same as a table."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

import plotly.graph_objects as go

from eventstore.statistics.pair import Moment, Pair
from eventstore.statistics.plays import PlayedMatch
from viewer.boards.svg import Theme
from viewer.boards.text import fit
from viewer.language import date, gettext, gettext_noop, translate
from viewer.match_sentences import signed
from viewer.report.charts import SOFT, lay_out
from viewer.score_chart import Table, apart, escape, look
from viewer.statistics.figures import GRID

Kind: TypeAlias = Literal["ahead", "points"]
KINDS: Final[Mapping[Kind, str]] = {"ahead": gettext_noop("Finishes"), "points": gettext_noop("Points")}


def values(found: Pair, kind: Kind, place: int) -> list[float]:
    return [(one.ahead if kind == "ahead" else one.points)[place] for one in found.line]


def lines(found: Pair, kind: Kind, matches: Mapping[str, PlayedMatch], theme: Theme) -> go.Figure:
    """A line per person; for two people only the first, as the second mirrors it. Marks are the matches."""
    xs = list(range(1, len(found.line) + 1))
    lines = range(len(found.people) if len(found.people) > 2 else 1)
    figure = go.Figure()
    ends = apart([values(found, kind, place)[-1] for place in lines])
    for place in lines:
        name, style, ys = fit(found.people[place].name, 24), look(place, theme), values(found, kind, place)
        figure.add_scatter(
            x=xs,
            y=ys,
            mode="lines+markers",
            line={"shape": "hv", "color": style.color, "dash": style.dash, "width": 2.2},
            marker={"color": style.color, "symbol": style.symbol, "size": 4 if len(xs) > 60 else 8},
            customdata=[_hover(name, y, one, matches) for y, one in zip(ys, found.line, strict=True)],
            hovertemplate="%{customdata}<extra></extra>",
            cliponaxis=False,
        )
        label = f"{escape(fit(found.people[place].name, 14))} <b>{signed(round(ys[-1], 1))}</b>"
        font = {"color": style.color, "size": 13}
        figure.add_annotation(
            x=xs[-1], y=ends[place], text=label, showarrow=False, xanchor="left", xshift=10, font=font
        )
    figure.add_hline(y=0, line={"color": SOFT[theme], "width": 1})
    lay_out(figure, theme, 320)
    axis = {"zeroline": False, "fixedrange": True, "color": SOFT[theme]}
    figure.update_layout(
        margin={"l": 40, "r": 120, "t": 16, "b": 40},
        xaxis={"title": gettext("Matches together"), "showgrid": False, "range": [0.5, max(len(xs), 2) + 0.5], **axis},
        yaxis={"gridcolor": GRID[theme], **axis},
    )
    return figure


def _hover(name: str, value: float, moment: Moment, matches: Mapping[str, PlayedMatch]) -> str:
    day = date(moment.played_on) if moment.played_on else ""
    where = "  ·  ".join(fact for fact in (day, fit(translate(matches[moment.match].game), 40)) if fact)
    return f"<b>{escape(name)} {signed(round(value, 1))}</b><br>{escape(where)}"


def table(found: Pair, kind: Kind, matches: Mapping[str, PlayedMatch]) -> Table:
    """A row per match, oldest first."""
    columns = {
        gettext("Date"): [date(one.played_on) if one.played_on else "" for one in found.line],
        gettext("Game"): [fit(translate(matches[one.match].game), 60) for one in found.line],
    }
    for place, heading in enumerate(headings(found)):
        columns[heading] = [signed(round(value, 1)) for value in values(found, kind, place)]
    return columns


def headings(found: Pair) -> Sequence[str]:
    """Names as column headings, made unique, because people may share a name."""
    names = [fit(one.name, 24) for one in found.people]
    return [f"{name} ({place + 1})" if names.count(name) > 1 else name for place, name in enumerate(names)]


def sentence(found: Pair, kind: Kind) -> str:
    """Who is ahead after the last match, and what the lines count."""
    ends = [values(found, kind, place)[-1] for place in range(len(found.people))]
    best = max(ends)
    if ends.count(best) > 1:
        result = gettext("No player is ahead after the last match.")
    else:
        name = fit(found.people[ends.index(best)].name, 40)
        result = gettext("{name} leads by {value} after the last match.", name=name, value=signed(round(best, 1)))
    if kind == "ahead":
        return gettext(
            "{result} Counted: finishes before another of these players minus finishes after.", result=result
        )
    return gettext("{result} Counted: the sum of the points above the mean of the others.", result=result)
