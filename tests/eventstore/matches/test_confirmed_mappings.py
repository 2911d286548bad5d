"""The mappings of tables that people confirmed: kept once for all devices, replaced, forgotten, merged, redacted."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from eventstore.access.authorized_store import AuthorizedStore
from eventstore.access.grants import Grants, NotAllowed, Principal
from eventstore.maintenance import erasure
from eventstore.maintenance.backup import backup
from eventstore.maintenance.merging import merge
from eventstore.maintenance.verification import verify
from eventstore.matches.confirmed_mappings import STREAM, ConfirmedMappings
from eventstore.matches.people import Player
from eventstore.matches.repository import MatchRepository, utc_now
from eventstore.readmodels.index import MatchIndex
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import Store

HEADER = ("when", "who", "result")
LONG = {"columns": [{"header": "Who", "meaning": "player"}], "shape": "long"}
WIDE = LONG | {"shape": "wide"}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(SqliteStore(tmp_path / "partie.db")) as opened:
        yield opened


def mappings(store: Store, day: int = 1) -> ConfirmedMappings:
    return ConfirmedMappings(store, "test", lambda: f"2026-06-{day:02}T10:00:00.000Z")


def test_the_last_confirmed_mapping_of_a_header_counts_until_it_is_forgotten(store: Store) -> None:
    one, other = mappings(store, 14), mappings(store, 15)
    one.confirm(HEADER, LONG)
    one.confirm(HEADER, LONG)
    found = other.known().get(HEADER)
    assert found
    assert (found.mapping, found.at[:10]) == (LONG, "2026-06-14")
    assert other.known().get(HEADER[:2]) is None
    other.confirm(HEADER, WIDE)
    assert (kept := one.known().get(HEADER))
    assert (kept.mapping, kept.at[:10]) == (WIDE, "2026-06-15")
    one.forget(HEADER)
    one.forget(HEADER)
    assert other.known().get(HEADER) is None
    assert [row.type for row in store.read(STREAM)] == ["MappingConfirmed", "MappingConfirmed", "MappingForgotten"]
    assert verify(MatchRepository(store)).is_whole


def test_only_recorders_confirm(store: Store) -> None:
    def kept(principal: Principal) -> ConfirmedMappings:
        return ConfirmedMappings(AuthorizedStore(store, principal, Grants), principal.by, utc_now)

    kept(Principal("Anna", "recorder")).confirm(HEADER, LONG)
    viewer = kept(Principal("Ben", "viewer"))
    assert viewer.known().get(HEADER) is None
    with pytest.raises(NotAllowed):
        viewer.confirm(HEADER, WIDE)
    assert mappings(store).known().get(HEADER)


def test_a_forgotten_person_in_a_header_is_forgotten_too(store: Store) -> None:
    records = MatchRepository(store)
    (person,) = records.people_repository.seat([Player("Žofie Tichá")])
    named = ("date", "žofie tichá")
    records.mappings.confirm(named, {"columns": [{"header": "Žofie Tichá", "meaning": "points"}], "shape": "wide"})
    assert not erasure.forget(store, records, MatchIndex(store, records), person).left
    assert named not in MatchRepository(store).mappings.known()
    assert verify(records).is_whole


def test_mappings_come_along_in_a_backup_and_the_later_of_two_stores_counts(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "one.db")) as one, closing(SqliteStore(tmp_path / "other.db")) as other:
        mappings(one, 1).confirm(HEADER, LONG)
        mappings(other, 2).confirm(HEADER, WIDE)
        mappings(other, 2).confirm(HEADER[:2], LONG)
        backup(one, tmp_path / "backup.db")
        for target, source in ((one, other), (other, one)):
            assert merge(target, source).left == []
            assert (found := mappings(target).known().get(HEADER))
            assert found.mapping == WIDE
            assert mappings(target).known().get(HEADER[:2])
            assert verify(MatchRepository(target)).is_whole
    with closing(SqliteStore(tmp_path / "backup.db")) as copied:
        assert (found := mappings(copied).known().get(HEADER))
        assert found.mapping == LONG
