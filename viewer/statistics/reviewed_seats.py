"""The figures of all reviewed matches by seat, read once per state of the store and its reviews."""

from collections.abc import Mapping
from typing import Final, NamedTuple

import streamlit as st

from core.review.review import Effort
from eventstore.reviews.repository import ReviewRepository
from eventstore.statistics.reviews import SeatReview
from eventstore.store.store import Store

EFFORT: Final[Effort] = "normal"
"""Only reviews of one effort are compared: a deeper one finds more errors."""


class ReviewedSeats(NamedTuple):
    """Figures by match; `key` identifies them."""

    key: str
    seats: Mapping[str, tuple[SeatReview, ...]]


def reviewed_seats(store: Store, dataset_key: str) -> ReviewedSeats:
    """The figures that are valid now; `dataset_key` changes with the log."""
    reviews = ReviewRepository(store)
    return _load(reviews, f"{dataset_key} {reviews.checkpoint()}")


@st.cache_resource(max_entries=4, show_spinner=False)
def _load(_reviews: ReviewRepository, key: str) -> ReviewedSeats:
    return ReviewedSeats(key, _reviews.seats(EFFORT))
