"""The dataset of a statistics page, read once per state of the store."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from eventstore.matches.people import SOMEBODY
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex
from eventstore.statistics.plays import PlayedMatch, SeatDetails
from viewer.components.people.picker import Person, labels_of
from viewer.locale.language import gettext


@dataclass(frozen=True, slots=True)
class Dataset:
    """The filtered matches, and the names of all people.

    `key` identifies both: it is a sufficient cache key for derived values; texts also need the language.
    """

    key: str
    played: tuple[PlayedMatch, ...]
    details: Mapping[str, tuple[SeatDetails, ...]]
    names: Mapping[str, str]

    def people(self) -> dict[str, str]:
        """The people who played, most plays first, with labels as in the people picker."""
        plays = Counter(person for match in self.played for person in {seat.person for seat in match.seats})
        return people_labels(plays, self.names)


def dataset(index: MatchIndex, matches: MatchRepository, match_filter: MatchFilter) -> Dataset:
    """The current dataset, see `MatchIndex.counted`; `match_filter` is the result of the filter bar."""
    index = index.counted()
    data = _load(index, matches, match_filter, dataset_key(index, match_filter))
    return Dataset(data.key, data.played, data.details, names_of(matches))


def dataset_key(index: MatchIndex, match_filter: MatchFilter) -> str:
    """Identifies the plays of an index that fit, and the people as of now: figures are valid until it changes."""
    return f"{index.checkpoint()} {sorted(match_filter.items())}"


def people_labels(plays: Mapping[str, int], names: Mapping[str, str]) -> dict[str, str]:
    """The people with plays, most plays first, with labels as in the people picker."""
    ranked = [id for id in sorted(plays, key=lambda id: -plays[id]) if id != SOMEBODY and id in names]
    return labels_of([Person(id, names[id], plays[id]) for id in ranked])


def names_of(matches: MatchRepository) -> dict[str, str]:
    """The names of all people by id, and the word for an anonymous player."""
    return {SOMEBODY: gettext("somebody")} | matches.people().current_names()


@st.cache_resource(max_entries=8, show_spinner=False)
def _load(_library: MatchIndex, _records: MatchRepository, _filter: MatchFilter, key: str) -> Dataset:
    return Dataset(key, _library.played(**_filter), _library.details(**_filter), _records.people().current_names())
