"""Luck and errors of a person over the reviewed matches: in one sentence, then by game, by opponent, and over time."""

from collections.abc import Callable, Mapping
from typing import Final

import streamlit as st

from eventstore.statistics.insights import Dimension, InsightRow, Metric, insight
from eventstore.statistics.person import Person
from viewer.boards.text import fit, number
from viewer.language import gettext, gettext_noop, ngettext, percent
from viewer.match_sentences import signed
from viewer.statistics import chart_panel, insights
from viewer.statistics.chart_panel import ChartContext
from viewer.statistics.dataset import Dataset
from viewer.statistics.reviewed_seats import ReviewedSeats

_GROUPS: Final[Mapping[Dimension, str]] = {
    "game": gettext_noop("Game"),
    "opponent": gettext_noop("Opponent"),
    "month": gettext_noop("Month"),
}
_CHARTS: Final[Mapping[Metric, str]] = {
    "luck": gettext_noop("Points by luck per match."),
    "errors": gettext_noop("Share of moves that were errors."),
}
_OF_CHOICES: Final[tuple[Metric, ...]] = ("lost", "errors")


def luck_and_choices(data: Dataset, reviews: ReviewedSeats, found: Person, context: ChartContext) -> None:
    """Nothing where no match of the person is reviewed."""
    luck = _total(data, reviews, found.person, "luck")
    if luck is None:
        return
    st.subheader(gettext("Luck and choices"), anchor=False)
    lost, errors = (_total(data, reviews, found.person, metric) for metric in _OF_CHOICES)
    st.text(sentence(fit(found.name, 40), luck, lost, errors))
    by: Dimension = st.segmented_control(
        gettext("Group by"),
        _GROUPS,
        default="game",
        required=True,
        format_func=lambda key: gettext(_GROUPS[key]),
        key="luck-by",
    )
    for column, (metric, what) in zip(st.columns(2, gap="large"), _CHARTS.items(), strict=True):
        with column:
            answer = insight(data.played, data.names, metric, by, found.person, reviews.seats)
            bars = insights.bars(answer)
            if not bars:
                st.caption(gettext("{what} There is no data.", what=gettext(what)))
                continue
            says = f"{gettext(what)} {insights.sentence(answer, bars)}".strip()
            figure = insights.figure(answer, bars, context.theme)
            picked = chart_panel.bar_panel(figure, bars, says, gettext(_GROUPS[by]), key=f"{metric}-{by}")
            if picked:
                chart_panel.match_links(context.library, context.pages, picked.label, picked.matches, key=metric)


def _total(data: Dataset, reviews: ReviewedSeats, who: str, metric: Metric) -> InsightRow | None:
    rows = insight(data.played, data.names, metric, "person", who, reviews.seats).rows
    return rows[0] if rows else None


def sentence(name: str, luck: InsightRow, lost: InsightRow | None, errors: InsightRow | None) -> str:
    """Luck and errors in all reviewed matches, with their intervals."""
    matches = ngettext("{number} reviewed match", "{number} reviewed matches", luck.n)
    points = _sure(luck, lambda value: signed(round(value, 1)))
    parts = [gettext("Luck of {name} in {matches}: {points} points a match", matches=matches, name=name, points=points)]
    if lost:
        given = _sure(lost, lambda value: number(round(value, 1)))
        parts.append(gettext("points given away by choices: {points} a match", points=given))
    if errors:
        parts.append(gettext("share of moves that were errors: {share}", share=_sure(errors, percent)))
    return gettext("{parts}.", parts="; ".join(parts))


def _sure(row: InsightRow, text: Callable[[float], str]) -> str:
    """The value with its interval, where there are enough matches for one."""
    if row.low is None or row.high is None or row.few:
        return text(row.value)
    return gettext(
        "{value} (most likely between {low} and {high})", value=text(row.value), low=text(row.low), high=text(row.high)
    )
