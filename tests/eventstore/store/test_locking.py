"""Writers take turns: those of one program write together, those of several programs one after the other."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from eventstore.store.locking import GroupCommit, retry_while_locked
from eventstore.store.sqlite import SqliteStore, sqlite3
from eventstore.store.store import Append, Conflict, NewEvent, UnusableStore, first_broken
from tests.forked import FORKED

AT = "2026-11-20T18:30:00.000Z"


def append(store: SqliteStore, stream: str, *data: str, after: int = 0, **more: Any) -> list[int]:
    rows = [NewEvent("Rolled", one) for one in data]
    return [row.version for row in store.append(Append(stream, rows, expected_version=after, by="test", at=AT, **more))]


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
    store = SqliteStore(tmp_path / "a.db", timeout_s=0.05)
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


def test_writes_that_an_interrupted_thread_took_along_are_done_by_the_next(tmp_path: Path) -> None:
    """The thread that leads had taken them out of the queue: put back by nobody, they would wait for ever."""
    store, together, all_wait = SqliteStore(tmp_path / "a.db"), GroupCommit(), threading.Event()

    def insert(name: str) -> Callable[[Any], object]:
        return lambda connection: connection.execute("INSERT INTO streams (name) VALUES (?)", (name,))

    def slow(connection: Any) -> None:
        all_wait.wait(30)

    def interrupted(connection: Any) -> None:
        raise KeyboardInterrupt

    def run(write: Callable[[Any], object]) -> None:
        with suppress(KeyboardInterrupt):
            together(store.transaction, write)

    threads = list[threading.Thread]()
    for number, write in enumerate((slow, interrupted, insert("a"), insert("b"))):
        threads.append(threading.Thread(target=run, args=(write,), daemon=True))
        threads[-1].start()
        while together.pending <= number:
            time.sleep(0.001)
    all_wait.set()
    for thread in threads:
        thread.join(5)
    assert not any(thread.is_alive() for thread in threads)
    assert sorted(store.streams()) == ["a", "b"]
    assert together.pending == 0


def attempt(outcomes: list[str]) -> str:
    """The next outcome, which is raised when it is an error of SQLite."""
    if len(outcomes) > 1:
        raise sqlite3.OperationalError(outcomes.pop(0))
    return outcomes[0]


def test_only_a_lock_is_waited_for_and_only_until_the_time_is_over() -> None:
    locked = ["database is locked"] * 3 + ["written"]
    assert retry_while_locked(partial(attempt, locked), timeout_s=30) == "written"
    for outcomes, timeout_s in ((["disk is full", "written"], 30), (["database is locked", "written"], 0)):
        with pytest.raises(sqlite3.OperationalError, match=outcomes[0]):
            retry_while_locked(partial(attempt, outcomes), timeout_s)


TURNS = 200


def take_turns(path: Path, stream: str, gate: Any) -> None:
    """Append `TURNS` times, as fast as it goes."""
    store = SqliteStore(path, timeout_s=60)
    gate.wait()
    for version in range(TURNS):
        append(store, stream, "{}", after=version)
    store.close()


@pytest.mark.slow
def test_programs_that_write_all_the_time_get_their_turns_alike(tmp_path: Path) -> None:
    """SQLite's own waiting gives one of them all its turns before others have had one."""
    path = tmp_path / "a.db"
    SqliteStore(path).close()
    gate = FORKED.Barrier(4)
    writers = [FORKED.Process(target=take_turns, args=(path, f"s{number}", gate)) for number in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(120)
    rows = SqliteStore(path).read_all(limit=10**6)
    assert len(rows) == 4 * TURNS
    first_done = next(row.position for row in rows if row.version == TURNS)
    turns = Counter(row.stream for row in rows if row.position <= first_done)
    assert len(turns) == 4, turns
    assert min(turns.values()) > TURNS / 20, turns
