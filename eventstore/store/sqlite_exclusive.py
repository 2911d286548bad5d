"""A SQLite store opened for exclusive use, so that it can be replaced as a whole; and the programs that prevent it."""

import os
from pathlib import Path
from typing import ClassVar, Final

from core.messages import Message, message
from eventstore.store.sqlite import SqliteStore
from eventstore.store.sqlite_library import Database, sqlite3
from eventstore.store.store import StoreInUse

_LOCKS: Final = Path("/proc/locks")
"""Lines such as `1: POSIX ADVISORY READ 4711 fe:00:2146522 128 128`, where the system lists locks (Linux)."""

_MAX_COMMAND_LINE: Final = 80
"""Maximum characters of a command line in a message."""


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

    def _connect(self) -> Database:
        try:
            return super()._connect()
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise
            raise store_in_use(str(self.path)) from error


def store_in_use(path: str) -> StoreInUse:
    return StoreInUse(
        message(
            "{path} is open in {program}; stop that program first. Nothing was changed.",
            path=path,
            program=_described(holders(path)),
        )
    )


def holders(path: str) -> frozenset[int]:
    """Ids of the processes that hold a lock on the file; empty where the system does not list locks."""
    try:
        locks, status = _LOCKS.read_text().splitlines(), os.stat(path)
    except OSError:
        return frozenset()
    file = f"{os.major(status.st_dev):02x}:{os.minor(status.st_dev):02x}:{status.st_ino}"
    words = [line.split() for line in locks if "->" not in line]  # That marks one that only waits.
    return frozenset(int(word[4]) for word in words if len(word) > 5 and word[5] == file and word[4].isdigit())


def _described(pids: frozenset[int]) -> Message | str:
    """The id and the command line of one of these processes, by which an operator finds it."""
    others = sorted(pids - {os.getpid(), 0})
    if not others:
        return message("this program") if os.getpid() in pids else message("another program")
    try:
        command = Path(f"/proc/{others[0]}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        command = ""
    if len(command) > _MAX_COMMAND_LINE:
        command = command[:_MAX_COMMAND_LINE] + "…"
    return message("process {id} ({command})", id=others[0], command=command or "?")
