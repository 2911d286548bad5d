"""Computes reviews and exercises on many processes or machines with Dask, one match or table a task.

The tasks hold the logs of their matches, so that the workers need no access to the store. They must run the same
version of Partie.
"""

from collections.abc import Iterable, Iterator

from eventstore.maintenance.dask_cluster import LOCAL, completed, connected
from eventstore.reviews.task import Outcome, Task, compute


def compute_all(tasks: Iterable[Task], address: str = LOCAL) -> Iterator[tuple[Task, Outcome]]:
    """Every task with its outcome. Raises UnusableStore when there is no scheduler or worker, or they are lost."""
    with connected(address) as client:
        yield from completed(client, compute, tasks)
