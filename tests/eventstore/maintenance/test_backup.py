"""Backups are the store's rows, all of them, and nothing that stands somewhere is lost by putting one back."""

from pathlib import Path

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.access.access import Access
from eventstore.maintenance.backup import backup, restore
from eventstore.maintenance.heads import head, is_head
from eventstore.maintenance.verification import verify
from eventstore.matches.repository import MatchRepository, utc_now
from eventstore.store.sqlite import SqliteStore, sqlite3
from eventstore.store.sqlite_schema import refusing_trigger
from eventstore.store.store import Conflict, StoreInUse, UnusableStore
from tests.recorded import records_in
from tests.stores import change
from tests.viewer.commands.terminal import Terminal
from viewer.commands.maintenance import TAMPERED

TABLES = ("events", "streams")


def filled(path: Path, *ids: str) -> MatchRepository:
    records = records_in(path)
    for id in ids:
        records.start(scoresheet, ["Anna", "Ben"], PointsNoted("a", (1, 2)), id=id)
    return records


def ids(path: Path) -> list[str]:
    store = SqliteStore(path)
    found = list(MatchRepository(store).ids())
    store.close()
    return found


def test_a_backup_replaces_no_file_and_a_damaged_store_has_none(tmp_path: Path) -> None:
    records = filled(tmp_path / "a.db", "one")
    (tmp_path / "b.db").write_text("a letter")
    with pytest.raises(FileExistsError, match="never replaces a file"):
        backup(records.store, tmp_path / "b.db")
    assert (tmp_path / "b.db").read_text() == "a letter"
    records.store.close()
    with sqlite3.connect(tmp_path / "a.db") as connection:
        connection.execute("PRAGMA writable_schema=ON")
        connection.execute("UPDATE sqlite_master SET sql = replace(sql, 'STRICT', '') WHERE name = 'events'")
        connection.execute("DELETE FROM sqlite_master WHERE name = 'events_by_source'")  # Its pages belong to nothing.
    connection.close()
    with pytest.raises(UnusableStore, match="damaged"):
        backup(SqliteStore(tmp_path / "a.db"), tmp_path / "c.db")
    assert not (tmp_path / "c.db").exists()


def test_a_backup_goes_where_nothing_is_or_an_empty_store(tmp_path: Path) -> None:
    records = filled(tmp_path / "a.db", "one", "two")
    assert backup(records.store, tmp_path / "b.db") == 2
    SqliteStore(tmp_path / "empty.db").close()
    before = (tmp_path / "b.db").read_bytes()
    for name in ("empty.db", "folder/new.db"):
        assert restore(tmp_path / "b.db", tmp_path / name) == (2, None)
        store = SqliteStore(tmp_path / name)
        assert [tuple(row) for row in store.read_all()] == [tuple(row) for row in records.store.read_all()]
        store.close()
    assert (tmp_path / "b.db").read_bytes() == before


@pytest.mark.slow
def test_what_a_backup_replaces_is_kept_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    records = filled(path, "one")
    backup(records.store, tmp_path / "b.db")
    records.start(scoresheet, ["Anna", "Ben"], PointsNoted("a", (3, 4)), id="two")
    with pytest.raises(StoreInUse, match="this program"):
        restore(tmp_path / "b.db", path, force=True)
    records.store.close()
    with pytest.raises(FileExistsError, match="with --force"):
        restore(tmp_path / "b.db", path)
    assert ids(path) == ["one", "two"]
    assert restore(tmp_path / "b.db", path, force=True) == (1, tmp_path / "a-before-1.db")
    assert ids(path) == ["one"]
    assert ids(tmp_path / "a-before-1.db") == ["one", "two"]
    assert restore(tmp_path / "a-before-1.db", path, force=True) == (2, tmp_path / "a-before-2.db")
    assert ids(path) == ["one", "two"]


def test_a_store_damaged_beyond_opening_is_kept_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    records = filled(path, "one")
    backup(records.store, tmp_path / "b.db")
    records.store.close()
    path.write_bytes(b"\xa5" * 9000)
    assert restore(tmp_path / "b.db", path, force=True) == (1, tmp_path / "a-before-1.db")
    assert (tmp_path / "a-before-1.db").read_bytes() == b"\xa5" * 9000
    assert ids(path) == ["one"]


def test_a_backup_that_is_not_whole_is_refused_and_nothing_changes(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    records = filled(path, "one")
    backup(records.store, tmp_path / "b.db")
    altered = "UPDATE events SET data = replace(data, '2', '9') WHERE type = 'PointsNoted'"
    change(tmp_path / "b.db", altered, triggers=False)
    with pytest.raises(UnusableStore, match="not whole and was not restored"):
        restore(tmp_path / "b.db", path, force=True)
    (tmp_path / "text").write_text("Dear diary, today we played Azul.\n" * 99)
    with pytest.raises(UnusableStore, match="another file; it was not changed"):
        restore(tmp_path / "text", path, force=True)
    assert sorted(path.name for path in tmp_path.glob("a*") if "-" not in path.name) == ["a.db"]
    assert list(records.ids()) == ["one"]


def test_a_head_tells_what_is_gone_whatever_was_recorded_since(tmp_path: Path) -> None:
    records = filled(tmp_path / "a.db", "one", "two")
    before = head(records.store)
    records.record("one", PointsNoted("b", (1, 2)))
    records.start(scoresheet, ["Anna", "Zoe"], id="three")
    assert head(records.store) != before
    assert is_head(records.store, before)
    records.people_repository.forget(next(iter(records.people().named("Anna"))))
    assert is_head(records.store, before)
    with pytest.raises(Conflict):
        records.record("one", PointsNoted("c", (1, 2)), expected_version=1)
    last = head(records.store)
    two = "(SELECT id FROM streams WHERE name = 'matches/two')"
    for *gone, kept in (
        (f"DELETE FROM events WHERE version = 2 AND stream = {two}", before),
        (f"DELETE FROM events WHERE stream = {two}", "DELETE FROM streams WHERE name = 'matches/two'", last),
    ):
        with records.store.transaction() as connection:
            for sql in (
                "PRAGMA defer_foreign_keys=ON",
                *map("DROP TRIGGER {}_refuse_delete".format, TABLES),
                *gone,
                *(refusing_trigger(table, "DELETE") for table in TABLES),
            ):
                connection.execute(sql)
        assert verify(records).is_whole  # Without the head nobody could tell.
        assert not is_head(records.store, kept)


def test_verify_prints_a_head_and_compares_it_later(tmp_path: Path) -> None:
    partie = Terminal(tmp_path / "a.db")
    partie.new("scoresheet", "--player", "Anna", "--player", "Ben")
    head_line = partie("verify", "--head").split()[-1]
    partie.new("scoresheet", "--player", "Anna", "--player", "Zoe")
    assert "0 tampered, 0 damaged" in partie("verify", "--head", head_line)
    missing = "DELETE FROM events WHERE position = 1 + (SELECT count(*) FROM events) / 2"
    change(tmp_path / "a.db", missing, triggers=False)
    assert "are missing or changed" in partie("verify", "--head", head_line, code=TAMPERED)
    assert "is not a head" in partie("verify", "--head", "abc", code=1)


def test_what_was_revoked_since_a_backup_stays_revoked_after_its_restore(tmp_path: Path) -> None:
    records = filled(tmp_path / "a.db", "one")
    access = Access(records.store, "local", utc_now)
    lost, kept = (access.pair(access.make_pairing("recorder"), name) or "" for name in ("Lost", "Kept"))
    access.allow_login("anna@example.org", "recorder")
    backup(records.store, tmp_path / "b.db")
    access.revoke(lost.split("_")[1])
    access.allow_login("anna@example.org", "viewer")
    records.store.close()
    restore(tmp_path / "b.db", tmp_path / "a.db", force=True)
    restored = Access(records_in(tmp_path / "a.db").store, "local", utc_now)
    assert restored.principal_of(lost) is None
    assert restored.principal_of(kept) is not None
    assert restored.principal_of_login("anna@example.org") is None
    restore(tmp_path / "b.db", tmp_path / "other.db")
    elsewhere = Access(records_in(tmp_path / "other.db").store, "local", utc_now)
    assert elsewhere.principal_of(lost) is not None, "where nobody knows of it"
