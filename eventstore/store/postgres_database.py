"""The PostgreSQL database of a store: connections, creation and migration of its tables, translation of its errors.

Law: a database that is not a Partie store is never written to.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final

import psycopg
from psycopg.pq import TransactionStatus

from core.errors import InvalidInput
from core.messages import message
from eventstore.store.postgres_objects import TABLES, Connection, statements
from eventstore.store.schema_difference import not_tables
from eventstore.store.store import UnreachableStore, UnusableStore
from eventstore.store.store_url import invalid_url, redacted_url

SCHEMA: Final = 3
"""The number of the newest schema."""

_LOCK: Final = 0x50617274
"""Advisory lock held while the tables are created or migrated: `Part` in ASCII."""


class PostgresDatabase:
    """The database at `address`, a URI that libpq understands; its tables are created when missing.

    Raises UnusableStore when the server cannot be reached, or the database is no Partie store or of a newer schema.
    """

    def __init__(self, address: str) -> None:
        self._address, self._name = address, redacted_url(address)
        self._idle = list[Connection]()
        try:
            with self._connected() as connection:
                self._id = self._ensure_schema(connection)
        except BaseException:
            self._close_idle()
            raise

    def close(self) -> None:
        """Close the connections; only when no thread is using one."""
        self._close_idle()

    def _query(self, sql: str, values: Sequence[object] | Mapping[str, object]) -> list[tuple[Any, ...]]:
        with self._connected() as connection:
            return connection.execute(sql, values).fetchall()

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """A connection for this caller alone; idle connections are kept for the next caller."""
        with self._translate_errors():
            try:
                connection = self._idle.pop()
            except IndexError:
                connection = self._connect()
            try:
                yield connection
            finally:
                if connection.closed:
                    self._close_idle()  # The server is gone, so the idle connections are broken too.
                elif connection.info.transaction_status is TransactionStatus.IDLE:
                    self._idle.append(connection)
                else:  # Interrupted within a transaction, as by Ctrl+C.
                    connection.close()

    def _close_idle(self) -> None:
        with suppress(IndexError):
            while True:  # Other threads may take one, or return one, meanwhile.
                self._idle.pop().close()

    def _connect(self) -> Connection:
        try:
            return psycopg.connect(self._address, autocommit=True, connect_timeout=10, application_name="partie")
        except psycopg.ProgrammingError:  # Its message quotes the address, perhaps with the password.
            raise invalid_url() from None

    def _ensure_schema(self, connection: Connection) -> str:
        """Create or migrate the tables where needed, and return the id of the store."""
        if not _is_there(connection, "partie"):
            with connection.transaction():
                connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
                if not _is_there(connection, "partie"):  # Two programs may open a new database at once.
                    self._refuse_foreign(connection)
                    connection.execute(statements("postgres.sql"))
                    connection.execute(statements("postgres_functions.sql"))
                    connection.execute(statements("postgres_blobs.sql"))
        self._refuse_other_objects(connection)
        id, schema = self._id_and_schema(connection)
        if schema < SCHEMA and not _is_read_only(connection):  # A standby is read in its old schema.
            self._migrate(connection)
        if schema > SCHEMA:
            raise UnusableStore(
                message(
                    "{path} was written by a newer version of Partie (schema {schema}, this version knows {known}); "
                    "install the newer version to open it.",
                    path=self._name,
                    schema=schema,
                    known=SCHEMA,
                )
            )
        return id

    def _refuse_other_objects(self, connection: Connection) -> None:
        """Refuse other objects in place of the tables: a view may compute without end."""
        rows = connection.execute(
            "SELECT relname, relkind FROM pg_class WHERE relname = ANY(%s) AND pg_table_is_visible(oid)",
            (list(TABLES),),
        )
        kinds = {"blobs": "r"} | dict(rows.fetchall())  # An older store has no blobs.
        if names := [name for name in TABLES if kinds.get(name) not in ("r", "p")]:
            raise not_tables(self._name, names)

    def _id_and_schema(self, connection: Connection) -> tuple[str, int]:
        try:
            ((id, schema),) = connection.execute("SELECT id, schema FROM partie").fetchall()
        except (psycopg.errors.UndefinedColumn, psycopg.errors.WrongObjectType, ValueError):
            raise self._foreign() from None
        return str(id), schema

    def _migrate(self, connection: Connection) -> None:
        """Bring an older store to the newest schema; an older Partie that is still running on one of schema 1 can then
        not append.
        """
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
            _, schema = self._id_and_schema(connection)  # Two programs may open an old store at once.
            if schema < 2:
                connection.execute("DROP FUNCTION partie_append")
                connection.execute(statements("postgres_functions.sql"))
            if schema < SCHEMA:
                connection.execute(statements("postgres_blobs.sql"))
                connection.execute("UPDATE partie SET schema = %s", (SCHEMA,))

    def _refuse_foreign(self, connection: Connection) -> None:
        if _is_there(connection, "events") or _is_there(connection, "shards"):
            raise self._foreign()

    def _foreign(self) -> UnusableStore:
        return UnusableStore(
            message("{path} is not a Partie store but another database; it was not changed.", path=self._name)
        )

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        """Translate errors of PostgreSQL into one sentence for people."""
        try:
            yield
        except psycopg.errors.ReadOnlySqlTransaction as error:
            raise UnusableStore(
                message("{path} cannot be written: it is a standby server or read-only.", path=self._name)
            ) from error
        except psycopg.DataError as error:
            raise InvalidInput(message("PostgreSQL cannot store this: {said}.", said=_first_line(error))) from error
        except psycopg.Error as error:
            kind = UnreachableStore if isinstance(error, psycopg.OperationalError) else UnusableStore
            raise kind(message("{path} cannot be used: {said}.", path=self._name, said=_first_line(error))) from error


def _is_read_only(connection: Connection) -> bool:
    """Whether the database is a standby, or refuses writes for another reason."""
    return connection.execute("SHOW transaction_read_only").fetchall() == [("on",)]


def _is_there(connection: Connection, table: str) -> bool:
    """Whether a table of this name is visible, read from the catalog itself.

    `to_regclass` answers from this connection's cache of names, even after it waited for the lock of another one.
    """
    rows = connection.execute("SELECT FROM pg_class WHERE relname = %s AND pg_table_is_visible(oid)", (table,))
    return bool(rows.fetchall())


def _first_line(error: Exception) -> str:
    """The first line of a message of the server or of libpq, without prefixes and error numbers."""
    line = next(iter(str(error).splitlines()), "the server does not answer")
    return re.sub(r"^connection (is bad|failed): |\[Errno -?\d+\] ", "", line).rstrip(".")
