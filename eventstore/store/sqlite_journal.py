"""The journal beside a SQLite file: if it is there and belongs to the file. It is the write-ahead log (`-wal`):
SQLite applies any valid one to the file it lies beside.

Rows are never deleted and positions have no gaps. So with its own journal applied, a file still holds the newest row
that it holds alone, and every row that the journal adds follows that row without a gap. A file that cannot be read
alone was left in the middle of a checkpoint, which only its own journal can have begun.
"""

import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from core.messages import message
from eventstore.store.sqlite_library import sqlite3
from eventstore.store.sqlite_objects import foreign_tables
from eventstore.store.sqlite_schema import APPLICATION_ID
from eventstore.store.store import CHAINED_BYTES, CorruptStore, StoredEvent, UnusableStore, expected_hash

_NEWEST: Final = (
    "SELECT position, name, version, type, shape, data, source, command, recorded_by, recorded_at, happened_at,"
    " witness, chain, coalesce((SELECT chain FROM events p WHERE p.stream = e.stream AND p.version = e.version - 1),"
    " zeroblob(32)) FROM events e JOIN streams ON streams.id = e.stream ORDER BY position DESC LIMIT 1"
)
"""The newest row, and the row hash before it in its stream."""

_ROWS_SINCE: Final = (
    "SELECT max(position) - ?1, count(*) FILTER (WHERE position > ?1),"
    " count(*) FILTER (WHERE position = ?1 AND substr(chain, 1, ?2) = ?3) FROM events WHERE position >= ?1"
)

_UNREADABLE: Final = (sqlite3.DatabaseError, UnicodeDecodeError)


class ForeignJournal(UnusableStore):
    """The journal beside a file belongs to another file."""


class MissingJournal(CorruptStore):
    """The journal of a file is missing, and with it what was recorded last."""


def refuse_missing_journal(path: str) -> None:
    """Raise MissingJournal for a file without tables that was copied without its journal.

    The tables and rows of a new store are in the journal alone until a checkpoint or the end of the last program. A
    program that creates a store opens the journal right after the file, so it is waited for.
    """
    for _ in range(20):
        if Path(f"{path}-wal").exists() or not (found := _tables_alone(path)) or found[1]:
            return
        time.sleep(0.05)
    raise MissingJournal(
        message(
            "{path} was copied without its journal {journal} while a program had the store open, and holds nothing "
            "without it; copy both files, or copy the store with `partie backup`.",
            path=path,
            journal=f"{Path(path).name}-wal",
        )
    )


def refuse_foreign_journal(path: str) -> None:
    """Raise ForeignJournal when a journal beside the file is not its own; nothing is written."""
    journal = Path(f"{path}-wal")
    try:
        if not journal.stat().st_size or _is_own_journal(path):
            return
    except FileNotFoundError:
        return
    raise ForeignJournal(
        message(
            "{path} was replaced, and the journal {journal} beside it belongs to the previous file; move the "
            "journal to another folder and keep it: it may hold the newest events of that file.",
            path=path,
            journal=str(journal),
        )
    )


def _is_own_journal(path: str) -> bool:
    # The file alone comes first: rows are only added, so its rows are also there with the journal a moment later.
    newest = None
    with suppress(*_UNREADABLE), _connected(path, "immutable=1") as alone:
        if not foreign_tables(alone):
            newest = alone.execute(_NEWEST).fetchone() or ()
    if newest is None:  # In the middle of a checkpoint of its own journal, unless it is another program's database.
        id, tables = _tables_alone(path) or (0, 0)
        return id == APPLICATION_ID or not tables
    if not newest or not _is_intact(row := StoredEvent._make(newest[:-1]), newest[-1]):
        return True  # Read amid a checkpoint, the row proves nothing.
    try:
        # Read-only: a connection that may write and is the last to close checkpoints the journal into the file.
        with _connected(path, "mode=ro") as both:
            values = (row.position, CHAINED_BYTES, row.row_hash[:CHAINED_BYTES])
            if foreign_tables(both):
                return False
            ((distance, added, kept),) = both.execute(_ROWS_SINCE, values)
            return bool((distance, kept) == (added, 1))
    except _UNREADABLE as error:
        if any(word in str(error) for word in ("locked", "I/O", "unable")):  # These say nothing about the content.
            raise
        return False  # Pages of two databases are mixed.


def _is_intact(row: StoredEvent, previous_hash: bytes) -> bool:
    """True if a row has the hash of its content."""
    try:
        return row.row_hash == expected_hash(previous_hash, row)
    except (TypeError, ValueError, AttributeError):
        return False


def _tables_alone(path: str) -> tuple[int, int] | None:
    """The application id and the number of tables of the file without its journal; None: it cannot be read."""
    try:
        with _connected(path, "immutable=1") as alone:
            ((id,),) = alone.execute("PRAGMA application_id")
            ((tables,),) = alone.execute("SELECT count(*) FROM sqlite_master")
            return id, tables
    except _UNREADABLE as error:
        return (0, 1) if "not a database" in str(error) else None  # Without SQLite's header, so of another program.


@contextmanager
def _connected(path: str, parameters: str) -> Iterator[Any]:
    """With `immutable=1` a connection that reads the file without its journal and without locks."""
    # Not by `Path.as_uri`, which imports a client of the web.
    address = f"file:///{quote(Path(path).absolute().as_posix().lstrip('/'))}?{parameters}"
    with closing(sqlite3.connect(address, uri=True, timeout=5, isolation_level=None)) as connection:
        if sys.platform == "emscripten":  # A browser has no memory that two connections share.
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        yield connection
