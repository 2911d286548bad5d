"""Photos of a match as the components receive them."""

from base64 import b64encode
from collections.abc import Iterable
from typing import Final, NamedTuple, TypedDict
from urllib.parse import quote

from eventstore.matches import photo_process
from eventstore.matches.match import Match
from eventstore.matches.photos import PhotoAttached
from eventstore.matches.repository import MatchRepository
from viewer.locale.language import gettext, ngettext
from viewer.locale.plain_text import plain
from viewer.texts.match_sentences import sentence

EMBEDDED_SIDE: Final = 1280
"""Maximum pixels of the long side of a photo within a page."""

EMBEDDED_BYTES: Final = 5_000_000
"""Maximum bytes of all photos within a page."""


class PhotoJson(TypedDict):
    """`about` is the version of the event and `moment` its sentence, empty for a photo of the whole match.

    `small` and `full` are addresses.
    """

    id: str
    about: int | None
    caption: str
    width: int
    height: int
    small: str
    full: str
    moment: str


def photos_to_json(match: Match, photos: Iterable[PhotoAttached]) -> list[PhotoJson]:
    """The photos with addresses of the service."""
    shown = list[PhotoJson]()
    for photo in photos:
        address = f"api/matches/{quote(match.id)}/photos/{quote(photo.id)}"
        shown.append(_to_json(match, photo, address, f"{address}?size=small"))
    return shown


class EmbeddedJson(TypedDict, total=False):
    """The photos of a page that stands alone, and a sentence on those that it leaves out; nothing without photos."""

    photos: list[PhotoJson]
    left_out: str


class Photos(NamedTuple):
    """The photos within a page that stands alone, and the number of those that would make it too large."""

    shown: tuple[PhotoJson, ...] = ()
    left_out: int = 0

    def to_json(self) -> EmbeddedJson:
        if not (self.shown or self.left_out):
            return {}
        sentence = ngettext(
            "{number} photo is left out: a page holds {most} MB of photos at most.",
            "{number} photos are left out: a page holds {most} MB of photos at most.",
            self.left_out,
            most=EMBEDDED_BYTES // 1_000_000,
        )
        return {"photos": list(self.shown), "left_out": sentence if self.left_out else ""}


NO_PHOTOS: Final = Photos()


def embedded(match: Match, matches: MatchRepository, room: int = EMBEDDED_BYTES) -> Photos:
    """The photos of the match with their content, at most `room` bytes, in the addresses."""
    shown, left_out = list[PhotoJson](), 0
    for photo in matches.photos.of(match.id):
        content = photo_process.smaller(matches.photos.content(match.id, photo), EMBEDDED_SIDE)
        if len(content) > room:
            left_out += 1
            continue
        room -= len(content)
        address = f"data:image/jpeg;base64,{b64encode(content).decode()}"
        shown.append(_to_json(match, photo, address, address))
    return Photos(tuple(shown), left_out)


def _to_json(match: Match, photo: PhotoAttached, full: str, small: str) -> PhotoJson:
    return {
        "id": photo.id,
        "about": photo.about,
        "caption": plain(photo.caption),
        "width": photo.width,
        "height": photo.height,
        "small": small,
        "full": full,
        "moment": "" if photo.about is None else moment(match, photo.about),
    }


def moment(match: Match, version: int) -> str:
    """The sentence of the event with this version."""
    index = next((index for index, frame in enumerate(match.frames) if frame.version == version), None)
    return gettext("A move that no longer counts") if index is None else sentence(match, match.frames, index)
