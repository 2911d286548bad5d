"""The key by which figures of a page are cached, and the names in them."""

from collections.abc import Mapping

from eventstore.matches.people import SOMEBODY
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex
from viewer.components.people.picker import Person, labels_of
from viewer.locale.language import gettext


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
