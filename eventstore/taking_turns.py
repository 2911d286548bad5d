"""How writers share one SQLite file: between programs everybody gets a turn, and within a program those who arrive
together write together.

Left to themselves, writers starve: SQLite lets whoever has just written go first again, and those who wait look ever
more rarely. So they look again at short, uneven intervals, wherever SQLite runs. A queue of file locks is up to twice
as fast when eight programs write all the time, but waits without end, and without a word, for one that is stopped.
"""

import random
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import partial
from threading import Lock
from typing import Any, Final, Generic, TypeAlias, TypeVar, cast

from eventstore.sqlite_sentences import sqlite3

Answer = TypeVar("Answer")
Transaction: TypeAlias = Callable[[], AbstractContextManager[Any]]

_PAUSE: Final = 0.001
"""How many seconds a writer pauses at most before it looks again."""


def begin(connection: Any, wait: float) -> None:
    """Begin a write transaction when it is this writer's turn. Raises as `in_turn`."""
    in_turn(partial(connection.execute, "BEGIN IMMEDIATE"), wait)


def in_turn(run: Callable[[], Answer], wait: float) -> Answer:
    """What `run` answers once nobody is in its way. Its connection must not wait by itself (`timeout=0`).

    Raises sqlite3.OperationalError when the turn has not come within `wait` seconds.
    """
    until: float | None = None
    while True:
        try:
            return run()
        except sqlite3.OperationalError as error:
            now = time.monotonic()
            until = until or now + wait
            if "locked" not in str(error) or now >= until:
                raise
        time.sleep(random.uniform(0, _PAUSE))


class _Write(Generic[Answer]):
    """What one caller wants written, and what came of it."""

    def __init__(self, write: Callable[[Any], Answer]) -> None:
        self.write = write
        self.is_done = False
        self.leads = False
        self.woken = Lock()
        self.woken.acquire()
        self.answer: Answer | None = None
        self.error: Exception | None = None

    def attempt(self, connection: Any) -> None:
        """Write, or leave nothing; an error that ended the whole transaction is raised on."""
        connection.execute("SAVEPOINT one")
        try:
            self.answer = self.write(connection)
        except Exception as error:
            if not connection.in_transaction:
                raise
            connection.execute("ROLLBACK TO one")
            self.error = error
        connection.execute("RELEASE one")


class Together:
    """Writes of several threads, each all or nothing, that share one transaction and so one wait for the disk.

    The first to come writes for all who came while the transaction before was still running.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._is_led = False
        self._waiting = list[_Write[Any]]()

    def __call__(self, transaction: Transaction, write: Callable[[Any], Answer]) -> Answer:
        """What `write` answers, given a connection within a transaction, once that is committed; it raises as `write`.

        When the transaction itself fails, so do all who share it.
        """
        mine = _Write(write)
        with self._lock:
            mine.leads, self._is_led = not self._is_led, True
            if not mine.leads:
                self._waiting.append(mine)
        if not mine.leads:
            self._wait(mine)
        if not mine.is_done:
            self._lead(transaction, mine)
        if mine.error is not None:
            raise mine.error
        return cast(Answer, mine.answer)

    def _wait(self, mine: _Write[Any]) -> None:
        """Until it is written, or its turn to lead."""
        try:
            mine.woken.acquire()
        except BaseException:  # Interrupted: nobody is to write it later.
            with self._lock:
                self._waiting = [one for one in self._waiting if one is not mine]
                if mine.leads:
                    self._pass_on()
            raise

    def _lead(self, transaction: Transaction, mine: _Write[Any]) -> None:
        with self._lock:
            writes, self._waiting = [mine, *self._waiting], []
        try:
            _write_all(transaction, writes)
        finally:
            for one in writes:
                if one.is_done and one is not mine:
                    one.woken.release()
            with self._lock:
                # When this one is interrupted, whoever leads next writes for the others.
                self._waiting[:0] = [one for one in writes if not one.is_done and one is not mine]
                self._pass_on()

    def _pass_on(self) -> None:
        """Let the first who waits lead; the lock is held."""
        self._is_led = bool(self._waiting)
        if self._is_led:
            first = self._waiting.pop(0)
            first.leads = True
            first.woken.release()


def _write_all(transaction: Transaction, writes: Sequence[_Write[Any]]) -> None:
    try:
        with transaction() as connection:
            if len(writes) == 1:
                writes[0].answer = writes[0].write(connection)
            else:
                for one in writes:
                    one.attempt(connection)
    except Exception as error:
        for one in writes:
            one.error = one.error or error
    for one in writes:
        one.is_done = True
