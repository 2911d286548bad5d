"""The positions of a person: which there are, which are due, and the tables among them that have one best move."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import streamlit as st

from eventstore.matches.repository import MatchRepository
from eventstore.matches.training import Place, TrainingProgress, TrainingRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import MatchRow
from eventstore.reviews.exercises import ExerciseRepository
from eventstore.reviews.positions import ProposedPosition, proposals
from eventstore.reviews.repository import ReviewRepository
from viewer.components.training.positions import Position, position
from viewer.pages.training import reviewing
from viewer.texts.load_match import MatchUnavailable, load_match


class Deck(NamedTuple):
    """The positions of a person: proposals by place, those that are due, and those never answered.

    `unreviewed` are the ids of matches that may hold more, the newest first.
    """

    proposed: Mapping[Place, float]
    unreviewed: tuple[str, ...]
    progress: Mapping[Place, TrainingProgress]
    due: tuple[Place, ...]
    new: tuple[Place, ...]

    def in_order(self, asked: Place | None) -> Iterator[Place]:
        """The places to ask for: the one asked already, those that are due, the new ones."""
        if asked is not None and asked in self.proposed:
            yield asked
        yield from (place for place in (*self.due, *self.new) if place != asked)


def deck(index: MatchIndex, matches: MatchRepository, training: TrainingRepository, who: str) -> Deck:
    """The positions of this person as of now."""
    ids = matches.people().ids(who)
    seats = {match.id: [seat for seat, own in enumerate(match.seats) if own.person in ids] for match in index.played()}
    rows = [row for row in index.matches() if seats.get(row.id) and row.depth == "moves"]
    reviews = ReviewRepository(matches.store)
    reviewed = reviews.matches()
    key = f"{index.checkpoint()} {reviews.checkpoint()}"
    proposed = {each.place: each.lost for each in _proposals(matches, rows, seats, ids, key)}
    progress = {place: own for place, own in training.progress(ids).items() if place in proposed}
    due = sorted((own.due, place) for place, own in progress.items() if own.due <= training.today())
    new = [place for place in proposed if place not in progress]
    unreviewed = tuple(id for id in reviewing.judged(rows) if id not in reviewed)
    return Deck(proposed, unreviewed, progress, tuple(place for _, place in due), tuple(new))


@st.cache_data(max_entries=16, show_spinner=False)
def _proposals(
    _records: MatchRepository,
    _rows: list[MatchRow],
    _seats: dict[str, list[int]],
    ids: tuple[str, ...],
    key: str,
) -> list[ProposedPosition]:
    """`key` changes with the log and with the kept reviews."""
    return proposals(_records.store, ReviewRepository(_records.store), _rows, dict(_seats))


def clear_positions(
    matches: MatchRepository, places: Iterable[Place], refused: set[Place]
) -> Iterator[Position | None]:
    """The positions at these places but the `refused` ones; None, and one more refused, where no move is clearly best.

    Each takes about a second.
    """
    for place in places:
        if place not in refused:
            position = _position(matches, place)
            if position is None:
                refused.add(place)
            yield position


def _position(matches: MatchRepository, place: Place) -> Position | None:
    try:
        return position(load_match(matches, place.match), place.version, ExerciseRepository(matches.store))
    except (MatchUnavailable, ValueError):  # The match was withdrawn or corrected since it was reviewed.
        return None
