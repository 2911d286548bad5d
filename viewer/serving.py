"""The viewer and the record service as one app on one port.

Everybody is let in to the pages: what one may see and do there is decided where the store is opened.
"""

import re
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs

import streamlit as st
from fastapi import HTTPException
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from eventstore.access import COOKIE
from eventstore.service.application import PATHS, application
from eventstore.service.house import House
from eventstore.service.limits import OwnPages, SmallBodies
from eventstore.service.problems import answer as problem
from eventstore.service.visit import visitor
from viewer import visiting

PAGES: Final = st.App(Path(__file__).parent / "app.py")
"""The viewer. Whatever Streamlit is asked before there is this app, it answers without the settings beside `app.py`."""

LOGIN: Final = "/login"
"""The page that asks for a token, and where it is told."""

KEPT: Final = 30 * 24 * 3600
"""Seconds a browser keeps a token."""

_OWN_PAGE: Final = re.compile(r"[a-z]*(\?[\w=&%.+-]*)?", re.ASCII)


def has_providers() -> bool:
    """Whether people can log in somewhere, so that nobody gets in who is not known."""
    return bool(visiting.providers())


def together(house: House) -> ASGIApp:
    """The viewer, and the service at its own addresses."""
    service = application(house)
    guarded = _Door(PAGES, house) if house.tokens_required else PAGES
    viewer = OwnPages(guarded, local_only=not house.tokens_required)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        asked = scope.get("path", "").startswith(PATHS)
        await (service if asked else viewer)(scope, receive, send)

    return app


class _Door:
    """Takes the token that somebody tells, for their browser to keep; keeps out for a while who guesses on and on."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self._app, self._house = app, house
        self._told = SmallBodies(self._tell)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and (scope["method"], scope["path"]) == ("POST", LOGIN):
            return await self._told(scope, receive, send)
        if scope["type"] == "websocket" and await self._refusal(HTTPConnection(scope)) == 429:
            return await send({"type": "websocket.close", "code": 1008})
        if scope["type"] == "http" and scope["method"] == "PUT" and not await self._may_import(HTTPConnection(scope)):
            return await problem(403, "Files are for recorders to import.")(scope, receive, send)
        return await self._app(scope, receive, send)

    async def _may_import(self, asking: HTTPConnection) -> bool:
        """Files are put into memory before a page sees them. Who has logged in is known to the pages alone."""
        if visiting.providers():
            return True
        try:
            return (await run_in_threadpool(visitor, self._house, asking)).may("recorder")
        except HTTPException:
            return False

    async def _tell(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await Request(scope, receive).body()
        told = {name: values[0] for name, values in parse_qs(body.decode("utf-8", "replace")).items()}
        token, to = told.get("token", "").strip(), told.get("to", "")
        if not token:
            answer = RedirectResponse("./", 303)
            answer.delete_cookie(COOKIE)
            return await answer(scope, receive, send)
        telling = HTTPConnection({**scope, "headers": [(b"authorization", b"Bearer " + token.encode())]})
        match await self._refusal(telling):
            case 429:
                answer = RedirectResponse("login?wait=1", 303)
            case 401:
                answer = RedirectResponse("login?wrong=1", 303)
            case _:
                answer = RedirectResponse(f"./{to if _OWN_PAGE.fullmatch(to) else ''}", 303)
                is_secure = scope["scheme"] == "https"
                answer.set_cookie(COOKIE, token, KEPT, httponly=True, samesite="strict", secure=is_secure)
        return await answer(scope, receive, send)

    async def _refusal(self, asking: HTTPConnection) -> int | None:
        """The status with which who asks is not let in; wrong tokens are counted."""
        try:
            await run_in_threadpool(visitor, self._house, asking)
        except HTTPException as error:
            return error.status_code
        return None
