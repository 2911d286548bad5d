"""Positions to train with, proposed by the kept reviews: tables at which a person chose a worse move."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from eventstore.matches.training import Place
from eventstore.readmodels.projection import MatchRow
from eventstore.reviews.repository import ReviewRepository
from eventstore.reviews.task import review_key
from eventstore.store.store import Store


class ProposedPosition(NamedTuple):
    """A table before a choice, and the chance to win that the choice lost, as a positive number."""

    place: Place
    lost: float


def proposals(
    store: Store, reviews: ReviewRepository, rows: Iterable[MatchRow], seats_of: dict[str, Collection[int]]
) -> list[ProposedPosition]:
    """The proposals from these matches, the greatest losses first; `seats_of` are the seats of the person by match.

    Of several reviews of a match the one with the most effort counts. Moves graded `best` or `good` are left out.
    """
    found = list[ProposedPosition]()
    for row in rows:
        review = reviews.most_thorough(review_key(store, row.id, "normal"))
        if review is None:
            continue
        versions = [position.version for position in review.positions]
        before = dict(zip(versions[1:], versions, strict=False))
        for move in review.moves:
            if move.seat in seats_of[row.id] and move.grade not in ("best", "good") and move.version in before:
                found.append(ProposedPosition(Place(row.id, before[move.version]), -move.change.win[move.seat]))
    return sorted(found, key=lambda each: -each.lost)
