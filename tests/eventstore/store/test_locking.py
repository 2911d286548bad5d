"""Writers take turns: those of one program write together, those of several programs one after the other."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from eventstore.store.locking import GroupCommit
from eventstore.store.sqlite import SqliteStore, sqlite3
from eventstore.store.store import Conflict, NewEvent, UnusableStore, first_broken
from tests.forked import FORKED

AT = "2026-11-20T18:30:00.000Z"


def append(store: SqliteStore, stream: str, *data: str, after: int = 0, **more: Any) -> list[int]:
    rows = [NewEvent("Rolled", one) for one in data]
    return [row.version for row in store.append(stream, rows, expected_version=after, by="test", at=AT, **more)]


def gathered(store: SqliteStore, calls: list[Callable[[], object]]) -> list[object]:
    """What calls answer or raise that arrive while another program is writing, so that they share one transaction."""
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    def outcome(call: Callable[[], object]) -> object:
        try:
            return call()
        except Exception as error:
            return error

    with ThreadPoolExecutor(len(calls)) as pool:
        first = pool.submit(outcome, calls[0])
        while not store.group_commit.pending:
            time.sleep(0.001)
        rest = [pool.submit(outcome, call) for call in calls[1:]]
        while store.group_commit.pending < len(calls):
            time.sleep(0.001)
        other.execute("ROLLBACK")
        outcomes = [future.result(30) for future in (first, *rest)]
    other.close()
    return outcomes


def test_appends_that_arrive_together_are_each_all_or_nothing(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "a.db")
    append(store, "old", "{}")
    commits = list[str]()
    transaction = store.transaction

    @contextmanager
    def counted() -> Iterator[Any]:
        with transaction() as connection:
            yield connection
            commits.append("commit")

    store.transaction = counted  # type: ignore[method-assign]
    calls: list[Callable[[], object]] = [
        lambda: append(store, "first", "{}"),
        lambda: append(store, "new", "{}", "{}"),
        lambda: append(store, "old", "{}", after=7),
        lambda: append(store, "bad", "{}", "\x1f"),
        lambda: append(store, "old", "{}", after=1, idempotency_key="k"),
        lambda: append(store, "old", "{}", after=1, idempotency_key="k"),
    ]
    first, new, conflict, bad, *same = gathered(store, calls)
    assert (first, new, same) == ([1], [1, 2], [[2], [2]])
    assert isinstance(conflict, Conflict)
    assert isinstance(bad, ValueError)
    assert len(commits) == 2
    assert sorted(store.streams()) == ["first", "new", "old"]
    assert [row.position for row in store.read_all()] == list(range(1, 6))
    assert all(first_broken(store.read(name)) is None for name in store.streams())


def test_when_the_transaction_fails_all_are_told_and_nothing_is_written(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "a.db", timeout_s=0.2)
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    outcomes = list[object]()

    def write(stream: str) -> None:
        with pytest.raises(UnusableStore, match="is locked: another program"):
            append(store, stream, "{}")
        outcomes.append(stream)

    threads = [threading.Thread(target=write, args=(name,)) for name in "abc"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    other.execute("ROLLBACK")
    assert sorted(outcomes) == ["a", "b", "c"]
    assert store.read_all() == ()
    assert append(store, "a", "{}") == [1]


def test_whoever_is_interrupted_leaves_nothing_behind_and_holds_nobody_up(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "a.db")

    @contextmanager
    def interrupted() -> Iterator[Any]:
        with store.transaction() as connection:
            yield connection
            raise KeyboardInterrupt

    together = GroupCommit()
    with pytest.raises(KeyboardInterrupt):
        together(interrupted, lambda connection: connection.execute("INSERT INTO streams (name) VALUES ('lost')"))
    together(store.transaction, lambda connection: connection.execute("INSERT INTO streams (name) VALUES ('kept')"))
    assert list(store.streams()) == ["kept"]


def test_who_waited_for_one_that_was_interrupted_is_written_by_the_next(tmp_path: Path) -> None:
    store, together, others_wait = SqliteStore(tmp_path / "a.db"), GroupCommit(), threading.Event()

    def insert(name: str) -> Callable[[Any], object]:
        return lambda connection: connection.execute("INSERT INTO streams (name) VALUES (?)", (name,))

    def interrupted(connection: Any) -> None:
        insert("lost")(connection)
        others_wait.wait(30)
        raise KeyboardInterrupt

    with ThreadPoolExecutor(4) as pool:
        first = pool.submit(together, store.transaction, interrupted)
        while not together.pending:
            assert not first.done()
        others = [pool.submit(together, store.transaction, insert(name)) for name in "abc"]
        while together.pending <= len(others):
            assert not any(other.done() for other in others)
        others_wait.set()
        with pytest.raises(KeyboardInterrupt):
            first.result(30)
        for other in others:
            other.result(30)
    assert sorted(store.streams()) == ["a", "b", "c"]


def take_turns(path: Path, stream: str, gate: Any, turns: Any) -> None:
    """Append for a while, as fast as it goes, and tell how often."""
    store = SqliteStore(path)
    gate.wait()
    until, version = time.monotonic() + 1, 0
    while time.monotonic() < until:
        (version,) = append(store, stream, "{}", after=version)
    turns.put(version)
    store.close()


@pytest.mark.slow
def test_programs_that_write_all_the_time_get_their_turns_alike(tmp_path: Path) -> None:
    """SQLite's own waiting gives one of them nearly all turns, and others one or none."""
    path = tmp_path / "a.db"
    SqliteStore(path).close()
    gate, turns = FORKED.Barrier(4), FORKED.Queue()
    writers = [FORKED.Process(target=take_turns, args=(path, f"s{n}", gate, turns)) for n in range(4)]
    for writer in writers:
        writer.start()
    counts = sorted(turns.get(timeout=60) for _ in writers)
    for writer in writers:
        writer.join(30)
    assert counts[0] * 4 > counts[-1], counts
    assert len(SqliteStore(path).read_all(limit=10**6)) == sum(counts)
