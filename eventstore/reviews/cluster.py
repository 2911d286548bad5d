"""Computes reviews and exercises on many processes or machines with Dask, one match or table a task.

For a review the worker reads its match from the store itself, and keeps the review there; in a SQLite file, which has
one writer, this process does. The task of an exercise holds the log of its match.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from core.review.review import Effort, Review
from eventstore.maintenance.dask_cluster import LOCAL, StorePlace, completed, connected, place_of, retried
from eventstore.reviews.many import Reviewed, prepared
from eventstore.reviews.repository import ReviewRepository
from eventstore.reviews.task import Failure, Outcome, ReviewKey, Task, compute, review_key
from eventstore.store.store import Store
from eventstore.store.store_url import is_file


def review_all(
    store: Store,
    store_address: str,
    ids: Sequence[str],
    effort: Effort,
    address: str = LOCAL,
    progress: Callable[[int, int], None] = lambda done, of: None,
    reviewed: Reviewed | None = None,
) -> Reviewed:
    """`many.review_all` with workers that open the store at `store_address`.

    Raises UnusableStore when there is no scheduler or worker at `address`, when they are lost, or when a worker does
    not see the store.
    """
    result, reviews = Reviewed() if reviewed is None else reviewed, ReviewRepository(store)

    def missing() -> Iterator[str]:
        for id in ids:
            if reviews.has(retried(review_key, store, id, effort)):
                result.kept += 1
                progress(result.done, len(ids))
            else:
                yield id

    with connected(address) as client:
        work = partial(_reviewed, place_of(store, store_address), effort)
        for id, reviewed_match in completed(client, work, missing()):
            if isinstance(reviewed_match, Failure):
                result.failed[id] = reviewed_match.sentence
            else:
                if reviewed_match:
                    reviews.keep(*reviewed_match)
                result.new += 1
            progress(result.done, len(ids))
    return result


def _reviewed(place: StorePlace, effort: Effort, id: str) -> tuple[ReviewKey, int, Review] | Failure | None:
    """The review as it is to be kept; None: it is kept."""
    with place.opened() as matches:
        task = prepared(matches, id, effort)
    if isinstance(task, Failure):
        return task
    outcome = compute(task)
    if isinstance(outcome, Failure):
        return outcome
    assert isinstance(outcome, Review)
    if is_file(place.address):
        return task.key, task.version, outcome
    with place.opened() as matches:
        ReviewRepository(matches.store).keep(task.key, task.version, outcome)
    return None


def compute_all(tasks: Iterable[Task], address: str = LOCAL) -> Iterator[tuple[Task, Outcome]]:
    """Every task with its outcome. Raises UnusableStore when there is no scheduler or worker, or they are lost."""
    with connected(address) as client:
        yield from completed(client, compute, tasks)
