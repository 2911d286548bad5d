"""Photos are covered by verification, backup, restore, copies and erasure, and survive a killed program."""

import multiprocessing
from contextlib import closing
from itertools import permutations
from multiprocessing.synchronize import Event
from pathlib import Path

import pytest
from PIL import Image

from core.errors import InvalidInput
from core.games import scoresheet
from eventstore.maintenance.backup import backup, restore
from eventstore.maintenance.copying import copy
from eventstore.maintenance.erasure import forget
from eventstore.maintenance.merging import merge
from eventstore.maintenance.verification import verify
from eventstore.matches import photos
from eventstore.matches.match import Match
from eventstore.matches.photo_encoding import encode
from eventstore.matches.photo_file import PhotoFile
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.store.open_store import open_store
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import Append, UnusableStore
from tests.pictures import file, photo, with_scans
from tests.recorded import records_in
from tests.stores import KINDS, change, empty

RED, BLUE = encode(photo(color="red")), encode(photo(color="blue"))


@pytest.fixture
def match(records: MatchRepository) -> Match:
    """A match with two photos."""
    match = records.start(scoresheet, ("Anna", "Ben"), id="kettle")
    records.photos.attach(match, RED, caption="Anna won")
    records.photos.attach(match, BLUE, 1)
    return match


DAMAGE = {
    "missing": ("DELETE FROM blobs WHERE digest = '{red}'", "photos/kettle, event 1", "is missing"),
    "changed": ("UPDATE blobs SET content = x'00' WHERE digest = '{blue}'", "photos/kettle, event 2", "is not what"),
    "unused": (
        "INSERT INTO blobs (stream, digest, content) SELECT stream, 'abc', x'00' FROM blobs LIMIT 1",
        "photos/kettle, event 2",
        "belongs to no photo",
    ),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_a_missing_changed_or_unused_content_is_told_and_never_backed_up(
    records: MatchRepository, match: Match, tmp_path: Path, name: str
) -> None:
    sql, where, sentence = DAMAGE[name]
    change(tmp_path / "partie.db", "DROP TRIGGER blobs_refuse_update", sql.format(red=RED.digest, blue=BLUE.digest))
    for report in (verify(records), verify(records, "kettle")):
        assert [(found.where, sentence in found.sentence) for found in report.damaged] == [(where, True)]
    with pytest.raises(UnusableStore, match="photo"):
        backup(SqliteStore(tmp_path / "partie.db"), tmp_path / "backup.db")
    assert not (tmp_path / "backup.db").exists()


def test_a_backup_keeps_the_photos_and_a_restore_brings_them_back(
    records: MatchRepository, match: Match, tmp_path: Path
) -> None:
    with closing(SqliteStore(tmp_path / "partie.db")) as store:
        backup(store, tmp_path / "backup.db")
    records.photos.remove("kettle", records.photos.of("kettle")[0].id)
    records.store.close()
    restore(tmp_path / "backup.db", tmp_path / "partie.db", force=True)
    again = records_in(tmp_path / "partie.db")
    assert [again.photos.content("kettle", one) for one in again.photos.of("kettle")] == [RED.content, BLUE.content]
    again.store.close()


@pytest.mark.parametrize("content", [photo(), with_scans(1_000)], ids=["with metadata", "of many scans"])
def test_a_foreign_photo_is_named_shown_to_nobody_and_comes_into_no_other_store(
    records: MatchRepository, match: Match, tmp_path: Path, content: bytes
) -> None:
    foreign = records.photos.attach(match, PhotoFile(content, 64, 48), caption="brought by a program")
    for report in (verify(records), verify(records, "kettle")):
        assert [(found.where, "`partie photo save`" in found.sentence) for found in report.damaged] == [
            ("photos/kettle, event 3", True)
        ]
    with pytest.raises(InvalidInput, match=f"The photo {foreign.id} of match kettle is not shown"):
        records.photos.content("kettle", foreign)
    with closing(SqliteStore(tmp_path / "other.db")) as other:
        with pytest.raises(UnusableStore, match="photos/kettle, event 3"):
            merge(other, records.store)
        assert not list(other.streams()), "nothing came"
    with closing(SqliteStore(tmp_path / "partie.db")) as store:
        backup(store, tmp_path / "backup.db")  # The rest of the store must not be lost for it.
    with pytest.raises(UnusableStore, match="is not whole and was not restored"):
        restore(tmp_path / "backup.db", tmp_path / "restored.db")
    assert not (tmp_path / "restored.db").exists()
    assert records.photos.stored_content("kettle", foreign) == content, "its owner can save it"
    records.photos.remove("kettle", foreign.id)
    assert verify(records).is_whole
    with closing(SqliteStore(tmp_path / "other.db")) as other:
        merge(other, records.store)
        assert verify(MatchRepository(other)).is_whole


@pytest.mark.slow
@pytest.mark.parametrize("kinds", [*permutations(KINDS)], ids="-to-".join)
def test_a_copy_has_the_photos_and_a_later_copy_deletes_the_removed_ones(
    kinds: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    one, other = (open_store(empty(kind, tmp_path / end)) for kind, end in zip(kinds, ("from", "to"), strict=True))
    with closing(one), closing(other):
        records = MatchRepository(one)
        match = records.start(scoresheet, ("Anna", "Ben"))
        first = records.photos.attach(match, RED)
        records.photos.attach(match, BLUE)
        copy(one, other)
        copied = MatchRepository(other)
        assert copied.photos.of(match.id) == records.photos.of(match.id)
        assert copied.photos.content(match.id, first) == RED.content
        other.append(Append(photos.stream(match.id), (), expected_version=2, by="", at="", blobs={RED.digest: None}))
        assert copy(one, other) == 0, "a copy that was cut off is completed"
        assert verify(copied).is_whole
        records.photos.remove(match.id, first.id)
        copy(one, other)
        assert other.blobs(photos.stream(match.id)) == (BLUE.digest,)
        assert verify(copied).is_whole


def test_a_forgotten_person_disappears_from_captions(records: MatchRepository, match: Match) -> None:
    records.photos.describe("kettle", records.photos.of("kettle")[1].id, "Anna's last tile")
    records.people_repository.forget(next(iter(records.people().named("Anna"))))
    assert [one.caption for one in records.photos.of("kettle")] == ["somebody won", "somebody's last tile"]
    assert verify(records).is_whole


def test_a_name_in_the_bytes_of_a_photo_is_not_taken_for_one_that_was_left(
    records: MatchRepository, match: Match, tmp_path: Path
) -> None:
    records.photos.attach(match, PhotoFile(b"\xff Anna \xff" + bytes(9000) + b" Anna ", 1, 1))
    person = next(iter(records.people().named("Anna")))
    assert forget(records.store, records, MatchIndex(records.store, records), person).left == {}
    assert [one.caption for one in records.photos.of("kettle")] == ["somebody won", "", ""]
    assert {path.name for path in tmp_path.iterdir()} <= {"partie.db", "partie.db-wal", "partie.db-shm"}


def test_nothing_of_a_removed_photo_is_left_in_the_file(tmp_path: Path) -> None:
    records = records_in(tmp_path / "partie.db")
    match = records.start(scoresheet, ("Anna", "Ben"))
    attached = records.photos.attach(match, encode(file(Image.effect_noise((400, 300), 90))))
    content = records.photos.content(match.id, attached)
    parts = [content[start : start + 64] for start in range(700, len(content) - 64, 500)]
    paths = [tmp_path / "partie.db", tmp_path / "partie.db-wal"]
    assert any(part in path.read_bytes() for path in paths for part in parts)
    records.photos.remove(match.id, attached.id)
    assert not [part for path in paths for part in parts if part in path.read_bytes()]
    records.store.close()


def write_until_killed(path: str, ready: Event) -> None:
    records = records_in(Path(path))
    match = records.match("kettle")
    while True:
        attached = records.photos.attach(match, RED)
        ready.set()
        records.photos.remove(match.id, attached.id)


@pytest.mark.slow
def test_a_killed_program_leaves_each_photo_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "partie.db"
    records = records_in(path)
    records.start(scoresheet, ("Anna", "Ben"), id="kettle")
    spawn = multiprocessing.get_context("spawn")
    ready = spawn.Event()
    writer = spawn.Process(target=write_until_killed, args=(str(path), ready))
    writer.start()
    assert ready.wait(60)
    writer.kill()
    writer.join()
    assert verify(records).is_whole
    assert len(records.store.read("photos/kettle")) > 0
    records.store.close()
