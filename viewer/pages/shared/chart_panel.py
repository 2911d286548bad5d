"""Chart panels of a statistics page: the chart, a sentence, a table, and the matches behind the selected mark."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import plotly.graph_objects as go
import streamlit as st

from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import MatchRow
from viewer.boards.svg import Theme
from viewer.locale.language import date, gettext, ngettext, translate
from viewer.locale.plain_text import fit, number
from viewer.site.navigation import Pages
from viewer.statistics.chart_style import Table
from viewer.texts.markdown import escape

LINKS: Final = 10
"""Matches per page of the list."""

_CONFIG: Final = {"displayModeBar": False, "scrollZoom": False}


def still(figure: go.Figure, sentence: str, table: Table, *, key: str) -> None:
    """Show a chart without selection below its `sentence`, which is also the alternative text."""
    with st.container(key=f"chart-{key}", gap="xsmall"):
        st.text(sentence)
        st.plotly_chart(figure, key=key, alt=sentence, config=_CONFIG)
        with st.expander(gettext("As a table")):
            st.dataframe(table, key=f"{key}-table", hide_index=True)


def chart_panel(figure: go.Figure, sentence: str, table: Table, *, key: str) -> int | None:
    """Show a chart; returns the row selected in the chart or the table, None for no selection.

    The marks of the chart must have the order of the table's rows.
    """
    with st.container(key=f"chart-{key}", gap="xsmall"):
        st.text(sentence)
        drawn = st.plotly_chart(
            figure, key=key, alt=sentence, config=_CONFIG, on_select="rerun", selection_mode="points"
        )
        with st.expander(gettext("As a table")):
            rows = st.dataframe(
                table, key=f"{key}-table", hide_index=True, on_select="rerun", selection_mode="single-row"
            )
    points = [point["point_index"] for point in drawn.selection.points]
    return next(iter([*points, *rows.selection.rows]), None)


def match_links(index: MatchIndex, pages: Pages, title: str, ids: Sequence[str], *, key: str) -> None:
    """Links to the replays of these matches, newest first, in pages."""
    with st.container(key=f"{key}-matches", gap="xxsmall", border=True):
        st.text(ngettext("{title}: {number} match", "{title}: {number} matches", len(ids), title=fit(title, 40)))
        last = -(-len(ids) // LINKS)
        # The page control is below the links, so its value is read from the session state first.
        page = min(st.session_state.get(f"{key}-page", 1), last)
        for id in [*reversed(ids)][LINKS * (page - 1) : LINKS * page]:
            if row := index.row(id):
                st.page_link(pages.replay, label=escape(match_line(row)), query_params={"match": id})
        if last > 1:
            st.pagination(last, key=f"{key}-page")


def match_line(row: MatchRow) -> str:
    """A match on one line: date, game, players with points."""
    day = date(row.played_on) if row.played_on else ""
    return "  ·  ".join(fact for fact in (day, fit(translate(row.game_title), 40), standings(row)) if fact)


def standings(row: MatchRow) -> str:
    """The players with their points, in the order of the seats."""
    scores = row.scores or (None,) * len(row.players)
    return ", ".join(
        fit(name, 20) if points is None else f"{fit(name, 20)} {number(points)}"
        for name, points in zip(row.players, scores, strict=True)
    )


@dataclass(frozen=True, slots=True)
class ChartContext:
    """The values that all charts of a page need."""

    index: MatchIndex
    pages: Pages
    theme: Theme

    def line(self, figure: go.Figure, sentence: str, table: Table, ids: Sequence[str], *, key: str) -> None:
        """Show a line chart; its marks and the rows of its table are the matches `ids`, in this order."""
        picked = chart_panel(figure, sentence, table, key=key)
        if picked is not None:
            match_links(self.index, self.pages, gettext("Picked"), [ids[picked]], key=key)
