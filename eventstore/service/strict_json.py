"""Requests whose JSON is parsed as strictly as a script: no duplicate keys, no NaN, no lone surrogates."""

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import HTTPException, Request, Response
from fastapi.routing import APIRoute

from core.messages import message
from eventstore import codec


class _Request(Request):
    """A request whose JSON is parsed as strictly as a script."""

    async def json(self) -> Any:
        try:
            return codec.decode_object((await self.body()).decode())
        except UnicodeDecodeError:
            raise HTTPException(400, message("The body is not UTF-8 text.")) from None
        except codec.NotAnEvent as error:
            raise HTTPException(400, str(error)) from None


class StrictRoute(APIRoute):
    """A route with a strictly parsed JSON body."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handler = super().get_route_handler()

        async def strict(request: Request) -> Response:
            return await handler(_Request(request.scope, request.receive))

        return strict
