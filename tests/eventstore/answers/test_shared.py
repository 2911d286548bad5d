"""Long answers: computed once for all who wait, given up when nobody does, bounded in number and in bytes."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi import HTTPException

from eventstore.answers.shared import Abandoned, SharedAnswers, stop_if_abandoned
from eventstore.service.answer_queue import AnswerQueue


def run(scene: Coroutine[Any, Any, None]) -> None:
    """In a thread of its own: a browser test before this one may have left its event loop running in this one."""
    with ThreadPoolExecutor(1) as threads:
        threads.submit(asyncio.run, scene).result()


class Connection:
    """A request whose client is connected, or not."""

    connected = True

    async def is_disconnected(self) -> bool:
        return not self.connected


class Work:
    """A computation that goes on until it is let go or given up, and counts how often it began."""

    def __init__(self) -> None:
        self.begun, self.given_up = 0, threading.Event()
        self.go = threading.Event()

    def __call__(self) -> bytes:
        self.begun += 1
        try:
            while not self.go.wait(0.001):
                stop_if_abandoned()
        except Abandoned:
            self.given_up.set()
            raise
        return b"done"


def asked(
    queue: AnswerQueue, work: Callable[[], bytes], key: object = "key", connection: Any = None, client: str = ""
) -> Any:
    return asyncio.create_task(queue.answer(connection or Connection(), key, work, client=client))


async def until(condition: Callable[[], object]) -> None:
    while not condition():
        await asyncio.sleep(0.001)


def test_thirty_who_ask_at_once_get_one_computation() -> None:
    async def scene() -> None:
        queue, work = AnswerQueue(2, 4), Work()
        tasks = [asked(queue, work) for _ in range(30)]
        await until(lambda: work.begun)
        work.go.set()
        assert await asyncio.gather(*tasks) == [b"done"] * 30
        assert work.begun == 1

    run(scene())


def test_a_computation_ends_with_the_last_who_waits_and_not_before() -> None:
    async def scene() -> None:
        queue, work, gone, stays = AnswerQueue(1, 4), Work(), Connection(), Connection()
        tasks = [asked(queue, work, connection=each) for each in (gone, stays)]
        await until(lambda: work.begun)
        gone.connected = False
        with pytest.raises(Abandoned):
            await tasks[0]
        assert not work.given_up.is_set()
        stays.connected = False
        with pytest.raises(Abandoned):
            await tasks[1]
        await until(work.given_up.is_set)
        again = asked(queue, work)
        await until(lambda: work.begun == 2)
        work.go.set()
        assert await again == b"done"

    run(scene())


def test_what_waits_and_is_given_up_never_begins() -> None:
    async def scene() -> None:
        queue, first, second, gone = AnswerQueue(1, 4), Work(), Work(), Connection()
        task = asked(queue, first, "first")
        await until(lambda: first.begun)
        other = asked(queue, second, "second", gone)
        await asyncio.sleep(0)
        gone.connected = False
        with pytest.raises(Abandoned):
            await other
        first.go.set()
        assert await task == b"done"
        assert await asked(queue, lambda: b"third", "third") == b"third"
        assert second.begun == 0

    run(scene())


def test_a_full_queue_is_told_and_gets_room_again() -> None:
    async def scene() -> None:
        queue, work = AnswerQueue(1, 2), Work()
        tasks = [asked(queue, work, key) for key in range(2)]
        await until(lambda: work.begun)
        with pytest.raises(HTTPException) as refused:
            await asked(queue, work, "one more")
        assert (refused.value.status_code, refused.value.headers) == (503, {"Retry-After": "5"})
        work.go.set()
        await asyncio.gather(*tasks)
        assert await asked(queue, work, "one more") == b"done"

    run(scene())


def test_one_client_has_a_quarter_of_the_places() -> None:
    async def scene() -> None:
        queue, work = AnswerQueue(1, 8), Work()
        tasks = [asked(queue, work, key, client="anna") for key in range(2)]
        await until(lambda: work.begun)
        with pytest.raises(HTTPException) as refused:
            await asked(queue, work, "one more", client="anna")
        assert (refused.value.status_code, refused.value.headers) == (503, {"Retry-After": "5"})
        tasks += [asked(queue, work, key, client=f"reader {key}") for key in range(2, 8)]
        tasks += [asked(queue, work, 0, client="ben")]  # What is computed for another takes no place.
        work.go.set()
        assert await asyncio.gather(*tasks) == [b"done"] * 9
        assert await asked(queue, work, "one more", client="anna") == b"done"

    run(scene())


def test_clients_take_turns_and_those_that_leave_lose_theirs() -> None:
    order = list[str]()

    def noted(name: str) -> Callable[[], bytes]:
        return lambda: order.append(name) or b"done"  # type: ignore[func-returns-value]

    async def scene() -> None:
        queue, first, gone = AnswerQueue(1, 64), Work(), Connection()
        tasks = [asked(queue, first, "first", client="anna")]
        await until(lambda: first.begun)
        left = [asked(queue, noted(key), key, gone, client="anna") for key in ("left", "left too")]
        tasks += [asked(queue, noted(f"anna {number}"), f"anna {number}", client="anna") for number in range(4)]
        tasks += [asked(queue, noted(f"ben {number}"), f"ben {number}", client="ben") for number in range(2)]
        tasks += [asked(queue, noted("cleo"), "cleo", client="cleo")]
        await asyncio.sleep(0)
        gone.connected = False
        for task in left:
            with pytest.raises(Abandoned):
                await task
        first.go.set()
        assert set(await asyncio.gather(*tasks)) == {b"done"}
        assert order == ["anna 0", "ben 0", "cleo", "anna 1", "ben 1", "anna 2", "anna 3"]
        assert queue.is_idle

    run(scene())


def test_an_error_reaches_all_who_wait_and_is_not_kept() -> None:
    def failing() -> bytes:
        raise ValueError("no")

    async def scene() -> None:
        queue = AnswerQueue(1, 2)
        found = await asyncio.gather(*(asked(queue, failing) for _ in range(3)), return_exceptions=True)
        assert [type(each) for each in found] == [ValueError] * 3
        assert await asked(queue, lambda: b"now") == b"now"

    run(scene())


def test_threads_that_ask_at_once_share_a_computation() -> None:
    answers, work = SharedAnswers[bytes](100), Work()
    with ThreadPoolExecutor(8) as threads:
        found = [threads.submit(answers.get, "key", work) for _ in range(8)]
        work.go.set()
        assert [each.result() for each in found] == [b"done"] * 8
    assert work.begun == 1


def test_kept_answers_are_bounded_in_bytes_and_the_oldest_go_first() -> None:
    answers, computed = SharedAnswers[bytes](100), list[str]()

    def get(key: str, size: int = 40) -> None:
        def compute() -> bytes:
            computed.append(key)
            return bytes(size)

        answers.get(key, compute)

    for key in ("a", "b", "a", "c", "a", "b"):
        get(key)
    assert computed == ["a", "b", "c", "b"]
    get("huge", 1000)
    get("huge", 1000)
    assert computed[-2:] == ["huge", "huge"], "what is larger than all is not kept"
