"""The route of the live feed of a match."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Query, Request
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from core.covered_choices import covered_versions
from core.game import facts_of
from core.record_events import Entry
from eventstore.answers.representations import entry_content
from eventstore.answers.values import json_bytes
from eventstore.matches.match import MATCHES
from eventstore.matches.match_reader import hide_parents
from eventstore.service.context import Context, Id, ServerContext, can_still_see
from eventstore.service.errors import RESPONSES

router = APIRouter(prefix="/api", tags=["feed"], responses=RESPONSES)


class EventStreamResponse(StreamingResponse):
    """Server-sent events, until the client disconnects."""

    media_type = "text/event-stream"

    def __init__(self, events: AsyncGenerator[str, None], context: ServerContext) -> None:
        super().__init__(events, headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        self._events = events
        self._limit, self._is_authenticated = context.host.streams.followers, context.principal.role is not None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # The generator is also closed when the connection breaks.
        async with aclosing(self._events):
            with self._limit.slot(HTTPConnection(scope), is_authenticated=self._is_authenticated):
                await super().__call__(scope, receive, send)


def _newest_version(context: Context, id: Id) -> int:
    return context.match(id).version  # Checked before the stream begins, as a stream cannot change its status.


@router.get("/matches/{id}/feed", status_code=200, response_class=EventStreamResponse)
async def follow(
    request: Request,
    context: Context,
    id: Id,
    newest: Annotated[int, Depends(_newest_version)],
    after: Annotated[int, Query(ge=0, le=10**9, description="Send only entries after this version.")] = 0,
    notes: Annotated[
        bool, Query(description="Also send an event `notes` whenever notes or photos have changed.")
    ] = False,
    last: Annotated[
        str | None,
        Header(
            alias="Last-Event-ID",
            pattern=r"^[0-9]{1,9}$",
            description="The id of the last received event; browsers send it when they reconnect. Overrides `after`.",
        ),
    ] = None,
) -> EventStreamResponse:
    """Every entry of the log as it is recorded, as server-sent events; their ids are the versions.

    A choice that is covered is a `ChoiceCovered`; the event `opened` gives it as it is, once it may be seen. The first
    event is `reset` if the log ends before the position: the entries follow from the first one on.
    """
    position = int(last) if last else after
    is_beyond = position > newest  # An older backup of the store was restored.
    events = _stream(request, context, id, 0 if is_beyond else position, notes)
    return EventStreamResponse(_after_reset(newest, events) if is_beyond else events, context)


async def _after_reset(newest: int, events: AsyncGenerator[str, None]) -> AsyncGenerator[str, None]:
    """The events after one whose id is the position to go on from."""
    yield f'id: 0\nevent: reset\ndata: {{"version": {newest}}}\n\n'
    async with aclosing(events):
        async for event in events:
            yield event


async def _stream(request: Request, context: Context, id: str, after: int, notes: bool) -> AsyncGenerator[str, None]:
    told = await run_in_threadpool(_covered_before, context, id, after)
    async with aclosing(context.host.feed.follow(id, after)) as batches:
        async for batch in batches:
            # A token may have been revoked meanwhile, or the match made private.
            if not await run_in_threadpool(can_still_see, request, id):
                return
            opened, visible = await run_in_threadpool(_as_seen, context, id, batch.entries, told)
            changed = "event: notes\ndata: {}\n\n" if notes and batch.notes else ""
            parts = [f"event: opened\ndata: {_json(entry)}\n\n" for entry in opened]
            parts += [f"id: {entry.version}\nevent: entry\ndata: {_json(entry)}\n\n" for entry in visible]
            yield changed + "".join(parts) or ": still here\n\n"


def _json(entry: Entry) -> str:
    return json_bytes(entry_content(entry)).decode()


def _covered_before(context: ServerContext, id: str, after: int) -> set[int]:
    """The versions up to `after` that the reader may have got covered."""
    if not after or not facts_of(context.host.game_of(id)).covered:
        return set()
    before = context.records.whole(id, context.records.store.read(MATCHES + id), after)
    return {*covered_versions(before.game, before.log, before.frames)}


def _as_seen(
    context: ServerContext, id: str, entries: Sequence[Entry], told: set[int]
) -> tuple[list[Entry], Sequence[Entry]]:
    """The entries of the versions `told` as covered that no longer are, and the new entries as the reader sees them."""
    if not facts_of(context.host.game_of(id)).covered:
        return [], hide_parents(entries, context.may_list)
    match = context.match(id)
    opened = [match.log[version - 1] for version in sorted(told - match.covered)]
    told &= match.covered
    told |= {entry.version for entry in entries} & match.covered
    return opened, [match.log[entry.version - 1] for entry in entries]
