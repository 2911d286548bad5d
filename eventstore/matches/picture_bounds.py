"""Bounds of the cost of a picture from people, checked by its headers before a decoder sees it."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from core.errors import InvalidInput
from core.messages import message
from eventstore.matches.photo_file import MAX_SCANS

MAX_PIXELS: Final = 80_000_000
"""Maximum pixels of a JPEG with a single scan, which is decoded line by line."""

MAX_WHOLE_PIXELS: Final = 50_000_000
"""Maximum pixels of any other picture: it is decoded as a whole, with up to 20 bytes for each pixel."""

_MAX_PARTS: Final = 10_000
"""Maximum segments or chunks: decoders handle each on its own, and encoders write at least 1,000 bytes in most."""

_PNG: Final = b"\x89PNG\r\n\x1a\n"


class _PicturePart(NamedTuple):
    """A segment of a JPEG or a chunk of a PNG or WebP, with the content of its first bytes."""

    kind: bytes
    head: bytes


def refuse_costly(content: bytes) -> None:
    """Raise InvalidInput for a JPEG, PNG or WebP file whose headers announce too much work, or are damaged."""
    if content.startswith(b"\xff\xd8"):
        _check_jpeg(_limited(_jpeg_segments(content)))
    elif content.startswith(_PNG):
        _check_png(_limited(_png_chunks(content)))
    elif content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        _check_webp(_limited(_webp_chunks(content)))


def refuse_large(pixels: int, most: int = MAX_WHOLE_PIXELS) -> None:
    """Raise InvalidInput for more pixels than `most`."""
    if pixels > most:
        raise InvalidInput(message("The picture is too large: {most} megapixels at most.", most=most // 1_000_000))


def damaged() -> InvalidInput:
    return InvalidInput(message("The picture is damaged: it cannot be read to its end."))


def _too_many_parts() -> InvalidInput:
    return InvalidInput(message("The picture consists of too many parts: save it again as an ordinary JPEG."))


def _limited(parts: Iterator[_PicturePart]) -> Iterator[_PicturePart]:
    yield from islice(parts, _MAX_PARTS)
    if next(parts, None) is not None:
        raise _too_many_parts()


_MARKER: Final = re.compile(rb"\xff([^\x00\x01\xd0-\xd7\xff])")
"""A marker that is neither stuffed data nor a restart; decoders skip other bytes before it."""

_MAX_FILL_BYTES: Final = 1 << 16
"""Maximum bytes between two segments, which Pillow reads one by one."""

_END: Final = b"\xd9"
_SCAN: Final = b"\xda"
_SEQUENTIAL: Final = (b"\xc0", b"\xc1")
_FRAMES: Final = frozenset(bytes((code,)) for code in range(0xC0, 0xD0)) - {b"\xc4", b"\xc8", b"\xcc"}
"""Frame headers of all kinds of JPEG; the three others are tables."""


def _jpeg_segments(content: bytes) -> Iterator[_PicturePart]:
    """The segments up to the end of the first picture; a phone may append others, or a film."""
    kind, place = b"", 2
    while matched := _MARKER.search(content, place):
        if kind != _SCAN and matched.start() - place > _MAX_FILL_BYTES:
            raise damaged()
        kind, place = matched[1], matched.end()
        if kind == _END:
            return
        length = int.from_bytes(content[place : place + 2])
        if kind[0] < 0xC0 or kind == b"\xd8" or length < 2:
            raise damaged()
        yield _PicturePart(kind, content[place + 2 : place + min(length, 10)])
        place += length


def _check_jpeg(segments: Iterator[_PicturePart]) -> None:
    frames, scans = list[_PicturePart](), 0
    for segment in segments:
        if segment.kind in _FRAMES:
            frames.append(segment)
        scans += segment.kind == _SCAN
        if scans > MAX_SCANS:
            raise _too_many_parts()
    if len(frames) != 1 or not scans:
        raise damaged()
    (frame,) = frames
    pixels = int.from_bytes(frame.head[1:3]) * int.from_bytes(frame.head[3:5])
    is_by_line = scans == 1 and frame.kind in _SEQUENTIAL
    refuse_large(pixels, MAX_PIXELS if is_by_line else MAX_WHOLE_PIXELS)


def _png_chunks(content: bytes) -> Iterator[_PicturePart]:
    place = len(_PNG)
    while kind := content[place + 4 : place + 8]:
        yield _PicturePart(kind, content[place + 8 : place + 16])
        if kind == b"IEND":
            return
        place += 12 + int.from_bytes(content[place : place + 4])


def _check_png(chunks: Iterator[_PicturePart]) -> None:
    profiles = 0
    for place, chunk in enumerate(chunks):
        if (chunk.kind == b"IHDR") != (place == 0):
            raise damaged()
        if chunk.kind == b"IHDR":
            refuse_large(int.from_bytes(chunk.head[:4]) * int.from_bytes(chunk.head[4:]))
        if chunk.kind == b"acTL":
            _refuse_animation(int.from_bytes(chunk.head[:4]))
        profiles += chunk.kind == b"iCCP"  # Each may inflate to 1 MB.
        if profiles > 1:
            raise damaged()


_ANIMATED: Final = 0x02
"""Flag of the extended header of a WebP."""


def _webp_chunks(content: bytes) -> Iterator[_PicturePart]:
    place = 12
    while kind := content[place : place + 4]:
        length = int.from_bytes(content[place + 4 : place + 8], "little")
        yield _PicturePart(kind, content[place + 8 : place + 18])
        place += 8 + length + length % 2


def _check_webp(chunks: Iterator[_PicturePart]) -> None:
    for kind, head in chunks:
        if kind == b"VP8X":
            _refuse_animation(1 + (head[0] & _ANIMATED if head else 0))
            width, height = (1 + int.from_bytes(head[at : at + 3], "little") for at in (4, 7))
        elif kind == b"VP8 ":
            width, height = (int.from_bytes(head[at : at + 2], "little") & 0x3FFF for at in (6, 8))
        elif kind == b"VP8L":
            bits = int.from_bytes(head[1:5], "little")
            width, height = 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
        else:
            _refuse_animation(1 + (kind == b"ANMF"))
            continue
        refuse_large(width * height)


def _refuse_animation(frames: int) -> None:
    if frames > 1:
        raise InvalidInput(message("The picture is an animation: add a still picture."))
