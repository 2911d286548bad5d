"""Answers about the review that the replay shows, and about its moments to try again."""

from typing import Literal, NamedTuple, TypeAlias, TypedDict

from core.review.compiled import judges
from core.review.moments import MAX_MOMENTS
from core.review.review import EFFORTS, Effort, Review
from eventstore.answers.context import Id, RequestContext
from eventstore.answers.reviews import review_response
from eventstore.answers.values import Response, as_response
from eventstore.matches.match import Match
from eventstore.reviews.positions import exercise_tasks, missed_moves
from eventstore.reviews.repository import ReviewRepository, kept_review
from eventstore.reviews.task import ReviewTask, why_not
from viewer.answers.replay import VARY
from viewer.components.replay.reviewed import ReviewData, review_to_json
from viewer.locale.language import gettext, translate
from viewer.texts.load_match import checked


class ReviewProgressJson(TypedDict):
    """While it is computed: the events that are done, of all."""

    done: int
    all: int


class NoReviewJson(TypedDict):
    """A sentence."""

    why_not: str


class OfferedReviewJson(TypedDict):
    """The reader may ask for it."""

    offered: Literal[True]


ReviewAnswer: TypeAlias = ReviewData | ReviewProgressJson | NoReviewJson | OfferedReviewJson


class TryAgainJson(NamedTuple):
    """Moments that can be asked as questions, and tables where that is not known yet but searched."""

    moments: int
    left: int


def again(context: RequestContext, id: Id) -> Response:
    """`TryAgainJson` of the kept review; what is missing is searched if the reader may ask for reviews."""
    match = checked(context.match(id))
    store = context.records.store
    left = 0
    if why_not(match):
        return _response(context, id, TryAgainJson(0, 0))
    if context.host.reviews and context.principal.has_role("viewer", id):
        left = context.host.reviews.search_exercises(exercise_tasks(context.records, store, id))
    moments = sum(each.exercise is not None for each in missed_moves(store, id))
    return _response(context, id, TryAgainJson(min(MAX_MOMENTS, moments), left))


def review(context: RequestContext, id: Id, effort: Effort | None = None) -> Response:
    """The payload of `viewer.components.replay.reviewed`; 202 while it is computed.

    Without an effort: the review that is kept. Where there is none, that of a finished match whose moves can be judged
    is computed, and that of other matches offered. Readers without a role get what is kept, and only recorders a deep
    review.
    """
    match = checked(context.match(id))
    may_ask = context.principal.has_role("viewer", id)
    if (effort is None or not may_ask) and (newest := kept_review(context.records.store, id)):
        return _shown(context, match, newest)
    if reason := why_not(match):
        return _response(context, id, {"why_not": translate(reason)})
    if not may_ask or context.host.reviews is None:
        return _response(context, id, {"why_not": gettext("This match is not reviewed yet.")})
    if effort is None and not _starts_by_itself(match):
        return _response(context, id, {"offered": True})
    reviews = ReviewRepository(context.host.records.store)

    def kept(task: ReviewTask) -> Response | None:
        review = reviews.review(task.key)
        return None if review is None else _shown(context, match, review)

    return review_response(context, id, effort or "normal", kept, lambda job: {"done": job.done, "all": job.of})


def _starts_by_itself(match: Match) -> bool:
    """True if opening the review computes it: an open match goes on, and without judged moves few readers ask."""
    return match.state != "open" and judges(match.game.KEY, len(match.names))


def _shown(context: RequestContext, match: Match, review: Review) -> Response:
    if review.positions[-1].version > match.version:  # It went on after it was read here.
        match = context.records.match(match.id, until=review.positions[-1].version)
    asks_deeper = review.engine.effort != EFFORTS[-1] and context.principal.has_role("recorder", match.id)
    return _response(
        context, match.id, review_to_json(match, review) | {"deeper": EFFORTS[-1] if asks_deeper else None}
    )


def _response(context: RequestContext, id: str, content: ReviewAnswer | TryAgainJson) -> Response:
    headers = VARY | {"Cache-Control": context.cache_control(id)}
    return as_response(content, headers=headers)
