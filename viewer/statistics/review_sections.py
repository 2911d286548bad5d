"""Luck and errors of a person over the reviewed matches: in words, by game, by opponent and year, and over time."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import plotly.graph_objects as go
import streamlit as st

from core.review.evaluations import EVALUATIONS
from eventstore.statistics.intervals import Mean
from eventstore.statistics.reviews import LuckAndErrors, LuckStep, LuckTally, luck_and_errors
from viewer.boards.svg import Theme
from viewer.boards.text import fit, plain
from viewer.language import date, gettext, gettext_noop, ngettext, percent, translate
from viewer.match_sentences import signed, signed_percent
from viewer.report.charts import SOFT, lay_out
from viewer.score_chart import Table
from viewer.statistics import figures, words
from viewer.statistics.chart_panel import ChartContext
from viewer.statistics.dataset import Dataset
from viewer.statistics.figures import ACCENT, GRID
from viewer.statistics.reviewed_seats import ReviewedSeats

_GROUPS: Final[Mapping[str, tuple[str, Callable[[LuckAndErrors], Sequence[LuckTally]]]]] = {
    "game": (gettext_noop("Game"), lambda found: found.games),
    "opponent": (gettext_noop("Opponent"), lambda found: found.opponents),
    "year": (gettext_noop("Year"), lambda found: found.years),
}


def luck_and_choices(data: Dataset, reviews: ReviewedSeats, who: str, context: ChartContext) -> None:
    """Nothing where no match of the person is reviewed."""
    found = luck_and_errors(data.played, who, data.names, reviews.seats, EVALUATIONS.keys())
    if not found.reviewed:
        return
    st.subheader(gettext("Luck and choices"), anchor=False)
    st.text(sentence(found))
    by = st.segmented_control(
        gettext("Group by"),
        _GROUPS,
        default="game",
        required=True,
        format_func=lambda key: gettext(_GROUPS[key][0]),
        key="luck-by",
    )
    heading, group = _GROUPS[by]
    left, right = st.columns(2, gap="large")
    with left:
        what = gettext("Points that luck brought in a match; over many matches luck tends to 0.")
        context.bars(_bars(group(found), lambda own: own.luck_lead), what, gettext(heading), key=f"luck-{by}")
    with right:
        what = gettext("Errors in 100 moves, in matches whose moves are judged.")
        context.bars(_bars(group(found), lambda own: own.error_rate), what, gettext(heading), key=f"errors-{by}")
    _over_time(found.steps, context)


def _bars(tallies: Sequence[LuckTally], of: Callable[[LuckTally], Mean]) -> list[figures.Bar]:
    return [
        figures.of_mean(plain(translate(own.label)), of(own), own.matches)
        for own in tallies
        if of(own).value is not None
    ]


def sentence(found: LuckAndErrors) -> str:
    """Luck and errors in all reviewed matches, with their intervals."""
    total = found.total
    matches = ngettext("{number} reviewed match", "{number} reviewed matches", found.reviewed)
    parts = [gettext("{name} in {matches}", name=fit(found.name, 40), matches=matches)]
    if total.luck_lead.value is not None:
        points = _sure(total.luck_lead, lambda value: signed(round(value, 1)))
        parts.append(gettext("luck {points} points a match", points=points))
    if total.lost_lead.value is not None:
        points = _sure(total.lost_lead, words.rounded)
        parts.append(gettext("given away by choices {points} points a match", points=points))
        parts.append(gettext("errors in 100 moves {number}", number=_sure(total.error_rate, words.rounded)))
    return gettext("{parts}.", parts="; ".join(parts))


def _sure(found: Mean, text: Callable[[float], str]) -> str:
    """The value with its interval, where there are enough matches for one."""
    value = text(found.value or 0)
    if found.low is None or found.high is None or found.few:
        return value
    low, high = text(found.low), text(found.high)
    return gettext("{value} (most likely between {low} and {high})", value=value, low=low, high=high)


def _over_time(steps: Sequence[LuckStep], context: ChartContext) -> None:
    """The errors, match by match."""
    judged = [step for step in steps if step.error_rate is not None]
    if len(judged) < 2:
        return
    says = gettext("Errors in 100 moves: the line is the mean of the last ten matches, a ring one match.")
    ids = [step.match for step in judged]
    context.line(_line(judged, context.theme), says, _table(judged), ids, key="errors-over-time")


def _line(steps: Sequence[LuckStep], theme: Theme) -> go.Figure:
    places = list(range(1, len(steps) + 1))
    figure = go.Figure()
    figure.add_scatter(
        x=places,
        y=[step.recent_error_rate for step in steps],
        mode="lines+markers",
        line={"color": ACCENT[theme], "width": 2.5},
        marker={"color": ACCENT[theme], "size": 5 if len(places) > 60 else 8},
        customdata=[words.rounded(step.recent_error_rate) for step in steps],
        hovertemplate="%{customdata}<extra></extra>",
        cliponaxis=False,
    )
    figure.add_scatter(
        x=places,
        y=[step.error_rate for step in steps],
        mode="markers",
        marker={"color": SOFT[theme], "size": 5, "symbol": "circle-open"},
        hoverinfo="skip",
        cliponaxis=False,
    )
    lay_out(figure, theme, 240)
    axis = {"zeroline": False, "fixedrange": True, "color": SOFT[theme]}
    figure.update_layout(
        margin={"l": 40, "r": 12, "t": 12, "b": 40},
        xaxis={
            "title": gettext("Matches"),
            "showgrid": False,
            "range": [0.5, len(places) + 0.5],
            "tickformat": "d",
            **axis,
        },
        yaxis={"rangemode": "tozero", "gridcolor": GRID[theme], **axis},
    )
    return figure


def _table(steps: Sequence[LuckStep]) -> Table:
    """A row per match, oldest first."""
    return {
        gettext("Date"): [date(step.played_on) if step.played_on else "" for step in steps],
        gettext("Game"): [fit(translate(step.game), 60) for step in steps],
        gettext("Given away"): [percent(step.lost or 0) for step in steps],
        gettext("Luck"): ["-" if step.luck is None else signed_percent(step.luck) for step in steps],
        gettext("Errors in 100 moves"): [words.rounded(step.error_rate) for step in steps],
    }
