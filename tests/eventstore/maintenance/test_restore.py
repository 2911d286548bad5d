"""A restore is exclusive: acknowledged events are in the store or in the copy that was set aside."""

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from eventstore.maintenance.backup import restore
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import Append, NewEvent, StoreInUse, first_broken
from tests.forked import FORKED
from tests.patience import patience
from tests.served import served
from tests.viewer.commands.terminal import Terminal


def rows(*files: Path) -> set[tuple[str, str]]:
    found = set()
    for file in files:
        store = SqliteStore(file)
        assert store.query("PRAGMA integrity_check") == [("ok",)]
        for name in store.streams():
            stream = store.read(name)
            assert first_broken(stream) is None
            found |= {(name, row.row_hash.hex()) for row in stream}
        store.close()
    return found


def restore_for_ever(backup_file: Path, path: Path) -> None:
    while True:
        restore(backup_file, path, force=True)


@pytest.mark.slow
def test_a_restore_that_is_killed_leaves_the_old_store_or_the_new_one(tmp_path: Path) -> None:
    path, backup_file, rng = tmp_path / "a.db", tmp_path / "backup.db", Random(5)
    Terminal(backup_file).new("scoresheet", "--player", "Anna", "--player", "Ben")
    store = SqliteStore(path)
    for stream in ("a", "b"):
        store.append(Append(stream, [NewEvent("Rolled", "x" * 3000)] * 300, expected_version=0, by="test", at="2026"))
    store.close()
    old, new = rows(path), rows(backup_file)
    outcomes = set[str]()
    for _ in range(40):
        process = FORKED.Process(target=restore_for_ever, args=(backup_file, path), daemon=True)
        process.start()
        time.sleep(patience(rng.uniform(0.2, 4)))
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        process.join(30)
        outcomes.add("new" if (found := rows(path)) == new else "old")
        assert found in (old, new)
        if found == new:
            break
    assert "new" in outcomes


@pytest.mark.slow
def test_a_store_that_is_open_is_not_restored_and_the_program_is_named(tmp_path: Path) -> None:
    path, file = tmp_path / "a.db", tmp_path / "b.db"
    partie = Terminal(path)
    partie.new("scoresheet", "--player", "Anna", "--player", "Ben")
    partie("backup", file)
    partie.new("scoresheet", "--player", "Anna", "--player", "Zoe")
    with served(path, tmp_path, "--no-viewer") as server:
        output = " ".join(partie("restore", file, "--force", code=1).split())
        assert f"is open in process {server.process.pid} (" in output
        assert "Nothing was changed." in output
        assert len(partie.json("list")) == 2
    assert not list(tmp_path.glob("a-before-*"))
    assert not list(tmp_path.glob(".partie-*"))
    assert "the previous store is now" in partie("restore", file, "--force")
    assert len(partie.json("list")) == 1


@pytest.mark.slow
def test_a_store_whose_thread_has_ended_is_open_and_not_restored_until_it_is_closed(tmp_path: Path) -> None:
    path, file = tmp_path / "a.db", tmp_path / "b.db"
    partie = Terminal(path)
    partie.new("scoresheet", "--player", "Anna", "--player", "Ben")
    partie("backup", file)
    with ThreadPoolExecutor(1) as pool:
        store = pool.submit(SqliteStore, path).result()
    with pytest.raises(StoreInUse, match="open in this program"):
        restore(file, path, force=True)
    store.close()
    restore(file, path, force=True)


def test_a_copy_set_aside_is_named_when_what_follows_fails(tmp_path: Path) -> None:
    path, file = tmp_path / "a.db", tmp_path / "b.db"
    partie = Terminal(path)
    partie.new("scoresheet", "--player", "Anna", "--player", "Ben")
    partie("backup", file)
    for name in ("Cleo", "Dora", "Emil"):
        partie.new("scoresheet", "--player", name, "--player", "Ben")
    journal = tmp_path / "a.db-journal"
    journal.mkdir()  # Nothing can be written in place then.
    output = "".join(partie("restore", file, "--force", code=1).split())
    kept = tmp_path / "a-before-1.db"
    assert f"iskeptas{kept}".replace(" ", "") in output or not kept.exists()
    journal.rmdir()
    assert len(partie.json("list")) == 4
