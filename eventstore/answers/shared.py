"""Answers that take long to compute: once for all that ask, and no longer than a client waits."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sized
from concurrent.futures import Future as ThreadFuture
from contextvars import ContextVar
from threading import Event, Lock
from typing import Generic, TypeVar

Answer = TypeVar("Answer", bound=Sized)
Result = TypeVar("Result")
Item = TypeVar("Item")

abandoned: ContextVar[Event | None] = ContextVar("abandoned", default=None)


class Abandoned(Exception):
    """No client waits for the answer any more."""


def stop_if_abandoned() -> None:
    """Called between the steps of a long computation. Raises Abandoned."""
    event = abandoned.get()
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
