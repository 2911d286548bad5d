"""The context of a statistics page's charts; selecting a mark lists the matches behind it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import plotly.graph_objects as go
import streamlit as st

from eventstore.readmodels.index import MatchIndex
from viewer.boards.svg import Theme
from viewer.language import gettext
from viewer.navigation import Pages
from viewer.score_chart import Table
from viewer.statistics import bars, chart_panel, figures
from viewer.statistics.figures import Bar

DRAWN: Final = 10
"""Maximum number of bars in a chart; the table has all."""


@dataclass(frozen=True, slots=True)
class ChartContext:
    """The values that all charts of a page need."""

    library: MatchIndex
    pages: Pages
    theme: Theme

    def bars(self, drawn: Sequence[Bar], what: str, heading: str, *, key: str) -> Bar | None:
        """Show bars of `what`; `heading` is the heading of their labels in the table. Returns the selected bar."""
        if not drawn:
            st.caption(gettext("{what} Nothing is known.", what=what))
            return None
        figure, sentence = figures.rows(drawn[:DRAWN], self.theme), bars.sentence(what, drawn, DRAWN)
        picked = chart_panel.bars(figure, drawn, sentence, heading, key=key)
        if picked:
            chart_panel.matches(self.library, self.pages, picked.label, picked.matches, key=key)
        return picked

    def line(self, figure: go.Figure, sentence: str, table: Table, matches: Sequence[str], *, key: str) -> None:
        """Show a line chart; its marks and the rows of its table are `matches`, in this order."""
        picked = chart_panel.chart_panel(figure, sentence, table, key=key)
        if picked is not None:
            chart_panel.matches(self.library, self.pages, gettext("Picked"), [matches[picked]], key=key)
