"""The reviews of matches for the pages: the one kept, or how far its computing in the background is."""

from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from typing import NamedTuple

from core.review import evaluations
from core.review.review import EFFORTS, Effort, Review
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.reviews.repository import ReviewRepository
from eventstore.reviews.task import ReviewKey, review_key, review_task
from eventstore.store.store import Store
from viewer.language import gettext, translate


class Progress(NamedTuple):
    """Events reviewed so far, of all."""

    done: int
    all: int


def why_not(match: Match) -> str:
    """Why the match has no review, as a sentence; empty if it can have one."""
    if match.game.KEY == "scoresheet":
        return gettext("Only the points of this match were recorded, not its moves: there is nothing to review.")
    if reason := evaluations.why_not(match.game):
        return translate(reason)
    if not any(isinstance(frame.event, match.game.EVENTS) for frame in match.frames):
        return gettext("There is nothing to review before the first move.")
    return ""


def starts_by_itself(match: Match) -> bool:
    """Whether opening the review computes it: an open match goes on, and without judged moves few readers ask."""
    return match.state != "open" and len(match.names) in evaluations.EVALUATIONS[match.game.KEY].JUDGED_SEATS


def kept_review(store: Store, match: Match) -> Review | None:
    """The most thorough review of the match as it is now."""
    reviews = ReviewRepository(store)
    found = (reviews.review(review_key(store, match.id, effort)) for effort in reversed(EFFORTS))
    return next((review for review in found if review is not None), None)


def review_or_progress(records: MatchRepository, id: str, effort: Effort) -> Review | Progress:
    """The review, whose computing is started if it is not kept. The match must be one that can be reviewed."""
    key = review_key(records.store, id, effort)
    return ReviewRepository(records.store).review(key) or _computing().progress(records, key)


class _Computing:
    """Reviews that this process computes."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, "review")
        self._under_way: dict[ReviewKey, tuple[list[Progress], Future[None]]] = {}

    def progress(self, records: MatchRepository, key: ReviewKey) -> Progress:
        if key not in self._under_way:
            task = review_task(records, key.match, key.effort)
            steps = [Progress(0, 1)]

            def run() -> None:
                found = task.run(lambda done, all: steps.append(Progress(done, all)))
                ReviewRepository(records.store).keep(key, task.version, found)

            self._under_way[key] = steps, self._pool.submit(run)
        steps, work = self._under_way[key]
        if work.done():
            del self._under_way[key]
            work.result()
        return steps[-1]


@cache
def _computing() -> _Computing:
    return _Computing()
