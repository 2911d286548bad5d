"""Long answers to requests, computed in few threads of their own."""

from asyncio import Future, get_running_loop, wait
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, field
from threading import Event
from typing import Any, Final, TypeVar

from fastapi import HTTPException, Request

from core.messages import message
from eventstore.service.shared_answers import Abandoned, abandoned

Result = TypeVar("Result")

RETRY_AFTER_S: Final = 5

DISCONNECT_CHECK_S: Final = 0.1
"""Time after which a request that waits is asked again whether its client is still connected."""


@dataclass(eq=False)
class _Job:
    future: "Future[Any]"
    waiting: int = 0
    abandoned: Event = field(default_factory=Event)


class AnswerQueue:
    """Computes answers in `threads` of its own, so that long ones leave those of short requests free.

    At most `max_jobs` are computed or wait; requests with equal keys share one. Bound to one event loop.
    """

    def __init__(self, threads: int, max_jobs: int) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="answers")
        self._max_jobs = max_jobs
        self._jobs: dict[Hashable, _Job] = {}

    @property
    def is_idle(self) -> bool:
        return not self._jobs

    async def answer(self, request: Request, key: Hashable, compute: Callable[[], Result]) -> Result:
        """The result of `compute`. Raises HTTPException 503 when the queue is full, Abandoned after a disconnect."""
        job = self._jobs.get(key)
        if job is None:
            if len(self._jobs) >= self._max_jobs:
                sentence = message("Too many answers are being computed; try again later.")
                raise HTTPException(503, sentence, {"Retry-After": str(RETRY_AFTER_S)})
            job = self._jobs[key] = self._begin(key, compute)
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

    def _begin(self, key: Hashable, compute: Callable[[], Result]) -> _Job:
        event = Event()
        context = copy_context()
        context.run(abandoned.set, event)
        job = _Job(get_running_loop().run_in_executor(self._threads, context.run, compute), abandoned=event)
        job.future.add_done_callback(lambda _: self._end(key, job))
        return job

    def _end(self, key: Hashable, job: _Job) -> None:
        if self._jobs.get(key) is job:
            del self._jobs[key]
