"""A rebuild on several processes gives the tables of a rebuild in one."""

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from eventstore.maintenance import erasure, rebuilding
from eventstore.maintenance.passes import Processes, StorePlace, place_of
from eventstore.maintenance.verification import verify
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels import projector
from eventstore.readmodels.database import SharedDatabase, read_model_db
from eventstore.readmodels.index import MatchIndex
from eventstore.store.open_store import open_store
from eventstore.store.store import Store
from tests import ROOT
from tests.forked import FORKED
from tests.recorded import fill, records_in
from tests.stores import KINDS, empty


@contextmanager
def workers(store: Store, address: str) -> Iterator[Processes]:
    with ProcessPoolExecutor(1, FORKED) as pool:
        yield Processes(pool, 1, place_of(store, address))


def content(index: MatchIndex) -> tuple[Any, ...]:
    return index.matches(), index.played(), index.details(), index.bookmarks(), index.checkpoint()


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_two_processes_write_the_rows_of_one(kind: str, tmp_path: Path) -> None:
    address = empty(kind, tmp_path)
    records = MatchRepository(open_store(address))
    fill(records)
    records.note("four", 3, "look", bookmark=True)
    index = MatchIndex(records.store, records)
    index.rebuild()
    alone = content(index)
    done = list[int]()
    with workers(records.store, address) as others:
        folded = rebuilding.rebuild(records.store, index, others, done.append, part=20)
    assert content(index) == alone
    assert done == sorted(done)
    assert folded == done[-1] >= len(alone[0])
    assert verify(records).is_whole, "the counts too"
    records.store.close()


class Ended(Exception):
    """The program is ended."""


def begin_to_rebuild(index: MatchIndex, records: MatchRepository, address: str) -> None:
    """A rebuild that is ended when a third of the matches are done."""
    third = len(index.matches()) // 3

    def end(done: int) -> None:
        if done > third:
            raise Ended

    with workers(records.store, address) as others, pytest.raises(Ended):
        rebuilding.rebuild(records.store, index, others, end, part=20)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("what", ["nothing", "a match more", "a person forgotten", "another log"])
def test_a_rebuild_that_was_ended_goes_on(
    kind: str, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(projector, "MATCHES_PER_WRITE", 3)
    address = empty(kind, tmp_path)
    records = MatchRepository(open_store(address))
    fill(records)
    for number in range(20):
        records.start(scoresheet, ["Anna", "Ben"], PointsNoted("final", (number, 5)), id=f"sheet{number}")
    index = MatchIndex(records.store, records)
    index.rebuild()
    begin_to_rebuild(index, records, address)
    tables = read_model_db(records.store)
    tables = tables.beside("_new") if isinstance(tables, SharedDatabase) else tables
    assert tables.query("SELECT count(*) FROM matches") > [(5,)]
    if what == "a match more":
        records.record("sheet1", WinnersNamed((0,)))
    elif what == "a person forgotten":
        erasure.forget(records.store, records, MatchIndex(records.store, records), *records.people().named("Ben"))
        assert tables.created_with("matches") is None or kind == "sqlite"
    elif what == "another log":
        with tables.transaction() as connection:
            connection.execute("UPDATE matches SET recorded = recorded + 1000")
    records.store.close()
    records = MatchRepository(open_store(address))
    index = MatchIndex(records.store, records)
    with workers(records.store, address) as others:
        folded = rebuilding.rebuild(records.store, index, others, part=20)
    is_anew = what in ("a person forgotten", "another log")
    assert (folded >= len(index.matches())) is is_anew
    assert verify(records).is_whole
    rows = content(index)
    index.rebuild()
    assert content(index) == rows
    records.store.close()


def test_a_small_log_is_given_to_no_other_process(tmp_path: Path) -> None:
    records = records_in(tmp_path / "matches.db")
    fill(records)
    index = MatchIndex(records.store, records)

    place = StorePlace(str(tmp_path / "another"), "")
    with ProcessPoolExecutor(1, FORKED) as pool:
        assert rebuilding.rebuild(records.store, index, Processes(pool, 1, place)) == len(index.matches())


REBUILD = """
import sys
from eventstore.maintenance import passes, rebuilding
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.store.open_store import open_store
with passes.start_processes(2) as pool:
    store = open_store(sys.argv[1])
    index = MatchIndex(store, MatchRepository(store))
    workers = passes.Processes(pool, 2, passes.place_of(store, sys.argv[1]))
    print(rebuilding.rebuild(store, index, workers, part=20))
    store.close()
"""


@pytest.mark.slow
def test_processes_started_before_the_store_is_opened_rebuild_it(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    records = records_in(path)
    fill(records)
    index = MatchIndex(records.store, records)
    index.rebuild()
    alone = content(index)
    run = subprocess.run([sys.executable, "-c", REBUILD, path], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stderr == ""
    assert int(run.stdout) >= len(alone[0])  # A match in several small parts is folded for each.
    assert content(index) == alone
