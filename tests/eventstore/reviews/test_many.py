"""Many matches are reviewed by processes that may die, and a run that was interrupted goes on where it ended."""

from collections.abc import Iterable, Iterator
from functools import partial

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from core.review.review import Review
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.reviews.many import Reviewed, review_all, reviewable
from eventstore.reviews.repository import ReviewRepository
from eventstore.reviews.task import Failure, Outcome, Task, TaskProgress, compute, review_key, review_task
from eventstore.reviews.workers import compute_all
from eventstore.store.store import Append, NewEvent
from tests.eventstore.reviews.reviewed import short_azacru


def in_this_process(tasks: Iterable[Task]) -> Iterator[tuple[Task, Outcome | TaskProgress]]:
    for task in tasks:
        yield task, compute(task)


def close_short(records: MatchRepository, *ids: str) -> None:
    for id in ids:
        records.close(short_azacru(records, id, 2), "agreed")


@pytest.mark.slow
def test_processes_compute_what_this_one_does(records: MatchRepository) -> None:
    close_short(records, "a", "b", "c")
    tasks = [review_task(records, id, "quick") for id in ("a", "b", "c")]
    progress, outcomes = dict[str, TaskProgress](), dict[str, Outcome]()
    for task, message in compute_all(tasks, 2):
        if isinstance(message, TaskProgress):
            progress[task.key.match] = message
        else:
            outcomes[task.key.match] = message
    assert outcomes == {task.key.match: task.run() for task in tasks}
    assert all(done == of for done, of in progress.values())
    assert progress.keys() == outcomes.keys()


@pytest.mark.slow
def test_a_match_that_fails_is_no_end_of_the_others(records: MatchRepository) -> None:
    short_azacru(records, "good", 2)
    good = review_task(records, "good", "quick")
    bad = good._replace(game="chocolatier")
    unreadable = good._replace(options=Unreadable())
    (_, first), (_, second), (_, third) = (
        (task, message)
        for task, message in compute_all([bad, unreadable, good], 1)
        if not isinstance(message, TaskProgress)
    )
    assert isinstance(first, Failure)
    assert isinstance(second, Failure)
    assert "ended" in second.sentence
    assert isinstance(third, Review)


class Unreadable:
    """An object that ends the process which reads it."""

    def __reduce__(self) -> tuple[object, ...]:
        return exit, (3,)


def test_a_match_that_cannot_be_read_is_no_end_of_the_others(records: MatchRepository) -> None:
    close_short(records, "a", "b")
    end = NewEvent("TilesTaken", "{}")
    records.store.append(
        Append(
            "matches/a", [end], expected_version=len(records.store.read("matches/a")), by="x", at="2026-11-20T18:30:00Z"
        )
    )
    reviewed = review_all(records, ReviewRepository(records.store), ["a", "b"], "quick", in_this_process)
    assert (list(reviewed.failed), reviewed.new) == (["a"], 1)
    assert "cannot be read" in reviewed.failed["a"]


@pytest.mark.slow
def test_a_run_goes_on_where_it_was_interrupted(records: MatchRepository) -> None:
    close_short(records, "a", "b", "c")
    short_azacru(records, "open", 2)
    records.start(scoresheet, ("Anna", "Ben"), PointsNoted("Points", (3, 4)), id="points")
    index, reviews = MatchIndex(records.store, records), ReviewRepository(records.store)
    ids = reviewable(index.matches())
    assert sorted(ids) == ["a", "b", "c"]
    counted = Reviewed()

    def interrupt(done: int, of: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    run = partial(review_all, records, reviews, ids, "quick", in_this_process)
    with pytest.raises(KeyboardInterrupt):
        run(interrupt, counted)
    assert (counted.new, counted.kept) == (2, 0)
    done = list[tuple[int, int]]()
    again = run(lambda *each: done.append(each))
    assert (again.new, again.kept, again.failed) == (1, 2, {})
    assert done[-1] == (3, 3)
    assert all(reviews.has(review_key(records.store, id, "quick")) for id in ids)
    assert sorted(reviews.seats("quick")) == ["a", "b", "c"]
