"""The review of a match: the kept one, or the progress of its computation in the background."""

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Header, HTTPException, Query, Response
from pydantic_core import to_json

from core.review.review import Effort
from eventstore.answers.content import ReviewProgressResponse, ReviewResponse
from eventstore.readmodels.review_tables import FORMAT
from eventstore.reviews.repository import ReviewRepository
from eventstore.reviews.task import CannotReview, Failure, NoKernel, ReviewKey, ReviewTask, review_task
from eventstore.service.context import Context, Id, ServerContext
from eventstore.service.errors import RESPONSES
from eventstore.service.review_queue import Job

_POLL_S = 1
"""Seconds after which a client asks again."""


def review_response(
    context: ServerContext,
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
    job = context.host.reviews.request(task, context.principal.by)
    if isinstance(job, Failure):
        raise HTTPException(500 if job.detail else 422, job.sentence)
    headers = {"Retry-After": str(_POLL_S), "Cache-Control": "no-store"}
    return Response(to_json(progress(job)), 202, headers, "application/json")


router = APIRouter(prefix="/api/matches/{id}/review", tags=["reviews"], responses=RESPONSES)


@router.get("", response_model=ReviewResponse, responses={202: {"model": ReviewProgressResponse}, 304: {}})
def review(
    context: Context,
    id: Id,
    effort: Annotated[
        Effort, Query(description="`quick` takes seconds, `normal` up to a minute, `deep` many; it needs a recorder.")
    ] = "normal",
    known: Annotated[str | None, Header(alias="If-None-Match", max_length=1000)] = None,
) -> Response:
    """The review of the newest version. The first request starts its computation and gets 202 with the progress;
    ask again until it is 200. 422: the match cannot be reviewed. Readers without a role get only what is kept.
    """
    reviews = ReviewRepository(context.host.records.store)

    def kept(task: ReviewTask) -> Response | None:
        headers = {"ETag": _etag(task.key), "Cache-Control": context.cache_control(id)}
        if known is not None and headers["ETag"] in known and reviews.has(task.key):
            return Response(status_code=304, headers=headers)
        review = reviews.object(task.key)
        return None if review is None else Response(to_json(review), headers=headers, media_type="application/json")

    return review_response(context, id, effort, kept, _progress)


def _progress(job: Job) -> ReviewProgressResponse:
    return ReviewProgressResponse(state=job.state, ahead=job.ahead, done=job.done, of=job.of)


def _etag(key: ReviewKey) -> str:
    return f'"{key.chain[:16]}-{key.effort}-{key.revision}-{FORMAT}"'
