"""The file of a photo: a stored one is a JPEG that holds nothing but the picture, checked without decoding it."""

import re
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from core.errors import InvalidInput
from core.messages import message
from eventstore.matches.photos import MAX_BYTES, MAX_SIDE

MAX_UPLOAD_BYTES: Final = 12 << 20
"""Maximum bytes of a picture to attach, before it is encoded again."""

TOO_LARGE: Final = message("A photo may have {most} MB at most.", most=MAX_UPLOAD_BYTES >> 20)

FORMATS: Final = ("JPEG", "PNG", "WEBP")
"""Formats of a picture to attach; HEIC needs an optional extra."""

UNKNOWN_FORMAT: Final = message("This is no picture that can be read here: use JPEG, PNG or WebP.")

MAX_SCANS: Final = 32
"""Maximum scans of a JPEG: a decoder goes through the whole picture for each. Encoders write 10 or fewer."""

_MAX_SEGMENTS: Final = 200
"""Maximum segments of a stored photo; Partie writes fewer than 40."""

_START: Final = 0xD8
_END: Final = 0xD9
_SCAN: Final = 0xDA
_JFIF: Final = 0xE0
_PROFILE: Final = 0xE2
_FRAMES: Final = (0xC0, 0xC2)
"""Headers of a frame, baseline and progressive: they hold the size of the picture."""

_FRAME_LENGTHS: Final = {11: 1, 17: 3}
"""The number of color components, gray or YCbCr, by the length of the frame header."""

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
    """The file as Partie writes photos. Raises InvalidInput for another, and for one that is costly to decode."""
    if len(content) > MAX_BYTES:
        raise InvalidInput(message("A stored photo has at most {most} bytes.", most=MAX_BYTES))
    try:
        width, height = _size(content)
    except (IndexError, ValueError):
        raise InvalidInput(message("This is no photo as Partie stores it: a JPEG without metadata.")) from None
    if max(width, height) > MAX_SIDE:
        raise InvalidInput(message("A stored photo is at most {most} pixels wide and high.", most=MAX_SIDE))
    return PhotoFile(content, width, height)


def without_profile(content: bytes) -> bytes:
    """A JPEG without the color profile that browsers write into the pictures of a canvas, whose colors are sRGB."""
    place = 2
    while content[place : place + 1] == b"\xff" and content[place + 1 : place + 2] != bytes((_SCAN,)):
        end = place + 2 + int.from_bytes(content[place + 2 : place + 4])
        if content[place + 1] == _PROFILE and content[place + 4 : end].startswith(b"ICC_PROFILE\0"):
            return content[:place] + content[end:]
        place = end
    return content


def _size(content: bytes) -> tuple[int, int]:
    """Width and height. Raises ValueError or IndexError for anything but the segments of one picture."""
    if content[:2] != bytes((0xFF, _START)):
        raise ValueError
    size, scans, place = None, 0, 2
    for _ in range(_MAX_SEGMENTS):
        lead, marker = content[place], content[place + 1]
        if lead == 0xFF and marker == _END and place + 2 == len(content) and size and scans:
            return size
        length = int.from_bytes(content[place + 2 : place + 4])
        if lead != 0xFF or marker not in _PICTURE or length < 2:
            raise ValueError
        if marker == _JFIF and (length != _JFIF_LENGTH or content[place + 4 : place + 9] != b"JFIF\0"):
            raise ValueError
        if marker in _FRAMES:
            if size:
                raise ValueError
            size = _frame_size(content[place + 4 : place + 2 + length])
        place += 2 + length
        if marker == _SCAN:
            scans += 1
            if scans > MAX_SCANS or not size:
                raise ValueError
            place = _scan_end(content, place)
    raise ValueError


def _frame_size(header: bytes) -> tuple[int, int]:
    """Width and height in the header of a frame with 8 bits a component. Raises ValueError or IndexError."""
    height, width = int.from_bytes(header[1:3]), int.from_bytes(header[3:5])
    if header[0] != 8 or not (height and width) or header[5] != _FRAME_LENGTHS.get(2 + len(header)):
        raise ValueError
    return width, height


_SCAN_END: Final = re.compile(rb"\xff[^\x00\xd0-\xd7]")
"""The first marker after compressed data, in which only stuffed bytes and restarts follow 0xFF."""


def _scan_end(content: bytes, place: int) -> int:
    """The place of the next segment after the compressed data. Raises ValueError."""
    if matched := _SCAN_END.search(content, place):
        return matched.start()
    raise ValueError
