"""The page in which Streamlit's front end starts: the preview of a link, the frame of the page, then its scripts."""

import re
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

import streamlit
from fastapi import HTTPException
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, QueryParams
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from eventstore.access.grants import ANONYMOUS, Principal
from eventstore.readmodels.projection import MatchRow
from eventstore.service.context import authenticate
from eventstore.service.state import AppState
from eventstore.store.store import UnusableStore
from viewer.components.lib import font, scripts
from viewer.locale import language
from viewer.locale.language import date, gettext
from viewer.locale.plain_text import plain
from viewer.pages.shared.showing import OF_A_MATCH, TITLES, window_title
from viewer.site import frame
from viewer.site.routes import icons


def preview(state: AppState, connection: HTTPConnection, name: str = "") -> str:
    """HTML for the head of the page with this name; of a match only if it is public, for every reader."""
    title, text = f"{name} - Partie" if name else "Partie", ""
    id = QueryParams(connection.scope["query_string"].decode("latin-1")).get("match", "")
    if id and connection.scope["path"] in ("/replay", "/report"):
        try:
            is_visible = not state.tokens_required or id in state.access.grants().visibilities
            row = state.index.row(id) if is_visible else None
        except UnusableStore:
            row = None
        if row:
            title, text = f"{window_title(row)} - Partie", preview_text(row)
    return (
        f"<title>{escape(title)}</title>"
        f'<meta property="og:title" content="{escape(title)}"><meta property="og:site_name" content="Partie">'
        f'<meta property="og:type" content="website"><meta property="og:description" content="{escape(text)}">'
        f'<meta name="description" content="{escape(text)}">'
    )


def preview_text(row: MatchRow) -> str:
    """The line under the title of a preview: the day, the place, and what one finds behind the link."""
    what = gettext("Replay move by move") if row.depth == "moves" else gettext("Points and who won")
    day = date(row.played_on) if row.played_on else ""
    return " · ".join(part for part in (day, plain(row.place or ""), what) if part)


_SCRIPT: Final = (
    'window.prerenderReady = false; window.__streamlit = { BACKEND_BASE_URL: new URL("./", location.href).href }'
)
"""Without the address, the page at `/replay` asks for its server below `/replay/` first, and these requests fail."""

_LOADS: Final = "\n".join(
    re.findall(
        r'<script type="module"[^>]*></script>|<link rel="(?:modulepreload|stylesheet)"[^>]*>',
        (Path(streamlit.__file__).parent / "static" / "index.html").read_text("utf-8"),
    )
)
"""The scripts and the style of the front end. They stand after the frame, which does not wait for them."""

_FONT: Final = scripts.address(font.PATH)
_STYLE: Final = font.font_face(_FONT) + frame.STYLE
_NO_CACHE: Final = {"Cache-Control": "no-cache"}


def document(state: AppState, connection: HTTPConnection) -> Response:
    """The page for a request, in the current language. A sheet has one address, that of its play."""
    name = connection.scope["path"].strip("/") or "matches"
    query = dict(QueryParams(connection.scope["query_string"].decode("latin-1")))
    title = gettext(TITLES[name]) if name in TITLES.keys() - OF_A_MATCH else ""
    framed = ""
    if name in TITLES:
        try:
            principal = _principal(state, connection, query.get("match"))
            row = state.index.row(query["match"]) if "match" in query else None
            shown = row if row and state.access.grants().can_see(principal, row.id) else None
            if name == "table" and shown and shown.depth != "moves":
                return RedirectResponse(f"./replay?{urlencode(query)}", 307)
            framed = frame.frame(frame.Framed(name, query, principal, state.index, shown))
        except UnusableStore:
            pass  # The page says it.
    page = f"""<!doctype html>
<html lang="{language.current()}" class="{"framed" if framed else ""}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
{preview(state, connection, title)}
{icons.head()}
<link rel="preload" as="font" type="font/woff2" crossorigin href="{_FONT}">
<style>{_STYLE}</style>
</head>
<body>
{framed}
<script>{_SCRIPT}</script>
{_LOADS}
<div id="root"></div>
</body>
</html>
"""
    return HTMLResponse(page, headers=_NO_CACHE)


def _principal(state: AppState, connection: HTTPConnection, match: str | None) -> Principal:
    try:
        return authenticate(state, connection).acting(match)
    except HTTPException:
        return ANONYMOUS


class IndexPage:
    """Answers with `document` where Streamlit would send its own page. A link to a match at `/` leads to the replay."""

    def __init__(self, app: ASGIApp, page: Callable[[HTTPConnection], Response]) -> None:
        self._app, self._page = app, page

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
                page = await run_in_threadpool(self._page, HTTPConnection(scope))
                await page(scope, receive, send)

        await self._app(scope, receive, send_index)


def content_policy() -> str:
    """Allow this origin only; scripts must be files, or the one inline script of the page (by its hash).

    Components arrive as text that the page loads through `blob:`. Streamlit and Plotly set inline styles.
    """
    inline = b64encode(sha256(_SCRIPT.encode()).digest()).decode()
    return "; ".join(
        (
            "default-src 'self'",
            f"script-src 'self' blob: 'wasm-unsafe-eval' 'sha256-{inline}'",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            "worker-src 'self' blob:",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'self'",
        )
    )
