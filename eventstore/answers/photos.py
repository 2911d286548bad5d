"""Answers about the photos of a match, and what all pictures have in common."""

from collections.abc import Callable
from typing import Annotated, Final, Literal, TypeAlias

from core.json_values import Bounds
from eventstore.answers.bodies import PhotoUpdate
from eventstore.answers.context import Id, Key, Known, Name, RequestContext
from eventstore.answers.parameters import InDocument
from eventstore.answers.problems import Unanswered
from eventstore.answers.values import Awaited, Request, Response, as_response
from eventstore.matches.photo_file import FORMATS, UNKNOWN_FORMAT, PhotoFile, photo_file
from eventstore.matches.photos import MAX_CAPTION, PhotoAttached

UPLOADS: Final = r"/api/matches/[^/]+/photos"
"""Pattern of the paths to which pictures are sent, which may be larger than other requests."""

PhotoId: TypeAlias = Annotated[Name, InDocument(examples=("0c2d4e6f80",))]
Size: TypeAlias = Literal["full", "small"]
About: TypeAlias = Annotated[
    Annotated[int, Bounds(ge=1, le=10**9)] | None, InDocument("The version of an event.", (7,))
]
Caption: TypeAlias = Annotated[Annotated[str, Bounds(max_length=MAX_CAPTION)], InDocument(examples=("The last round",))]

JPEG: Final = "image/jpeg"
MEDIA_TYPES: Final = tuple(f"image/{name.lower()}" for name in FORMATS)

SMALL_SIDE: Final = 480
"""Pixels of the long side of a small picture."""

IMMUTABLE: Final = "private, max-age=31536000, immutable"


def photos(context: RequestContext, id: Id) -> tuple[PhotoAttached, ...]:
    """The photos that were not removed, oldest first."""
    context.match(id)
    return context.records.photos.of(id)


def attach(
    context: RequestContext, request: Request, id: Id, about: About = None, caption: Caption = "", key: Key = None
) -> Awaited:
    """Attach the picture in the body to the match, or to one event. It is stored as a JPEG without any metadata."""

    def attached(file: PhotoFile) -> Response:
        match, by_key = context.match(id), context.idempotency_key(key)
        photo = context.records.photos.attach(match, file, about, caption, idempotency_key=by_key)
        context.host.notify(id)
        return as_response(photo, 201)

    return encoded(context, request, attached)


def picture(
    context: RequestContext, id: Id, photo: PhotoId, size: Size = "full", known: Known = None
) -> Awaited | Response:
    """The picture of a photo, as a JPEG; small: at most 480 pixels wide and high. It never changes."""
    context.match(id)
    found = context.records.photos.photo(id, photo)
    small = SMALL_SIDE if size == "small" else 0
    cache = context.cache_control(id, IMMUTABLE)
    return as_picture(context, found.digest, lambda: context.records.photos.content(id, found), small, cache, known)


def describe(context: RequestContext, id: Id, photo: PhotoId, body: PhotoUpdate, key: Key = None) -> None:
    """Replace the caption of a photo."""
    context.records.photos.describe(id, photo, body.caption, idempotency_key=context.idempotency_key(key))
    context.host.notify(id)


def remove(context: RequestContext, id: Id, photo: PhotoId, key: Key = None) -> None:
    """Remove a photo and delete its content permanently."""
    context.records.photos.remove(id, photo, idempotency_key=context.idempotency_key(key))
    context.host.notify(id)


def encoded(context: RequestContext, request: Request, finish: Callable[[PhotoFile], Response]) -> Awaited:
    """The response that `finish` makes of the picture in the body, a JPEG without any metadata."""
    if request.header("content-type").partition(";")[0].strip().lower() not in MEDIA_TYPES:
        raise Unanswered(415, UNKNOWN_FORMAT)
    future = context.host.pictures.encoded(request.body, context.principal.by)
    return Awaited(future, lambda content: finish(photo_file(content)))


def as_picture(
    context: RequestContext, digest: str | None, read: Callable[[], bytes], side: int, cache: str, known: str | None
) -> Awaited | Response:
    """A picture with a long side of so many pixels, 0: as it is stored."""
    etag = f'"{digest}{f"-{side}" if side else ""}"'
    headers = {"ETag": etag, "Cache-Control": cache}
    if known is not None and etag in known:
        return Response(304, headers)

    def finish(content: bytes) -> Response:
        return Response(200, {"Content-Type": JPEG, **headers}, content)

    return Awaited(context.host.pictures.smaller(read(), side), finish) if side else finish(read())
