"""Whether the journal beside a SQLite file belongs to it. The journal is the write-ahead log (`-wal`): SQLite applies
any valid one to the file it lies beside.

Rows are never deleted and positions have no gaps. So with its own journal applied, a file still holds the newest row
that it holds alone, and every row that the journal adds follows that row without a gap. A file that cannot be read
alone was left in the middle of a checkpoint, which only its own journal can have begun.
"""

import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from core.messages import message
from eventstore.store.sqlite_library import sqlite3
from eventstore.store.sqlite_objects import foreign_tables
from eventstore.store.sqlite_schema import APPLICATION_ID, READABLE
from eventstore.store.store import CHAIN_START, CHAINED_BYTES, CorruptStore, StoredEvent, UnusableStore, expected_hash

_FIRST_FRAME: Final = 32
_FRAME_HEADER: Final = 24
"""Bytes of the header of the journal, which the first frame follows, and of the header of each frame."""

_LOCK_BYTE: Final = 1 << 30
"""Offset in bytes of SQLite's lock-byte page, which never holds data."""

_NEWEST: Final = f"SELECT position, substr(chain, 1, {CHAINED_BYTES}) FROM events ORDER BY position DESC LIMIT 1"
HASH_AT: Final = f"SELECT substr(chain, 1, {CHAINED_BYTES}) FROM events WHERE position = ?"
_ROW: Final = (
    "SELECT name, version, type, shape, data, source, command, recorded_by, recorded_at, happened_at, witness, chain,"
    " coalesce((SELECT chain FROM events p WHERE p.stream = e.stream AND p.version = e.version - 1), zeroblob(32))"
    " FROM events e JOIN streams ON streams.id = e.stream WHERE position = ?"
)
_ROWS_AFTER: Final = (
    "SELECT count(*), count(*) FILTER (WHERE version > 1 AND NOT EXISTS"
    " (SELECT 1 FROM events p WHERE p.stream = e.stream AND p.version = e.version - 1))"
    " FROM events e WHERE position > ?"
)
"""The number of rows after a position, and of those among them that lack the row before them in their stream."""


class ForeignJournal(UnusableStore):
    """The journal beside a file belongs to another file."""


class MissingJournal(CorruptStore):
    """The journal of a file is missing, and with it what was recorded last."""


class FileContents(NamedTuple):
    """The content of a file without its journal: SQLite's schema version, which grows with every change of the schema,
    and the newest row: its position (0: no row) and the first 33 bytes of its hash.
    """

    schema: int
    position: int
    row_hash: bytes


@contextmanager
def connect_without_journal(path: str) -> Iterator[Any]:
    """A connection that reads the file without its journal and without locks (`immutable=1`)."""
    with closing(_connect(path, "immutable=1")) as connection:
        yield connection


def refuse_missing_journal(path: str) -> None:
    """Raise MissingJournal for a file without tables that was copied without its journal.

    The tables and rows of a new store are in the journal alone until a checkpoint or the end of the last program. A
    copy from after a checkpoint is a valid store as of then, and passes. A program that creates a store opens the
    journal right after the file, so it is waited for.
    """
    for _ in range(20):
        if Path(f"{path}-wal").exists() or not _is_blank(path):
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


def _is_blank(path: str) -> bool:
    """Whether the file alone is a database without tables."""
    try:
        with connect_without_journal(path) as connection:
            ((tables,),) = connection.execute("SELECT count(*) FROM sqlite_master")
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return False  # Opening the file says why.
    return not tables


def read_contents(path: str) -> FileContents | None:
    """The content of the file alone; None: it cannot be read, or its tables are none, or what is read is malformed."""
    try:
        with connect_without_journal(path) as connection:
            if foreign_tables(connection, READABLE):
                return None
            ((schema,),) = connection.execute("PRAGMA schema_version")
            position, row_hash = connection.execute(_NEWEST).fetchone() or (0, b"")
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return None
    is_valid = isinstance(position, int) and isinstance(row_hash, bytes)
    is_valid = is_valid and len(row_hash) in (0, len(CHAIN_START), CHAINED_BYTES)
    return FileContents(schema, position, row_hash) if is_valid else None


def refuse_foreign_journal(path: str) -> None:
    """Raise ForeignJournal when the journal beside the file is not its own; nothing is written."""
    # The file alone comes first: rows are only added, so its rows are also there with the journal a moment later.
    alone = read_contents(path)
    # Read-only: a connection that may write and is the last to close checkpoints the journal into the file.
    with closing(_connect(path, "mode=ro")) as connection:
        is_own = _is_own_journal(path, alone, connection)
    if not is_own:
        raise ForeignJournal(
            message(
                "{path} was replaced, and the journal {journal} beside it belongs to the previous file; move the "
                "journal to another folder and keep it: it may hold the newest events of that file.",
                path=path,
                journal=f"{path}-wal",
            )
        )


def _is_own_journal(path: str, alone: FileContents | None, connection: Any) -> bool:
    """Whether the journal belongs to the file: `alone` is the content of the file alone, `connection` reads both."""
    if alone is None:  # In the middle of a checkpoint of its own journal, unless it is another program's database.
        return not _is_of_another_program(path)
    try:
        connection.execute("BEGIN")  # One snapshot for all that follows.
        ((pages,),) = connection.execute("PRAGMA page_count")
        ((size,),) = connection.execute("PRAGMA page_size")
        ((schema,),) = connection.execute("PRAGMA schema_version")
        if foreign_tables(connection, READABLE):
            return not _is_newest_row_intact(path, alone)
        newest, _ = connection.execute(_NEWEST).fetchone() or (0, b"")
        hashes = connection.execute(HASH_AT, (alone.position,)).fetchall()
        added, detached = connection.execute(_ROWS_AFTER, (alone.position,)).fetchone()
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if any(word in str(error) for word in ("locked", "I/O", "unable")):  # These say nothing about the content.
            raise
        # Pages of two databases are mixed: the journal is foreign, unless the file was amid a checkpoint.
        return not _is_newest_row_intact(path, alone)
    # The schema version only grows, and the journal adds rows without a gap in the positions or in a stream.
    follows = alone.schema <= schema and added == newest - alone.position and not detached
    if alone.position and hashes != [(alone.row_hash,)]:  # The journal hides or changes the row.
        return not _is_newest_row_intact(path, alone)
    return follows and not _lacks_pages(path, pages, size)


def _is_newest_row_intact(path: str, alone: FileContents) -> bool:
    """Whether the newest row of the file alone has the hash of its content, so was written like this.

    If not, the file was read in the middle of a checkpoint, and its content alone proves nothing.
    """
    try:
        with connect_without_journal(path) as connection:
            row = connection.execute(_ROW, (alone.position,)).fetchone()
        stored, previous_hash = StoredEvent(alone.position, *row[:-1]), row[-1]
        is_read_alone = stored.row_hash[:CHAINED_BYTES] == alone.row_hash
        return is_read_alone and stored.row_hash == expected_hash(previous_hash, stored)
    except (sqlite3.DatabaseError, UnicodeDecodeError, TypeError, ValueError, AttributeError):
        return False


def _is_of_another_program(path: str) -> bool:
    """Whether the file alone is a database with tables but without our application id, which no checkpoint of a Partie
    store can leave.
    """
    try:
        with connect_without_journal(path) as connection:
            ((application_id,),) = connection.execute("PRAGMA application_id")
            ((tables,),) = connection.execute("SELECT count(*) FROM sqlite_master")
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return False
    return bool(tables and application_id != APPLICATION_ID)


def _lacks_pages(path: str, pages: int, size: int) -> bool:
    """Whether one of the `pages`, of `size` bytes each, that the last commit counts is in neither file nor journal."""

    def missing() -> set[int]:
        there = Path(path).stat().st_size // size
        return set(range(there + 1, pages + 1)) - {_LOCK_BYTE // size + 1}

    # A checkpoint may move pages from the journal into the file meanwhile: the second call finds them in the file.
    return bool(missing()) and bool((missing() - _pages_in_journal(Path(f"{path}-wal"))) & missing())


def _pages_in_journal(journal: Path) -> set[int]:
    """The numbers of the pages in the journal, up to the first frame with other salts than the journal's header.

    SQLite holds no locks on the journal, so opening and closing it here drops none.
    """
    pages = set[int]()
    with journal.open("rb", buffering=1 << 20) as file:
        header = file.read(_FIRST_FRAME)
        size = int.from_bytes(header[8:12], "big")
        while len(frame := file.read(_FRAME_HEADER + size)) > _FRAME_HEADER and frame[8:16] == header[16:24]:
            pages.add(int.from_bytes(frame[:4], "big"))
    return pages


def _connect(path: str, parameters: str) -> Any:
    return sqlite3.connect(f"{Path(path).absolute().as_uri()}?{parameters}", uri=True, timeout=1, isolation_level=None)
