"""Reviews and exercises in the background of the service: one at a time, in a process of its own, bounded queues."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Lock, Thread
from typing import Final, Literal, TypeAlias

from fastapi import HTTPException

from core.messages import message
from core.review.review import Review
from eventstore.reviews.exercises import ExerciseRepository
from eventstore.reviews.repository import ReviewRepository
from eventstore.reviews.task import (
    ExerciseKey,
    ExerciseTask,
    Failure,
    Outcome,
    ReviewKey,
    ReviewTask,
    SearchedExercise,
    Task,
    TaskProgress,
)
from eventstore.reviews.workers import Workers
from eventstore.service.observability import log
from eventstore.store.store import Store

MAX_WAITING: Final = 32
"""Maximum reviews that wait or are computed."""

MAX_PER_CLIENT: Final = 8
"""Maximum of these that one client asked for."""

MAX_EXERCISES: Final = 100
"""Maximum searches for exercises that wait."""

MAX_FAILURES: Final = 100
"""Maximum failures that are remembered until their client asks again."""

RETRY_AFTER_S: Final = 30


Key: TypeAlias = ReviewKey | ExerciseKey


@dataclass(slots=True)
class Job:
    """A review that a client waits for, `done` of `of` events of which are reviewed; or the search for an exercise."""

    task: Task
    client: str = ""
    state: Literal["waiting", "running"] = "waiting"
    ahead: int = 0
    done: int = 0
    of: int = 0


class ReviewQueue:
    """Computes requested reviews and exercises and keeps them; its thread and process run while there are any."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = Lock()
        self._jobs: dict[Key, Job] = {}
        """In the order of the requests; exercises are searched while no review waits."""
        self._failures: dict[Key, Failure] = {}
        self._workers: Workers | None = None
        self._thread: Thread | None = None
        self._is_closed = False

    def request(self, task: ReviewTask, client: str) -> Job | Failure:
        """The state of this review, which is queued if it is not yet; or why it failed, once.

        One of an earlier version of the match is dropped, even while it is computed. Raises HTTPException 429 or 503
        for too many.
        """
        with self._lock:
            if (failure := self._failures.pop(task.key, None)) is not None:
                return failure
            if task.key not in self._jobs:
                self._drop_earlier(task.key)
                self._add(task, client)
            job = self._jobs[task.key]
            job.ahead = self._waiting(ReviewTask).index(job)
            return job

    def search_exercises(self, tasks: Sequence[ExerciseTask]) -> int:
        """Queue these searches unless they are queued; how many of them are not done.

        Those that failed, and those for which there is no room, are left out.
        """
        with self._lock:
            for task in tasks:
                if task.key not in self._failures and len(self._waiting(ExerciseTask)) < MAX_EXERCISES:
                    self._jobs.setdefault(task.key, Job(task))
            left = sum(task.key in self._jobs for task in tasks)
            if left and not self._is_closed:
                self._start()
            return left

    def close(self) -> None:
        """End the computation; reviews that wait are dropped."""
        with self._lock:
            self._is_closed = True
            self._jobs.clear()
            workers, thread = self._workers, self._thread
        if workers and thread:
            workers.stop()
            thread.join()

    def _waiting(self, kind: type[Task]) -> list[Job]:
        return [job for job in self._jobs.values() if isinstance(job.task, kind)]

    def _add(self, task: ReviewTask, client: str) -> None:
        retry, jobs = {"Retry-After": str(RETRY_AFTER_S)}, self._waiting(ReviewTask)
        if sum(job.client == client for job in jobs) >= MAX_PER_CLIENT:
            sentence = message("At most {most} reviews of one client are computed; try later.", most=MAX_PER_CLIENT)
            raise HTTPException(429, sentence, retry)
        if len(jobs) >= MAX_WAITING or self._is_closed:
            raise HTTPException(503, message("Too many reviews are waiting; try again later."), retry)
        self._jobs[task.key] = Job(task, client)
        self._start()

    def _start(self) -> None:
        if self._workers is None:
            self._workers = Workers(1)
            self._thread = Thread(target=self._run, args=(self._workers,), name="reviews", daemon=True)
            self._thread.start()

    def _drop_earlier(self, key: ReviewKey) -> None:
        for other, job in [*self._jobs.items()]:
            if isinstance(other, ReviewKey) and (other.match, other.effort) == (key.match, key.effort):
                del self._jobs[other]
                if self._workers and job.state == "running":
                    self._workers.cancel(other)

    def _run(self, workers: Workers) -> None:
        try:
            for task, result in workers.compute_all(self._tasks()):
                if isinstance(result, TaskProgress):
                    self._report(task, result)
                else:
                    self._end(task, result)
        except Exception as error:  # The next request starts a process again.
            log.exception("reviews", exc_info=error)
            failure = Failure(message("The process that computes reviews cannot be started."), repr(error))
            with self._lock:
                self._workers = None
                self._failures = {job.task.key: failure for job in self._waiting(ReviewTask)}
                self._jobs.clear()

    def _tasks(self) -> Iterator[Task]:
        while True:
            with self._lock:
                job = next(iter(self._waiting(ReviewTask) or self._waiting(ExerciseTask)), None)
                if job is None or self._is_closed:
                    self._workers = None  # Under the lock, so that the next request starts new ones.
                    return
                job.state = "running"
            yield job.task

    def _report(self, task: Task, progress: TaskProgress) -> None:
        with self._lock:
            if job := self._jobs.get(task.key):
                job.done, job.of = progress

    def _end(self, task: Task, outcome: Outcome) -> None:
        with self._lock:
            if task.key not in self._jobs:  # It was dropped meanwhile.
                return
        failure = self._kept(task, outcome)
        with self._lock:
            self._jobs.pop(task.key, None)
            if failure and not self._is_closed:
                if failure.detail:
                    log.error(type(task).__name__, extra={"fields": {"why": failure.detail}})
                self._failures[task.key] = failure
                if len(self._failures) > MAX_FAILURES:
                    del self._failures[next(iter(self._failures))]

    def _kept(self, task: Task, outcome: Outcome) -> Failure | None:
        """Keep an outcome; why there is none."""
        try:
            if isinstance(outcome, Failure):
                return outcome
            if isinstance(task, ReviewTask) and isinstance(outcome, Review):
                ReviewRepository(self._store).keep(task.key, task.version, outcome)
            elif isinstance(task, ExerciseTask) and isinstance(outcome, SearchedExercise):
                ExerciseRepository(self._store).keep(task.key, outcome.exercise)
        except Exception as error:  # The store is locked or gone.
            return Failure(message("The review could not be kept."), repr(error))
        return None
