"""Answers about the photos of a match."""

from typing import Annotated, TypeAlias

from eventstore.answers.bodies import PhotoUpdate
from eventstore.answers.context import Id, Key, Name, RequestContext
from eventstore.answers.parameters import Shown
from eventstore.matches.photos import PhotoAttached

PhotoId: TypeAlias = Annotated[Name, Shown(examples=("0c2d4e6f80",))]


def photos(context: RequestContext, id: Id) -> tuple[PhotoAttached, ...]:
    """The photos that were not removed, oldest first."""
    context.match(id)
    return context.records.photos.of(id)


def describe(context: RequestContext, id: Id, photo: PhotoId, body: PhotoUpdate, key: Key = None) -> None:
    """Replace the caption of a photo."""
    context.records.photos.describe(id, photo, body.caption, idempotency_key=context.idempotency_key(key))
    context.host.notify(id)


def remove(context: RequestContext, id: Id, photo: PhotoId, key: Key = None) -> None:
    """Remove a photo and delete its content permanently."""
    context.records.photos.remove(id, photo, idempotency_key=context.idempotency_key(key))
    context.host.notify(id)
