"""The public Python API: what a package with a game imports, and what a program that uses a store needs.

Names of `partie` stay; those of `core`, `eventstore`, `importers` and `viewer` may move in any release.
"""

from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # A package with a game imports no store.
    from eventstore.matches.repository import MatchRepository
    from eventstore.readmodels.index import MatchIndex
    from eventstore.readmodels.projection import MatchRow

__all__ = ["OpenStore", "open", "to_records"]


@dataclass(frozen=True, slots=True)
class OpenStore:
    """An open store: `matches` reads and records, `index` lists and counts without reading whole matches."""

    matches: "MatchRepository"
    index: "MatchIndex"


@contextmanager
def open(address: str, *, by: str = "local") -> Iterator[OpenStore]:
    """Open the store at a path or at the address of a database; a file that does not exist is created.

    `by` is stored as the recorder of what is written. Raises UnusableStore if it cannot be opened.
    """
    from eventstore.matches.repository import MatchRepository
    from eventstore.readmodels.index import MatchIndex
    from eventstore.store.open_store import open_store

    with closing(open_store(address)) as store:
        matches = MatchRepository(store, by=by)
        yield OpenStore(matches, MatchIndex(store, matches))


def to_records(rows: Iterable["MatchRow"]) -> list[dict[str, Any]]:
    """The rows of a list as dictionaries with the same keys, as a table of pandas, Polars or Arrow takes them."""
    return [asdict(row) for row in rows]
