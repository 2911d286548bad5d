"""Photos of a match: the stream `photos/<match>`, with which the store also keeps their contents, by digest."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from core.game import Refusal, fact
from core.messages import message

MAX_BYTES: Final = 700_000
"""Maximum bytes of a stored photo; as base64 it fits on one line of a match script."""

MAX_SIDE: Final = 2048
"""Maximum pixels of the long side of a stored photo."""

MAX_PHOTOS: Final = 50
"""Maximum number of photos of a match."""

MAX_CAPTION: Final = 500
"""Maximum characters of a caption."""

Place: TypeAlias = tuple[str, int | None]
"""Digest of a photo, and the version of its event; None: the whole match."""


@fact
@dataclass(frozen=True, slots=True)
class PhotoAttached:
    """A photo was attached to the match or, with `about`, to its event with this version.

    `digest` is the SHA-256 of the stored JPEG file, in hexadecimal; `id` is unique among the photos of the match.
    """

    id: str
    digest: str
    width: int
    height: int
    about: int | None = None
    caption: str = ""

    @property
    def place(self) -> Place:
        return self.digest, self.about


@fact
@dataclass(frozen=True, slots=True)
class PhotoCaptioned:
    """The caption of the photo was replaced."""

    id: str
    caption: str


@fact
@dataclass(frozen=True, slots=True)
class PhotoRemoved:
    """The photo was removed, and its content deleted permanently."""

    id: str


Event: TypeAlias = PhotoAttached | PhotoCaptioned | PhotoRemoved
EVENTS: Final = (PhotoAttached, PhotoCaptioned, PhotoRemoved)

STREAMS: Final = "photos/"
"""Prefix of the names of photo streams; the id of the match follows."""


def stream(match: str) -> str:
    return STREAMS + match


def attach_refusal(shown: Collection[Place], place: Place) -> Refusal | None:
    """The reason that no photo can be attached there, beside those that are shown."""
    if place in shown:
        return Refusal("R-PHOTO", message("This photo is attached there already."))
    if len(shown) >= MAX_PHOTOS:
        return Refusal("R-PHOTO", message("A match has {most} photos at most.", most=MAX_PHOTOS))
    return None


def showing(events: Iterable[Event], before: Sequence[PhotoAttached] = ()) -> tuple[PhotoAttached, ...]:
    """Fold: the photos that are not removed after `events`, with their captions, in the order of attachment."""
    shown = {photo.id: photo for photo in before}
    for event in events:
        match event:
            case PhotoAttached():
                shown[event.id] = event
            case PhotoCaptioned():
                shown[event.id] = replace(shown[event.id], caption=event.caption)
            case PhotoRemoved():
                del shown[event.id]
    return tuple(shown.values())
