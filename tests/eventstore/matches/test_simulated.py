"""Simulated matches: left out of lists and statistics beside real ones, never deleted."""

from pathlib import Path

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from eventstore.access.authorized_store import AuthorizedStore
from eventstore.access.grants import ANONYMOUS, Grants, NotAllowed, Principal
from eventstore.maintenance.verification import verify
from eventstore.matches.repository import MatchRepository, utc_now
from eventstore.matches.simulated import STREAM, ListSettings
from eventstore.readmodels.earlier_plays import past_of
from eventstore.readmodels.index import MatchIndex
from eventstore.statistics.play_changes import MIN_EARLIER, PointsRecord
from eventstore.store.sqlite import SqliteStore


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    return SqliteStore(tmp_path / "matches.db")


def play(store: SqliteStore, id: str, names: tuple[str, str], points: int, **more: object) -> None:
    """A score sheet that the first one wins."""
    sheet = (PointsNoted("final", (points, 1)), WinnersNamed((0,)))
    MatchRepository(store).start(scoresheet, names, *sheet, options={"title": "Kettle Race"}, id=id, **more)  # type: ignore[arg-type]


def ids(index: MatchIndex) -> list[str]:
    return sorted(row.id for row in index.matches())


def test_simulated_matches_count_until_there_is_another_one(store: SqliteStore) -> None:
    play(store, "demo-scoresheet-1", ("Robo Ada", "Robo Bert"), 90, place="Robotown", tags=["simulated"])
    records = MatchRepository(store)
    index = MatchIndex(store, records)
    assert ids(index.counted()) == ["demo-scoresheet-1"]
    assert index.counted().unlisted_people() == frozenset()
    fork = records.fork("demo-scoresheet-1", 2)
    assert ids(index.counted()) == sorted([fork.id, "demo-scoresheet-1"]), "a fork of a simulated match is simulated"
    play(store, "own", ("Anna", "Robo Bert"), 5)
    assert ids(index) == sorted([fork.id, "demo-scoresheet-1", "own"])
    counted = index.counted()
    assert ids(counted) == ["own"]
    assert [match.id for match in counted.played()] == ["own"]
    assert (counted.count(), counted.places(), counted.tags()) == (1, (), ())
    assert {records.people().name(id) for id in counted.plays_by_person()} == {"Anna", "Robo Bert"}
    assert {records.people().name(id) for id in counted.unlisted_people()} == {"Robo Ada"}
    assert counted.count(simulated=True) == 2, "when they are asked for"
    assert counted.row("demo-scoresheet-1"), "a link still opens it"
    assert ids(counted.counted()) == ["own"]


def test_a_record_is_broken_among_matches_of_one_kind(store: SqliteStore) -> None:
    for number in range(1, MIN_EARLIER + 2):
        day = f"2026-11-{number:02}"
        play(store, f"demo-scoresheet-{number}", ("Robo Ada", "Robo Bert"), 90 + number, played_on=day)
        play(store, f"own{number}", ("Anna", "Ben"), 5 + number, played_on=day)
    index = MatchIndex(store, MatchRepository(store))

    def best(id: str) -> set[float]:
        row = index.row(id)
        assert row
        return {change.points for change in past_of(index, row).changes if isinstance(change, PointsRecord)}

    assert best(f"own{MIN_EARLIER + 1}") == {6 + MIN_EARLIER}, "although the robots have more points"
    assert best(f"own{MIN_EARLIER}") == set(), "too few earlier ones, and the simulated ones are none"
    assert best(f"demo-scoresheet-{MIN_EARLIER + 1}") == {91 + MIN_EARLIER}


def test_hiding_is_a_fact_of_the_store_that_every_device_sees(store: SqliteStore) -> None:
    own, other = (ListSettings(store, by, utc_now) for by in ("laptop", "phone"))
    assert not other.are_simulated_hidden()
    own.hide_simulated(True)
    own.hide_simulated(True)
    assert other.are_simulated_hidden()
    other.hide_simulated(False)
    assert not own.are_simulated_hidden()
    assert [row.recorded_by for row in store.read(STREAM)] == ["laptop", "phone"]
    assert verify(MatchRepository(store)).is_whole


def test_everybody_sees_the_setting_and_a_recorder_changes_it(store: SqliteStore) -> None:
    def settings(principal: Principal) -> ListSettings:
        return ListSettings(AuthorizedStore(store, principal, Grants), principal.by, utc_now)

    settings(Principal("Anna", "recorder")).hide_simulated(True)
    for principal in (ANONYMOUS, Principal("Ben", "viewer"), Principal("Cleo", "recorder", "own")):
        assert settings(principal).are_simulated_hidden()
        with pytest.raises(NotAllowed):
            settings(principal).hide_simulated(False)
