"""Long answers to requests, computed in few threads of their own."""

from asyncio import Future, Semaphore, Task, create_task, get_running_loop, wait, wait_for
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from contextvars import copy_context
from dataclasses import dataclass, field
from threading import Event
from typing import Any, Final, TypeVar

from fastapi import HTTPException, Request

from core.messages import message
from eventstore.answers.shared import Abandoned, abandoned

Result = TypeVar("Result")

RETRY_AFTER_S: Final = 5

DISCONNECT_CHECK_S: Final = 0.1
"""Time after which a request that waits is asked again whether its client is still connected."""

CLIENTS: Final = 4
"""One client has at most a part of the places, so that this many clients find room."""


@dataclass(eq=False)
class _Job:
    client: str
    future: "Task[Any]"
    waiting: int = 0
    abandoned: Event = field(default_factory=Event)


class AnswerQueue:
    """Computes answers in `threads` of its own, so that long ones leave those of short requests free.

    At most `max_jobs` are computed or wait; requests with equal keys share one. A client has a quarter of them at most,
    and the threads are given to the clients in turn: however many answers one of them asks for, another waits for one
    of these in each thread. Bound to one event loop.
    """

    def __init__(self, threads: int, max_jobs: int) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="answers")
        self._free = threads
        self._max_jobs = max_jobs
        self._jobs: dict[Hashable, _Job] = {}
        self._jobs_of = Counter[str]()
        self._turns: dict[str, deque[Future[None]]] = {}
        """Jobs that wait for a thread, by client; the client whose turn it is comes first."""

    @property
    def is_idle(self) -> bool:
        return not self._jobs

    async def answer(
        self, request: Request, key: Hashable, compute: Callable[[], Result], *, client: str = ""
    ) -> Result:
        """The result of `compute`; `client` is empty where no client has a limit of its own.

        Raises HTTPException 503 when the queue is full, Abandoned after a disconnect.
        """
        job = self._jobs.get(key)
        if job is None:
            job = self._begin(key, compute, client)
        job.waiting += 1
        try:
            while not job.future.done():
                if await request.is_disconnected():
                    raise Abandoned
                await wait([job.future], timeout=DISCONNECT_CHECK_S)
            result: Result = job.future.result()
            return result
        finally:
            job.waiting -= 1
            if not job.waiting and not job.future.done():
                job.abandoned.set()
                self._end(key, job)
                job.future.cancel()

    def _begin(self, key: Hashable, compute: Callable[[], Result], client: str) -> _Job:
        share = max(1, self._max_jobs // CLIENTS) if client else self._max_jobs
        if len(self._jobs) >= self._max_jobs or self._jobs_of[client] >= share:
            sentence = message("Too many answers are being computed; try again later.")
            raise HTTPException(503, sentence, {"Retry-After": str(RETRY_AFTER_S)})
        event, context = Event(), copy_context()
        context.run(abandoned.set, event)
        job = _Job(client, create_task(self._computed(client, lambda: context.run(compute))), abandoned=event)
        self._jobs[key] = job
        self._jobs_of[client] += 1
        job.future.add_done_callback(lambda _: self._end(key, job))
        return job

    async def _computed(self, client: str, compute: Callable[[], Result]) -> Result:
        turn: Future[None] = get_running_loop().create_future()
        self._turns.setdefault(client, deque()).append(turn)
        self._give_turns()
        try:
            await turn
            return await get_running_loop().run_in_executor(self._threads, compute)
        finally:
            if turn.cancelled():
                self._give_up(client, turn)
            else:
                self._free += 1
                self._give_turns()

    def _give_turns(self) -> None:
        """Give the free threads to the clients, one after the other."""
        while self._free and self._turns:
            client, turns = next(iter(self._turns.items()))
            turn = turns[0]
            self._give_up(client, turn)
            if client in self._turns:
                self._turns[client] = self._turns.pop(client)  # Behind the others.
            if not turn.cancelled():
                self._free -= 1
                turn.set_result(None)

    def _give_up(self, client: str, turn: "Future[None]") -> None:
        turns = self._turns.get(client, deque())
        if turn in turns:
            turns.remove(turn)
        if not turns:
            self._turns.pop(client, None)

    def _end(self, key: Hashable, job: _Job) -> None:
        if self._jobs.get(key) is job:
            del self._jobs[key]
            self._jobs_of[job.client] -= 1
            if not self._jobs_of[job.client]:
                del self._jobs_of[job.client]


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
