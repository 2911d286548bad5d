"""The computations of a review and of an exercise: all that they need of a match, so that any process or machine can
run them.
"""

import traceback
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple, TypeAlias

from core import games, record
from core.errors import PartieError
from core.game import Refusal
from core.messages import message
from core.record_events import Entry
from core.review import evaluations
from core.review.account import REVISION, review
from core.review.exercises import Exercise, exercise
from core.review.review import Effort, Review
from eventstore.matches.match import MATCHES, Match, Refused, no_match
from eventstore.matches.match_reader import MatchReader
from eventstore.store.store import CHAINED_BYTES, StoredEvent, StoreReader

_WITHDRAWN: Final = message("The match is deleted; bring it back before you review it.")


class CannotReview(PartieError):
    """The match has no review at any effort; the message is a sentence that says why."""


class NoKernel(CannotReview):
    """The kernel that would review the match is not to be had in this installation."""


class ReviewKey(NamedTuple):
    """All that the figures of a review depend on.

    `chain` is the row hash of the last row of the match in hexadecimal, without its salt, which a redaction deletes.
    """

    match: str
    chain: str
    effort: Effort
    revision: int = REVISION

    @property
    def seed(self) -> int:
        """Derived from the chain, so that a match has one review per effort; below 2**48, exact in any JSON reader."""
        return int.from_bytes(sha256(self.chain.encode()).digest()[:6], "big")


class ReviewTask(NamedTuple):
    """A review to compute: its key, and the game and the log of the match as of `version`."""

    key: ReviewKey
    version: int
    game: str
    options: Any
    log: tuple[Entry, ...]

    def run(self, progress: Callable[[int, int], None] | None = None) -> Review:
        """Compute the review; `progress` gets the number of events done and of all."""
        game = games.find(self.game)
        frames = record.fold(game, self.log, self.options).frames
        return review(game, frames, self.key.effort, self.key.seed, progress)


class ExerciseKey(NamedTuple):
    """The table after an event of a match; `chain` as for a review."""

    match: str
    version: int
    chain: str

    @property
    def seed(self) -> int:
        return exercise_seed(self.match, self.version)


class SearchedExercise(NamedTuple):
    """The exercise that was found and proved, or None: the table has none."""

    exercise: Exercise | None


class ExerciseTask(NamedTuple):
    """A table where an exercise is to be searched and proved, with the game and the log of its match."""

    key: ExerciseKey
    game: str
    options: Any
    log: tuple[Entry, ...]

    def run(self, progress: Callable[[int, int], None] | None = None) -> SearchedExercise:
        """Search and prove it; there is no progress to tell."""
        game = games.find(self.game)
        frames = record.fold(game, self.log, self.options).frames
        state = next(frame.state for frame in frames if frame.version == self.key.version)
        return SearchedExercise(exercise(game, state, self.key.seed))


Task: TypeAlias = ReviewTask | ExerciseTask


class TaskProgress(NamedTuple):
    """Events of the match that are reviewed, and all of them."""

    done: int
    of: int


class Failure(NamedTuple):
    """A review that was not computed. `detail` is the traceback of a defect, empty for a match that has no review."""

    sentence: str
    detail: str = ""


Outcome: TypeAlias = Review | SearchedExercise | Failure


def exercise_seed(match: str, version: int) -> int:
    """The seed of the searches at the table after an event of a match; below 2**48."""
    return int.from_bytes(sha256(f"{match} {version}".encode()).digest()[:6], "big")


def compute(task: Task, progress: Callable[[int, int], None] | None = None) -> Outcome:
    """The result, or the reason why there is none; nothing is raised, so that one match never ends a whole run."""
    try:
        return task.run(progress)
    except PartieError as error:
        return Failure(str(error))
    except Exception as error:  # Old events that today's rules refuse, and defects of an evaluation.
        sentence = f"The review of match {task.key.match} failed ({type(error).__name__}: {error})."
        return Failure(sentence, traceback.format_exc())


def review_key(store: StoreReader, id: str, effort: Effort) -> ReviewKey:
    """The key of a match as it is now. Raises UnknownMatch."""
    return _key(id, _rows(store, id), effort)


def review_task(matches: MatchReader, id: str, effort: Effort) -> ReviewTask:
    """The task for a match as it is now.

    Raises UnknownMatch, Refused for a withdrawn match, CannotReview for a match that was not recorded move by move or
    whose game has no evaluation, and NoKernel where that is not to be had here.
    """
    rows = _rows(matches.store, id)
    match = matches.match_of(id, rows)
    if match.withdrawal:
        raise Refused(Refusal("R-WITHDRAWN", _WITHDRAWN))
    if reason := why_not(match):
        raise (NoKernel if evaluations.lacks_kernel(match.game) else CannotReview)(reason)
    return ReviewTask(_key(id, rows, effort), match.version, match.game.KEY, match.options, match.log)


def why_not(match: Match) -> str:
    """The reason why the match has no review, as a sentence; empty if it can have one."""
    if reason := evaluations.why_not(match.game):
        return reason
    if match.withdrawal:
        return _WITHDRAWN
    if match.covered:
        return message("A match is reviewed once the choices made at once are open.")
    if not any(isinstance(frame.event, match.game.EVENTS) for frame in match.frames):
        return message("There is nothing to review before the first move.")
    return ""


def _rows(store: StoreReader, id: str) -> tuple[StoredEvent, ...]:
    if not (rows := store.read(MATCHES + id)):
        raise no_match(id)
    return rows


def _key(id: str, rows: Sequence[StoredEvent], effort: Effort) -> ReviewKey:
    return ReviewKey(id, rows[-1].row_hash[:CHAINED_BYTES].hex(), effort)
