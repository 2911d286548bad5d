"""Picture files as phones write them, made by Pillow."""

import re
import struct
import zlib
from io import BytesIO

from PIL import Image

PLACE = (49.0, 11.0, 42.0)
"""Degrees, minutes and seconds of the latitude where the photo was taken."""

SECRETS = (b"Exif", b"Kamera", b"Anna at home", b"2026:11:20", b"ICC_PROFILE", b"http://ns.adobe.com")
"""Words that only the metadata holds."""


def picture(width: int = 64, height: int = 48, color: str = "red") -> Image.Image:
    """A picture in this color with a white upper left corner, by which its orientation is told."""
    made = Image.new("RGB", (width, height), color)
    made.paste("white", (0, 0, width // 2, height // 2))
    return made


def photo(width: int = 64, height: int = 48, color: str = "red", *, orientation: int = 1) -> bytes:
    """A JPEG file with all the metadata that a phone writes: where, when, by which camera, and more."""
    exif = Image.Exif()
    exif[0x0112], exif[0x010F], exif[0x0132] = orientation, "Kamera", "2026:11:20 18:30:00"
    place = exif.get_ifd(0x8825)
    place[1], place[2], place[3], place[4] = "N", PLACE, "E", (16.0, 36.0, 30.0)
    xmp = b'<x:xmpmeta xmlns:x="adobe:ns:meta/">Anna at home</x:xmpmeta>'
    return file(picture(width, height, color), exif=exif, comment=b"Anna at home", xmp=xmp)


def animated(kind: str) -> bytes:
    """A PNG or WebP file with two frames."""
    return file(picture(), kind, save_all=True, append_images=[picture(color="blue")])


def file(made: Image.Image, kind: str = "JPEG", **more: object) -> bytes:
    written = BytesIO()
    made.save(written, kind, **more)
    return written.getvalue()


def with_scans(number: int, width: int = 64, height: int = 48) -> bytes:
    """A progressive JPEG with this many scans, each of a few bytes, that a decoder goes through one by one."""
    made = file(Image.new("RGB", (width, height), "red"), progressive=True)
    scans = [found.start() for found in re.finditer(rb"\xff\xda", made)]
    last = made[scans[-1] : -2]
    return made[:-2] + last * (number - len(scans)) + made[-2:]


def segment(kind: int, content: bytes) -> bytes:
    """A segment of a JPEG."""
    return bytes((0xFF, kind)) + struct.pack(">H", len(content) + 2) + content


def chunk(kind: bytes, content: bytes) -> bytes:
    """A chunk of a PNG."""
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png(width: int, height: int, *more: bytes) -> bytes:
    """A PNG of nothing but black, with these chunks before its data."""
    size = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    rows = zlib.compressobj(1)
    data = b"".join(rows.compress(bytes(1 + 3 * width)) for _ in range(height)) + rows.flush()
    return b"".join((b"\x89PNG\r\n\x1a\n", size, *more, chunk(b"IDAT", data), chunk(b"IEND", b"")))


def webp(kind: bytes, content: bytes) -> bytes:
    """A WebP file with a single chunk."""
    return b"RIFF" + struct.pack("<I", 12 + len(content)) + b"WEBP" + kind + struct.pack("<I", len(content)) + content
