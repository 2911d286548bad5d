"""The route of the live feed of a match: the changes after a position, and then those that follow."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from inspect import getdoc
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from eventstore.answers.changes import MEDIA_TYPE, Cursor, as_events, changes, covered_before, cursor_of
from eventstore.service.address_routes import described
from eventstore.service.context import Context, Id, ServerContext, can_still_see
from eventstore.service.errors import RESPONSES

router = APIRouter(prefix="/api", tags=["feed"], responses=RESPONSES)


class EventStreamResponse(StreamingResponse):
    """Server-sent events, until the client disconnects."""

    media_type = MEDIA_TYPE

    def __init__(self, events: AsyncGenerator[str, None], context: ServerContext) -> None:
        super().__init__(events, headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        self._events = events
        self._limit, self._is_authenticated = context.host.streams.followers, context.principal.role is not None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # The generator is also closed when the connection breaks.
        async with aclosing(self._events):
            with self._limit.slot(HTTPConnection(scope), is_authenticated=self._is_authenticated):
                await super().__call__(scope, receive, send)


@router.get("/matches/{id}/feed", status_code=200, response_class=EventStreamResponse, description=getdoc(changes))
async def follow(
    request: Request,
    context: Context,
    id: Id,
    cursor: Annotated[Cursor, Depends(described(cursor_of, {"id"}))],  # Before the stream, which has one status.
) -> EventStreamResponse:
    return EventStreamResponse(_stream(request, context, id, cursor), context)


async def _stream(request: Request, context: ServerContext, id: str, cursor: Cursor) -> AsyncGenerator[str, None]:
    if cursor.beginning:
        yield cursor.beginning
    told = await run_in_threadpool(covered_before, context, id, cursor.after)
    async with aclosing(context.host.feed.follow(id, cursor.after)) as batches:
        async for batch in batches:
            # A token may have been revoked meanwhile, or the match made private.
            if not await run_in_threadpool(can_still_see, request, id):
                return
            events = await run_in_threadpool(as_events, context, id, batch.entries, told)
            changed = "event: notes\ndata: {}\n\n" if cursor.notes and batch.notes else ""
            yield changed + events or ": still here\n\n"
