"""Reviews of many matches: those without a valid review are computed and kept one by one, so that a run that was
interrupted goes on where it ended.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from core import games
from core.review.account import can_review
from core.review.review import Effort, Review
from eventstore.matches.match import Refused
from eventstore.matches.match_reader import MatchReader
from eventstore.readmodels.projection import MatchRow
from eventstore.reviews.exercises import ExerciseRepository
from eventstore.reviews.positions import exercise_tasks
from eventstore.reviews.repository import ReviewRepository
from eventstore.reviews.task import (
    CannotReview,
    ExerciseTask,
    Failure,
    Outcome,
    ReviewTask,
    SearchedExercise,
    Task,
    TaskProgress,
    review_key,
    review_task,
)
from eventstore.store.store import Store, UnusableStore

Compute: TypeAlias = Callable[[Iterable[Task]], Iterator[tuple[Task, Outcome | TaskProgress]]]
"""Computes tasks somewhere, in any order: in worker processes or on a cluster."""


@dataclass(slots=True)
class Reviewed:
    """The result of a run: matches reviewed now, and those that had a valid review; `failed` are sentences by match."""

    new: int = 0
    kept: int = 0
    failed: dict[str, str] = field(default_factory=dict)

    @property
    def done(self) -> int:
        return self.new + self.kept + len(self.failed)


def reviewable(rows: Iterable[MatchRow]) -> list[str]:
    """Ids of the matches that are over and whose games can be reviewed here."""
    known = {game.KEY for game in games.GAMES if can_review(game)}
    return [row.id for row in rows if row.game in known and row.state in ("finished", "closed") and not row.withdrawn]


def review_all(
    matches: MatchReader,
    reviews: ReviewRepository,
    ids: Sequence[str],
    effort: Effort,
    compute: Compute,
    progress: Callable[[int, int], None] = lambda done, of: None,
    reviewed: Reviewed | None = None,
) -> Reviewed:
    """Compute and keep the reviews that are missing. `progress` gets the number of matches done and of all.

    `reviewed` is counted up meanwhile, for a caller that is interrupted.
    """
    result = Reviewed() if reviewed is None else reviewed

    def tasks() -> Iterator[ReviewTask]:
        for id in ids:
            if reviews.has(review_key(matches.store, id, effort)):
                result.kept += 1
            else:
                task = prepared(matches, id, effort)
                if isinstance(task, ReviewTask):
                    yield task
                    continue
                result.failed[id] = task.sentence
            progress(result.done, len(ids))

    for task, message in compute(tasks()):
        if isinstance(task, ReviewTask) and isinstance(message, Review):
            reviews.keep(task.key, task.version, message)
            result.new += 1
        elif isinstance(message, Failure):
            result.failed[task.key.match] = message.sentence
        else:
            continue
        progress(result.done, len(ids))
    return result


def prepared(matches: MatchReader, id: str, effort: Effort) -> ReviewTask | Failure:
    """The task for a match as it is now, or why there is none. Raises UnusableStore when the store cannot be read."""
    try:
        return review_task(matches, id, effort)
    except (CannotReview, Refused) as error:
        return Failure(str(error))
    except UnusableStore:
        raise
    except Exception as error:  # A match that cannot be read, or on which its game fails.
        return Failure(f"Match {id} cannot be read ({type(error).__name__}: {error}).")


def search_exercises(
    matches: MatchReader,
    store: Store,
    ids: Sequence[str],
    compute: Compute,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> int:
    """Search, prove and keep the exercises that are missing in reviewed matches; the number of tables searched.

    `progress` gets the number of tables done and of all. A search that fails is missing again in the next run.
    """
    exercises, searched = ExerciseRepository(store), 0
    tasks = [task for id in ids for task in exercise_tasks(matches, store, id)]
    progress(0, len(tasks))
    for task, message in compute(tasks):
        if isinstance(task, ExerciseTask) and isinstance(message, SearchedExercise):
            exercises.keep(task.key, message.exercise)
            searched += 1
            progress(searched, len(tasks))
    return searched
