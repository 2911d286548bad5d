"""The PostgreSQL database of a store, and the creation of its tables.

Law: a database that is not a Partie store is never written to.
"""

from typing import Final

import psycopg

from core.messages import message
from eventstore.store.postgres_objects import TABLES, Connection, statements
from eventstore.store.postgres_pool import PostgresPool
from eventstore.store.schema_difference import not_tables
from eventstore.store.store import OutdatedStore, UnusableStore

SCHEMA: Final = 3
"""The number of the newest schema."""

_LOCK: Final = 0x50617274
"""Advisory lock held while the tables are created: `Part` in ASCII."""


class PostgresDatabase(PostgresPool):
    """The database at `address`, a URI that libpq understands; its tables are created when missing.

    Raises UnusableStore when the server cannot be reached, or the database is no Partie store or of a newer schema.
    """

    def __init__(self, address: str) -> None:
        super().__init__(address)
        try:
            with self._connected() as connection:
                self._id = self._ensure_schema(connection)
        except BaseException:
            self._close_idle()
            raise

    def _ensure_schema(self, connection: Connection) -> str:
        """Create the tables where needed, and return the id of the store."""
        if not _is_there(connection, "partie"):
            with connection.transaction():
                connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
                if not _is_there(connection, "partie"):  # Two programs may open a new database at once.
                    self._refuse_foreign(connection)
                    connection.execute(statements("postgres.sql"))
        self._refuse_other_objects(connection)
        id, schema = self._id_and_schema(connection)
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
        if schema < SCHEMA:
            raise OutdatedStore(self._name)
        return id

    def _refuse_other_objects(self, connection: Connection) -> None:
        """Refuse other objects in place of the tables: a view may compute without end."""
        rows = connection.execute(
            "SELECT relname, relkind FROM pg_class WHERE relname = ANY(%s) AND pg_table_is_visible(oid)",
            (list(TABLES),),
        )
        kinds = {"blobs": "r"} | dict(rows.fetchall())  # A store before 0.3.0, refused by its schema, has none.
        if names := [name for name in TABLES if kinds.get(name) not in ("r", "p")]:
            raise not_tables(self._name, names)

    def _id_and_schema(self, connection: Connection) -> tuple[str, int]:
        try:
            ((id, schema),) = connection.execute("SELECT id, schema FROM partie").fetchall()
        except (psycopg.errors.UndefinedColumn, psycopg.errors.WrongObjectType, ValueError):
            raise self._foreign() from None
        return str(id), schema

    def _refuse_foreign(self, connection: Connection) -> None:
        if _is_there(connection, "events") or _is_there(connection, "shards"):
            raise self._foreign()

    def _foreign(self) -> UnusableStore:
        return UnusableStore(
            message("{path} is not a Partie store but another database; it was not changed.", path=self._name)
        )


def _is_there(connection: Connection, table: str) -> bool:
    """True if a table of this name is visible, read from the catalog itself.

    `to_regclass` answers from this connection's cache of names, even after it waited for the lock of another one.
    """
    rows = connection.execute("SELECT FROM pg_class WHERE relname = %s AND pg_table_is_visible(oid)", (table,))
    return bool(rows.fetchall())
