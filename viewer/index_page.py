"""The HTML page in which Streamlit's front end starts, with the address of its server."""

from pathlib import Path
from typing import Final

import streamlit
from starlette.datastructures import Headers, QueryParams
from starlette.responses import HTMLResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_START: Final = "window.prerenderReady = false"

INDEX: Final = (
    (Path(streamlit.__file__).parent / "static" / "index.html")
    .read_text("utf-8")
    .replace(_START, f'{_START}; window.__streamlit = {{ BACKEND_BASE_URL: new URL("./", location.href).href }}')
)
"""Without the address, the page at `/replay` asks for its server below `/replay/` first, and these requests fail."""


class IndexPage:
    """Answers with `INDEX` where Streamlit would send its own page; a link to a match at `/` leads to the replay."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            await self._app(scope, receive, send)
            return
        query = scope["query_string"].decode("latin-1")
        if scope["path"] == "/" and "match" in QueryParams(query):
            await RedirectResponse(f"./replay?{query}", 307)(scope, receive, send)
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
                await HTMLResponse(INDEX, headers={"Cache-Control": "no-cache"})(scope, receive, send)

        await self._app(scope, receive, send_index)
