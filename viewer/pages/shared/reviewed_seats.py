"""The figures of all reviewed matches by seat, read once per state of the store and its reviews."""

from collections.abc import Mapping
from typing import NamedTuple

import streamlit as st

from core.review.review import Effort
from eventstore.reviews.repository import ReviewRepository
from eventstore.statistics.reviews import SeatReview
from eventstore.store.store import Store


class ReviewedSeats(NamedTuple):
    """Figures by match, of the effort of most reviews: a deeper one finds more errors. `key` identifies them."""

    key: str
    effort: Effort
    seats: Mapping[str, tuple[SeatReview, ...]]


def reviewed_seats(store: Store, dataset_key: str) -> ReviewedSeats:
    """The figures that are valid now; `dataset_key` changes with the log."""
    reviews = ReviewRepository(store)
    return _load(reviews, f"{dataset_key} {reviews.checkpoint()}")


@st.cache_resource(max_entries=4, show_spinner=False)
def _load(_reviews: ReviewRepository, key: str) -> ReviewedSeats:
    effort = _reviews.main_effort()
    return ReviewedSeats(key, effort, _reviews.seats(effort))
