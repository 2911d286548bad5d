"""The file of a store: foreign files at its path, other programs that use it, damaged files."""

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from eventstore.store.sqlite import SCHEMA, SqliteStore, sqlite3
from eventstore.store.store import UnusableStore
from tests.eventstore.store.test_store import append, event


def store_in(folder: Path, **more: object) -> SqliteStore:
    return SqliteStore(folder / "partie.db", **more)


def test_appends_that_share_a_commit_are_undone_together_by_an_error(tmp_path: Path) -> None:
    store = store_in(tmp_path)

    def write() -> None:
        with store.one_commit():
            append(store, "a", event())
            assert len(store.read("a")) == 1
            assert store_in(tmp_path).read("a") == ()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        write()
    assert store.read("a") == ()
    assert append(store, "a", event()) == [1]


def test_a_thread_that_ends_gives_its_connection_back(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    append(store, "a", event())

    def open_files() -> int:
        return sum("partie.db" in os.readlink(path) for path in Path("/proc/self/fd").iterdir() if path.is_symlink())

    before = open_files()
    for _ in range(20):
        thread = threading.Thread(target=lambda: store.read("a"))
        thread.start()
        thread.join()
    assert open_files() <= before + 3


def test_many_threads_may_make_one_store(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        stores = list(pool.map(lambda _: store_in(tmp_path), range(8)))
    assert append(stores[0], "a", event()) == [1]
    assert [len(store.read("a")) for store in stores] == [1] * 8


def test_a_locked_store_is_waited_for_and_then_told(tmp_path: Path) -> None:
    store = store_in(tmp_path, timeout_s=0.05)
    append(store, "a", event())
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(UnusableStore, match=r"is locked: another program .* 0\.05 seconds"):
        append(store, "a", event(), after=1)
    assert len(store.read("a")) == 1
    other.execute("ROLLBACK")
    assert append(store, "a", event(), after=1) == [2]


def foreign_sqlite(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()


def newer_store(path: Path) -> None:
    SqliteStore(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version=999")
    connection.close()


UNUSABLE = {
    "text": (
        lambda path: path.write_text("Dear diary, today we played Azul.\n" * 99),
        "another file; it was not changed",
    ),
    "binary": (lambda path: path.write_bytes(bytes(range(256)) * 16), "another file; it was not changed"),
    "short": (lambda path: path.write_bytes(b"SQLite format 3\0"), "another file; it was not changed"),
    "foreign": (foreign_sqlite, "another file; it was not changed"),
    "newer": (newer_store, f"newer version of Partie .*this version knows {SCHEMA}"),
    "folder": (lambda path: path.mkdir(), "it is a folder"),
}


@pytest.mark.parametrize("kind", UNUSABLE)
def test_what_is_no_store_is_told_and_left_as_it_is(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "file"
    make, sentence = UNUSABLE[kind]
    make(path)
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(UnusableStore, match=sentence):
        SqliteStore(path)
    assert (path.read_bytes() if path.is_file() else None) == before
    assert not path.with_name("file-wal").exists()


def test_a_store_below_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UnusableStore, match="its folder is a file"):
        SqliteStore(tmp_path / "file" / "partie.db")


def test_a_damaged_page_is_told_when_it_is_read(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    append(store, "a", *[event(f'{{"n":"{"x" * 500}"}}')] * 40)
    store.close()
    content = bytearray(store.path.read_bytes())
    content[4 * 4096 :] = b"\xa5" * (len(content) - 4 * 4096)
    store.path.write_bytes(content)
    with pytest.raises(UnusableStore, match="damaged"):
        store_in(tmp_path).read("a")
