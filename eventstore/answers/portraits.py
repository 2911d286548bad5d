"""Answers about the pictures of people and of games; only for principals with a role for the whole store."""

from typing import Annotated, Final, TypeAlias

from core.errors import NotFound
from core.json_values import Bounds
from core.messages import message
from eventstore.answers.context import Key, Known, RequestContext
from eventstore.answers.parameters import InDocument
from eventstore.answers.people import PersonId
from eventstore.answers.photos import IMMUTABLE, Size, as_picture, encoded
from eventstore.answers.values import Awaited, Request, Response
from eventstore.matches.photo_file import PhotoFile
from eventstore.matches.portraits import MAX_TITLE

UPLOADS: Final = r"/api/(people/[^/]+|games)/picture"
"""Pattern of the paths to which pictures are sent."""

SMALL_SIDE: Final = 160
"""Pixels of the long side of a small picture: a face is at most 56 wide, on screens with up to 3 pixels each."""

SizeOfFace: TypeAlias = Annotated[Size, InDocument("small: at most 160 pixels wide and high.")]
Digest: TypeAlias = Annotated[
    Annotated[str, Bounds(pattern="^([0-9a-f]{64})?$")],
    InDocument("The digest of the picture: browsers keep the response."),
]
Title: TypeAlias = Annotated[Annotated[str, Bounds(min_length=1, max_length=MAX_TITLE)], InDocument(examples=("Azul",))]


def picture_of_person(
    context: RequestContext, person: PersonId, size: SizeOfFace = "full", digest: Digest = "", known: Known = None
) -> Awaited | Response:
    """The picture of a person, as a JPEG."""
    found = context.records.portraits.portraits().of_person(context.records.people(), person)
    return _picture(context, found, size, digest, known)


def give_person(context: RequestContext, request: Request, person: PersonId, key: Key = None) -> Awaited:
    """Give a person the picture in the body. It is stored as a JPEG without any metadata."""

    def give(file: PhotoFile) -> Response:
        one = _known_person(context, person)
        context.records.portraits.give_person(one, file, idempotency_key=context.idempotency_key(key))
        return Response(204)

    return encoded(context, request, give)


def remove_of_person(context: RequestContext, person: PersonId, key: Key = None) -> None:
    """Remove the picture of a person and delete its content permanently."""
    ids = context.records.people().ids(_known_person(context, person))
    context.records.portraits.remove_person(ids, idempotency_key=context.idempotency_key(key))


def picture_of_game(
    context: RequestContext, game: Title, size: SizeOfFace = "full", digest: Digest = "", known: Known = None
) -> Awaited | Response:
    """The picture of a game, by its title, as a JPEG."""
    return _picture(context, context.records.portraits.portraits().games.get(game), size, digest, known)


def give_game(context: RequestContext, request: Request, game: Title, key: Key = None) -> Awaited:
    """Give a game the picture in the body, by its title. It is stored as a JPEG without any metadata."""

    def give(file: PhotoFile) -> Response:
        context.records.portraits.give_game(game, file, idempotency_key=context.idempotency_key(key))
        return Response(204)

    return encoded(context, request, give)


def remove_of_game(context: RequestContext, game: Title, key: Key = None) -> None:
    """Remove the picture of a game and delete its content permanently."""
    context.records.portraits.remove_game(game, idempotency_key=context.idempotency_key(key))


def _known_person(context: RequestContext, person: str) -> str:
    """The current id of a person. Raises NotFound."""
    people = context.records.people()
    if people.one(person) not in people.names:
        raise NotFound(message("There is no person {person!r}.", person=person))
    return people.one(person)


def _picture(
    context: RequestContext, digest: str | None, size: Size, requested: str, known: str | None
) -> Awaited | Response:
    content = context.records.portraits.content(digest)
    cache = IMMUTABLE if requested and requested == digest else "private, no-cache"
    side = SMALL_SIDE if size == "small" else 0
    return as_picture(context, digest, lambda: content, side, context.cache_control(None, cache), known)
