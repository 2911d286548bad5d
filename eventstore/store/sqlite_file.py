"""The SQLite file of a store: one connection a thread, transactions, and checks of the file at its path.

Laws: every write is one transaction (`BEGIN IMMEDIATE`, all or nothing); a connection belongs to its thread; a file
that is not a Partie store is never written to.
"""

import os
import threading
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Final

from core.messages import message
from eventstore.store import locking, sqlite_objects
from eventstore.store.schema_difference import SchemaDifference, not_tables
from eventstore.store.sqlite_errors import translate_errors
from eventstore.store.sqlite_journal import refuse_foreign_journal, refuse_missing_journal
from eventstore.store.sqlite_library import Database, sqlite3
from eventstore.store.sqlite_schema import APPLICATION_ID, OLDEST_SCHEMA, SCHEMA
from eventstore.store.store import OutdatedStore, ReplacedStore, Unstorable, UnusableStore
from eventstore.store.upgrade import keep_before_upgrade, too_new

COPIED_PAGES: Final = 512
"""Pages of 4 KiB that a copy writes before it flushes them."""


class SqliteFile:
    """The file at `path`; when missing it is created with its tables.

    Raises UnusableStore when it is no Partie store, of a newer schema, locked or not writable; ForeignSchema when its
    tables are no tables. `synchronous` is `FULL` (a commit survives a power cut) or `NORMAL` (a commit survives a crash
    of the program only). `timeout_s` limits the wait for a lock.
    """

    _LOCKING: ClassVar = "NORMAL"

    NEWEST: ClassVar = "max(rowid)"
    """SQL of a number that changes with each row that is written to a table."""

    def __init__(self, path: Path, *, synchronous: str = "FULL", timeout_s: float = 5) -> None:
        self.path = path
        self._synchronous = synchronous
        self._timeout_s = timeout_s
        self._local = threading.local()
        # Weak, so that the end of a thread closes its connection: pages of the viewer use a new thread for each run.
        self._databases: weakref.WeakSet[Database] = weakref.WeakSet()
        # The first one stays open as long as the store, so that no restore replaces the content meanwhile.
        self._first: Database | None = None
        self._inode: tuple[int, int] | None = None
        # A page opens the store for each run, and would make a new one where it is gone.
        for other in _open_files(path):
            other._refuse_replaced()
        try:
            with self._translate_errors():
                path.parent.mkdir(parents=True, exist_ok=True)
                self._refuse_foreign_file()
                if self._pragma("user_version") < SCHEMA or self._is_without_journal():
                    self._migrate_where_possible()
        except BaseException:
            self.close()  # At once: the traceback would keep the connections open.
            raise

    @property
    def database(self) -> Database:
        """This thread's connection. Raises ReplacedStore when the file is not the one that was opened."""
        database: Database | None = getattr(self._local, "database", None)
        if database is not None and database.conn.in_transaction:
            return database  # The file was looked at when the transaction began.
        self._refuse_replaced()
        if database is None:
            with self._translate_errors():
                database = self._local.database = self._connect()
        return database

    def close(self) -> None:
        """Close the connections of all threads; only when no thread is using one."""
        for database in list(self._databases):
            database.conn.close()
        self._databases.clear()
        self._local = threading.local()
        self._first = self._inode = None

    def vacuum(self) -> None:
        """Rewrite the whole file, so that nothing that was changed or dropped is left in it; slow.

        Raises UnusableStore while another program is reading the file.
        """
        with self._translate_errors():
            connection = self.database.conn
            locking.retry_while_locked(partial(connection.execute, "VACUUM"), self._timeout_s)
        if not self._truncate_journal():
            raise UnusableStore(
                message("{path} is being read by another program; close it and try again.", path=str(self.path))
            )

    def _truncate_journal(self) -> bool:
        """Move the journal into the file and empty it; False: another program was reading for too long."""
        with self._translate_errors():
            connection = self.database.conn
            connection.execute(f"PRAGMA busy_timeout={round(self._timeout_s * 1000)}")  # Wait for readers to finish.
            is_busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            connection.execute("PRAGMA busy_timeout=0")
        return not is_busy

    def query(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """The rows of a SELECT."""
        with self._translate_errors():
            connection = self.database.conn
            return locking.retry_while_locked(lambda: connection.execute(sql, values).fetchall(), self._timeout_s)

    def created_with(self, name: str) -> str | None:
        """The statement that created the table of this name; None: there is none.

        A view may compute without end, so it is no table.
        """
        named = "SELECT sql FROM sqlite_master WHERE lower(name) = ? AND type = 'table' AND sql LIKE 'CREATE TABLE %'"
        rows = self.query(named, (name,))
        return rows[0][0] if rows else None

    @staticmethod
    def drop_object(connection: Any, name: str) -> None:
        """Drop the table, index or view of this name; with a table its triggers and indexes."""
        connection.execute("PRAGMA secure_delete=ON")  # The rows may name a person who is forgotten now.
        triggers = "(SELECT count(*) FROM sqlite_master WHERE lower(tbl_name) = ? AND type = 'trigger')"
        named = f"SELECT type, {triggers} FROM sqlite_master WHERE lower(name) = ? AND type <> 'trigger'"
        for type, of_others in connection.execute(named, (name, name)).fetchall():
            if type == "table" and not of_others:  # DROP alone holds the whole content in memory, to undo it.
                connection.execute(f"DELETE FROM {name}")
            connection.execute(f"DROP {type} {name}")

    def schema_differences(self, derived: Sequence[str] = ()) -> tuple[SchemaDifference, ...]:
        """As of `HasSchema`, and the temporary objects of this thread's connection."""
        with self._translate_errors():
            return sqlite_objects.differences(self.database.conn, derived)

    def copy(self, path: Path) -> None:
        """Write the whole store, as it is now, to another file, in place of that file's content.

        Each part is flushed to the disk before the next: a commit of another program waits for what is not yet flushed.
        """
        connection = self.database.conn
        with translate_errors(path, self._timeout_s), closing(sqlite3.connect(path)) as other, path.open("ab") as file:
            is_nested = connection.in_transaction
            if not is_nested:
                connection.execute("BEGIN")  # Else a part would begin anew after each write of another program.
            try:
                connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
                connection.backup(other, pages=COPIED_PAGES, progress=lambda *_: os.fsync(file.fileno()))
            finally:
                if not is_nested:
                    connection.execute("ROLLBACK")

    @contextmanager
    def transaction(self) -> Iterator[Any]:
        """A write transaction on this thread's connection: committed at the end, rolled back after any exception."""
        with self._translate_errors():
            connection = self.database.conn
            locking.begin_immediate(connection, self._timeout_s)
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    def savepoint(self, connection: Any, write: Callable[[Any], None]) -> None:
        """As of `ReadDatabase`."""
        try:
            locking.savepoint(connection, write)
        except (sqlite3.IntegrityError, sqlite3.DataError, OverflowError, UnicodeEncodeError) as error:
            raise Unstorable(message("SQLite cannot store this: {said}.", said=str(error))) from error

    def _connect(self) -> Database:
        connection = sqlite3.connect(self.path, timeout=0, isolation_level=None, check_same_thread=False)
        database = Database(connection, recursive_triggers=False, execute_plugins=False)
        self._databases.add(database)
        pragmas = (
            f"locking_mode={self._LOCKING}",
            f"synchronous={self._synchronous}",
            "foreign_keys=ON",
            "cache_size=-32768",
            "trusted_schema=OFF",
            "user_version",  # The first read of the file, which creates the journal.
        )
        for pragma in pragmas:
            locking.retry_while_locked(partial(connection.execute, f"PRAGMA {pragma}"), self._timeout_s)
        if self._first is None:
            self._first, self._inode = database, _inode(self.path)
            with _files_lock:
                _files.add(self)
        return database

    def _refuse_replaced(self) -> None:
        opened = self._inode  # Read once: another thread opens this path while the store is closed.
        if opened is not None and _inode(self.path) != opened:
            raise ReplacedStore(
                message(
                    "{path} was replaced or deleted while it was open; close every program that uses it and run "
                    "`partie verify` to check its content.",
                    path=str(self.path),
                )
            )

    def _pragma(self, name: str) -> int:
        ((value,),) = self.query(f"PRAGMA {name}")
        return int(value)

    def _refuse_foreign_file(self) -> None:
        if _size(self.path) == 0:
            self._refuse_lone_journal()
            return
        file = str(self.path.resolve())  # SQLite keeps the journal beside the target of a link.
        refuse_missing_journal(file)
        refuse_foreign_journal(file)
        # Blank first: tables and application id are committed together, so where tables are seen, the id is there too.
        if not self._is_blank() and self._pragma("application_id") != APPLICATION_ID:
            raise UnusableStore(
                message("{path} is not a Partie store but another file; it was not changed.", path=str(self.path))
            )
        if (schema := self._pragma("user_version")) > SCHEMA:
            raise UnusableStore(too_new(self.path, schema, SCHEMA))
        if self._is_blank():
            return
        if schema < OLDEST_SCHEMA:
            raise OutdatedStore(str(self.path))
        if names := sqlite_objects.foreign_tables(self.database.conn):
            raise not_tables(str(self.path), names)

    def _refuse_lone_journal(self) -> None:
        """Refuse a journal whose file is gone: SQLite would delete it, and with it the newest events."""
        # The journal is checked first: a program that creates a store writes the file before the journal.
        if _size(journal := self.path.with_name(f"{self.path.name}-wal")) > 0 and _size(self.path) == 0:
            raise UnusableStore(
                message(
                    "{path} is missing or empty, but its journal {journal} exists and may hold events that are "
                    "stored nowhere else; put the file back beside the journal, or move the journal away.",
                    path=str(self.path),
                    journal=str(journal),
                )
            )

    def _is_without_journal(self) -> bool:
        """True if the file is not in WAL mode: a copy by another tool may be in one in which readers block writers."""
        return self.query("PRAGMA journal_mode") != [("wal",)]

    def _is_blank(self) -> bool:
        """True if the database has no tables, as for a moment while another program creates a store."""
        return self.query("SELECT count(*) FROM sqlite_master") == [(0,)]

    def _migrate_where_possible(self) -> None:
        if not self._is_blank() and (schema := self._pragma("user_version")) < SCHEMA:
            keep_before_upgrade(self.path, self.copy, schema, SCHEMA)
        try:
            self._migrate()
        except sqlite3.OperationalError as error:
            if "readonly" not in str(error) or self._is_blank():
                raise

    def _migrate(self) -> None:
        database = self.database
        connection = database.conn
        # Two programs may open a new file at once: the second waits, which SQLite itself does not do for this pragma,
        # and then finds the work done.
        locking.retry_while_locked(partial(connection.execute, "PRAGMA journal_mode=WAL"), self._timeout_s)
        locking.begin_immediate(connection, self._timeout_s)
        try:
            sqlite_objects.migrations.apply(database)
            connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version={SCHEMA}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    def _translate_errors(self) -> AbstractContextManager[None]:
        return translate_errors(self.path, self._timeout_s)


_files: Final = weakref.WeakSet[SqliteFile]()
_files_lock: Final = threading.Lock()


def _open_files(path: Path) -> list[SqliteFile]:
    """The stores at this path that this process has open."""
    with _files_lock:
        return [file for file in _files if file.path == path]


def _size(file: Path) -> int:
    """Size in bytes; 0 when there is no such file."""
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return 0


def _inode(file: Path) -> tuple[int, int] | None:
    """Device and inode, which `mv` of another file to this path changes; None when there is no such file."""
    try:
        status = os.stat(file)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def query_unchanging(path: Path, sql: str) -> list[tuple[Any, ...]]:
    """The rows of a SELECT on a file that no program writes to: nothing appears beside it, and no lock is needed."""
    address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    with translate_errors(path, 0), closing(sqlite3.connect(address, uri=True)) as connection:
        rows: list[tuple[Any, ...]] = connection.execute(sql).fetchall()
        return rows
