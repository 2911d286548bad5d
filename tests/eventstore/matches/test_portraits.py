"""Pictures of people and games: given, replaced, removed for ever, copied, merged and forgotten with their person."""

from pathlib import Path

import pytest

from core.errors import InvalidInput
from core.games import scoresheet
from eventstore.maintenance import copying, erasure
from eventstore.maintenance.merging import merge
from eventstore.maintenance.verification import verify
from eventstore.matches import portraits
from eventstore.matches.idempotency import KeyReused
from eventstore.matches.people import Player
from eventstore.matches.photo_encoding import encode
from eventstore.matches.portraits import NoPicture, PortraitRepository
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from tests.pictures import photo
from tests.recorded import records_in
from tests.stores import change

RED, BLUE = encode(photo(color="red")), encode(photo(color="blue"))


@pytest.fixture
def pictures(records: MatchRepository) -> PortraitRepository:
    return records.portraits


def kept(records: MatchRepository) -> tuple[str, ...]:
    return records.store.blobs(portraits.STREAM)


def test_a_person_and_a_game_have_one_picture_each(records: MatchRepository, pictures: PortraitRepository) -> None:
    (anna,) = records.people_repository.seat([Player("Anna")])
    pictures.give_person(anna, RED)
    pictures.give_game("Azul", RED)
    pictures.give_person(anna, BLUE)
    now = pictures.portraits()
    assert (now.of_person(records.people(), anna), now.games) == (BLUE.digest, {"Azul": RED.digest})
    assert pictures.content(BLUE.digest) == BLUE.content
    pictures.remove_game("Azul")
    assert kept(records) == (BLUE.digest,), "what is no picture any more is deleted"
    with pytest.raises(NoPicture):
        pictures.content(RED.digest)
    assert verify(records).is_whole


def test_a_content_stays_as_long_as_one_has_it(records: MatchRepository, pictures: PortraitRepository) -> None:
    pictures.give_game("Azul", RED)
    pictures.give_game("Go", RED)
    pictures.remove_game("Azul")
    assert kept(records) == (RED.digest,)
    pictures.remove_game("Azul")  # Once more changes nothing.
    assert verify(records).is_whole


def test_a_merged_person_keeps_the_picture(records: MatchRepository, pictures: PortraitRepository) -> None:
    anna, other = records.people_repository.seat([Player("Anna"), Player("Anna N.")])
    pictures.give_person(other, RED)
    records.people_repository.merge(other, anna)
    assert pictures.portraits().of_person(records.people(), anna) == RED.digest


def test_a_key_gives_once(pictures: PortraitRepository) -> None:
    pictures.give_game("Azul", RED, idempotency_key="k")
    pictures.give_game("Azul", RED, idempotency_key="k")
    with pytest.raises(KeyReused):
        pictures.give_game("Azul", BLUE, idempotency_key="k")


@pytest.mark.parametrize("title", ["", " ", "x" * 201])
def test_a_picture_needs_a_title(pictures: PortraitRepository, title: str) -> None:
    with pytest.raises(InvalidInput):
        pictures.give_game(title, RED)


def test_a_missing_content_is_told(records: MatchRepository, pictures: PortraitRepository, tmp_path: Path) -> None:
    pictures.give_game("Azul", RED)
    change(tmp_path / "partie.db", "DELETE FROM blobs")
    report = verify(records)
    assert [finding.where for finding in report.tampered + report.damaged] == ["portraits, event 1"]


def test_a_copy_has_the_pictures(records: MatchRepository, pictures: PortraitRepository, tmp_path: Path) -> None:
    pictures.give_game("Azul", RED)
    target = records_in(tmp_path / "copy.db")
    copying.copy(records.store, target.store)
    assert target.portraits.content(RED.digest) == RED.content
    assert verify(target).is_whole


def test_two_stores_are_united_with_the_later_picture(tmp_path: Path) -> None:
    mine, other = records_in(tmp_path / "mine.db"), records_in(tmp_path / "other.db")
    mine.portraits.give_game("Azul", RED)
    mine.portraits.give_game("Go", RED)
    other.portraits.give_game("Azul", BLUE)
    merge(mine.store, other.store)
    merge(other.store, mine.store)
    for records in (mine, other):
        assert records.portraits.portraits().games == {"Azul": BLUE.digest, "Go": RED.digest}
        assert records.portraits.content(BLUE.digest) == BLUE.content
        assert verify(records).is_whole


def test_a_forgotten_person_has_no_picture(tmp_path: Path) -> None:
    records = records_in(tmp_path / "partie.db")
    records.start(scoresheet, ("Anna", "Ben"))
    (anna,) = records.people().named("Anna")
    records.portraits.give_person(anna, RED)
    erasure.forget(records.store, records, MatchIndex(records.store, records), anna)
    assert not kept(records)
    assert not records.portraits.portraits().people
    assert verify(records).is_whole
