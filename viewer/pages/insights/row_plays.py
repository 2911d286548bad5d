"""The plays behind a value, newest first."""

from collections.abc import Collection
from typing import Final

import streamlit as st

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.statistics.insights import Insight, InsightRow
from viewer.components.html_block import html_block, pressed
from viewer.locale.language import gettext
from viewer.locale.plain_text import fit
from viewer.look.element import element
from viewer.look.icons import icon
from viewer.pages.shared.play_rows import rows_by_month
from viewer.pages.shared.question import address_with
from viewer.statistics.insight_words import name

_ROWS: Final = 20
"""Plays that are shown at first, and added at a tap."""


def row_plays(
    index: MatchIndex, matches: MatchRepository, found: Insight, row: InsightRow, plays: Collection[str]
) -> None:
    """`plays` are the ids of the plays behind the value."""
    key = f"plays-{row.label}"
    number = st.session_state.get(key, 0) + (_ROWS if key not in st.session_state or pressed("row-plays") else 0)
    st.session_state[key] = number
    shown = index.matches(ids=plays, limit=number)
    more = len(plays) > number
    title = element("h2", fit(name(found.dimension, row), 60))
    close = element("a", gettext("Close"), icon("close"), href=address_with(row=""), class_="btn bare")
    ways = [element("button", gettext("Show more"), class_="btn", data_send="more")] if more else []
    head = element("div", title, close, class_="h")
    html_block(head, element("div", *rows_by_month(index, matches, shown), *ways, class_="plays"), key="row-plays")
