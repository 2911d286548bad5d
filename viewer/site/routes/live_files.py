"""The files of the live page. The address of each holds the digest of its content, so browsers may keep it for good."""

from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from typing import Final

import resvg_py

from viewer.components.lib import font, scripts
from viewer.components.lib.text_files import text_of
from viewer.components.live import component as live


@dataclass(frozen=True, slots=True)
class File:
    """`name` is `<what>.<digest>.<ending>`."""

    name: str
    media_type: str
    body: bytes


def digest(*parts: bytes | str) -> str:
    """A digest of texts or bytes, 16 hexadecimal digits."""
    content = b"\0".join(part.encode() if isinstance(part, str) else part for part in parts)
    return blake2b(content, digest_size=8).hexdigest()


def _file(what: str, ending: str, media_type: str, body: str) -> File:
    return File(f"{what}.{digest(body)}.{ending}", media_type, body.encode())


_FACE: Final = font.font_face(f"../../{scripts.address(font.PATH)}")
STYLE: Final = _file("page", "css", "text/css", _FACE + live.CSS + text_of("live/page.css"))
ICON: Final = _file("icon", "svg", "image/svg+xml", text_of("live/icon.svg"))
TEXTS: Final = {file.name: file for file in (STYLE, ICON)}
WORKER: Final = text_of("live/worker.js")

SIZES: Final = (180, 192, 512)
"""Widths of the icon in pixels: 180 for iOS, the others as Chromium asks for."""


def icon_name(size: int, *, maskable: bool = False) -> str:
    """The name of the icon as a PNG; a maskable one fills its square, and the system cuts its corners."""
    return f"icon-{'maskable-' if maskable else ''}{size}.{digest(ICON.body)}.png"


def find(name: str) -> File | None:
    return TEXTS.get(name) or _icons().get(name)


@cache
def _icons() -> dict[str, File]:
    return {
        name: File(name, "image/png", png(size, maskable=maskable))
        for size in SIZES
        for maskable in (False, True)
        if (name := icon_name(size, maskable=maskable))
    }


@cache
def png(size: int, *, maskable: bool = False) -> bytes:
    """The icon as a PNG of this width."""
    svg = ICON.body.decode()
    return bytes(resvg_py.svg_to_bytes(svg_string=svg.replace(' rx="14"', "") if maskable else svg, width=size))
