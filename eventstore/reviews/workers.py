"""Computes reviews in worker processes of this machine.

The processes are programs of their own, not forks: they share no connection, no lock and no main module with this one,
which may be a server with threads. An interrupt from the terminal does not reach them; they are stopped by this one.
"""

import pickle
import subprocess
import sys
from collections.abc import Iterable, Iterator
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any, Final

from eventstore.reviews.task import Failure, Outcome, Progress, ReviewTask

_ENDED: Final = "The process that computed the review ended before it was done; the machine may be short of memory."


class _Worker:
    """One process; its messages, and a Failure when it ends, go to the `inbox` of all workers."""

    def __init__(self, inbox: "SimpleQueue[tuple[_Worker, Outcome | Progress]]") -> None:
        self._process = subprocess.Popen(
            # -P: a folder `core` where the command was called is not ours.
            [sys.executable, "-P", "-m", "eventstore.reviews.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        self._inbox = inbox
        Thread(target=self._read, args=(self._process.stdout,), daemon=True).start()

    def start(self, task: ReviewTask) -> None:
        assert self._process.stdin
        try:
            pickle.dump(task, self._process.stdin)
            self._process.stdin.flush()
        except BrokenPipeError:
            return  # It ended; the reading thread reports it.

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    def _read(self, messages: IO[Any]) -> None:
        try:
            while True:
                self._inbox.put((self, pickle.load(messages)))
        except Exception as end:  # A dead process, or a message that cannot be read: nobody may wait for it.
            self.stop()
            self._inbox.put((self, Failure(_ENDED, repr(end))))


def compute_all(tasks: Iterable[ReviewTask], workers: int) -> Iterator[tuple[ReviewTask, Outcome | Progress]]:
    """Every task with its progress and at last its outcome, with at most `workers` processes.

    The next task is taken when a worker is free for it. All processes are stopped at the end and when the iterator is
    closed.
    """
    inbox: SimpleQueue[tuple[_Worker, Outcome | Progress]] = SimpleQueue()
    left, idle, busy = iter(tasks), list[_Worker](), dict[_Worker, ReviewTask]()
    try:
        while True:
            while len(busy) < workers and (task := next(left, None)) is not None:
                worker = idle.pop() if idle else _Worker(inbox)
                busy[worker] = task
                worker.start(task)
            if not busy:
                return
            worker, message = inbox.get()
            task = busy.get(worker)
            if task is None:  # It ended without a task.
                idle.remove(worker)
                continue
            if not isinstance(message, Progress):
                del busy[worker]
                if worker.is_running:
                    idle.append(worker)
            yield task, message
    finally:
        for worker in (*busy, *idle):
            worker.stop()
