"""Requests without a token take turns, so that a crowd of them leaves the threads of the service to the others."""

from asyncio import Semaphore, wait_for
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from fastapi import HTTPException, Request

from core.messages import message
from eventstore.service.answer_queue import DISCONNECT_CHECK_S
from eventstore.service.shared_answers import Abandoned

RETRY_AFTER_S: Final = 5


class Turns:
    """At most `at_once` requests are answered at a time and `max_waiting` wait. Bound to one event loop."""

    def __init__(self, at_once: int, max_waiting: int) -> None:
        self._free = Semaphore(at_once)
        self._room = max_waiting

    @asynccontextmanager
    async def turn(self, request: Request) -> AsyncIterator[None]:
        """Wait for a turn and keep it. Raises HTTPException 503 when too many wait, Abandoned after a disconnect."""
        if not self._room:
            sentence = message("Too many requests without a token are waiting; try again later.")
            raise HTTPException(503, sentence, {"Retry-After": str(RETRY_AFTER_S)})
        self._room -= 1
        try:
            while not await self._acquired():
                await _require_connected(request)
        finally:
            self._room += 1
        try:
            await _require_connected(request)
            yield
        finally:
            self._free.release()

    async def _acquired(self) -> bool:
        try:
            return await wait_for(self._free.acquire(), DISCONNECT_CHECK_S)
        except TimeoutError:
            return False


async def _require_connected(request: Request) -> None:
    if await request.is_disconnected():
        raise Abandoned
