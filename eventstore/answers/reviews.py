"""The review of a match: the kept one, or the progress of its computation in the background."""

from collections.abc import Callable
from typing import Annotated

from core.messages import message
from core.review.review import Effort
from eventstore.answers.content import ReviewProgressResponse
from eventstore.answers.context import Id, Known, RequestContext
from eventstore.answers.host import ReviewJob
from eventstore.answers.parameters import InDocument
from eventstore.answers.problems import Unanswered
from eventstore.answers.values import Response, as_response
from eventstore.readmodels.review_tables import FORMAT
from eventstore.reviews.repository import ReviewRepository
from eventstore.reviews.task import CannotReview, Failure, NoKernel, ReviewKey, ReviewTask, review_task

_POLL_S = 1
"""Seconds after which a client asks again."""


def review_response(
    context: RequestContext,
    id: str,
    effort: Effort,
    kept: Callable[[ReviewTask], Response | None],
    progress: Callable[[ReviewJob], object],
) -> Response:
    """The kept review as a response; without one 202 with the progress of its computation, which starts now.

    All who may read the match get what is kept; a viewer of it starts a computation, a recorder also a deep one.
    Raises UnknownMatch, Refused for a withdrawn match, NotAllowed, and Unanswered for a match that cannot be
    reviewed, for a computation that failed, and for too many.
    """
    try:
        task = review_task(context.records, id, effort)
    except CannotReview as error:
        raise Unanswered(501 if isinstance(error, NoKernel) else 422, error.args[0]) from None
    if (response := kept(task)) is not None:
        return response
    context.require_role("recorder" if effort == "deep" else "viewer", id)
    if context.host.reviews is None:
        raise Unanswered(501, message("Matches are not reviewed here."))
    job = context.host.reviews.request(task, context.principal.by)
    if isinstance(job, Failure):
        raise Unanswered(500 if job.detail else 422, job.sentence)
    headers = {"Retry-After": str(_POLL_S), "Cache-Control": "no-store"}
    return as_response(progress(job), 202, headers)


def review(
    context: RequestContext,
    id: Id,
    effort: Annotated[
        Effort, InDocument("`quick` takes seconds, `normal` up to a minute, `deep` many; it needs a recorder.")
    ] = "normal",
    known: Known = None,
) -> Response:
    """The review of the newest version. The first request starts its computation and gets 202 with the progress;
    ask again until it is 200. 422: the match cannot be reviewed. Readers without a role get only what is kept.
    """
    reviews = ReviewRepository(context.host.records.store)

    def kept(task: ReviewTask) -> Response | None:
        headers = {"ETag": _etag(task.key), "Cache-Control": context.cache_control(id)}
        if known is not None and headers["ETag"] in known and reviews.has(task.key):
            return Response(304, headers)
        review = reviews.object(task.key)
        return None if review is None else as_response(review, 200, headers)

    return review_response(context, id, effort, kept, _progress)


def _progress(job: ReviewJob) -> ReviewProgressResponse:
    return ReviewProgressResponse(state=job.state, ahead=job.ahead, done=job.done, of=job.of)


def _etag(key: ReviewKey) -> str:
    return f'"{key.chain[:16]}-{key.effort}-{key.revision}-{FORMAT}"'
