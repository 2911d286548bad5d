"""The file of a photo: a stored one is a JPEG that holds nothing but the picture, checked without decoding it."""

from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from core.errors import InvalidInput
from core.messages import message
from eventstore.matches.photos import MAX_BYTES, MAX_SIDE

MAX_UPLOAD_BYTES: Final = 12 << 20
"""Maximum bytes of a picture to attach, before it is encoded again."""

_START: Final = 0xD8
_END: Final = 0xD9
_SCAN: Final = 0xDA
_JFIF: Final = 0xE0
_FRAMES: Final = (0xC0, 0xC2)
"""Headers of a frame, baseline and progressive: they hold the size of the picture."""

_PICTURE: Final = frozenset({0xDB, 0xC4, 0xDD, _JFIF, _SCAN, *_FRAMES})
"""Segments that a decoder needs (tables, restart interval, JFIF version); any other may hold metadata."""

_JFIF_LENGTH: Final = 16
"""Length of the JFIF segment without a thumbnail."""


@dataclass(frozen=True, slots=True)
class PhotoFile:
    """The content of a stored photo, and its size in pixels."""

    content: bytes
    width: int
    height: int

    @property
    def digest(self) -> str:
        return digest_of(self.content)


def digest_of(content: bytes) -> str:
    """SHA-256 in hexadecimal."""
    return sha256(content).hexdigest()


def photo_file(content: bytes) -> PhotoFile:
    """The file as Partie writes photos. Raises InvalidInput for another file, or for one that holds metadata."""
    if len(content) > MAX_BYTES:
        raise InvalidInput(message("A stored photo has at most {most} bytes.", most=MAX_BYTES))
    try:
        width, height = _size(content)
    except (IndexError, ValueError):
        raise InvalidInput(message("This is no photo as Partie stores it: a JPEG without metadata.")) from None
    if not 0 < max(width, height) <= MAX_SIDE:
        raise InvalidInput(message("A stored photo is at most {most} pixels wide and high.", most=MAX_SIDE))
    return PhotoFile(content, width, height)


def _size(content: bytes) -> tuple[int, int]:
    """Width and height. Raises ValueError or IndexError for anything but the segments of a picture."""
    if content[:2] != bytes((0xFF, _START)):
        raise ValueError
    size, place = None, 2
    while True:
        lead, marker = content[place], content[place + 1]
        if lead == 0xFF and marker == _END and place + 2 == len(content) and size:
            return size
        length = int.from_bytes(content[place + 2 : place + 4])
        if lead != 0xFF or marker not in _PICTURE or length < 2:
            raise ValueError
        if marker == _JFIF and (length != _JFIF_LENGTH or content[place + 4 : place + 9] != b"JFIF\0"):
            raise ValueError
        if marker in _FRAMES:
            height, width = (int.from_bytes(content[place + at : place + at + 2]) for at in (5, 7))
            size = width, height
        place += 2 + length
        if marker == _SCAN:
            place = _scan_end(content, place)


def _scan_end(content: bytes, place: int) -> int:
    """The place of the next segment after the compressed data, in which only stuffed bytes and restarts follow 0xFF."""
    while True:
        place = content.index(b"\xff", place)
        if content[place + 1] != 0 and not 0xD0 <= content[place + 1] <= 0xD7:
            return place
        place += 2
