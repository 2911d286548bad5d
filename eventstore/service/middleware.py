"""Middleware for every request: maximum body size, same origin, known methods, security headers."""

import re
from collections import deque
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final
from urllib.parse import urlsplit

from fastapi import HTTPException, Response
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from core.messages import message
from eventstore.access.grants import NotAllowed
from eventstore.answers.context import NO_STORE
from eventstore.answers.problems import PRINCIPAL, challenge
from eventstore.matches.photo_file import MAX_UPLOAD_BYTES
from eventstore.service.address_routes import request_value
from eventstore.service.body_limit import SMALL_BYTES, HeldBody, announced_bytes
from eventstore.service.context import authenticate
from eventstore.service.errors import problem_response
from eventstore.service.observability import METHODS
from eventstore.service.state import AppState

MAX_BODY_BYTES: Final = 1 << 20
"""Maximum bytes of a request body; 1,000 events of any game are smaller."""

_TOO_LARGE: Final = message("A request may hold {most} bytes at most.", most=f"{MAX_BODY_BYTES:,}")

MAX_DRAINED_BYTES: Final = 32 << 20
"""Maximum bytes drained from a refused request before the connection is closed."""

LOCAL_NAMES: Final = frozenset({"localhost", "127.0.0.1", "::1"})


class MaxBodySize:
    """Receives the body of a request before the app is called, within `MAX_BODY_BYTES` and the limits of `BodyLimit`.

    Answers 413 to a larger body, 401 to one of more than `SMALL_BYTES` without a token, and 503 when too many bytes are
    held: before the body is received if it has a Content-Length. A POST or PUT to a path that matches a pattern
    of `uploads` may hold `MAX_UPLOAD_BYTES`; the sentence beside it refuses more.
    """

    def __init__(self, app: ASGIApp, state: AppState, uploads: Mapping[str, str] = MappingProxyType({})) -> None:
        self._app, self._state, self._uploads = app, state, uploads

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        with self._state.bodies.body() as body:
            try:
                is_whole = await self._receive(connection, receive, body)
            except HTTPException as error:
                body.release()
                headers = challenge(request_value(connection)) if error.status_code == 401 else error.headers
                refusal = problem_response(error.status_code, self._state.translate(error.detail), headers)
                await _refuse(refusal, connection, receive, send)
            else:
                if is_whole:
                    await self._app(scope, _replayed(body.chunks, receive), send)

    async def _receive(self, connection: HTTPConnection, receive: Receive, body: HeldBody) -> bool:
        """Receive the body; False: the client disconnected. Raises HTTPException for one that is refused."""
        await self._admit(connection, body, announced_bytes(connection) or 0)
        received, more = 0, True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return False
            body.chunks.append(message.get("body", b""))
            received, more = received + len(body.chunks[-1]), message.get("more_body", False)
            await self._admit(connection, body, received)
        return True

    async def _admit(self, connection: HTTPConnection, body: HeldBody, size: int) -> None:
        """Count the body with `size` bytes, of which it has or announces so many. Raises HTTPException."""
        limit, sentence = self._limit(connection.scope)
        if size > limit:
            raise HTTPException(413, sentence)
        if size > max(SMALL_BYTES, body.size):
            body.grow(size, body.client if body.size else await self._client(connection))

    async def _client(self, connection: HTTPConnection) -> str:
        """The name of the principal, empty where there are no tokens. Raises HTTPException without a valid token."""
        if not self._state.tokens_required:
            return ""
        principal = await run_in_threadpool(authenticate, self._state, connection)
        if principal.role is None:
            raise HTTPException(401, NotAllowed(principal, "viewer").refusal.sentence)
        return principal.by

    def _limit(self, scope: Scope) -> tuple[int, str]:
        """Maximum bytes, and the sentence that refuses more."""
        if scope["method"] in ("POST", "PUT"):
            for path, sentence in self._uploads.items():
                if re.fullmatch(path, scope["path"]):
                    return MAX_UPLOAD_BYTES, sentence
        return MAX_BODY_BYTES, _TOO_LARGE


class SameOrigin:
    """Answers 403 to cross-site requests, which a browser would send with the credentials of its user.

    Browsers mark such requests with `Origin` and `Sec-Fetch-Site`; other programs send neither and pass. Links of other
    sites may open a whole page below the path prefixes `links`. With `local_only` the `Host` must be a name of this
    machine: a foreign name that resolves to it would make a foreign page look like ours (DNS rebinding).
    """

    def __init__(self, app: ASGIApp, *, local_only: bool, links: tuple[str, ...] = ()) -> None:
        self._app, self._local_only, self._links = app, local_only, links

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self._app(scope, receive, send)
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        foreign = origin is not None and _authority(origin) != host.lower()
        foreign = foreign or (
            _is_cross_site(headers) and not (_is_below(scope, self._links) and _is_navigation(scope, headers))
        )
        if foreign or (self._local_only and _hostname(host) not in LOCAL_NAMES):
            if scope["type"] == "websocket":
                return await send({"type": "websocket.close", "code": 1008})
            return await problem_response(403, "Pages of other sites may not ask here.")(scope, receive, send)
        return await self._app(scope, receive, send)


class NamedPrincipal:
    """Adds the name of the principal to each response that depends on it, for the pages that keep its writes."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        state = scope.setdefault("state", {})

        async def send_named(message: Message) -> None:
            if message["type"] == "http.response.start" and "principal" in state:
                MutableHeaders(scope=message)[PRINCIPAL] = state["principal"].by
            await send(message)

        await self._app(scope, receive, send_named)


class StandardMethods:
    """Answers 501 to methods other than `METHODS`."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] not in METHODS:
            return await problem_response(501, "This method is not known here.")(scope, receive, send)
        return await self._app(scope, receive, send)


class SecurityHeaders:
    """Adds the security headers that a response lacks; `content_policy` is the Content-Security-Policy.

    Browsers keep no copy of a response below the path prefixes `private` that does not allow it itself.
    """

    def __init__(self, app: ASGIApp, *, content_policy: str, private: tuple[str, ...] = ()) -> None:
        self._app, self._private = app, private
        self._headers = {
            "Content-Security-Policy": content_policy,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "same-origin",  # With `no-referrer` forms of our own pages would send `Origin: null`.
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                if _is_below(scope, self._private):
                    headers.setdefault("Cache-Control", NO_STORE)
            await send(message)

        return await self._app(scope, receive, send_with_headers)


def _replayed(chunks: deque[bytes], receive: Receive) -> Receive:
    """Receives a body that was received before; each piece is left to the app alone."""

    async def replayed() -> Message:
        if not chunks:
            return await receive()
        chunk = chunks.popleft()
        return {"type": "http.request", "body": chunk, "more_body": bool(chunks)}

    return replayed


async def _refuse(refusal: Response, connection: HTTPConnection, receive: Receive, send: Send) -> None:
    """Send a response before the body has arrived, then drain up to `MAX_DRAINED_BYTES`: most clients read the response
    only after they have sent the whole request. A client that waits for `100 Continue` sends none.
    """
    headers = [*refusal.raw_headers, (b"connection", b"close")]
    await send({"type": "http.response.start", "status": refusal.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": refusal.body, "more_body": True})
    drained, more = 0, "expect" not in connection.headers
    while more and drained < MAX_DRAINED_BYTES:
        message = await receive()
        drained += len(message.get("body", b""))
        more = message.get("more_body", False)
    await send({"type": "http.response.body"})


def _is_below(scope: Scope, prefixes: tuple[str, ...]) -> bool:
    return str(scope.get("path", "")).startswith(prefixes)


def _is_cross_site(headers: Headers) -> bool:
    return headers.get("sec-fetch-site") in ("cross-site", "same-site")


def _is_navigation(scope: Scope, headers: Headers) -> bool:
    navigates = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest", "document") == "document"
    return scope.get("method") == "GET" and navigates


def _authority(origin: str) -> str:
    """The host and a non-default port, as a browser writes both in `Host`."""
    return origin.partition("://")[2].lower()


def _hostname(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None
