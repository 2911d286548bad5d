"""Computes reviews and exercises in worker processes of this machine.

The processes are programs of their own, not forks: they share no connection, no lock and no main module with this one,
which may be a server with threads. An interrupt from the terminal does not reach them; they are stopped by this one.
"""

import pickle
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from queue import SimpleQueue
from threading import Lock, Thread
from typing import IO, Any, Final

from eventstore.reviews.task import Failure, Outcome, ReviewKey, Task, TaskProgress

_KILLED: Final = "The process that computed the review was killed; the machine may be short of memory."
_FAILED: Final = (
    "The process that computed the review ended with exit code {code}; Partie may not be installed completely."
)
_UNREADABLE: Final = "The process that computed the review wrote what cannot be read."

_EXIT_TIMEOUT_S: Final = 5
"""Time for a process to end after it has closed its output."""


class _Worker:
    """One process; its messages, and a Failure when it ends, go to the `inbox` of all workers."""

    def __init__(self, inbox: "SimpleQueue[tuple[_Worker, Outcome | TaskProgress]]") -> None:
        self._process = subprocess.Popen(
            # -P: a folder `core` where the command was called is not ours.
            [sys.executable, "-P", "-m", "eventstore.reviews.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        self._inbox, self._is_ended = inbox, False
        self._reading = Thread(target=self._read, args=(self._process.stdout,), daemon=True)
        self._reading.start()

    def start(self, task: Task) -> None:
        assert self._process.stdin
        try:
            pickle.dump(task, self._process.stdin)
            self._process.stdin.flush()
        except (BrokenPipeError, ValueError):
            return  # It ended, or was stopped and its pipe closed; the reading thread reports it.

    def end(self) -> None:
        """End the process; what it computes fails."""
        self._is_ended = True
        self._process.kill()

    def stop(self) -> None:
        self.end()
        self._process.wait()
        assert self._process.stdin
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        self._reading.join()

    @property
    def is_running(self) -> bool:
        return not self._is_ended and self._process.poll() is None

    def _read(self, messages: IO[Any]) -> None:
        with messages:
            try:
                while True:
                    self._inbox.put((self, pickle.load(messages)))
            except Exception as end:  # The process is dead, or wrote what cannot be read: nothing more can come of it.
                self._inbox.put((self, Failure(self._why_ended(), repr(end))))

    def _why_ended(self) -> str:
        """The meaning of the exit code: it is negative after a signal. A process that has not ended is ended here."""
        try:
            code = self._process.wait(_EXIT_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            return _UNREADABLE
        return _KILLED if code < 0 else _FAILED.format(code=code)


class Workers:
    """At most `number` worker processes, started when there is a task for them."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._inbox: SimpleQueue[tuple[_Worker, Outcome | TaskProgress]] = SimpleQueue()
        self._idle, self._busy = list[_Worker](), dict[_Worker, Task]()
        self._lock = Lock()
        """Guards what other threads see: `cancel` ends the worker that is busy with the task, `stop` misses none."""
        self._is_stopped = False

    def compute_all(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Outcome | TaskProgress]]:
        """Every task with its progress and at last its outcome; the next task is taken when a worker is free for it.

        The processes end with the tasks, or when the iterator is closed.
        """
        left = iter(tasks)
        try:
            while self._give(left):
                worker, message = self._inbox.get()
                with self._lock:
                    task = self._busy.get(worker) if isinstance(message, TaskProgress) else self._busy.pop(worker, None)
                if task is None:  # It ended without a task.
                    self._idle = [other for other in self._idle if other is not worker]
                    worker.stop()
                    continue
                if not isinstance(message, TaskProgress):
                    if worker.is_running:
                        self._idle.append(worker)
                    else:
                        worker.stop()
                yield task, message
        finally:
            self._kill()

    def stop(self) -> None:
        """End the computation from another thread: the tasks that are computed fail, no further one is taken."""
        with self._lock:
            self._is_stopped = True
        self._kill()

    def cancel(self, key: ReviewKey) -> None:
        """End the computation of one task from another thread: it fails, unless it is done already."""
        with self._lock:
            for worker in [worker for worker, task in self._busy.items() if task.key == key]:
                worker.end()

    def _give(self, left: Iterator[Task]) -> bool:
        """Give a task to every free worker; False: all is done."""
        while not self._is_stopped and len(self._busy) < self._number and (task := next(left, None)) is not None:
            with self._lock:
                if self._is_stopped:
                    break
                worker = self._idle.pop() if self._idle else _Worker(self._inbox)
                self._busy[worker] = task
            worker.start(task)
        return bool(self._busy)

    def _kill(self) -> None:
        with self._lock:
            workers = (*self._busy, *self._idle)
        for worker in workers:
            worker.stop()


def compute_all(tasks: Iterable[Task], workers: int) -> Iterator[tuple[Task, Outcome | TaskProgress]]:
    """`Workers.compute_all` with this number of processes."""
    return Workers(workers).compute_all(tasks)
