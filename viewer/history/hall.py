"""Where the charts of a page hang: what is picked in one lists its matches below it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import plotly.graph_objects as go
import streamlit as st

from eventstore.projections import Library
from viewer.boards.svg import Theme
from viewer.charts import Table
from viewer.history import bars, exhibit, figures
from viewer.history.figures import Bar
from viewer.language import say
from viewer.pages import Pages

DRAWN: Final = 10
"""Bars of one chart: more is for the table to tell."""


@dataclass(frozen=True, slots=True)
class Hall:
    """What all charts of a page need."""

    library: Library
    pages: Pages
    theme: Theme

    def bars(self, drawn: Sequence[Bar], what: str, heading: str, *, key: str) -> Bar | None:
        """Bars of `what`, one under the other, `heading` above their labels in the table. Gives the one picked."""
        if not drawn:
            st.caption(say("{what} Nothing is known.", what=what))
            return None
        figure, sentence = figures.rows(drawn[:DRAWN], self.theme), bars.sentence(what, drawn, DRAWN)
        picked = exhibit.bars(figure, drawn, sentence, heading, key=key)
        if picked:
            exhibit.matches(self.library, self.pages, picked.label, picked.matches, key=key)
        return picked

    def line(self, figure: go.Figure, sentence: str, table: Table, matches: Sequence[str], *, key: str) -> None:
        """A line whose marks, and the rows of whose table, are `matches` in this order."""
        picked = exhibit.exhibit(figure, sentence, table, key=key)
        if picked is not None:
            exhibit.matches(self.library, self.pages, say("Picked"), [matches[picked]], key=key)
