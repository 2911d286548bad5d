"""The positions of a person: those that are proved, and which of them are due."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import streamlit as st

from core.review.compiled import judges
from eventstore.matches.repository import MatchRepository
from eventstore.matches.training import Place, TrainingProgress, TrainingRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.plays_of import plays_of
from eventstore.readmodels.projection import MatchRow
from eventstore.reviews.exercises import ExerciseRepository
from eventstore.reviews.many import reviewable
from eventstore.reviews.positions import MissedMove, missed_by
from eventstore.reviews.repository import ReviewRepository
from viewer.pages.shared.positions import Position, position
from viewer.texts.load_match import MatchUnavailable, load_match


class Deck(NamedTuple):
    """The positions of a person by place, the greatest losses first; those that are due, and those never answered.

    `unsearched` are the ids of matches that may hold more: without a review the newest first, then those with tables
    where no exercise was searched.
    """

    exercises: Mapping[Place, MissedMove]
    unsearched: tuple[str, ...]
    progress: Mapping[Place, TrainingProgress]
    due: tuple[Place, ...]
    new: tuple[Place, ...]

    def in_order(self, asked: Place | None) -> Iterator[MissedMove]:
        """The positions to ask for: the one asked already, those that are due, the new ones."""
        if asked is not None and asked in self.exercises:
            yield self.exercises[asked]
        yield from (self.exercises[place] for place in (*self.due, *self.new) if place != asked)


def deck(index: MatchIndex, matches: MatchRepository, training: TrainingRepository, who: str) -> Deck:
    """The positions of this person as of now."""
    ids = matches.people().ids(who)
    own = [match for match in plays_of(index.population(), [who]) if match.depth == "moves"]
    seats = {match.id: [seat for seat, held in enumerate(match.seats) if held.person in ids] for match in own}
    rows = list(index.matches(ids=tuple(seats)))
    reviews = ReviewRepository(matches.store)
    reviewed = reviews.matches()
    key = f"{index.checkpoint()} {reviews.checkpoint()} {ExerciseRepository(matches.store).checkpoint()}"
    missed = _missed(matches, rows, seats, ids, key)
    exercises = {each.place: each for each in missed if each.exercise is not None}
    progress = {place: own for place, own in training.progress(ids).items() if place in exercises}
    due = sorted((own.due, place) for place, own in progress.items() if own.due <= training.today())
    new = [place for place in exercises if place not in progress]
    unsearched = dict.fromkeys(id for id in _judged(rows) if id not in reviewed)
    unsearched |= dict.fromkeys(each.place.match for each in missed if not each.is_searched)
    return Deck(exercises, tuple(unsearched), progress, tuple(place for _, place in due), tuple(new))


@st.cache_data(max_entries=16, show_spinner=False)
def _missed(
    _records: MatchRepository,
    _rows: list[MatchRow],
    _seats: dict[str, list[int]],
    ids: tuple[str, ...],
    key: str,
) -> list[MissedMove]:
    """`key` changes with the log and with the kept reviews and exercises."""
    return missed_by(_records.store, _rows, dict(_seats))


def position_of(matches: MatchRepository, missed: MissedMove) -> Position | None:
    """The position; None where the match was withdrawn or corrected since it was reviewed."""
    try:
        return position(load_match(matches, missed.place.match), missed)
    except (MatchUnavailable, ValueError):
        return None


def _judged(rows: Sequence[MatchRow]) -> list[str]:
    """Ids of the matches whose moves a review can judge."""
    return reviewable(row for row in rows if judges(row.game, len(row.players)))
