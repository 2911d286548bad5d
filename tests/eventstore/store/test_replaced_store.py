"""A store that is replaced while a service has it open: the service says so, and no journal comes to another file."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import requests

from eventstore.store import sqlite_file
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import Append, NewEvent, ReplacedStore, UnusableStore
from tests import ROOT
from tests.eventstore.maintenance.test_backup import ids
from tests.eventstore.service.client import SHEET
from tests.patience import patience
from tests.served import Served, served
from tests.viewer.commands.terminal import Terminal

PLAYERS = ("--player", "Anna", "--player", "Ben")


def asked(server: Served, token: str, path: str = "/api/matches", method: str = "GET", **more: object) -> int:
    headers = {"Authorization": f"Bearer {token}"}
    return requests.request(method, server.address + path, headers=headers, timeout=patience(20), **more).status_code  # type: ignore[arg-type]


def copied_over(file: Path, store: Path) -> None:
    shutil.copyfile(file, store)


def moved_over(file: Path, store: Path) -> None:
    shutil.copyfile(file, moving := file.with_name("moving"))
    moving.replace(store)


SWAPS = [copied_over, moved_over]


def backed_up(partie: Terminal, folder: Path) -> Path:
    partie("backup", folder / "backup.db")
    return folder / "backup.db"


def other_store(partie: Terminal, folder: Path) -> Path:
    other = Terminal(folder / "other.db")
    for name in ("Cleo", "Dora", "Emil"):
        other.new("scoresheet", "--player", name, "--player", "Ben")
    other("token", "new", "--role", "viewer")
    return folder / "other.db"


@pytest.mark.slow
@pytest.mark.parametrize("made", [backed_up, other_store])
def test_a_service_whose_file_was_replaced_says_so_until_it_is_restarted(
    tmp_path: Path, made: Callable[[Terminal, Path], Path]
) -> None:
    path = tmp_path / "partie.db"
    partie = Terminal(path)
    match = partie.json("new", "scoresheet", *PLAYERS)["id"]
    old = partie("token", "new", "--role", "recorder").strip()
    file = made(partie, tmp_path)
    (tmp_path / "served").mkdir()
    with served(path, tmp_path / "served", "--tokens", "--no-viewer") as server:
        new = partie("token", "new", "--role", "recorder").strip()
        for _ in range(5):
            assert asked(server, new, method="POST", json=SHEET) == 201
        before = ids(path)
        moved_over(file, path)
        for token in (new, old):
            assert asked(server, token) == 503
            assert asked(server, token, f"/api/matches/{match}/visibility", "PUT", json={"visibility": "public"}) == 503
        assert asked(server, "", "/healthz") == 503
        server.stop()
    assert "Traceback" not in server.log.read_text()
    if made is other_store:
        assert "move the journal to another folder" in " ".join(partie("list", code=1).split())
        path.with_name("partie.db-wal").rename(tmp_path / "kept")
    with served(path, tmp_path / "served", "--tokens", "--no-viewer") as server:
        # An earlier state of the same store, page by page: the journal is its own, and nothing is lost.
        assert ids(path) == (ids(file) if made is other_store else before)
        assert [asked(server, token) for token in (new, old)] == ([401, 401] if made is other_store else [200, 200])
    assert "0 tampered, 0 damaged" in partie("verify")


@pytest.mark.slow
@pytest.mark.parametrize("swap", SWAPS)
def test_the_journal_of_a_killed_service_is_not_laid_over_another_file(
    tmp_path: Path, swap: Callable[[Path, Path], None]
) -> None:
    path = tmp_path / "partie.db"
    partie = Terminal(path)
    partie.new("scoresheet", *PLAYERS)
    file = other_store(partie, tmp_path)
    with served(path, tmp_path, "--no-viewer") as server:
        for _ in range(5):
            assert requests.post(f"{server.address}/api/matches", json=SHEET, timeout=patience(20)).status_code == 201
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.join(30)
    swap(file, path)
    before = file.read_bytes()
    output = " ".join(partie("list", code=1).split())
    assert "the journal" in output
    assert "move the journal to another folder" in output
    assert path.read_bytes() == before
    path.with_name("partie.db-wal").rename(tmp_path / "kept")
    assert ids(path) == ids(file)
    assert "0 tampered, 0 damaged" in partie("verify")


ENDING = """
import sys
from pathlib import Path
from eventstore.store import sqlite_file
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import ReplacedStore, UnusableStore, Append, NewEvent

store = SqliteStore(path := Path("a.db"))
for version in range(3):
    store.append(Append("a", [NewEvent("Rolled", "{}")], expected_version=version, by="t", at="2026"))
Path(sys.argv[1]).replace(path)
try:
    store.read("a")
except ReplacedStore:
    path.with_name("before").write_bytes(path.read_bytes())
if sys.argv[2]:
    store.close()
"""


@pytest.mark.slow
@pytest.mark.parametrize(("put_there", "closing"), [("other.db", "store.close"), ("diary", "")])
def test_a_program_that_ends_does_not_write_the_old_journal_into_another_file(
    tmp_path: Path, put_there: str, closing: str
) -> None:
    """SQLite's last connection to a file moves the journal into it, also where the interpreter closes it at the end."""
    other = SqliteStore(tmp_path / "other.db")
    other.append(Append("b", [NewEvent("Rolled", "{}")] * 9, expected_version=0, by="t", at="2026"))
    other.close()
    (tmp_path / "diary").write_text("Dear diary\n" * 400)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ending = [sys.executable, "-c", ENDING, put_there, closing]
    subprocess.run(ending, cwd=tmp_path, env=environment, check=True)
    assert (tmp_path / "a.db").read_bytes() == (tmp_path / "before").read_bytes()
    with pytest.raises(UnusableStore):
        SqliteStore(tmp_path / "a.db")
    assert (tmp_path / "a.db").read_bytes() == (tmp_path / "before").read_bytes()


def test_a_store_that_is_replaced_at_once_or_deleted_is_noticed_in_every_thread(tmp_path: Path) -> None:
    """All of it is still in the journal, so that SQLite would read the store where another file is."""
    store = SqliteStore(path := tmp_path / "a.db")
    (diary := tmp_path / "diary").write_text("Dear diary\n" * 400)
    diary.rename(path)
    with pytest.raises(UnusableStore):
        SqliteStore(path)
    assert path.read_text().startswith("Dear diary")
    with ThreadPoolExecutor(1) as pool:
        for _ in range(2):
            with pytest.raises(ReplacedStore, match="was replaced or deleted"):
                store.read("a")
            with pytest.raises(ReplacedStore):
                pool.submit(store.read, "a").result()
            path.unlink(missing_ok=True)


def test_a_store_that_is_closed_while_its_path_is_opened_again_was_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SqliteStore(path := tmp_path / "a.db")
    inode = sqlite_file._inode

    def close_first(file: Path) -> tuple[int, int] | None:
        store.close()
        return inode(file)

    monkeypatch.setattr(sqlite_file, "_inode", close_first)
    assert SqliteStore(path).read("a") == ()
