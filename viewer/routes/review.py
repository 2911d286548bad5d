"""The route of the review that the replay shows."""

from fastapi import APIRouter, HTTPException, Response
from pydantic_core import to_json

from core.review.review import EFFORTS, Effort, Review
from eventstore.reviews.repository import ReviewRepository
from eventstore.reviews.task import Failure, review_task
from eventstore.service.context import Context, Id, RequestContext
from eventstore.service.review_queue import Job
from viewer.boards.scene import Json
from viewer.language import gettext
from viewer.replay.reviewed import review_to_json
from viewer.reviews import kept_review, starts_by_itself, why_not
from viewer.routes.matches import load
from viewer.routes.replay import VARY

router = APIRouter(prefix="/view/matches/{id}", include_in_schema=False)


@router.get("/review")
def review(context: Context, id: Id, effort: Effort | None = None) -> Response:
    """The payload of `viewer.replay.reviewed`; 202 with {"done", "all"} while it is computed.

    A match that cannot be reviewed has {"why_not": sentence}. Without an effort: the review that is kept. Where there
    is none, that of a finished match whose moves can be judged is computed; {"offered": true} says of other matches
    that the reader may ask for it. Readers without a role get what is kept, and only recorders a deep review.
    """
    match = load(context, id)
    if reason := why_not(match):
        return _response(context, id, 200, {"why_not": reason})
    may_ask = context.principal.has_role("viewer", id)
    kept = kept_review(context.records.store, match) if effort is None or not may_ask else None
    if kept is None and not may_ask:
        return _response(context, id, 200, {"why_not": gettext("This match is not reviewed yet.")})
    if kept is None and effort is None and not starts_by_itself(match):
        return _response(context, id, 200, {"offered": True})
    found = kept or _requested(context, id, effort or "normal")
    if isinstance(found, Job):
        return _response(context, id, 202, {"done": found.done, "all": found.of})
    if found.positions[-1].version > match.version:  # It went on after it was read here.
        match = context.records.match(id, until=found.positions[-1].version)
    deeper = EFFORTS[-1] if found.engine.effort != EFFORTS[-1] and context.principal.has_role("recorder", id) else None
    return _response(context, id, 200, review_to_json(match, found) | {"deeper": deeper})


def _requested(context: RequestContext, id: str, effort: Effort) -> Review | Job:
    """The review, or its place in the queue. Raises HTTPException if it failed, or for too many."""
    if effort == EFFORTS[-1]:
        context.require_role("recorder", id)
    task = review_task(context.records, id, effort)
    if (kept := ReviewRepository(context.state.records.store).review(task.key)) is not None:
        return kept
    job = context.state.reviews.request(task, context.principal.by)
    if isinstance(job, Failure):
        raise HTTPException(500 if job.detail else 422, job.sentence)
    return job


def _response(context: RequestContext, id: str, status: int, content: dict[str, Json]) -> Response:
    headers = VARY | {"Cache-Control": context.cache_control(id)}
    return Response(to_json(content), status, headers, "application/json")
