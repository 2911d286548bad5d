"""The matches a page looks at, read once for every state of the store."""

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
    """The matches that are wanted, and the names of everybody.

    `key` stands for both: what is computed of them alone can be kept by it, and by the language where it holds words.
    """

    key: str
    played: tuple[Played, ...]
    details: Mapping[str, tuple[Details, ...]]
    names: Mapping[str, str]

    def ratings(self) -> Ratings:
        """Made from the wanted matches alone, at a tenth of a millisecond each the first time."""
        return _ratings(self, self.key)


def past(library: Library, records: Records, wanted: Wanted) -> Past:
    """The past as of now; `wanted` as the filter bar gives it."""
    key = f"{library.checkpoint()} {sorted(wanted.items())}"
    kept = _past(library, records, wanted, key)
    return Past(kept.key, kept.played, kept.details, {SOMEBODY: say("somebody")} | dict(kept.names))


@st.cache_resource(max_entries=8, show_spinner=False)
def _past(_library: Library, _records: Records, _wanted: Wanted, key: str) -> Past:
    return Past(key, _library.played(**_wanted), _library.details(**_wanted), _records.people().everybody())


@st.cache_resource(max_entries=8, show_spinner=False)
def _ratings(_past: Past, key: str) -> Ratings:
    return ratings(_past.played)
