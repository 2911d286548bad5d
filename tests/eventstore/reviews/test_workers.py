"""Worker processes that are stopped or end while there are tasks."""

import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from eventstore.matches.repository import MatchRepository
from eventstore.reviews.task import Failure, ReviewTask, review_task
from eventstore.reviews.workers import Workers
from tests.eventstore.reviews.reviewed import short_azacru


def test_a_stop_while_a_task_is_taken_computes_nothing(records: MatchRepository) -> None:
    task = review_task(records, short_azacru(records).id, "quick")
    workers = Workers(1)

    def stopping() -> Iterator[ReviewTask]:
        workers.stop()
        yield task

    assert list(workers.compute_all(stopping())) == []


class Deadly:
    """Options of a match that end the process that reads them."""

    def __init__(self, function: Any, *arguments: Any) -> None:
        self._call = function, arguments

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return self._call


@pytest.mark.parametrize(
    ("deadly", "sentence"),
    [
        (Deadly(os._exit, 3), "not be installed completely"),
        (Deadly(signal.raise_signal, signal.SIGKILL), "short of memory"),
    ],
)
def test_a_worker_that_ends_says_whether_it_was_killed(records: MatchRepository, deadly: Deadly, sentence: str) -> None:
    task = review_task(records, short_azacru(records).id, "quick")._replace(options=deadly)
    ((_, failure),) = Workers(1).compute_all([task])
    assert isinstance(failure, Failure)
    assert sentence in failure.sentence
