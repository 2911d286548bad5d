"""A store that one program has for itself, so that it can be replaced as a whole."""

from typing import ClassVar

import sqlite_utils

from core.phrase import phrase
from eventstore import sqlite_locks
from eventstore.sqlite import SqliteStore
from eventstore.sqlite_identity import identity
from eventstore.sqlite_sentences import sqlite3
from eventstore.store import StoreInUse


class ExclusiveStore(SqliteStore):
    """The store in the file at `path`, which no other connection can open until this one is closed; for one thread.

    Raises StoreInUse when another program, or another part of this one, has it open, even if it only waits.
    """

    _LOCKING: ClassVar = "EXCLUSIVE"

    def replace_with(self, source: SqliteStore) -> None:
        """Let the file hold what `source` holds: all of it or, also when this program is killed, nothing."""
        with self._told():
            target = self.database.conn
            # With a rollback journal: one in WAL mode would seem to be another file's, if it were left behind.
            target.execute("PRAGMA journal_mode=DELETE")
            source.database.conn.backup(target)

    def _refuse_replaced(self) -> None:
        """Nobody can replace what one connection alone may open; before that, the journal must be the file's own."""
        if self._identity is None:
            self._identity = identity(self.path)

    def _connect(self) -> sqlite_utils.Database:
        try:
            return super()._connect()
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise
            raise in_use(str(self.path)) from error


def in_use(path: str) -> StoreInUse:
    program = sqlite_locks.described(sqlite_locks.holders(path))
    return StoreInUse(
        phrase("{path} is open in {program}; stop that first. Nothing was changed.", path=path, program=program)
    )
