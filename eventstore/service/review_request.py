"""Requests for the review of a match, in whatever form it is answered."""

from collections.abc import Callable

from fastapi import HTTPException, Response
from pydantic_core import to_json

from core.review.review import Effort
from eventstore.reviews.task import CannotReview, Failure, NoKernel, ReviewTask, review_task
from eventstore.service.context import RequestContext
from eventstore.service.review_queue import Job

_POLL_S = 1
"""Seconds after which a client asks again."""


def review_response(
    context: RequestContext,
    id: str,
    effort: Effort,
    kept: Callable[[ReviewTask], Response | None],
    progress: Callable[[Job], object],
) -> Response:
    """The kept review as a response; without one 202 with the progress of its computation, which starts now.

    All who may read the match get what is kept; a viewer of it starts a computation, a recorder also a deep one.
    Raises UnknownMatch, Refused for a withdrawn match, NotAllowed, and HTTPException for a match that cannot be
    reviewed, for a computation that failed, and for too many.
    """
    try:
        task = review_task(context.records, id, effort)
    except CannotReview as error:
        raise HTTPException(501 if isinstance(error, NoKernel) else 422, error.args[0]) from None
    if (response := kept(task)) is not None:
        return response
    context.require_role("recorder" if effort == "deep" else "viewer", id)
    job = context.state.reviews.request(task, context.principal.by)
    if isinstance(job, Failure):
        raise HTTPException(500 if job.detail else 422, job.sentence)
    headers = {"Retry-After": str(_POLL_S), "Cache-Control": "no-store"}
    return Response(to_json(progress(job)), 202, headers, "application/json")
