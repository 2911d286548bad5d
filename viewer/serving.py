"""The viewer and the record service as one app on one port.

Where tokens are required the viewer is for recorders of the whole store: its pages can do all that they may.
"""

from pathlib import Path
from typing import Final

import streamlit as st
from fastapi import HTTPException
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from eventstore.service.application import PATHS, application
from eventstore.service.house import House
from eventstore.service.limits import OwnPages
from eventstore.service.problems import answer
from eventstore.service.visit import COOKIE, Visit, told_token, visitor

APP: Final = Path(__file__).parent / "app.py"


def together(house: House) -> ASGIApp:
    """The viewer, and the service at its own addresses."""
    service = application(house)
    viewer = OwnPages(_Door(st.App(APP), house), local_only=not house.tokens_required)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        asked = scope.get("path", "").startswith(PATHS)
        await (service if asked else viewer)(scope, receive, send)

    return app


class _Door:
    """Lets nobody in who may not record in the whole store."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self._app, self._house = app, house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or not self._house.tokens_required:
            return await self._app(scope, receive, send)
        asking = HTTPConnection(scope)
        try:
            await run_in_threadpool(lambda: Visit(self._house, visitor(self._house, asking)).need("recorder"))
        except HTTPException as error:
            if scope["type"] == "websocket":
                return await send({"type": "websocket.close", "code": 1008})
            return await answer(error.status_code, error.detail, error.headers)(scope, receive, send)

        token = told_token(asking)

        async def remembering(message: Message) -> None:
            if message["type"] == "http.response.start" and asking.cookies.get(COOKIE) != token:
                cookie = f"{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/"
                MutableHeaders(scope=message).append("Set-Cookie", cookie)
            await send(message)

        return await self._app(scope, receive, remembering)
