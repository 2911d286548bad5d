"""A store that was copied without its journal while a service has it open: no command takes it for an empty one."""

import shutil
from pathlib import Path

import pytest
import requests

from eventstore.store.sqlite import SqliteStore
from eventstore.store.sqlite_journal import MissingJournal
from tests.eventstore.service.client import SHEET
from tests.patience import patience
from tests.served import served
from tests.viewer.commands.terminal import run

COMMANDS = (
    ("list",),
    ("people",),
    ("stats", "person", "Anna"),
    ("new", "scoresheet", "--player", "Anna"),
    ("export-all", "all.jsonl"),
    ("serve",),
    ("view", "--no-browser"),
)


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The file of a served store with one match, which is in its journal alone."""
    store, copy = tmp_path / "partie.db", tmp_path / "copy.db"
    with served(store, tmp_path) as running:
        assert requests.post(f"{running.address}/api/matches", json=SHEET, timeout=patience(20)).ok
        shutil.copy(store, copy)
    return copy


@pytest.mark.slow
def test_every_command_names_the_missing_journal_and_changes_nothing(copied: Path) -> None:
    before, files = copied.read_bytes(), sorted(copied.parent.glob("copy.db*"))
    for words in COMMANDS:
        result = run(copied, *words)
        assert result.code == 1, words
        assert f"{copied} was copied without its journal copy.db-wal" in " ".join(result.output.split()), words
    verified = run(copied, "verify")
    assert verified.code == 4
    assert "without its journal" in verified.output
    assert copied.read_bytes() == before
    assert sorted(copied.parent.glob("copy.db*")) == files


def test_a_copy_with_its_journal_and_a_new_store_are_opened(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "partie.db")
    for suffix in ("", "-wal"):
        shutil.copy(tmp_path / f"partie.db{suffix}", tmp_path / f"copy.db{suffix}")
    shutil.copy(tmp_path / "partie.db", tmp_path / "alone.db")
    SqliteStore(tmp_path / "copy.db").close()
    with pytest.raises(MissingJournal):
        SqliteStore(tmp_path / "alone.db")
    store.close()
    assert not (tmp_path / "partie.db-wal").exists()
    SqliteStore(tmp_path / "partie.db").close()


def test_a_store_whose_creation_was_cut_off_is_created(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "partie.db")
    shutil.copy(tmp_path / "partie.db", tmp_path / "cut.db")
    (tmp_path / "cut.db-wal").touch()
    store.close()
    made = SqliteStore(tmp_path / "cut.db")
    assert made.read_all() == ()
    made.close()
