"""Tables at which a person chose a worse move, by the kept reviews, and the exercises that were found there."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from core.review.exercises import Exercise
from core.review.moments import is_mistake
from core.review.review import ReviewedMove
from eventstore.matches.match_reader import MatchReader
from eventstore.matches.training import Place
from eventstore.readmodels.projection import MatchRow
from eventstore.reviews.exercises import ExerciseRepository
from eventstore.reviews.repository import ReviewRepository
from eventstore.reviews.task import ExerciseKey, ExerciseTask, review_key, review_task
from eventstore.store.store import Store


class MissedMove(NamedTuple):
    """A move with a mark, and the table before it.

    `exercise` is None where the table has none, where it accepts the move, and where (not `is_searched`) none was
    searched yet.
    """

    place: Place
    move: ReviewedMove
    exercise: Exercise | None
    is_searched: bool

    @property
    def lost(self) -> float:
        """The chance to win that the move lost, as a positive number."""
        return -self.move.change.win[self.move.seat]


def missed_moves(store: Store, match: str) -> list[MissedMove]:
    """Those of one match, the greatest losses first; of several reviews the one with the most effort counts."""
    key = review_key(store, match, "normal")
    review = ReviewRepository(store).most_thorough(key)
    if review is None:
        return []
    searched = ExerciseRepository(store).of(match, key.chain)
    versions = [position.version for position in review.positions]
    before = dict(zip(versions[1:], versions, strict=False))
    places = ((before[move.version], move) for move in review.moves if move.version in before)
    found = []
    for version, move in places:
        if is_mistake(move):
            exercise = searched.get(version)
            is_asked = exercise is not None and move.notation not in exercise.answers
            found.append(MissedMove(Place(match, version), move, exercise if is_asked else None, version in searched))
    return sorted(found, key=lambda each: -each.lost)


def missed_by(store: Store, rows: Iterable[MatchRow], seats_of: dict[str, Collection[int]]) -> list[MissedMove]:
    """Those of a person in these matches, the greatest losses first; `seats_of` are their seats by match."""
    found = [each for row in rows for each in missed_moves(store, row.id) if each.move.seat in seats_of[row.id]]
    return sorted(found, key=lambda each: -each.lost)


def exercise_tasks(matches: MatchReader, store: Store, id: str) -> list[ExerciseTask]:
    """The searches for exercises of a match that are missing, the greatest losses first; none without a kept review.

    Raises as `review_task`.
    """
    missing = [each.place for each in missed_moves(store, id) if not each.is_searched]
    if not missing:
        return []
    key, _, game, options, log = review_task(matches, id, "normal")
    return [ExerciseTask(ExerciseKey(*place, key.chain), game, options, log) for place in missing]
