"""Records in a store of each kind: read tables and queries are the same in both databases."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from eventstore.matches.repository import MatchRepository
from eventstore.store.open_store import open_store
from tests.stores import SQLITE_FIRST, empty


@pytest.fixture(params=SQLITE_FIRST)
def records(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[MatchRepository]:
    """The records of a store that is empty."""
    store = open_store(empty(request.param, tmp_path))
    yield MatchRepository(store)
    store.close()
