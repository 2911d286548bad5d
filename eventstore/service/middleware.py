"""Middleware for every request: maximum body size, same origin, known methods, security headers."""

import re
from tempfile import SpooledTemporaryFile
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from eventstore.matches.photo_file import MAX_UPLOAD_BYTES
from eventstore.service.errors import problem_response
from eventstore.service.observability import METHODS

MAX_BODY_BYTES: Final = 1 << 20
"""Maximum bytes of a request body; 1,000 events of any game are smaller."""

MAX_DRAINED_BYTES: Final = 32 << 20
"""Maximum bytes drained from an oversized request before the connection is closed."""

LOCAL_NAMES: Final = frozenset({"localhost", "127.0.0.1", "::1"})


class MaxBodySize:
    """Answers 413 to a request whose body is larger than `MAX_BODY_BYTES`, with or without a Content-Length.

    A POST to a path that matches `pictures` may hold `MAX_UPLOAD_BYTES`; what exceeds `MAX_BODY_BYTES` is kept on the
    disk until the route reads it, as the sender is not known here.
    """

    def __init__(self, app: ASGIApp, *, pictures: re.Pattern[str] | None = None) -> None:
        self._app, self._pictures = app, pictures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        limit = self._limit(scope)
        length = Headers(scope=scope).get("content-length", "0")
        size, more = 0, True
        is_small = length.isdecimal() and len(length) < 15 and int(length) <= limit
        with SpooledTemporaryFile(MAX_BODY_BYTES) as body:
            # The body is read here, as a chunked request has no Content-Length. An oversized body is drained up to
            # `MAX_DRAINED_BYTES`: most clients read the response only after they have sent the whole request.
            while more and size < MAX_DRAINED_BYTES:
                message = await receive()
                if message["type"] != "http.request":  # The client disconnected.
                    return None
                size += len(message.get("body", b""))
                more = message.get("more_body", False)
                is_small = is_small and size <= limit
                if is_small:
                    body.write(message.get("body", b""))
            if not is_small:
                refusal = problem_response(413, f"A request may hold {limit:,} bytes at most.", {"Connection": "close"})
                return await refusal(scope, receive, send)
            body.seek(0)
            is_replayed = False

            async def replayed() -> Message:
                nonlocal is_replayed
                if is_replayed:
                    return await receive()
                chunk = body.read(MAX_BODY_BYTES)
                is_replayed = body.tell() == size
                return {"type": "http.request", "body": chunk, "more_body": not is_replayed}

            return await self._app(scope, replayed, send)

    def _limit(self, scope: Scope) -> int:
        is_picture = scope["method"] == "POST" and self._pictures and self._pictures.fullmatch(scope["path"])
        return MAX_UPLOAD_BYTES if is_picture else MAX_BODY_BYTES


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


class StandardMethods:
    """Answers 501 to methods other than `METHODS`."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] not in METHODS:
            return await problem_response(501, "This method is not known here.")(scope, receive, send)
        return await self._app(scope, receive, send)


class SecurityHeaders:
    """Adds the security headers that a response lacks; `content_policy` is the Content-Security-Policy."""

    def __init__(self, app: ASGIApp, *, content_policy: str) -> None:
        self._app = app
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
            await send(message)

        return await self._app(scope, receive, send_with_headers)


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
