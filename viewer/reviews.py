"""The reviews of matches for the pages: the one kept, or how far its computing in the background is."""

from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from typing import Any, NamedTuple

from core.review.account import can_review, review
from core.review.evaluations import EVALUATIONS
from core.review.review import EFFORTS, Effort, Review
from eventstore.matches.match import Match
from viewer.language import gettext, translate


class Progress(NamedTuple):
    """Events reviewed so far, of all."""

    done: int
    all: int


def why_not(match: Match) -> str:
    """Why the match has no review, as a sentence; empty if it can have one."""
    if match.game.KEY == "scoresheet":
        return gettext("Only the points of this match were recorded, not its moves: there is nothing to review.")
    if not can_review(match.game):
        return gettext("{game} cannot be reviewed: its positions cannot be judged.", game=translate(match.game.TITLE))
    if not any(isinstance(frame.event, match.game.EVENTS) for frame in match.frames):
        return gettext("There is nothing to review before the first move.")
    return ""


def starts_by_itself(match: Match) -> bool:
    """Whether opening the review computes it: an open match goes on, and without judged moves few readers ask."""
    return match.state != "open" and len(match.names) in EVALUATIONS[match.game.KEY].JUDGED_SEATS


def kept_review(match: Match) -> Review | None:
    """The most thorough review that is computed already."""
    for effort in reversed(EFFORTS):
        if isinstance(found := _computing().now(match, effort), Review):
            return found
    return None


def review_or_progress(match: Match, effort: Effort) -> Review | Progress:
    """The review, whose computing is started if it is not kept. `why_not` must be empty."""
    return _computing().start(match, effort)


class _Computing:
    """Reviews of this process."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, "review")
        self._all: dict[Any, tuple[list[Progress], Future[Review]]] = {}

    def now(self, match: Match, effort: Effort) -> Review | Progress | None:
        found = self._all.get((match.id, match.version, effort))
        if found is None:
            return None
        progress, future = found
        return future.result() if future.done() else progress[-1]

    def start(self, match: Match, effort: Effort) -> Review | Progress:
        if (match.id, match.version, effort) not in self._all:
            progress = [Progress(0, len(match.frames) - 1)]
            work = self._pool.submit(
                review, match.game, match.frames, effort, 1, lambda done, all: progress.append(Progress(done, all))
            )
            self._all[match.id, match.version, effort] = progress, work
        found = self.now(match, effort)
        assert found is not None
        return found


@cache
def _computing() -> _Computing:
    return _Computing()
