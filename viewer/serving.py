"""The viewer and the record service as one app on one port.

Everybody is let in to the pages: what one may see and do there is decided where the store is opened.
"""

import re
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs

from fastapi import HTTPException
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from eventstore.access import COOKIE, Visitor
from eventstore.service.application import PATHS, application
from eventstore.service.house import House
from eventstore.service.limits import OwnPages, SecurityHeaders, SmallBodies, StandardMethods
from eventstore.service.problems import answer as problem
from eventstore.service.stream_limit import TooManyStreams
from eventstore.service.visit import CHALLENGE, visitor
from viewer import visiting
from viewer.content_policy import content_policy
from viewer.page_sessions import Pages

PAGES: Final = Pages(Path(__file__).parent / "app.py")
"""The viewer. Whatever Streamlit is asked before there is this app, it answers without the settings beside `app.py`."""

LOGIN: Final = "/login"
"""The page that asks for a token, and where it is told."""

KEPT: Final = 30 * 24 * 3600
"""Seconds a browser keeps a token."""

_OWN: Final = "/_stcore"
"""What the addresses begin with at which Streamlit answers programs."""

_OWN_PAGE: Final = re.compile(r"[a-z]*(\?[\w=&%.+-]*)?", re.ASCII)


def has_providers() -> bool:
    """Whether people can log in somewhere, so that nobody gets in who is not known."""
    return bool(visiting.providers())


def together(house: House) -> ASGIApp:
    """The viewer, and the service at its own addresses."""
    service = application(house)
    viewer: ASGIApp = StandardMethods(_Door(PAGES, house))
    viewer = OwnPages(viewer, local_only=not house.tokens_required, links=True)
    viewer = SecurityHeaders(viewer, content_policy=content_policy())

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        asked = scope.get("path", "").startswith(PATHS)
        await (service if asked else viewer)(scope, receive, send)

    return app


class _Door:
    """Takes the token that somebody tells, for their browser to keep; keeps out for a while who guesses on and on.

    What Streamlit tells about itself is for holders of a token of the whole store; its interface for agents is closed.
    """

    def __init__(self, app: ASGIApp, house: House) -> None:
        self._app, self._house = app, house
        self._told = SmallBodies(self._tell)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            return await self._page(scope, receive, send)
        if scope["type"] == "http":
            if (scope["method"], scope["path"]) == ("POST", LOGIN):
                return await self._told(scope, receive, send)
            if refusal := await self._closed(HTTPConnection(scope), scope["method"]):
                return await refusal(scope, receive, send)
        return await self._app(scope, receive, send)

    async def _page(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The websocket of a page, if one more may be open."""
        asking = HTTPConnection(scope)
        known = await self._visitor(asking)
        if isinstance(known, HTTPException) and known.status_code == 429:
            return await send({"type": "websocket.close", "code": 1008})
        is_known = isinstance(known, Visitor) and known.role is not None
        try:
            with self._house.streams.pages.slot(asking, is_known=is_known):
                return await self._app(scope, receive, send)
        except TooManyStreams as error:
            return await problem(error.status_code, error.detail, error.headers)(scope, receive, send)

    async def _closed(self, asking: HTTPConnection, method: str) -> Response | None:
        """The refusal of what is not for everybody."""
        path: str = asking.scope["path"]
        if path.startswith(f"{_OWN}/agent"):
            return problem(404, "There is nothing at this address.")
        if path.startswith(f"{_OWN}/metrics"):
            known = await self._visitor(asking)
            if not (isinstance(known, Visitor) and known.may("viewer")):
                return problem(401, "A token of the whole store is needed for this.", CHALLENGE)
        if method == "PUT" and not await self._may_import(asking):
            return problem(403, "Files are for recorders to import.")
        return None

    async def _may_import(self, asking: HTTPConnection) -> bool:
        """Files are put into memory before a page sees them. Who has logged in is known to the pages alone."""
        if visiting.providers():
            return True
        known = await self._visitor(asking)
        return isinstance(known, Visitor) and known.may("recorder")

    async def _tell(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await Request(scope, receive).body()
        told = {name: values[0] for name, values in parse_qs(body.decode("utf-8", "replace")).items()}
        token, to = told.get("token", "").strip(), told.get("to", "")
        if not token:
            answer = RedirectResponse("./", 303)
            answer.delete_cookie(COOKIE)
            return await answer(scope, receive, send)
        telling = HTTPConnection({**scope, "headers": [(b"authorization", b"Bearer " + token.encode())]})
        match await self._visitor(telling):
            case HTTPException(status_code=429):
                answer = RedirectResponse("login?wait=1", 303)
            case HTTPException():
                answer = RedirectResponse("login?wrong=1", 303)
            case _:
                answer = RedirectResponse(f"./{to if _OWN_PAGE.fullmatch(to) else ''}", 303)
                is_secure = scope["scheme"] == "https"
                answer.set_cookie(COOKIE, token, KEPT, httponly=True, samesite="strict", secure=is_secure)
        return await answer(scope, receive, send)

    async def _visitor(self, asking: HTTPConnection) -> Visitor | HTTPException:
        """Who asks, or why they are not let in; wrong tokens are counted."""
        try:
            return await run_in_threadpool(visitor, self._house, asking)
        except HTTPException as error:
            return error
