"""The routes beside the table: many matches in one file, the exchange with another store, the feed of a match."""

import shutil
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping
from contextlib import ExitStack, aclosing
from functools import partial
from hashlib import blake2b
from inspect import getdoc
from tempfile import SpooledTemporaryFile, TemporaryFile
from typing import IO, Annotated, Any, Final, Literal, TypeAlias
from zipfile import ZIP_DEFLATED, ZipFile

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from core.messages import message
from eventstore.access.grants import NotAllowed
from eventstore.answers.changes import MEDIA_TYPE, Cursor, as_events, changes, covered_before, cursor_of
from eventstore.answers.matches import match_filter
from eventstore.answers.shared import while_wanted
from eventstore.formats import bgstats, script
from eventstore.maintenance.exchange import answer
from eventstore.matches.photo_file import MAX_UPLOAD_BYTES
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.filters import MatchFilter
from eventstore.service.address_routes import described
from eventstore.service.context import Context, Id, ServerContext, can_still_see
from eventstore.service.errors import RESPONSES

Filter: TypeAlias = Annotated[MatchFilter, Depends(described(match_filter))]

router = APIRouter(prefix="/api", responses=RESPONSES)

ExportFormat = Literal["archive", "bgstats", "csv", "parquet"]

FILES: Final[dict[ExportFormat, tuple[str, str]]] = {
    "archive": ("matches.partie.jsonl", "application/jsonl"),
    "bgstats": ("BGStatsExport.json", "application/json"),
    "csv": ("partie-csv.zip", "application/zip"),
    "parquet": ("partie-parquet.zip", "application/zip"),
}

EXCHANGE: Final = "/api/exchange"

PARCEL_TOO_LARGE: Final = message("A parcel may hold {most} MB at most.", most=MAX_UPLOAD_BYTES >> 20)

_BINARY: Final = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
_BODY: Final[dict[str, Any]] = {"requestBody": {"required": True, "content": _BINARY}}

_MAX_MEMORY_BYTES: Final = 1 << 22
_CHUNK_BYTES: Final = 1 << 16


class _TemporaryFileResponse(StreamingResponse):
    """Sends a temporary file and closes it, also when the client disconnects early."""

    def __init__(self, file: IO[bytes], media_type: str, headers: Mapping[str, str]) -> None:
        super().__init__(_chunks(file), media_type=media_type, headers=headers)
        self._file = file

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._file:
            await super().__call__(scope, receive, send)


@router.get(
    "/exports/{form}",
    tags=["export"],
    response_class=StreamingResponse,
    responses={200: {"content": {media_type: {} for _, media_type in FILES.values()}}},
)
async def export(context: Context, request: Request, selection: Filter, form: ExportFormat) -> StreamingResponse:
    """The selected matches in one file; unreadable matches are left out."""
    context.require_role("viewer")  # The tables name all people.
    compute = partial(_exported, context, selection, form)
    file = await context.host.exports.answer(request, object(), compute, client=context.client)
    name, media_type = FILES[form]
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return _TemporaryFileResponse(file, media_type, headers)


def _exported(context: ServerContext, selection: MatchFilter, form: ExportFormat) -> IO[bytes]:
    file = SpooledTemporaryFile[bytes](_MAX_MEMORY_BYTES)
    ids = while_wanted(context.host.index.ids(**selection))
    if form == "archive":
        script.write_all(context.records, ids, file)  # type: ignore[arg-type]  # It has the methods of a BinaryIO.
    elif form == "bgstats":
        bgstats.write(context.records, ids, file)  # type: ignore[arg-type]
    else:
        _write_tables(context.records, ids, form, file)
    return file


def _write_tables(matches: MatchRepository, ids: Iterable[str], form: ExportFormat, file: IO[bytes]) -> None:
    from eventstore.formats import tables  # Deferred: Arrow takes 1 s to load.

    with ExitStack() as stack:
        parts = {name: stack.enter_context(TemporaryFile()) for name in tables.FILES}
        tables.write(matches, ids, parts)
        with ZipFile(file, "w", ZIP_DEFLATED) as zipped:
            for name, content in parts.items():
                if name.endswith(form):
                    content.seek(0)
                    with zipped.open(name, "w") as target:
                        shutil.copyfileobj(content, target)


def _chunks(file: IO[bytes]) -> Iterator[bytes]:
    file.seek(0)
    while chunk := file.read(_CHUNK_BYTES):
        yield chunk


@router.post(
    "/exchange", tags=["exchange"], openapi_extra=_BODY, response_class=Response, responses={200: {"content": _BINARY}}
)
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


@router.get(
    "/matches/{id}/feed",
    tags=["feed"],
    status_code=200,
    response_class=EventStreamResponse,
    description=getdoc(changes),
)
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
