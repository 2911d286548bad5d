"""The viewer and the record service as one ASGI app on one port.

The pages' routes are open to everyone; access is checked where the store is opened.
"""

import asyncio
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs

from fastapi import HTTPException
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.components.v2.bidi_component import serialization
from streamlit.web.server.starlette import starlette_websocket
from streamlit.web.server.starlette.starlette_server_config import USER_COOKIE_NAME

from eventstore.access.grants import ANONYMOUS, COOKIE, Principal
from eventstore.answers.problems import CHALLENGE
from eventstore.service.body_limit import announced_bytes
from eventstore.service.context import authenticate
from eventstore.service.errors import problem_response
from eventstore.service.middleware import MaxBodySize, SameOrigin, SecurityHeaders, StandardMethods
from eventstore.service.state import AppState
from eventstore.service.stream_limit import TooManyStreams
from importers.files import MAX_MEGABYTES
from viewer.pages.shared import logins
from viewer.pairing.addresses import PAGE, PATH
from viewer.site.compressed_files import CompressedFiles
from viewer.site.index_page import IndexPage, content_policy, document
from viewer.site.page_sessions import PagesApp
from viewer.site.routes.app import PATHS, LanguageMiddleware, create_routes
from viewer.site.routes.pairing import set_tokens

# No component gets a data frame: to see that, Streamlit would import pandas, for a second and 77 MB.
serialization.is_dataframe_like = lambda obj: False  # type: ignore[attr-defined]

PAGES: Final = PagesApp(Path(__file__).parent / "app.py")
"""The pages. A Streamlit call before this app exists would ignore the settings beside `app.py`."""

LOGIN: Final = "/login"
"""Path of the login page, which also receives the token."""

MAX_IMPORTS: Final = 2
"""Maximum files to import that are received at once; others wait, and their clients with them."""

_LOGOUT: Final = "/auth/logout"
"""Path at which Streamlit logs a user of an identity provider out."""

_STREAMLIT: Final = "/_stcore"
"""Prefix of Streamlit's own endpoints."""


def has_providers() -> bool:
    """True if an identity provider is configured, so that anonymous requests are refused."""
    return bool(logins.providers())


def login_of(connection: HTTPConnection) -> str | None:
    """The login name in Streamlit's signed cookie of a request outside of the pages; None without a valid one."""
    if not logins.providers():
        return None
    content = starlette_websocket._get_signed_cookie_with_chunks(connection.cookies, USER_COOKIE_NAME)
    claims = json.loads(content) if content else {}
    return logins.login_name(claims) if claims.get("is_logged_in") else None


def create_site(state: AppState) -> ASGIApp:
    """One app for the pages, the record service and the viewer's own routes, selected by path."""
    service = create_routes(state)
    pages = LanguageMiddleware(IndexPage(CompressedFiles(PAGES), partial(document, state)))
    viewer: ASGIApp = StandardMethods(LoginMiddleware(pages, service, state))
    viewer = SameOrigin(viewer, local_only=not state.tokens_required, links=("/",))
    viewer = SecurityHeaders(viewer, content_policy=content_policy(), private=("/media/",))

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "GET" and state.tokens_required:
            send = await _prolonging(state, HTTPConnection(scope), send)
        is_service = scope.get("path", "").startswith(PATHS)
        await (service if is_service else viewer)(scope, receive, send)

    return app


def log_out(headers: MutableHeaders) -> None:
    """Make the browser forget the tokens, and the matches it has kept. Over plain HTTP it ignores `Clear-Site-Data`."""
    gone = Response()
    gone.delete_cookie(COOKIE)
    headers.append("Set-Cookie", gone.headers["Set-Cookie"])
    headers["Clear-Site-Data"] = '"cache", "storage"'


async def _prolonging(state: AppState, connection: HTTPConnection, send: Send) -> Send:
    """With each page that is opened the cookie of a browser is prolonged, as its devices are by their use."""
    tokens = connection.cookies.get(COOKIE)
    if not tokens or "text/html" not in connection.headers.get("accept", ""):
        return send
    if await run_in_threadpool(state.access.principal_of, tokens) is None:
        return send
    set_tokens(state, kept := Response(), connection, tokens)

    def prolong(headers: MutableHeaders) -> None:
        if not any(cookie.startswith(COOKIE) for cookie in headers.getlist("Set-Cookie")):  # Unless it logs out.
            headers.append("Set-Cookie", kept.headers["Set-Cookie"])

    return _changing(send, prolong)


def _changing(send: Send, change: Callable[[MutableHeaders], None]) -> Send:
    async def send_changed(message: Message) -> None:
        if message["type"] == "http.response.start":
            change(MutableHeaders(scope=message))
        await send(message)

    return send_changed


class LoginMiddleware:
    """Login middleware: stores a valid token in a cookie and blocks clients after repeated wrong tokens.

    Streamlit's metrics need a token for the whole store; its agent interface is closed.
    """

    def __init__(self, app: ASGIApp, routes: ASGIApp, state: AppState) -> None:
        self._app, self._routes, self._state = app, routes, state
        self._login = MaxBodySize(self._post_login, state)
        self._imports = asyncio.Semaphore(MAX_IMPORTS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            return await self._websocket(scope, receive, send)
        if scope["type"] == "http":
            if (scope["method"], scope["path"]) == ("POST", LOGIN):
                return await self._login(scope, receive, send)
            # A link of another site may log out, but it must not delete what waits on the device.
            if scope["path"] == _LOGOUT and HTTPConnection(scope).headers.get("sec-fetch-site") == "same-origin":
                return await self._app(scope, receive, _changing(send, log_out))
            if await self._sees_nothing(scope):
                return await self._routes({**scope, "path": f"/{PATH}"}, receive, send)
            if refusal := await self._refusal(HTTPConnection(scope)):
                return await refusal(scope, receive, send)
            if scope["method"] == "PUT":
                return await self._import(scope, receive, send)
        return await self._app(scope, receive, send)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Accept the websocket of a page if the limit of open pages allows it."""
        connection = HTTPConnection(scope)
        principal = await self._authenticate(connection)
        if isinstance(principal, HTTPException) and principal.status_code == 429:
            return await send({"type": "websocket.close", "code": 1008})
        is_authenticated = isinstance(principal, Principal) and principal.role is not None
        try:
            with self._state.streams.pages.slot(connection, is_authenticated=is_authenticated):
                return await self._app(scope, receive, send)
        except TooManyStreams as error:
            return await problem_response(error.status_code, error.detail, error.headers)(scope, receive, send)

    async def _sees_nothing(self, scope: Scope) -> bool:
        """True if the request is for the first page, which would be an empty list without access.

        With an identity provider the pages ask for the login.
        """
        is_first = (
            scope["method"] in ("GET", "HEAD") and scope["path"] == "/" and b"match=" not in scope["query_string"]
        )
        if not is_first or not self._state.tokens_required or logins.providers():
            return False
        principal = await self._authenticate(HTTPConnection(scope))
        if isinstance(principal, Principal) and principal.role is not None:
            return False
        return not (await run_in_threadpool(self._state.access.grants)).listed_matches(ANONYMOUS)

    async def _refusal(self, connection: HTTPConnection) -> Response | None:
        """The error response for a restricted endpoint, or None."""
        path: str = connection.scope["path"]
        if path.startswith(f"{_STREAMLIT}/agent"):
            return problem_response(404, "There is nothing at this address.")
        if path.startswith(f"{_STREAMLIT}/metrics"):
            principal = await self._authenticate(connection)
            if not (isinstance(principal, Principal) and principal.has_role("viewer")):
                return problem_response(401, "A token of the whole store is needed for this.", CHALLENGE)
        return None

    async def _import(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Receive a file to import. Checked here because Streamlit holds uploads in memory."""
        connection = HTTPConnection(scope)
        principal = await self._authenticate(connection)
        if not (isinstance(principal, Principal) and principal.has_role("recorder")):
            return await problem_response(403, "Files are for recorders to import.")(scope, receive, send)
        async with self._imports:
            size = announced_bytes(connection)
            if PAGES.has_room_for(MAX_MEGABYTES << 20 if size is None else size):
                return await self._app(scope, receive, send)
        full = problem_response(503, "The pages hold too many files; try again later.", {"Retry-After": "60"})
        return await full(scope, receive, send)

    async def _post_login(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await Request(scope, receive).body()
        fields = {name: values[0] for name, values in parse_qs(body.decode("utf-8", "replace")).items()}
        token, to = fields.get("token", "").strip(), fields.get("to", "")
        if not token:
            answer = RedirectResponse("./", 303)
            log_out(answer.headers)
            return await answer(scope, receive, send)
        with_token = HTTPConnection({**scope, "headers": [(b"authorization", b"Bearer " + token.encode())]})
        match await self._authenticate(with_token):
            case HTTPException(status_code=429):
                answer = RedirectResponse("login?wait=1", 303)
            case HTTPException():
                answer = RedirectResponse("login?wrong=1", 303)
            case _:
                answer = RedirectResponse(f"./{to if PAGE.fullmatch(to) else ''}", 303)
                set_tokens(self._state, answer, with_token, token)
        return await answer(scope, receive, send)

    async def _authenticate(self, connection: HTTPConnection) -> Principal | HTTPException:
        """The principal of the request, or the error response; wrong tokens are counted."""
        try:
            return await run_in_threadpool(authenticate, self._state, connection)
        except HTTPException as error:
            return error
