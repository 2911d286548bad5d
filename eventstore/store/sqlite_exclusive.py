"""A SQLite store opened for exclusive use, so that it can be replaced as a whole."""

from typing import ClassVar

from core.messages import message
from eventstore.store import sqlite_locks
from eventstore.store.sqlite import SqliteStore
from eventstore.store.sqlite_identity import identity
from eventstore.store.sqlite_library import Database, sqlite3
from eventstore.store.store import StoreInUse


class ExclusiveStore(SqliteStore):
    """The store in the file at `path`, which no other connection can open until this one is closed; for one thread.

    Raises StoreInUse when another program, or another connection of this one, has it open, even if it is idle.
    """

    # In WAL mode every open connection, also an idle one, holds a shared lock on the file. This locking mode takes an
    # exclusive lock at the first read, which fails while there is a shared one, and keeps it until the end.
    _LOCKING: ClassVar = "EXCLUSIVE"

    def replace_with(self, source: SqliteStore) -> None:
        """Replace the file's content by that of `source`: completely or, even if this program is killed, not at all."""
        with self._translate_errors():
            target = self.database.conn
            # If this program is killed, the next connection rolls back with this journal. A write-ahead log left behind
            # would be refused as that of another file, as its rows do not follow those in the file.
            target.execute("PRAGMA journal_mode=DELETE")
            source.database.conn.backup(target)

    def _refuse_replaced(self) -> None:
        """Check the journal before the first connection only: after that no other connection can open the file."""
        if self._identity is None:
            self._identity = identity(self.path)

    def _connect(self) -> Database:
        try:
            return super()._connect()
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise
            raise store_in_use(str(self.path)) from error


def store_in_use(path: str) -> StoreInUse:
    program = sqlite_locks.describe(sqlite_locks.holders(path))
    return StoreInUse(
        message(
            "{path} is open in {program}; stop that program first. Nothing was changed.", path=path, program=program
        )
    )
