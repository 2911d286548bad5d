"""Fair lock retries between processes; group commit between the threads of one process.

With SQLite's busy handler writers starve: the last writer gets the lock again first, and waiting ones retry at growing
intervals. So writers here retry at short, random intervals, on every platform. A queue of file locks is up to twice as
fast when eight programs write all the time, but waits for a stopped program without end and without a message.
"""

import random
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import partial
from threading import Lock
from typing import Any, Final, Generic, TypeAlias, TypeVar, cast

from eventstore.store.sqlite_library import sqlite3

Result = TypeVar("Result")
Transaction: TypeAlias = Callable[[], AbstractContextManager[Any]]

_MAX_PAUSE_S: Final = 0.001
"""Maximum pause between two attempts, in seconds."""


def begin_immediate(connection: Any, timeout_s: float) -> None:
    """Begin a write transaction as soon as the lock is free. Raises as `retry_while_locked`."""
    retry_while_locked(partial(connection.execute, "BEGIN IMMEDIATE"), timeout_s)


def retry_while_locked(run: Callable[[], Result], timeout_s: float) -> Result:
    """The result of `run`, called again while the database is locked. Its connection must not wait (`timeout=0`).

    Raises sqlite3.OperationalError when the lock is not free `timeout_s` after the first attempt.
    """
    until: float | None = None
    while True:
        try:
            return run()
        except sqlite3.OperationalError as error:
            now = time.monotonic()
            until = until or now + timeout_s
            if "locked" not in str(error) or now >= until:
                raise
        time.sleep(random.uniform(0, _MAX_PAUSE_S))


def savepoint(connection: Any, write: Callable[[Any], Result]) -> Result:
    """The result of a write within a transaction: an exception undoes this write alone."""
    connection.execute("SAVEPOINT one")
    try:
        return write(connection)
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK TO one")
        raise
    finally:
        if connection.in_transaction:
            connection.execute("RELEASE one")


class _QueuedWrite(Generic[Result]):
    """The write of one caller, and its result."""

    def __init__(self, write: Callable[[Any], Result]) -> None:
        self.write = write
        self.is_done = False
        self.is_leader = False
        self.woken = Lock()
        self.woken.acquire()
        self.result: Result | None = None
        self.error: Exception | None = None

    def attempt(self, connection: Any) -> None:
        """Write within a savepoint. Re-raises an error that ended the whole transaction."""
        try:
            self.result = savepoint(connection, self.write)
        except Exception as error:
            if not connection.in_transaction:
                raise
            self.error = error


class GroupCommit:
    """Group commit: writes of several threads, each all or nothing, share one transaction and so one sync of the disk.

    The first thread leads: it writes for all that arrived while the transaction before was still running.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._is_led = False
        self._waiting = list[_QueuedWrite[Any]]()

    @property
    def pending(self) -> int:
        """The number of writes that run or wait."""
        with self._lock:
            return self._is_led + len(self._waiting)

    def __call__(self, transaction: Transaction, write: Callable[[Any], Result]) -> Result:
        """The result of `write`, called with a connection in a transaction, after the commit; raises as `write`.

        When the transaction itself fails, all writes in it fail.
        """
        own = _QueuedWrite(write)
        with self._lock:
            own.is_leader, self._is_led = not self._is_led, True
            if not own.is_leader:
                self._waiting.append(own)
        if not own.is_leader:
            self._wait(own)
        if not own.is_done:
            self._lead(transaction, own)
        if own.error is not None:
            raise own.error
        return cast(Result, own.result)

    def _wait(self, own: _QueuedWrite[Any]) -> None:
        """Wait until the write is done or this thread has to lead."""
        try:
            own.woken.acquire()
        except BaseException:  # Interrupted: no leader may write it later.
            with self._lock:
                self._waiting = [one for one in self._waiting if one is not own]
                if own.is_leader:
                    self._pass_on()
            raise

    def _lead(self, transaction: Transaction, own: _QueuedWrite[Any]) -> None:
        with self._lock:
            writes, self._waiting = [own, *self._waiting], []
        try:
            _write_all(transaction, writes)
        finally:
            for one in writes:
                if one.is_done and one is not own:
                    one.woken.release()
            with self._lock:
                # If this thread was interrupted, the next leader does the remaining writes.
                self._waiting[:0] = [one for one in writes if not one.is_done and one is not own]
                self._pass_on()

    def _pass_on(self) -> None:
        """Let the first waiting thread lead. The caller holds the lock."""
        self._is_led = bool(self._waiting)
        if self._is_led:
            first = self._waiting.pop(0)
            first.is_leader = True
            first.woken.release()


def _write_all(transaction: Transaction, writes: Sequence[_QueuedWrite[Any]]) -> None:
    try:
        with transaction() as connection:
            if len(writes) == 1:
                writes[0].result = writes[0].write(connection)
            else:
                for queued in writes:
                    queued.attempt(connection)
    except Exception as error:
        for queued in writes:
            queued.error = queued.error or error
    for queued in writes:
        queued.is_done = True
