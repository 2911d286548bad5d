"""The route by which a device, or another home, comes in step with this store."""

from functools import partial
from hashlib import blake2b
from typing import Any, Final

from fastapi import APIRouter, Request, Response

from core.messages import message
from eventstore.access.grants import NotAllowed
from eventstore.maintenance.exchange import answer
from eventstore.matches.photo_file import MAX_UPLOAD_BYTES
from eventstore.service.context import Context, ServerContext
from eventstore.service.errors import RESPONSES

router = APIRouter(prefix="/api", tags=["exchange"], responses=RESPONSES)

PATH: Final = "/api/exchange"

TOO_LARGE: Final = message("A parcel may hold {most} MB at most.", most=MAX_UPLOAD_BYTES >> 20)

_BINARY: Final = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
_BODY: Final[dict[str, Any]] = {"requestBody": {"required": True, "content": _BINARY}}


@router.post("/exchange", openapi_extra=_BODY, response_class=Response, responses={200: {"content": _BINARY}})
async def exchange(request: Request, context: Context) -> Response:
    """Take what changed in another store, and answer with what changed here since the two last met.

    Request and answer are one line of JSON and a parcel of streams, as `partie merge https://…` sends and reads them.
    What the principal may not bring is refused by stream, with a sentence each; the rest is taken. Safe to repeat.
    """
    if context.principal.role is None:  # Before the body, which nobody reads then.
        raise NotAllowed(context.principal, "viewer")
    body = await request.body()
    key = "exchange", blake2b(body, digest_size=12).hexdigest(), context.principal
    run = partial(_answered, context, body)
    said = await context.host.imports.answer(request, key, run, client=context.client)
    return Response(said, media_type="application/octet-stream")


def _answered(context: ServerContext, body: bytes) -> bytes:
    state = context.host
    said, report = answer(state.records.store, context.principal, state.access.grants, body, state.now())
    for id in (*report.copied, *report.continued, *(one.fork for one in report.forked)):
        state.feed.notify(id)
    return said
