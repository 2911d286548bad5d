"""The review of a match: the kept one, or the progress of its computation in the background."""

from typing import Annotated

from fastapi import APIRouter, Header, Query, Response
from pydantic_core import to_json

from core.review.review import Effort
from eventstore.readmodels.review_tables import FORMAT
from eventstore.reviews.repository import ReviewRepository
from eventstore.reviews.task import ReviewKey, ReviewTask
from eventstore.service.context import Context, Id
from eventstore.service.errors import RESPONSES
from eventstore.service.responses import ReviewProgress, ReviewResponse
from eventstore.service.review_queue import Job
from eventstore.service.review_request import review_response

router = APIRouter(prefix="/api/matches/{id}/review", tags=["reviews"], responses=RESPONSES)


@router.get("", response_model=ReviewResponse, responses={202: {"model": ReviewProgress}, 304: {}})
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
    reviews = ReviewRepository(context.state.records.store)

    def kept(task: ReviewTask) -> Response | None:
        headers = {"ETag": _etag(task.key), "Cache-Control": context.cache_control(id)}
        if known is not None and headers["ETag"] in known and reviews.has(task.key):
            return Response(status_code=304, headers=headers)
        review = reviews.object(task.key)
        return None if review is None else Response(to_json(review), headers=headers, media_type="application/json")

    return review_response(context, id, effort, kept, _progress)


def _progress(job: Job) -> ReviewProgress:
    return ReviewProgress(state=job.state, ahead=job.ahead, done=job.done, of=job.of)


def _etag(key: ReviewKey) -> str:
    return f'"{key.chain[:16]}-{key.effort}-{key.revision}-{FORMAT}"'
