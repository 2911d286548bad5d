"""The controls of a statistics query: a metric by a dimension, or a preset."""

from collections.abc import Mapping
from typing import Final

import streamlit as st

from eventstore.statistics.insights import PRESETS, Dimension, Metric
from viewer.filters import read_address, write_address
from viewer.language import gettext, gettext_noop, translate

METRICS: Final[Mapping[Metric, str]] = {
    "plays": gettext_noop("Matches"),
    "wins": gettext_noop("Wins"),
    "share": gettext_noop("Share of wins"),
    "above": gettext_noop("Wins above chance"),
    "points": gettext_noop("Mean points"),
    "margin": gettext_noop("Mean lead over the best of the others"),
    "lead": gettext_noop("Mean margin of the winner"),
    "minutes": gettext_noop("Minutes per match"),
    "start": gettext_noop("Share of wins of the start player"),
}
DIMENSIONS: Final[Mapping[Dimension, str]] = {
    "person": gettext_noop("Person"),
    "game": gettext_noop("Game"),
    "players": gettext_noop("Number of players"),
    "place": gettext_noop("Place"),
    "weekday": gettext_noop("Day of the week"),
    "month": gettext_noop("Month"),
    "year": gettext_noop("Year"),
    "tag": gettext_noop("Tag"),
    "depth": gettext_noop("Level of detail"),
    "seat": gettext_noop("Seat in the order of turns"),
    "start": gettext_noop("Start player or not"),
}
_FIRST: Final = "luck"
"""The initial preset."""


def ask() -> tuple[Metric, Dimension]:
    """Show the preset and its two parts, each of which can be changed; they are kept in the address."""
    for key, words, usual in (
        ("metric", METRICS, PRESETS[_FIRST].metric),
        ("by", DIMENSIONS, PRESETS[_FIRST].dimension),
    ):
        read_address(key, words)
        st.session_state.setdefault(key, usual)
    asked = st.session_state.metric, st.session_state.by
    known = {(preset.metric, preset.dimension): key for key, preset in PRESETS.items()}
    st.session_state.question = known.get(asked)
    question, what, by = st.container(key="asked").columns([2, 1, 1])
    question.selectbox(
        gettext("Question"),
        PRESETS,
        index=None,
        format_func=lambda key: translate(PRESETS[key].question),
        placeholder=gettext("Custom question"),
        key="question",
        on_change=_take_over,
    )
    metric: Metric = what.selectbox(
        gettext("Value"), METRICS, format_func=lambda key: gettext(METRICS[key]), key="metric"
    )
    dimension: Dimension = by.selectbox(
        gettext("Group by"), DIMENSIONS, format_func=lambda key: gettext(DIMENSIONS[key]), key="by"
    )
    write_address("metric", metric)
    write_address("by", dimension)
    return metric, dimension


def _take_over() -> None:
    """Apply the chosen preset to its two parts."""
    if preset := PRESETS.get(st.session_state.question):
        st.session_state.metric, st.session_state.by = preset.metric, preset.dimension
