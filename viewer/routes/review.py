"""The route of the review that the replay shows."""

from fastapi import APIRouter, Response
from pydantic_core import to_json

from core.review.review import Effort, Review
from eventstore.service.context import Context, Id
from viewer.boards.scene import Json
from viewer.replay.reviewed import review_to_json
from viewer.reviews import kept_review, review_or_progress, starts_by_itself, why_not
from viewer.routes.matches import load
from viewer.routes.replay import HEADERS

router = APIRouter(prefix="/view/matches/{id}", include_in_schema=False)


@router.get("/review")
def review(context: Context, id: Id, effort: Effort | None = None) -> Response:
    """The payload of `viewer.replay.reviewed`; 202 with {"done", "all"} while it is computed.

    A match that cannot be reviewed has {"why_not": sentence}. Without an effort: the review that is kept. Where there
    is none, that of a finished match whose moves can be judged is computed; {"offered": true} says of other matches
    that the reader may ask for it.
    """
    match = load(context, id)
    if reason := why_not(match):
        return _response(200, {"why_not": reason})
    kept = kept_review(context.records.store, match) if effort is None else None
    if kept is None and effort is None and not starts_by_itself(match):
        return _response(200, {"offered": True})
    found = kept or review_or_progress(context.records, id, effort or "normal")
    if isinstance(found, Review):
        return _response(200, review_to_json(match, found))
    return _response(202, {"done": found.done, "all": found.all})


def _response(status: int, content: dict[str, Json]) -> Response:
    return Response(to_json(content), status, HEADERS, "application/json")
