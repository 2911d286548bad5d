"""The plays of a game whose every move is recorded, which openings and features are read from."""

import streamlit as st

from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex
from eventstore.statistics.plays import PlayedMatch


@st.cache_resource(max_entries=4, show_spinner=False)
def plays_by_moves(_index: MatchIndex, _filter: MatchFilter, key: str) -> tuple[PlayedMatch, ...]:
    """The plays that fit, in the order of play; `key` as of `dataset_key`."""
    return _index.played(**(_filter | MatchFilter(depth="moves")))
