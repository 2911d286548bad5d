"""Answers that take long to compute: once for all who ask, in few threads, and no longer than somebody waits."""

from asyncio import Future, get_running_loop, wait
from collections.abc import Callable, Hashable, Iterable, Iterator, Sized
from concurrent.futures import Future as ThreadFuture
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar, copy_context
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import Any, Final, Generic, TypeVar

from fastapi import HTTPException, Request

Answer = TypeVar("Answer", bound=Sized)
Result = TypeVar("Result")
Item = TypeVar("Item")

RETRY_AFTER_S: Final = 5

DISCONNECT_CHECK_S: Final = 0.1
"""Time after which a request that waits is asked again whether its client is still connected."""

_abandoned: ContextVar[Event | None] = ContextVar("abandoned", default=None)


class Abandoned(Exception):
    """No client waits for the answer any more."""


def stop_if_abandoned() -> None:
    """Called between the steps of a long computation. Raises Abandoned."""
    event = _abandoned.get()
    if event is not None and event.is_set():
        raise Abandoned


def while_wanted(items: Iterable[Item]) -> Iterator[Item]:
    """The items, as long as the computation is not abandoned."""
    for item in items:
        stop_if_abandoned()
        yield item


class SharedAnswers(Generic[Answer]):
    """The newest answers up to `max_bytes`, for several threads; an answer asked for several times at once is computed
    once.
    """

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._answers: dict[Hashable, ThreadFuture[Answer]] = {}
        self._lock = Lock()

    def known(self, key: Hashable) -> Answer | None:
        """The answer if it is computed already."""
        future = self._answers.get(key)
        return future.result() if future is not None and future.done() else None

    def get(self, key: Hashable, compute: Callable[[], Answer]) -> Answer:
        """The answer; errors of `compute` are raised and not kept."""
        while True:
            with self._lock:
                future = self._answers.pop(key, None)
                is_new = future is None
                future = future or ThreadFuture[Answer]()
                self._answers[key] = future  # The newest is last.
            if is_new:
                return self._compute(key, future, compute)
            try:
                return future.result()
            except Abandoned:
                stop_if_abandoned()  # The others went away, this one has not.

    def _compute(self, key: Hashable, future: ThreadFuture[Answer], compute: Callable[[], Answer]) -> Answer:
        try:
            answer = compute()
        except BaseException as error:
            with self._lock:
                self._answers.pop(key, None)
            future.set_exception(error)
            raise
        future.set_result(answer)
        self._drop_oldest()
        return answer

    def _drop_oldest(self) -> None:
        with self._lock:
            done = {key: len(future.result()) for key, future in self._answers.items() if future.done()}
            size = sum(done.values())
            for key, of_answer in done.items():
                if size <= self._max_bytes:
                    return
                size -= of_answer
                del self._answers[key]


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
                sentence = "Too many answers are being computed; try again later."
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
        abandoned = Event()
        context = copy_context()
        context.run(_abandoned.set, abandoned)
        job = _Job(get_running_loop().run_in_executor(self._threads, context.run, compute), abandoned=abandoned)
        job.future.add_done_callback(lambda _: self._end(key, job))
        return job

    def _end(self, key: Hashable, job: _Job) -> None:
        if self._jobs.get(key) is job:
            del self._jobs[key]
