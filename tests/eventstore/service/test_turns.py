"""Requests without a token take turns."""

import asyncio
from typing import Any

import pytest
from fastapi import HTTPException

from eventstore.answers.shared import Abandoned
from eventstore.service.answer_queue import Turns
from tests.eventstore.answers.test_shared import Connection, run


async def begin(turns: Turns, connection: Any = None) -> Any:
    turn = turns.turn(connection or Connection())
    await turn.__aenter__()
    return turn


def test_a_turn_waits_for_another_to_end() -> None:
    async def scene() -> None:
        turns = Turns(1, 8)
        first = await begin(turns)
        second = asyncio.create_task(begin(turns))
        await asyncio.sleep(0.01)
        assert not second.done()
        await first.__aexit__(None, None, None)
        await second

    run(scene())


def test_a_client_that_leaves_loses_its_turn_and_leaves_it_to_the_next() -> None:
    async def scene() -> None:
        turns, gone = Turns(1, 8), Connection()
        gone.connected = False
        for _ in range(3):
            with pytest.raises(Abandoned):
                await begin(turns, gone)
        first = await begin(turns)
        with pytest.raises(Abandoned):
            await begin(turns, gone)
        await first.__aexit__(None, None, None)
        await begin(turns)

    run(scene())


def test_too_many_that_wait_are_told() -> None:
    async def scene() -> None:
        turns = Turns(1, 1)
        first = await begin(turns)
        waits = asyncio.create_task(begin(turns))
        await asyncio.sleep(0)
        with pytest.raises(HTTPException) as refused:
            await begin(turns)
        assert (refused.value.status_code, refused.value.headers) == (503, {"Retry-After": "5"})
        await first.__aexit__(None, None, None)
        await waits

    run(scene())
