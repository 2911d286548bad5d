"""Routes of the photos of a match."""

from asyncio import wrap_future
from typing import Annotated, Any, Final, Literal, TypeAlias

from fastapi import APIRouter, Header, HTTPException, Path, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from eventstore.answers import photos as answers
from eventstore.matches import photo_process
from eventstore.matches.photo_file import FORMATS, UNKNOWN_FORMAT, PhotoFile, photo_file
from eventstore.matches.photos import MAX_CAPTION, PhotoAttached
from eventstore.service.context import Context, Id, Key, ServerContext
from eventstore.service.errors import RESPONSES

router = APIRouter(prefix="/api/matches/{id}/photos", tags=["photos"], responses=RESPONSES)

UPLOADS: Final = r"/api/matches/[^/]+/photos"
"""Pattern of the paths to which pictures are sent, which may be larger than other requests."""

PhotoId: TypeAlias = Annotated[answers.PhotoId, Path(examples=["0c2d4e6f80"])]

MEDIA_TYPES: Final = tuple(f"image/{name.lower()}" for name in FORMATS)

SMALL_SIDE: Final = 480
"""Pixels of the long side of a small picture."""

BODY: Final[dict[str, Any]] = {
    "requestBody": {
        "required": True,
        "content": {kind: {"schema": {"type": "string", "format": "binary"}} for kind in MEDIA_TYPES},
    }
}

IMMUTABLE: Final = "private, max-age=31536000, immutable"


@router.post("", status_code=201, openapi_extra=BODY)
async def attach(
    request: Request,
    context: Context,
    id: Id,
    about: Annotated[int | None, Query(ge=1, le=10**9, description="The version of an event.", examples=[7])] = None,
    caption: Annotated[str, Query(max_length=MAX_CAPTION, examples=["The last round"])] = "",
    key: Key = None,
) -> PhotoAttached:
    """Attach the picture in the body to the match, or to one event. It is stored as a JPEG without any metadata."""
    await run_in_threadpool(context.require_role, "annotator", id)
    file = await encoded_body(request, context)
    return await run_in_threadpool(_attached, context, id, file, about, caption, key)


async def encoded_body(request: Request, context: ServerContext) -> PhotoFile:
    """The picture in the body as a JPEG without any metadata."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() not in MEDIA_TYPES:
        raise HTTPException(415, UNKNOWN_FORMAT)
    # Waiting for the process must not occupy one of the threads that answer requests.
    encoded = wrap_future(photo_process.UPLOADS.submit(await request.body(), client=context.principal.by))
    return photo_file(await encoded)


def _attached(
    context: ServerContext, id: str, file: PhotoFile, about: int | None, caption: str, key: str | None
) -> PhotoAttached:
    match = context.match(id)
    photo = context.records.photos.attach(match, file, about, caption, idempotency_key=context.idempotency_key(key))
    context.host.notify(id)
    return photo


@router.get("/{photo}", response_class=Response, responses={200: {"content": {"image/jpeg": {}}}, 304: {}})
async def picture(
    context: Context,
    id: Id,
    photo: PhotoId,
    size: Literal["full", "small"] = "full",
    known: Annotated[str | None, Header(alias="If-None-Match", max_length=1000)] = None,
) -> Response:
    """The picture of a photo, as a JPEG; small: at most 480 pixels wide and high. It never changes."""
    found = await run_in_threadpool(_photo, context, id, photo)
    etag = f'"{found.digest}{"" if size == "full" else f"-{SMALL_SIDE}"}"'
    headers = {"ETag": etag, "Cache-Control": context.cache_control(id, IMMUTABLE)}
    if known is not None and etag in known:
        return Response(status_code=304, headers=headers)
    content = await run_in_threadpool(context.records.photos.content, id, found)
    if size == "small":
        content = await wrap_future(photo_process.STORED.submit(content, SMALL_SIDE))
    return Response(content, headers=headers, media_type="image/jpeg")


def _photo(context: ServerContext, id: str, photo: str) -> PhotoAttached:
    context.match(id)
    return context.records.photos.photo(id, photo)
