"""A rebuild on several processes gives the tables of a rebuild in one."""

from functools import partial
from pathlib import Path

import pytest

from eventstore.maintenance import rebuilding
from eventstore.readmodels.index import MatchIndex
from eventstore.store.open_store import open_store
from tests.recorded import fill, records_in

pytestmark = pytest.mark.slow


def content(index: MatchIndex) -> tuple[object, ...]:
    return index.matches(), index.played(), index.details(), index.bookmarks(), index.checkpoint()


def test_two_processes_write_the_rows_of_one(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    records = records_in(path)
    fill(records)
    records.note("four", 3, "look", bookmark=True)
    index = MatchIndex(records.store, records)
    index.rebuild()
    alone = content(index)
    done = list[int]()
    reopen = partial(open_store, str(path))
    folded = rebuilding.rebuild(records.store, index, reopen, 2, done.append, preload=("viewer.cli",), part=20)
    assert content(index) == alone
    assert done == sorted(done)
    assert folded == done[-1] >= len(alone[0])


def test_a_small_log_needs_no_other_process(tmp_path: Path) -> None:
    records = records_in(tmp_path / "matches.db")
    fill(records)
    index = MatchIndex(records.store, records)

    def never() -> None:
        raise AssertionError("no other process is started")

    assert rebuilding.rebuild(records.store, index, never, 8) == len(index.matches())  # type: ignore[arg-type]
