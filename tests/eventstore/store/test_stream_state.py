"""What is kept of a stream is checked against the log before it is read on, in stores of every kind."""

from pathlib import Path

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.access.access import Access
from eventstore.matches.repository import MatchRepository, utc_now
from eventstore.readmodels.index import MatchIndex
from eventstore.store.store import Conflict, ReplacedStore
from eventstore.store.stream_state import retry_on_conflict
from tests.eventstore.service.client import opened
from tests.stores import KINDS, change, empty


@pytest.mark.parametrize("kind", KINDS)
def test_grants_and_people_of_another_log_are_not_mixed_with_those_known(tmp_path: Path, kind: str) -> None:
    address = empty(kind, tmp_path)
    store = opened(address, tmp_path)
    access, records = Access(store, "local", utc_now), MatchRepository(store)
    token = access.make_token("recorder")
    match = records.start(scoresheet, ["Anna", "Ben"], PointsNoted("a", (1, 2)))
    assert access.principal_of(token)
    change(address, "UPDATE events SET chain = x'00' WHERE type IN ('TokenMade', 'PersonNamed')", triggers=False)
    with pytest.raises(ReplacedStore):
        access.principal_of(token)
    with pytest.raises(ReplacedStore):
        access.set_visibility(match.id, "public")
    with pytest.raises(ReplacedStore):
        records.people()
    with pytest.raises(ReplacedStore):
        records.start(scoresheet, ["Cleo", "Dora"])
    change(address, "DELETE FROM events", triggers=False)
    with pytest.raises(ReplacedStore):
        access.principal_of(token)
    store.close()


@pytest.mark.parametrize("kind", KINDS)
def test_read_tables_of_another_log_are_made_again(tmp_path: Path, kind: str) -> None:
    address = empty(kind, tmp_path)
    store = opened(address, tmp_path)
    records = MatchRepository(store)
    for id in ("one", "two"):
        records.start(scoresheet, ["Anna", "Ben"], id=id)
    assert len(MatchIndex(store, records).ids()) == 2
    gone = "stream = (SELECT id FROM streams WHERE name = 'matches/two')"
    if kind == "postgres":
        gone = "stream = 'matches/two'"
    change(address, f"DELETE FROM events WHERE {gone}", triggers=False)
    assert MatchIndex(store, MatchRepository(store)).ids() == ("one",)
    store.close()


def test_a_write_that_meets_the_same_conflict_again_and_again_ends() -> None:
    attempts = 0

    def write() -> None:
        nonlocal attempts
        attempts += 1
        raise Conflict("a", 3, 2)

    with pytest.raises(ReplacedStore):
        retry_on_conflict(write)
    assert attempts > 1


def test_a_write_goes_on_as_long_as_the_stream_does() -> None:
    attempts = 0

    def write() -> int:
        nonlocal attempts
        attempts += 1
        if attempts < 50:
            raise Conflict("a", attempts, attempts + 1)
        return attempts

    assert retry_on_conflict(write) == 50
