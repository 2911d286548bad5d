"""Computes reviews and exercises on many processes or machines with Dask, one match or table a task.

The tasks hold the logs of their matches, so that the workers need no access to the store. They must run the same
version of Partie.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from distributed import as_completed

from eventstore.maintenance.cluster import LOCAL, connected, result_of
from eventstore.reviews.task import Outcome, Task, compute

_AHEAD: Final = 4
"""Tasks per core of the cluster that wait there, so that no worker is idle and memory stays flat."""


def compute_all(tasks: Iterable[Task], address: str = LOCAL) -> Iterator[tuple[Task, Outcome]]:
    """Every task with its outcome. Raises UnusableStore when there is no scheduler or worker, or they are lost."""
    with connected(address) as client:
        left = iter(tasks)
        first = list(islice(left, _AHEAD * max(1, sum(client.ncores().values()))))
        given = dict(zip(client.map(compute, first, pure=False), first, strict=True))
        running = as_completed(given)
        for future in running:
            outcome: Outcome = result_of(future)
            task = given.pop(future)
            if (new := next(left, None)) is not None:
                added = client.submit(compute, new, pure=False)
                given[added] = new
                running.add(added)
            yield task, outcome
