"""The prices of games: kept in the store once for all devices, seen by readers, noted by recorders, forgotten too."""

from pathlib import Path

import pytest

from eventstore.access.authorized_store import AuthorizedStore
from eventstore.access.grants import ANONYMOUS, Grants, NotAllowed, Principal
from eventstore.maintenance.verification import verify
from eventstore.matches.collection import STREAM, Collection, Price
from eventstore.matches.repository import MatchRepository, utc_now
from eventstore.store.sqlite import SqliteStore


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    return SqliteStore(tmp_path / "matches.db")


def test_a_price_is_the_same_on_every_device_and_noted_once(store: SqliteStore) -> None:
    own, other = (Collection(store, by, utc_now) for by in ("laptop", "phone"))
    own.note("Azul", 40, "EUR")
    own.note("Azul", 40, "EUR")
    assert other.prices() == {"Azul": Price(40, "EUR")}
    other.note("Azul", None)
    assert own.prices() == {}
    assert [row.recorded_by for row in store.read(STREAM)] == ["laptop", "phone"]
    assert verify(MatchRepository(store)).is_whole


def test_readers_see_prices_and_recorders_note_them(store: SqliteStore) -> None:
    def collection(principal: Principal) -> Collection:
        return Collection(AuthorizedStore(store, principal, Grants), principal.by, utc_now)

    collection(Principal("Anna", "recorder")).note("Azul", 40)
    viewer = collection(Principal("Ben", "viewer"))
    assert viewer.prices() == {"Azul": Price(40, "")}
    with pytest.raises(NotAllowed):
        viewer.note("Azul", 1)
    assert collection(ANONYMOUS).prices() == {}


@pytest.mark.parametrize("price", [-1, float("nan"), float("inf"), 10**10])
def test_an_impossible_price_is_refused(store: SqliteStore, price: float) -> None:
    with pytest.raises(ValueError, match="from 0 to 1,000,000,000"):
        Collection(store, "laptop", utc_now).note("Azul", price)
    assert store.read(STREAM) == ()
