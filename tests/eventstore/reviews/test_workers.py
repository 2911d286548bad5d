"""Worker processes that are stopped or end while there are tasks."""

from collections.abc import Iterator

from eventstore.matches.repository import MatchRepository
from eventstore.reviews.task import ReviewTask, review_task
from eventstore.reviews.workers import Workers
from tests.eventstore.reviews.reviewed import short_azacru


def test_a_stop_while_a_task_is_taken_computes_nothing(records: MatchRepository) -> None:
    task = review_task(records, short_azacru(records).id, "quick")
    workers = Workers(1)

    def stopping() -> Iterator[ReviewTask]:
        workers.stop()
        yield task

    assert list(workers.compute_all(stopping())) == []
