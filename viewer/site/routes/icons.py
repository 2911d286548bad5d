"""The identity of every page: the mark as its icon, the color of its theme, the manifest with which it is installed."""

import struct
from typing import Any, Final

from fastapi import APIRouter, Response
from pydantic_core import to_json

from viewer.locale import language
from viewer.locale.language import gettext
from viewer.site.routes import live_files

MANIFEST: Final = "/manifest.webmanifest"
ICONS: Final = ("/favicon.ico", "/favicon.png", "/apple-touch-icon.png")
"""Addresses that browsers ask for; Streamlit's front end puts the second in place of the icon of a page."""

MARK: Final = (
    '<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><rect width="20" height="20" rx="4.5"/>'
    '<path d="M4 16v-3.5h4V9h4V5.5h4V16z"/></svg>'
)
"""The mark before the word in a navigation, whose style has its two colors."""

_FAVICON: Final = 32
_NO_CACHE: Final = {"Cache-Control": "no-cache"}

router = APIRouter(include_in_schema=False)


def head(manifest: str = MANIFEST[1:]) -> str:
    """HTML in the head of a page whose relative addresses start at the root of the site."""
    return f"""<link rel="shortcut icon" type="image/svg+xml" href="live/files/{live_files.ICON.name}">
<meta name="theme-color" content="#f3eee6" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#171413" media="(prefers-color-scheme: dark)">
<link rel="apple-touch-icon" href="live/files/{live_files.icon_name(180, maskable=True)}">
<link rel="manifest" href="{manifest}?lang={language.current()}">"""


@router.get(ICONS[0])
def favicon() -> Response:
    """An ICO file: a header of 22 bytes before one PNG of 32 bits a pixel."""
    png = live_files.png(_FAVICON)
    header = struct.pack("<3H4B2H2I", 0, 1, 1, _FAVICON, _FAVICON, 0, 0, 1, 32, len(png), 22)
    return Response(header + png, media_type="image/x-icon", headers=_NO_CACHE)


@router.get(ICONS[1])
def icon() -> Response:
    return Response(live_files.png(192), media_type="image/png", headers=_NO_CACHE)


@router.get(ICONS[2])
def touch_icon() -> Response:
    return Response(live_files.png(180, maskable=True), media_type="image/png", headers=_NO_CACHE)


@router.get(MANIFEST)
def site_manifest() -> Response:
    return manifest(gettext("Keep who played what, and who won."), "live/files/")


def manifest(description: str, folder: str) -> Response:
    """The web app manifest in the current language."""
    return Response(to_json(content(description, folder)), media_type="application/manifest+json", headers=_NO_CACHE)


def content(description: str, folder: str) -> dict[str, Any]:
    """The content of a manifest; addresses are relative to it, `folder` is that of the icons."""
    pictures = [
        {"src": folder + live_files.icon_name(size, maskable=maskable), "sizes": f"{size}x{size}", "type": "image/png"}
        | {"purpose": "maskable" if maskable else "any"}
        for size in (192, 512)
        for maskable in (False, True)
    ]
    return {
        "name": "Partie",
        "short_name": "Partie",
        "description": description,
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#f3eee6",
        "theme_color": "#f3eee6",
        "icons": pictures,
    }
