"""The address where a match is followed while it is recorded."""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Query, Request
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool

from eventstore.service.telling import entered
from eventstore.service.visit import Id, Visiting, sees_still

router = APIRouter(tags=["look"])


def _seen(visit: Visiting, id: Id) -> None:
    visit.match(id)  # Answered before the stream begins: a stream cannot say no.


@router.get("/matches/{id}/feed", response_class=EventSourceResponse, dependencies=[Depends(_seen)])
async def follow(
    request: Request,
    visit: Visiting,
    id: Id,
    after: Annotated[int, Query(ge=0, le=10**9, description="Only what comes behind this version.")] = 0,
    last: Annotated[
        str | None, Header(alias="Last-Event-ID", pattern=r"^[0-9]{1,9}$", description="As a browser sends it.")
    ] = None,
) -> AsyncIterator[ServerSentEvent]:
    """Every entry of the log as it is recorded, as server-sent events; their ids are the versions."""
    seen = int(last) if last else after
    async for entries in visit.house.feed.follow(id, seen):
        # A token may have been revoked meanwhile, or the match made private.
        if not await run_in_threadpool(sees_still, request, id):
            return
        for entry in entries:
            yield ServerSentEvent(raw_data=entered(entry).model_dump_json(), event="entry", id=str(entry.version))
