"""Computes reviews and exercises in worker processes of this machine, one task after the other in each."""

from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, wait
from threading import Lock
from typing import Final

from eventstore.reviews.task import Failure, Outcome, ReviewKey, Task, TaskProgress, compute
from eventstore.worker_process import WAIT_S, Call, Limits, WorkerProcess, report_progress

_LIMITS: Final = Limits(
    max_waiting=2,
    max_of_client=2,
    timeout_s=7 * 24 * 3600,
    max_memory=1 << 62,
    too_many="",
    too_costly="The process that computed the review was killed; the machine may be short of memory.",
)


def computed(task: Task) -> Outcome:
    """The outcome, in the worker process."""
    return compute(task, report_progress)


class Workers:
    """At most `number` worker processes, started when there is a task for them."""

    def __init__(self, number: int) -> None:
        self._idle = [WorkerProcess(_LIMITS) for _ in range(number)]
        self._busy = dict[WorkerProcess, tuple[Task, Call]]()
        self._lock = Lock()
        """Guards what other threads see: `cancel` ends the call of the task, `stop` misses none."""
        self._is_stopped = False

    def compute_all(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Outcome | TaskProgress]]:
        """Every task with its progress and at last its outcome; the next task is taken when a worker is free for it.

        The processes end with the tasks, or when the iterator is closed.
        """
        left, told = iter(tasks), dict[Call, tuple[int, int]]()
        try:
            while self._give(left):
                wait([call.result for _, call in self._busy.values()], WAIT_S, FIRST_COMPLETED)
                for process, (task, call) in [*self._busy.items()]:
                    is_done = call.result.done()
                    if call.progress != told.get(call, (0, 0)):
                        told[call] = call.progress
                        yield task, TaskProgress(*call.progress)
                    if is_done:
                        with self._lock:
                            del self._busy[process]
                            self._idle.append(process)
                        told.pop(call, None)
                        yield task, _outcome(call)
        finally:
            self.stop()

    def stop(self) -> None:
        """End the computation, also from another thread: what is computed fails, no further task is taken."""
        with self._lock:
            self._is_stopped, processes = True, (*self._busy, *self._idle)
        for process in processes:
            process.close()

    def cancel(self, key: ReviewKey) -> None:
        """End the computation of one task from another thread: it fails, unless it is done already."""
        with self._lock:
            for process, (task, call) in self._busy.items():
                if task.key == key:
                    process.abandon(call)

    def _give(self, left: Iterator[Task]) -> bool:
        """Give a task to every free worker; False: all is done."""
        while self._idle and not self._is_stopped and (task := next(left, None)) is not None:
            with self._lock:
                if self._is_stopped:
                    break
                process = self._idle.pop()
                self._busy[process] = task, process.submit(f"{__name__}:{computed.__name__}", task)
        return bool(self._busy)


def _outcome(call: Call) -> Outcome:
    try:
        outcome: Outcome = call.result.result()
        return outcome
    except OSError:  # The process cannot be started.
        raise
    except RuntimeError as error:
        return Failure(
            "The process that computed the review ended; Partie may not be installed completely.", repr(error)
        )
    except (Exception, CancelledError) as error:  # Its process was killed, or wrote what cannot be read.
        return Failure(str(error) or _LIMITS.too_costly, repr(error))


def compute_all(tasks: Iterable[Task], workers: int) -> Iterator[tuple[Task, Outcome | TaskProgress]]:
    """`Workers.compute_all` with this number of processes."""
    return Workers(workers).compute_all(tasks)
