"""The store: all or nothing, in order, for ever, for several threads and programs at once."""

import multiprocessing
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from eventstore.sqlite import SCHEMA, SqliteStore, sqlite3
from eventstore.store import CHAIN_START, Conflict, NewEvent, StoredEvent, UnusableStore, chained

AT = "2026-11-20T18:30:00.000Z"
ROOT = Path(__file__).parent.parent


def store_in(folder: Path, **more: object) -> SqliteStore:
    return SqliteStore(folder / "partie.db", **more)


def event(data: str = "{}", **more: str) -> NewEvent:
    return NewEvent("Rolled", data, **more)


def append(store: SqliteStore, stream: str, *events: NewEvent, after: int = 0, command: str | None = None) -> list[int]:
    return [row.version for row in store.append(stream, events, after=after, by="test", at=AT, command=command)]


@contextmanager
def tampering(store: SqliteStore) -> Iterator[sqlite3.Connection]:
    """A connection that can change rows, as somebody with a database tool can."""
    store.close()
    connection = sqlite3.connect(store.path, isolation_level=None)
    for table in ("events", "streams"):
        for change in ("update", "delete"):
            connection.execute(f"DROP TRIGGER {table}_refuse_{change}")
    yield connection
    connection.close()


# Appending.


def test_versions_count_from_one_within_each_stream_and_positions_over_all(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    append(store, "a", event('{"n":1}'), event('{"n":2}'))
    append(store, "b", event('{"n":3}'))
    append(store, "a", event('{"n":4}'), after=2)
    assert [(row.position, row.stream, row.version, row.data) for row in store.read_all()] == [
        (1, "a", 1, '{"n":1}'),
        (2, "a", 2, '{"n":2}'),
        (3, "b", 1, '{"n":3}'),
        (4, "a", 3, '{"n":4}'),
    ]
    assert store.read("a") == tuple(row for row in store.read_all() if row.stream == "a")


def test_what_append_answers_is_what_is_read(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    new = (event('{"é":"♞"}', source="x:1", happened_at=AT, witness="w"), event())
    answered = store.append("a", new, after=0, by="Jitka", at=AT, command="k")
    assert answered == store_in(tmp_path).read("a")
    assert all(isinstance(row, StoredEvent) for row in answered)
    assert (answered[0].source, answered[0].happened_at, answered[0].witness, answered[0].command) == (
        "x:1",
        AT,
        "w",
        "k",
    )


def test_a_stream_that_moved_on_is_a_conflict_and_nothing_is_written(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    append(store, "a", event())
    for expected in (0, 2):
        with pytest.raises(Conflict) as conflict:
            append(store, "a", event(), event(), after=expected)
        assert (conflict.value.expected, conflict.value.actual) == (expected, 1)
    with pytest.raises(Conflict):
        append(store, "b", event(), after=1)
    assert len(store.read_all()) == 1
    assert list(store.streams()) == ["a"]


def test_a_batch_with_one_bad_event_leaves_nothing(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    append(store, "a", event(source="x:1"))
    for bad in (event(source="x:1"), event("\x1f")):
        with pytest.raises(ValueError, match=r"source|control character"):
            append(store, "a", event(), bad, after=1)
        with pytest.raises(ValueError, match=r"source|control character"):
            append(store, "new", event(source="x:1"), event(), bad)
    assert [row.stream for row in store.read_all()] == ["a"]
    assert list(store.streams()) == ["a"]


def test_the_same_source_may_stand_in_two_streams(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    assert append(store, "a", event(source="x:1")) == append(store, "b", event(source="x:1")) == [1]


def test_a_command_works_once_whatever_the_caller_saw(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    assert append(store, "a", event(), event(), command="k") == [1, 2]
    assert append(store, "a", event('{"other":1}'), command="k", after=99) == [1, 2]
    assert append(store, "b", event(), command="k") == [1]
    assert len(store.read("a")) == 2


def test_nothing_to_append_is_no_event_and_makes_no_stream(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    assert append(store, "a") == []
    assert list(store.streams()) == []
    assert append(store, "a", event()) == [1]


# Reading.


def test_reading_goes_on_behind_a_version_or_a_position(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    append(store, "a", *[event()] * 5)
    assert [row.version for row in store.read("a", after=3)] == [4, 5]
    first = store.read_all(limit=1)
    then = store.read_all(first.checkpoint, limit=2)
    assert [row.position for row in (*first, *then)] == [1, 2, 3]
    rest = store.read_all(then.checkpoint)
    assert [row.version for row in rest] == [4, 5]
    assert store.read("nobody") == store.read_all(rest.checkpoint) == ()
    assert store.read_all(rest.checkpoint).checkpoint == rest.checkpoint


def test_streams_are_found_by_what_their_names_start_with(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    for stream in ("matches/b", "matches/a_", "matches/aX", "notes/a", "matches/%"):
        append(store, stream, event())
    assert list(store.streams("matches/a")) == ["matches/a_", "matches/aX"]
    assert list(store.streams("matches/a_")) == ["matches/a_"]
    assert list(store.streams("matches/%")) == ["matches/%"]
    assert len(list(store.streams())) == 5


# For ever.


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE events SET data = '{}'",
        "DELETE FROM events WHERE version = 1",
        "UPDATE streams SET name = 'b'",
        "DELETE FROM streams",
    ],
)
def test_rows_are_never_changed(tmp_path: Path, change: str) -> None:
    store = store_in(tmp_path)
    append(store, "a", event('{"n":1}'))
    with pytest.raises(sqlite3.IntegrityError, match="never changed or deleted"), store.transaction() as connection:
        connection.execute(change)
    assert store.read("a")[0].data == '{"n":1}'


@pytest.mark.parametrize(
    ("change", "first"),
    [
        ("UPDATE events SET data = '{\"n\":9}' WHERE version = 2", 2),
        ("UPDATE events SET type = 'Held' WHERE version = 3", 3),
        ("UPDATE events SET recorded_at = '2020' WHERE version = 1", 1),
        ("UPDATE events SET happened_at = 'x' WHERE version = 1", 1),
        ("UPDATE events SET witness = 'x' WHERE version = 2", 2),
        ("UPDATE events SET recorded_by = 'x' WHERE version = 2", 2),
        ("UPDATE events SET command = 'x' WHERE version = 2", 2),
        ("UPDATE events SET shape = 2 WHERE version = 2", 2),
        ("UPDATE events SET data = char(31) WHERE version = 2", 2),
        ("UPDATE events SET chain = x'00' WHERE version = 4", 4),
        ("DELETE FROM events WHERE version = 2", 2),
        ("DELETE FROM events WHERE version = 1", 1),
        ("UPDATE events SET version = 9 WHERE version = 4", 4),
        ("UPDATE streams SET name = 'b'", 1),
    ],
)
def test_the_chain_tells_the_first_row_that_was_changed(tmp_path: Path, change: str, first: int) -> None:
    store = store_in(tmp_path)
    append(store, "a", *[event(f'{{"n":{n}}}') for n in range(1, 5)])
    assert chained(store.read("a")) is None
    with tampering(store) as connection:
        connection.execute(change)
    (name,) = store.streams()
    assert chained(store.read(name)) == first


def test_every_chain_is_another(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    append(store, "a", event(), event())
    append(store, "b", event())
    assert len({CHAIN_START, *(row.chain for row in store.read_all())}) == 4


def test_a_copy_holds_the_same(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    append(store, "a", event(), event())
    store.copy(tmp_path / "copy.db")
    copy = SqliteStore(tmp_path / "copy.db")
    assert copy.read_all() == store.read_all()
    append(copy, "a", event(), after=2)
    assert len(store.read("a")) == 2


# Threads and programs.


def test_threads_that_append_to_one_stream_each_have_their_turn(tmp_path: Path) -> None:
    store = store_in(tmp_path)

    def write(thread: int) -> None:
        for _ in range(10):
            while True:
                try:
                    append(store, "a", event(f'{{"by":{thread}}}'), after=len(store.read("a")))
                    break
                except Conflict:
                    continue

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, range(4)))
    rows = store.read("a")
    assert [row.version for row in rows] == list(range(1, 41))
    assert chained(rows) is None
    assert {row.data for row in rows} == {f'{{"by":{thread}}}' for thread in range(4)}


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


def write_with_retries(path: Path, stream: str, times: int) -> None:
    store = SqliteStore(path)
    for _ in range(times):
        while True:
            try:
                append(store, stream, event(), event(), after=len(store.read(stream)))
                break
            except Conflict:
                continue


def together(*calls: tuple[object, ...]) -> list[int | None]:
    """The exit codes of processes that run at the same time."""
    fresh = multiprocessing.get_context("spawn")
    processes = [fresh.Process(target=call[0], args=call[1:]) for call in calls]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
    return [process.exitcode for process in processes]


def test_programs_that_make_one_store_at_once_and_write_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "partie.db"
    calls = [(write_with_retries, path, stream, 10) for stream in ("same", "same", "own")]
    assert together(*calls) == [0, 0, 0]
    store = SqliteStore(path)
    assert [len(store.read(stream)) for stream in ("same", "own")] == [40, 20]
    assert chained(store.read("same")) is None
    assert [row.position for row in store.read_all()] == list(range(1, 61))


def test_many_threads_may_make_one_store(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        stores = list(pool.map(lambda _: store_in(tmp_path), range(8)))
    assert append(stores[0], "a", event()) == [1]
    assert [len(store.read("a")) for store in stores] == [1] * 8


def test_a_writer_killed_on_the_way_leaves_whole_batches(tmp_path: Path) -> None:
    path = tmp_path / "partie.db"
    program = (
        f"from pathlib import Path; from tests.test_store import *; write_with_retries(Path({str(path)!r}), 'a', 10**6)"
    )
    writer = subprocess.Popen([sys.executable, "-c", program], cwd=ROOT)
    while not path.exists() or len(SqliteStore(path).read("a")) < 20:
        assert writer.poll() is None
    writer.kill()
    writer.wait()
    rows = SqliteStore(path).read("a")
    assert len(rows) >= 20
    assert len(rows) % 2 == 0
    assert chained(rows) is None


# What is no store.


def test_a_locked_store_is_waited_for_and_then_told(tmp_path: Path) -> None:
    store = store_in(tmp_path, wait=0.05)
    append(store, "a", event())
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(UnusableStore, match=r"locked by another program .* 0\.05 seconds"):
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
    "text": (lambda path: path.write_text("Dear diary, today we played Azul.\n" * 99), "some other file"),
    "binary": (lambda path: path.write_bytes(bytes(range(256)) * 16), "some other file"),
    "short": (lambda path: path.write_bytes(b"SQLite format 3\0"), "some other file"),
    "foreign": (foreign_sqlite, "some other file"),
    "newer": (newer_store, f"newer Partie .*this one knows {SCHEMA}"),
    "folder": (lambda path: path.mkdir(), "is it a folder"),
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
