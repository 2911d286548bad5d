"""The HTML page in which Streamlit's front end starts, with the address of its server."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import streamlit
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, QueryParams
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from viewer.components.lib import font, scripts
from viewer.site.routes import live_files

_TITLE: Final = "<title>Streamlit</title>"
_FONT: Final = f"./{scripts.address(font.PATH)}"
_HEAD: Final = (
    f'<link rel="preload" as="font" type="font/woff2" crossorigin href="{_FONT}"><style>{font.font_face(_FONT)}</style>'
)
_NO_CACHE: Final = {"Cache-Control": "no-cache"}
_START: Final = "window.prerenderReady = false"

INDEX: Final = (
    (Path(streamlit.__file__).parent / "static" / "index.html")
    .read_text("utf-8")
    .replace('href="./favicon.png"', f'type="image/svg+xml" href="./live/files/{live_files.ICON.name}"')
    .replace("</head>", f"{_HEAD}</head>")
    .replace(_START, f'{_START}; window.__streamlit = {{ BACKEND_BASE_URL: new URL("./", location.href).href }}')
)
"""Without the address, the page at `/replay` asks for its server below `/replay/` first, and these requests fail."""


class IndexPage:
    """Answers with `INDEX` where Streamlit would send its own page.

    A link to a match at `/` leads to the replay. The front end puts its own icon in place of that of the page; at its
    address is ours.
    """

    def __init__(self, app: ASGIApp, head: Callable[[HTTPConnection], str]) -> None:
        """`head` makes HTML for the head of the page of a request."""
        self._app, self._head = app, head

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            await self._app(scope, receive, send)
            return
        query = scope["query_string"].decode("latin-1")
        if scope["path"] == "/" and "match" in QueryParams(query):
            await RedirectResponse(f"./replay?{query}", 307)(scope, receive, send)
            return
        if scope["path"] == "/favicon.png" and (icon := live_files.find(live_files.icon_name(192))):
            await Response(icon.body, media_type=icon.media_type, headers=_NO_CACHE)(scope, receive, send)
            return
        is_page = False

        async def send_index(message: Message) -> None:
            nonlocal is_page
            if message["type"] == "http.response.start" and message["status"] == 200:
                headers = Headers(raw=message["headers"])
                is_download = "content-disposition" in headers
                is_page = headers.get("content-type", "").startswith("text/html") and not is_download
            if not is_page:
                await send(message)
            elif not message.get("more_body", message["type"] == "http.response.start"):
                head = await run_in_threadpool(self._head, HTTPConnection(scope))
                page = INDEX.replace(_TITLE, head)
                await HTMLResponse(page, headers=_NO_CACHE)(scope, receive, send)

        await self._app(scope, receive, send_index)
