"""The photos of matches in a store: reading them, and appending to their streams."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from core.errors import InvalidInput, NotFound
from core.game import Refusal
from core.messages import message
from eventstore import codec
from eventstore.matches import photos
from eventstore.matches.event_stream import EventStream
from eventstore.matches.match import Match, Refused
from eventstore.matches.photo_file import PhotoFile, photo_file
from eventstore.matches.photos import PhotoAttached, PhotoCaptioned, PhotoRemoved
from eventstore.store.store import Store

_Photo = TypeVar("_Photo", PhotoAttached, PhotoCaptioned, PhotoRemoved)


class UnknownPhoto(NotFound):
    """The match has no photo with this id; the message is a sentence."""


class PhotoRepository:
    """The photos in a store; `by`, `now` and `new_id` as for `MatchRepository`.

    Writing methods are atomic. With an `idempotency_key` they are safe to repeat, else raise KeyReused.
    """

    def __init__(self, store: Store, by: str, now: Callable[[], str], new_id: Callable[[], str]) -> None:
        self._store, self._by, self._now, self._new_id = store, by, now, new_id

    def of(self, match: str) -> tuple[PhotoAttached, ...]:
        """The photos of a match that were not removed, oldest first."""
        return photos.showing(codec.decode_row(photos.EVENTS, row) for row in self._store.read(photos.stream(match)))

    def photo(self, match: str, id: str) -> PhotoAttached:
        """Raises UnknownPhoto."""
        return _require(match, id, self.of(match))

    def content(self, match: str, photo: PhotoAttached) -> bytes:
        """The JPEG file of a photo. Raises UnknownPhoto when it was removed meanwhile, InvalidInput when it is lost, or
        when it is not as Partie writes photos: it may hold the place where it was taken, or be costly to decode.
        """
        content = self.stored_content(match, photo)
        try:
            return photo_file(content).content
        except InvalidInput as error:
            sentence = message(
                "The photo {id} of match {match} is not shown. {why}", id=photo.id, match=match, why=error.args[0]
            )
            raise InvalidInput(sentence) from None

    def stored_content(self, match: str, photo: PhotoAttached) -> bytes:
        """The content of a photo, whatever it is, for people who own the store. Raises as `content` does."""
        content = self._store.blob(photos.stream(match), photo.digest)
        if content is None:
            self.photo(match, photo.id)
            raise InvalidInput(message("The photo {id} of match {match} is missing.", id=photo.id, match=match))
        return content

    def attach(
        self,
        match: Match,
        file: PhotoFile,
        about: int | None = None,
        caption: str = "",
        *,
        idempotency_key: str | None = None,
    ) -> PhotoAttached:
        """Attach a photo to a match, or to its event with the version `about`.

        Raises Refused for a version that the match does not have, for a photo that is attached there already, and for
        more photos than a match may have.
        """
        if about is not None and not 1 <= about <= match.version:
            raise Refused(Refusal("R-STANDS", message("Match {id} has no event {about}.", id=match.id, about=about)))
        caption = _caption(caption)
        attached = PhotoAttached(self._new_id(), file.digest, file.width, file.height, about, caption)

        def check(shown: Sequence[PhotoAttached]) -> None:
            if refusal := photos.attach_refusal([photo.place for photo in shown], attached.place):
                raise Refused(refusal)

        return self._append(match.id, attached, check, {file.digest: file.content}, idempotency_key)

    def describe(self, match: str, id: str, caption: str, *, idempotency_key: str | None = None) -> None:
        """Replace the caption of a photo. Raises UnknownPhoto."""
        self._append(match, PhotoCaptioned(id, _caption(caption)), partial(_require, match, id), {}, idempotency_key)

    def remove(self, match: str, id: str, *, idempotency_key: str | None = None) -> None:
        """Remove a photo and delete its content permanently. Raises UnknownPhoto."""
        self._append(match, PhotoRemoved(id), partial(_require, match, id), {}, idempotency_key)

    def _append(
        self,
        match: str,
        event: _Photo,
        check: Callable[[Sequence[PhotoAttached]], object],
        blobs: Mapping[str, bytes | None],
        idempotency_key: str | None,
    ) -> _Photo:
        """Append an event with these blobs; returns it, or for a repeated key the event of the earlier call."""

        def checked(shown: Sequence[PhotoAttached]) -> tuple[_Photo]:
            check(shown)
            return (event,)

        nothing: tuple[PhotoAttached, ...] = ()
        stream = EventStream(
            self._store,
            photos.stream(match),
            photos.EVENTS,
            photos.showing,
            nothing,
            by=self._by,
            now=self._now,
            numbered=PhotoAttached,
        )
        written: _Photo = stream.write(
            checked, idempotency_key, blobs=lambda shown: {**blobs, **_unused_after(event, shown)}
        ).events[0]
        return written


def _require(match: str, id: str, shown: Sequence[PhotoAttached]) -> PhotoAttached:
    for photo in shown:
        if photo.id == id:
            return photo
    raise UnknownPhoto(message("Match {id} has no photo {photo!r}.", id=match, photo=id))


def _unused_after(event: object, shown: Sequence[PhotoAttached]) -> dict[str, None]:
    """The blobs to delete: that of a removed photo, unless another photo of the match has the same content."""
    if not isinstance(event, PhotoRemoved):
        return {}
    others = {photo.digest for photo in shown if photo.id != event.id}
    return {photo.digest: None for photo in shown if photo.id == event.id and photo.digest not in others}


def _caption(text: str) -> str:
    """Raises InvalidInput for a caption that is too long."""
    caption = " ".join(text.split())
    if len(caption) > photos.MAX_CAPTION:
        raise InvalidInput(message("A caption has {most} characters at most.", most=photos.MAX_CAPTION))
    return caption
