"""The route that exports many matches in one file."""

import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from tempfile import SpooledTemporaryFile, TemporaryFile
from typing import IO, Annotated, Final, Literal, TypeAlias
from zipfile import ZIP_DEFLATED, ZipFile

from fastapi import APIRouter, Depends, Request
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from eventstore.answers.matches import match_filter
from eventstore.answers.shared import while_wanted
from eventstore.formats import bgstats, script
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.filters import MatchFilter
from eventstore.service.address_routes import described
from eventstore.service.context import Context, ServerContext
from eventstore.service.errors import RESPONSES

Filter: TypeAlias = Annotated[MatchFilter, Depends(described(match_filter))]

router = APIRouter(prefix="/api", tags=["export"], responses=RESPONSES)

ExportFormat = Literal["archive", "bgstats", "csv", "parquet"]

FILES: Final[dict[ExportFormat, tuple[str, str]]] = {
    "archive": ("matches.partie.jsonl", "application/jsonl"),
    "bgstats": ("BGStatsExport.json", "application/json"),
    "csv": ("partie-csv.zip", "application/zip"),
    "parquet": ("partie-parquet.zip", "application/zip"),
}

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
