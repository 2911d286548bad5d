"""Streamlit's scripts and styles, compressed: Streamlit itself sends them as they are, four times as large.

Its typeface, which its first moments are set in, is answered with ours, and its signs with the few that are in use.
"""

import gzip
from functools import cache
from mimetypes import guess_type
from pathlib import Path
from typing import Final

import streamlit
from starlette.datastructures import Headers
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from viewer.components.lib import font, scripts

_FOLDER: Final = (Path(streamlit.__file__).parent / "static").resolve()
_PREFIX: Final = "/static/"
_TEXTS: Final = (".js", ".css", ".svg", ".json")

_FONTS: Final = {
    "/static/media/SourceSansVF-Upright": font.PATH,
    "/static/media/MaterialSymbols-Rounded": font.SIGNS,
}

_KEPT: Final = {"Cache-Control": "public, max-age=31536000, immutable"}
_HEADERS: Final = _KEPT | {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
"""The names of these files hold a digest of their content."""


class CompressedFiles:
    """Answers for Streamlit's files of text to browsers that take gzip; all else goes on to `app`."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        if scope["type"] == "http" and (file := _FONTS.get(path.partition(".")[0])):
            await RedirectResponse(f"../../{scripts.address(file)}", 307, _KEPT)(scope, receive, send)
            return
        if scope["type"] == "http" and scope["method"] == "GET" and path.startswith(_PREFIX) and path.endswith(_TEXTS):
            content = (
                _content(path)
                if path in _files() and "gzip" in Headers(scope=scope).get("accept-encoding", "")
                else None
            )
            if content is not None:
                await Response(content, media_type=guess_type(path)[0], headers=_HEADERS)(scope, receive, send)
                return
        await self._app(scope, receive, send)


@cache
def _files() -> frozenset[str]:
    """The paths that exist: no other path is looked for, or kept."""
    return frozenset(f"/{file.relative_to(_FOLDER).as_posix()}" for file in (_FOLDER / "static").rglob("*.*"))


@cache
def _content(path: str) -> bytes:
    return gzip.compress((_FOLDER / path[1:]).read_bytes(), 6, mtime=0)
