"""Withdrawn matches: in the log and in no list, until they are brought back."""

from pathlib import Path

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from core.record_events import MatchRestored, MatchWithdrawn
from eventstore.formats.script import write_script
from eventstore.maintenance.verification import verify
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.records_broken import broken_by
from eventstore.store.sqlite import SqliteStore
from tests.recording import refused

SHEET = (PointsNoted("final", (5, 1)), WinnersNamed((0,)))


@pytest.fixture
def records(tmp_path: Path) -> MatchRepository:
    return MatchRepository(SqliteStore(tmp_path / "matches.db"))


@pytest.fixture
def index(records: MatchRepository) -> MatchIndex:
    for id, names in (("one", ("Anna", "Ben")), ("two", ("Anna", "Cleo"))):
        records.start(scoresheet, names, *SHEET, options={"title": f"Game {id}"}, id=id, place=id, tags=[id])
        records.note(id, 2, "see", bookmark=True)
    return MatchIndex(records.store, records)


def test_a_withdrawn_match_is_in_no_list_and_no_statistics(records: MatchRepository, index: MatchIndex) -> None:
    records.withdraw("two", "recorded twice")
    assert index.ids() == ("one",)
    assert [match.id for match in index.played()] == ["one"]
    assert (index.count(), index.games(), index.places(), index.tags()) == (1, ("Game one",), ("one",), ("one",))
    assert {records.people().name(id) for id in index.plays_by_person()} == {"Anna", "Ben"}
    assert {records.people().name(id) for id in index.unlisted_people()} == {"Cleo"}
    assert [row.id for row, _ in index.bookmarks()] == ["one"]
    assert [row.id for row in index.matches(withdrawn=True)] == ["two"]
    assert index.counted().ids() == ("one",)
    row = index.row("two")
    assert row is not None, "a link still opens it"
    assert row.withdrawn
    assert broken_by(index, "two") == ()
    report = verify(records)
    assert report.is_whole
    assert report.matches == 2, "verify still checks it"


def test_it_comes_back_as_it_was(records: MatchRepository, index: MatchIndex) -> None:
    before = index.matches()
    records.withdraw("two")
    records.restore("two")
    now = index.matches()
    assert [row.id for row in now] == [row.id for row in before]
    assert [(row.scores, row.winners) for row in now] == [(row.scores, row.winners) for row in before]
    assert index.unlisted_people() == frozenset()


def test_a_withdrawn_match_takes_nothing_but_its_return(records: MatchRepository, index: MatchIndex) -> None:
    records.withdraw("two")
    for event in (PointsNoted("final", (6, 1)), MatchWithdrawn()):
        with refused("R-WITHDRAWN"):
            records.record("two", event)
    with refused("R-WITHDRAWN"):
        records.fork("two", 2)
    with refused("R-WITHDRAWN"):
        records.restore("one")
    with refused("R-WITHDRAWN"):
        records.record("one", MatchWithdrawn(), PointsNoted("final", (6, 1)))
    assert records.match("two").withdrawal == MatchWithdrawn()
    records.restore("two")
    assert records.match("two").log[-1].event == MatchRestored()


def test_a_fork_stays_when_its_parent_is_withdrawn(records: MatchRepository, index: MatchIndex) -> None:
    fork = records.fork("two", 2)
    records.withdraw("two")
    assert set(index.ids()) == {"one", fork.id}
    records.withdraw(fork.id)
    assert index.forks("two") == ()


def test_the_reason_is_forgotten_with_a_person(records: MatchRepository, index: MatchIndex) -> None:
    records.withdraw("two", "Cleo cheated")
    records.people_repository.forget(records.people().named("Cleo")[0])
    assert records.match("two").withdrawal == MatchWithdrawn("somebody cheated")
    assert verify(records).is_whole
    assert "Cleo" not in write_script(records.match("two"))
