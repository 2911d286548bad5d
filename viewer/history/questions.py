"""The controls of a statistics query: a metric by a dimension, or a preset."""

from collections.abc import Mapping
from typing import Final

import streamlit as st

from eventstore.statistics.insights import PRESETS, Dimension, Metric
from viewer.filters import read_address, write_address
from viewer.language import later, say, told

METRICS: Final[Mapping[Metric, str]] = {
    "plays": later("Matches"),
    "wins": later("Wins"),
    "share": later("Share of wins"),
    "above": later("Wins above chance"),
    "points": later("Mean points"),
    "margin": later("Mean lead over the best of the others"),
    "lead": later("Mean margin of the winner"),
    "minutes": later("Minutes a match"),
    "start": later("Share of wins of the start player"),
}
DIMENSIONS: Final[Mapping[Dimension, str]] = {
    "person": later("Person"),
    "game": later("Game"),
    "players": later("Number of players"),
    "place": later("Place"),
    "weekday": later("Day of the week"),
    "month": later("Month"),
    "year": later("Year"),
    "tag": later("Tag"),
    "depth": later("How closely recorded"),
    "seat": later("Seat in the order of turns"),
    "start": later("Start player or not"),
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
        say("Question"),
        PRESETS,
        index=None,
        format_func=lambda key: told(PRESETS[key].question),
        placeholder=say("One of your own"),
        key="question",
        on_change=_take_over,
    )
    metric: Metric = what.selectbox(say("Figure"), METRICS, format_func=lambda key: say(METRICS[key]), key="metric")
    dimension: Dimension = by.selectbox(say("By"), DIMENSIONS, format_func=lambda key: say(DIMENSIONS[key]), key="by")
    write_address("metric", metric)
    write_address("by", dimension)
    return metric, dimension


def _take_over() -> None:
    """Apply the chosen preset to its two parts."""
    if preset := PRESETS.get(st.session_state.question):
        st.session_state.metric, st.session_state.by = preset.metric, preset.dimension
