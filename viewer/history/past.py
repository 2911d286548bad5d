"""The dataset of a statistics page, read once per state of the store."""

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from eventstore.people import SOMEBODY
from eventstore.projections import Library
from eventstore.records import Records
from eventstore.statistics.plays import Details, Played
from eventstore.statistics.ratings import Ratings, ratings
from eventstore.wanted import Wanted
from viewer.language import say


@dataclass(frozen=True, slots=True)
class Past:
    """The filtered matches, and the names of all people.

    `key` identifies both: it is a sufficient cache key for derived values; texts also need the language.
    """

    key: str
    played: tuple[Played, ...]
    details: Mapping[str, tuple[Details, ...]]
    names: Mapping[str, str]

    def ratings(self) -> Ratings:
        """Ratings from the filtered matches alone; the first call takes about 0.1 ms a match."""
        return _ratings(self, self.key)


def past(library: Library, records: Records, wanted: Wanted) -> Past:
    """The current dataset; `wanted` is the result of the filter bar."""
    key = f"{library.checkpoint()} {sorted(wanted.items())}"
    kept = _past(library, records, wanted, key)
    return Past(kept.key, kept.played, kept.details, {SOMEBODY: say("somebody")} | dict(kept.names))


@st.cache_resource(max_entries=8, show_spinner=False)
def _past(_library: Library, _records: Records, _wanted: Wanted, key: str) -> Past:
    return Past(key, _library.played(**_wanted), _library.details(**_wanted), _records.people().everybody())


@st.cache_resource(max_entries=8, show_spinner=False)
def _ratings(_past: Past, key: str) -> Ratings:
    return ratings(_past.played)
