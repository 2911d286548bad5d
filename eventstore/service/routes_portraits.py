"""Routes of the pictures of people and of games; only for principals with a role for the whole store."""

from asyncio import wrap_future
from collections.abc import Callable
from typing import Annotated, Any, Final, Literal, TypeAlias

from fastapi import APIRouter, Header, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from core.errors import NotFound
from core.messages import message
from eventstore.matches import photo_process
from eventstore.matches.photo_file import PhotoFile
from eventstore.matches.portraits import MAX_TITLE
from eventstore.service.context import Context, Key, PersonId, ServerContext
from eventstore.service.errors import RESPONSES
from eventstore.service.routes_photos import BODY, IMMUTABLE, encoded_body
from eventstore.service.strict_json import StrictRoute

router = APIRouter(prefix="/api", tags=["people"], responses=RESPONSES, route_class=StrictRoute)

UPLOADS: Final = r"/api/(people/[^/]+|games)/picture"
"""Pattern of the paths to which pictures are sent."""

SMALL_SIDE: Final = 160
"""Pixels of the long side of a small picture: a face is at most 56 wide, on screens with up to 3 pixels each."""

Size: TypeAlias = Annotated[Literal["full", "small"], Query(description="small: at most 160 pixels wide and high.")]
Digest: TypeAlias = Annotated[
    str,
    Query(pattern="^([0-9a-f]{64})?$", description="The digest of the picture: browsers keep the response."),
]
Known: TypeAlias = Annotated[str | None, Header(alias="If-None-Match", max_length=1000)]
Title: TypeAlias = Annotated[str, Query(min_length=1, max_length=MAX_TITLE, examples=["Azul"])]

_PICTURE: Final[dict[int | str, dict[str, Any]]] = {200: {"content": {"image/jpeg": {}}}, 304: {}}


@router.get("/people/{person}/picture", response_class=Response, responses=_PICTURE)
async def picture_of_person(
    context: Context, person: PersonId, size: Size = "full", digest: Digest = "", known: Known = None
) -> Response:
    """The picture of a person, as a JPEG."""

    def find() -> str | None:
        context.require_role("viewer")
        return context.records.portraits.portraits().of_person(context.records.people(), person)

    return await _picture(context, find, size, digest, known)


@router.put("/people/{person}/picture", status_code=204, openapi_extra=BODY)
async def give_person(request: Request, context: Context, person: PersonId, key: Key = None) -> None:
    """Give a person the picture in the body. It is stored as a JPEG without any metadata."""
    file = await _encoded(request, context)

    def give() -> None:
        one = _known_person(context, person)
        context.records.portraits.give_person(one, file, idempotency_key=context.idempotency_key(key))

    await run_in_threadpool(give)


@router.delete("/people/{person}/picture", status_code=204)
def remove_of_person(context: Context, person: PersonId, key: Key = None) -> None:
    """Remove the picture of a person and delete its content permanently."""
    context.require_role("recorder")
    ids = context.records.people().ids(_known_person(context, person))
    context.records.portraits.remove_person(ids, idempotency_key=context.idempotency_key(key))


@router.get("/games/picture", response_class=Response, responses=_PICTURE)
async def picture_of_game(
    context: Context, game: Title, size: Size = "full", digest: Digest = "", known: Known = None
) -> Response:
    """The picture of a game, by its title, as a JPEG."""

    def find() -> str | None:
        context.require_role("viewer")
        return context.records.portraits.portraits().games.get(game)

    return await _picture(context, find, size, digest, known)


@router.put("/games/picture", status_code=204, openapi_extra=BODY)
async def give_game(request: Request, context: Context, game: Title, key: Key = None) -> None:
    """Give a game the picture in the body, by its title. It is stored as a JPEG without any metadata."""
    file = await _encoded(request, context)

    def give() -> None:
        context.records.portraits.give_game(game, file, idempotency_key=context.idempotency_key(key))

    await run_in_threadpool(give)


@router.delete("/games/picture", status_code=204)
def remove_of_game(context: Context, game: Title, key: Key = None) -> None:
    """Remove the picture of a game and delete its content permanently."""
    context.require_role("recorder")
    context.records.portraits.remove_game(game, idempotency_key=context.idempotency_key(key))


def _known_person(context: ServerContext, person: str) -> str:
    """The current id of a person. Raises NotFound."""
    people = context.records.people()
    if people.one(person) not in people.names:
        raise NotFound(message("There is no person {person!r}.", person=person))
    return people.one(person)


async def _encoded(request: Request, context: ServerContext) -> PhotoFile:
    await run_in_threadpool(context.require_role, "recorder")
    return await encoded_body(request, context)


async def _picture(
    context: ServerContext,
    find: Callable[[], str | None],
    size: Literal["full", "small"],
    requested: str,
    known: str | None,
) -> Response:
    digest = await run_in_threadpool(find)
    content = await run_in_threadpool(context.records.portraits.content, digest)
    etag = f'"{digest}{"" if size == "full" else f"-{SMALL_SIDE}"}"'
    cache = IMMUTABLE if requested and requested == digest else "private, no-cache"
    headers = {"ETag": etag, "Cache-Control": context.cache_control(None, cache)}
    if known is not None and etag in known:
        return Response(status_code=304, headers=headers)
    if size == "small":
        content = await wrap_future(photo_process.STORED.submit(content, SMALL_SIDE))
    return Response(content, headers=headers, media_type="image/jpeg")
