"""The keys by which figures of a page are cached, the names in them, and the seats of reviewed matches."""

from collections.abc import Mapping
from typing import NamedTuple

from core.review.review import Effort
from eventstore.matches.people import SOMEBODY
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex
from eventstore.reviews.repository import ReviewRepository
from eventstore.statistics.reviews import SeatReview
from eventstore.store.store import Store
from viewer.components.people.picker import PickedPerson, labels_of
from viewer.locale.language import gettext
from viewer.surface.kept import kept


class ReviewedSeats(NamedTuple):
    """Figures by match, of the effort of most reviews: a deeper one finds more errors. `key` identifies them."""

    key: str
    effort: Effort
    seats: Mapping[str, tuple[SeatReview, ...]]


def reviewed_seats(store: Store, dataset_key: str) -> ReviewedSeats:
    """The figures that are valid now; `dataset_key` changes with the log."""
    reviews = ReviewRepository(store)
    return _load(reviews, f"{dataset_key} {reviews.checkpoint()}")


@kept(4)
def _load(_reviews: ReviewRepository, key: str) -> ReviewedSeats:
    effort = _reviews.main_effort()
    return ReviewedSeats(key, effort, _reviews.seats(effort))


def dataset_key(index: MatchIndex, match_filter: MatchFilter) -> str:
    """Identifies the plays of an index that fit, and the people as of now: figures are valid until it changes."""
    return f"{index.checkpoint()} {sorted(match_filter.items())}"


def people_labels(plays: Mapping[str, int], names: Mapping[str, str]) -> dict[str, str]:
    """The people with plays, most plays first, with labels as in the people picker."""
    ranked = [id for id in sorted(plays, key=lambda id: -plays[id]) if id != SOMEBODY and id in names]
    return labels_of([PickedPerson(id, names[id], plays[id]) for id in ranked])


def names_of(matches: MatchRepository) -> dict[str, str]:
    """The names of all people by id, and the word for an anonymous player."""
    return {SOMEBODY: gettext("somebody")} | matches.people().current_names()
