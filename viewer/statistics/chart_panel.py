"""A chart panel: the chart, one sentence, the same as a table, and the matches behind a selected mark."""

from collections.abc import Sequence
from typing import Final

import plotly.graph_objects as go
import streamlit as st

from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import MatchRow
from viewer.boards.text import fit, number
from viewer.language import date, gettext, ngettext, translate
from viewer.markdown import escape
from viewer.navigation import Pages
from viewer.score_chart import Table
from viewer.statistics.figures import Bar

LINKS: Final = 10
"""Matches per page of the list."""

_CONFIG: Final = {"displayModeBar": False, "scrollZoom": False}


def still(figure: go.Figure, sentence: str, table: Table, *, key: str) -> None:
    """Show a chart without selection. `sentence` is the caption and the alternative text."""
    with st.container(key=f"exhibit-{key}", gap="xsmall"):
        st.plotly_chart(figure, key=key, alt=sentence, config=_CONFIG)
        st.text(sentence)
        with st.expander(gettext("As a table")):
            st.dataframe(table, key=f"{key}-table", hide_index=True)


def chart_panel(figure: go.Figure, sentence: str, table: Table, *, key: str) -> int | None:
    """Show a chart; returns the row selected in the chart or the table, None for no selection.

    The marks of the chart must have the order of the table's rows.
    """
    with st.container(key=f"exhibit-{key}", gap="xsmall"):
        drawn = st.plotly_chart(
            figure, key=key, alt=sentence, config=_CONFIG, on_select="rerun", selection_mode="points"
        )
        st.text(sentence)
        with st.expander(gettext("As a table")):
            told = st.dataframe(
                table, key=f"{key}-table", hide_index=True, on_select="rerun", selection_mode="single-row"
            )
    points = [point["point_index"] for point in drawn.selection.points]
    return next(iter([*points, *told.selection.rows]), None)


def bars(figure: go.Figure, bars: Sequence[Bar], sentence: str, heading: str, *, key: str) -> Bar | None:
    """The same for bars, with a table made here; `heading` is the heading of the labels. Returns the selected bar."""
    table = {heading: [fit(bar.label, 60) for bar in bars], gettext("Value"): [bar.told for bar in bars]}
    picked = chart_panel(figure, sentence, table, key=key)
    return None if picked is None else bars[picked]


def nothing(library: MatchIndex) -> None:
    """Explain why there is no chart: no match fits the filter, or the store is empty."""
    st.text(gettext("No match fits. Take a filter away to see more.") if library.count() else gettext("No matches yet"))


def matches(library: MatchIndex, pages: Pages, title: str, ids: Sequence[str], *, key: str) -> None:
    """Links to the replays of these matches, newest first, in pages."""
    with st.container(key=f"{key}-matches", gap="xxsmall", border=True):
        st.text(ngettext("{title}: {number} match", "{title}: {number} matches", len(ids), title=fit(title, 40)))
        last = -(-len(ids) // LINKS)
        # The page control is below the links, so its value is read from the session state first.
        page = min(st.session_state.get(f"{key}-page", 1), last)
        for id in [*reversed(ids)][LINKS * (page - 1) : LINKS * page]:
            if row := library.row(id):
                st.page_link(pages.replay, label=escape(facts(row)), query_params={"match": id})
        if last > 1:
            st.pagination(last, key=f"{key}-page")


def facts(row: MatchRow) -> str:
    """A match on one line: date, game, players with points."""
    scores = row.scores or (None,) * len(row.players)
    people = ", ".join(
        fit(name, 20) if points is None else f"{fit(name, 20)} {number(points)}"
        for name, points in zip(row.players, scores, strict=True)
    )
    day = date(row.played_on) if row.played_on else ""
    return "  ·  ".join(fact for fact in (day, fit(translate(row.game_title), 40), people) if fact)
