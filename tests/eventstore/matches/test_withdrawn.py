"""Withdrawn matches: in the log and in no list, until they are brought back."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from core.record_events import MatchDescribed, MatchRestored, MatchWithdrawn
from eventstore.formats.script import write_script
from eventstore.maintenance import erasure
from eventstore.maintenance.verification import verify
from eventstore.matches import withdrawals
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.earlier_plays import past_of
from eventstore.readmodels.index import MatchIndex
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import Conflict, StoredEvent
from tests.recording import refused

SHEET = (PointsNoted("final", (5, 1)), WinnersNamed((0,)))


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
    assert past_of(index, row).changes == ()
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


class Contended(SqliteStore):
    """A store in which others append just before this program does, once for each of `others`."""

    others: list[Callable[[], object]]

    def append(self, *words: Any, **more: Any) -> tuple[StoredEvent, ...]:
        if self.others:
            self.others.pop(0)()
        return super().append(*words, **more)


@pytest.fixture
def contended(tmp_path: Path, index: MatchIndex) -> MatchRepository:
    store = Contended(tmp_path / "partie.db")
    store.others = []
    return MatchRepository(store)


def test_a_withdrawal_is_repeated_while_others_record(records: MatchRepository, contended: MatchRepository) -> None:
    assert isinstance(contended.store, Contended)
    contended.store.others = [
        lambda: records.record("one", MatchDescribed(place="Brno")),
        lambda: records.record("one", MatchDescribed(place="Praha")),
    ]
    assert withdrawals.withdraw(contended, "one", "twice")
    assert records.match("one").withdrawal == MatchWithdrawn("twice")


def test_what_others_withdrew_or_brought_back_meanwhile_stays(
    records: MatchRepository, contended: MatchRepository
) -> None:
    assert isinstance(contended.store, Contended)
    contended.store.others = [lambda: records.withdraw("one", "first")]
    assert not withdrawals.withdraw(contended, "one", "second")
    assert records.match("one").withdrawal == MatchWithdrawn("first")
    contended.store.others = [lambda: records.restore("one")]
    assert not withdrawals.restore(contended, "one")
    assert records.match("one").withdrawal is None


def test_forgetting_is_repeated_while_people_are_added(records: MatchRepository, contended: MatchRepository) -> None:
    assert isinstance(contended.store, Contended)
    contended.store.others = [lambda: records.start(scoresheet, ["Dora", "Emil"])]
    (anna,) = records.people().named("Anna")
    erasure.forget(contended.store, contended, MatchIndex(contended.store, contended), anna)
    assert records.people().named("Anna") == ()
    assert records.people().named("Dora") != ()


@pytest.mark.parametrize("stream", ["people", "imports/7", "access", "notes/one", "matches/one"])
def test_a_conflict_names_no_stream(stream: str) -> None:
    said = str(Conflict(stream, 3, 4))
    assert stream.partition("/")[0] not in said.lower()
    assert "4, not 3" in said
