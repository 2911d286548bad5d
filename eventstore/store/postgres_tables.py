"""Tables beside the log in its PostgreSQL database, shared by all programs that use the store.

Statements are in the SQL of SQLite that `translated` knows, so the read tables are defined once for both databases.
Laws: one transaction at a time writes to a schema; a schema that Partie did not create is neither written nor dropped;
texts sort by their bytes, as in SQLite.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from decimal import Decimal
from functools import lru_cache
from typing import Any, ClassVar, Final

import psycopg
from psycopg.adapt import Loader
from psycopg.sql import SQL, Identifier

from core.messages import message
from eventstore.store.postgres_objects import Connection
from eventstore.store.postgres_pool import PostgresPool, unstorable
from eventstore.store.schema_difference import ForeignSchema, SchemaDifference
from eventstore.store.store import UnreachableStore

_TYPES: Final = {"INTEGER": "bigint", "REAL": "double precision", "TEXT": 'text COLLATE "C"', "BLOB": "bytea"}
_UNSTORABLE: Final = (
    psycopg.DataError,
    psycopg.IntegrityError,
    psycopg.errors.ProgramLimitExceeded,  # A text is too long for an index.
    UnicodeEncodeError,
)
_INSERT: Final = re.compile(r"INSERT INTO (\w+)( \([\w, ]+\))? VALUES \([?, ]+\)")
_CREATES: Final = re.compile(r"CREATE TABLE (\w+)")

_MARK: Final = "Made by Partie from the log; it can be dropped at any time."
"""The comment of each schema."""

_OBJECTS: Final = (
    "SELECT CASE relkind WHEN 'r' THEN 'table' WHEN 'i' THEN 'index' WHEN 'v' THEN 'view' ELSE 'relation' END, relname,"
    " coalesce((SELECT t.relname FROM pg_index JOIN pg_class t ON t.oid = indrelid WHERE indexrelid = c.oid), relname)"
    " FROM pg_class c WHERE relnamespace = CAST(? AS regnamespace) AND relkind <> 't'"
    " AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = c.oid)"
    " UNION ALL SELECT 'trigger', tgname, relname FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid"
    " WHERE relnamespace = CAST(? AS regnamespace) AND NOT tgisinternal"
    " UNION ALL SELECT 'rule', rulename, relname FROM pg_rewrite JOIN pg_class c ON c.oid = ev_class"
    " WHERE relnamespace = CAST(? AS regnamespace)"
)
"""SQL of type, name and table of each object in a schema, without the indexes of keys."""


class _Number(Loader):
    """Sums of large numbers, as Python computes with them."""

    def load(self, data: bytes | bytearray | memoryview) -> int | float:
        number = Decimal(bytes(data).decode())
        return int(number) if number == number.to_integral_value() else float(number)


class PostgresTables(PostgresPool):
    """The tables in the `schema` of the database at `address`; those of `others` can be read with them.

    A schema is created by the first transaction.
    """

    NEWEST: ClassVar = "max(CAST(CAST(xmin AS TEXT) AS BIGINT))"
    """SQL of a number that changes with each row that is written to a table."""

    def __init__(self, address: str, schema: str, *others: str) -> None:
        super().__init__(address)
        self.schema, self._others = schema, others
        self._beside = dict[str, PostgresTables]()

    def query(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """The rows of a SELECT."""
        try:
            return self._query(translated(sql), values)
        except UnreachableStore:  # The connection may have broken while it was idle; then all idle ones are closed now.
            return self._query(translated(sql), values)

    @contextmanager
    def transaction(self) -> Iterator["PostgresTransaction"]:
        """A transaction that alone writes to the schema: committed at the end, rolled back after any exception."""
        self.query("SELECT")  # So that no idle connection is a broken one.
        with self._connected() as connection, connection.transaction():
            self._lock(connection, "writes")
            self._ensure_schema(connection)
            yield PostgresTransaction(connection)

    def savepoint(self, connection: "PostgresTransaction", write: Callable[["PostgresTransaction"], None]) -> None:
        """As of `ReadDatabase`."""
        try:
            with connection.connection.transaction():
                write(connection)
        except _UNSTORABLE as error:
            raise unstorable(error) from error

    def _ensure_schema(self, connection: Connection) -> None:
        """Create the schema where it is missing. Raises ForeignSchema for one of the same name by somebody else."""
        asked = "SELECT obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname = %s"
        found = connection.execute(asked, (self.schema,)).fetchall()
        if not found:
            connection.execute(SQL("CREATE SCHEMA {}").format(Identifier(self.schema)))
            connection.execute(SQL("COMMENT ON SCHEMA {} IS {}").format(Identifier(self.schema), _MARK))
        elif found != [(_MARK,)]:
            raise ForeignSchema(
                message(
                    "{path} has a schema {schema} that Partie did not create; it was not changed. Rename it.",
                    path=self._name,
                    schema=self.schema,
                )
            )

    @contextmanager
    def turn(self, *, wait: bool) -> Iterator[bool]:
        """True if no other program has a turn; others have none before the end. `wait` until it is so.

        It ends with the program, or its connection. Always False where nothing can be written, as on a standby.
        """
        self.query("SELECT")
        with self._connected() as connection:
            connection.execute("BEGIN")
            try:
                yield self._takes_turn(connection, wait=wait)
            finally:
                with suppress(psycopg.OperationalError):  # The turn has ended with its connection.
                    connection.execute("ROLLBACK")

    def _takes_turn(self, connection: Connection, *, wait: bool) -> bool:
        if connection.execute("SHOW transaction_read_only").fetchall() == [("on",)]:
            return False
        if wait:
            self._lock(connection, "turns")
            return True
        asked = "SELECT pg_try_advisory_xact_lock(hashtextextended(%s, 0))"
        ((is_own,),) = connection.execute(asked, (f"{self.schema} turns",)).fetchall()
        return bool(is_own)

    def _lock(self, connection: Connection, purpose: str) -> None:
        connection.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (f"{self.schema} {purpose}",))

    def created_with(self, name: str) -> str | None:
        """The statement that created a table that can be read; None: there is none of this name."""
        rows = self.query(
            "SELECT obj_description(c.oid, 'pg_class') FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
            " WHERE n.nspname IN (SELECT value FROM json_each(?)) AND c.relname = ? AND c.relkind = 'r'",
            (json.dumps((self.schema, *self._others)), name),
        )
        return rows[0][0] if rows else None

    def drop_object(self, connection: "PostgresTransaction", name: str) -> None:
        """Drop the table of this name, with its indexes and triggers."""
        connection.execute(f"DROP TABLE IF EXISTS {name} CASCADE")

    def schema_differences(self, derived: Sequence[str] = ()) -> tuple[SchemaDifference, ...]:
        """Objects of the statements `derived` that are missing in the schema, and others that were added to it."""
        if not self.exists():
            return ()
        created = re.findall(r"CREATE (?:UNIQUE )?(TABLE|INDEX) (\w+)(?: ON (\w+))?", "\n".join(derived))
        expected = {(type.lower(), name): table or name for type, name, table in created}
        rows = self.query(_OBJECTS, (f'"{self.schema}"',) * 3)
        present = {(type, name) for type, name, _ in rows}
        found = [SchemaDifference("foreign", *row) for row in rows if row[:2] not in expected]
        missing = [SchemaDifference("missing", *key, expected[key]) for key in expected.keys() - present]
        return tuple(sorted([*found, *missing], key=lambda each: (each.name, each.type)))

    def exists(self) -> bool:
        return bool(self.query("SELECT FROM pg_namespace WHERE nspname = ?", (self.schema,)))

    def beside(self, suffix: str) -> "PostgresTables":
        """Tables in a schema with a longer name, to take the place of this one."""
        if suffix not in self._beside:
            self._beside.setdefault(suffix, PostgresTables(self._address, self.schema + suffix, *self._others))
        return self._beside[suffix]

    def close(self) -> None:
        super().close()
        for tables in self._beside.values():
            tables.close()

    def replace_by(self, other: "PostgresTables", *, if_has: str) -> bool:
        """Put the other schema in the place of this one, in one step; False: the table `if_has` is not in it."""
        with self.transaction() as connection:
            other._lock(connection.connection, "writes")
            if other.created_with(if_has) is None:
                return False
            for sql in ("DROP SCHEMA {own} CASCADE", "ALTER SCHEMA {other} RENAME TO {own}"):
                names = {"own": Identifier(self.schema), "other": Identifier(other.schema)}
                connection.connection.execute(SQL(sql).format(**names))
            return True

    def drop_schemas(self, names: str) -> None:
        """Drop the schemas with names that match a regular expression, but for those of others."""
        own = "nspname ~ ? AND obj_description(oid, 'pg_namespace') = ?"
        found = self.query(f"SELECT nspname FROM pg_namespace WHERE {own}", (f"^{names}$", _MARK))
        for (name,) in found:
            with self._connected() as connection, connection.transaction():
                connection.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (f"{name} writes",))
                connection.execute(SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(Identifier(name)))

    def rows_as_text(self) -> Iterator[bytes]:
        """The content of all tables that this object reads, piece by piece."""
        tables = self.query(
            "SELECT schemaname, tablename FROM pg_tables WHERE schemaname IN (SELECT value FROM json_each(?))",
            (json.dumps((self.schema, *self._others)),),
        )
        for names in tables:
            copied = SQL("COPY {} TO STDOUT").format(Identifier(*names))
            with self._connected() as connection, connection.cursor() as cursor, cursor.copy(copied) as copy:
                yield from map(bytes, copy)

    def _connect(self) -> Connection:
        connection = super()._connect()
        connection.cursor_factory = psycopg.ClientCursor
        connection.adapters.register_loader("numeric", _Number)
        path = SQL(", ").join(map(Identifier, (self.schema, *self._others, "pg_temp")))
        connection.execute(SQL("SET search_path = {}").format(path))
        return connection


class PostgresTransaction:
    """A connection within a transaction, for statements in the SQL of SQLite."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def execute(self, sql: str, values: Sequence[object] = ()) -> "psycopg.Cursor[tuple[Any, ...]]":
        cursor = self.connection.execute(translated(sql), values)
        if created := _CREATES.match(sql):  # The comment says what created it, see `PostgresTables.created_with`.
            comment = SQL("COMMENT ON TABLE {} IS {}").format(Identifier(created[1]), sql)
            self.connection.execute(comment)
        return cursor

    def executemany(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        if insert := _INSERT.fullmatch(sql):
            with self.connection.cursor().copy(f"COPY {insert[1]}{insert[2] or ''} FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            with self.connection.cursor() as cursor:
                cursor.executemany(translated(sql), rows)


@lru_cache(maxsize=1_000)
def translated(sql: str) -> str:
    """A statement for SQLite as one for PostgreSQL: types of columns, placeholders, and lists of values as JSON."""
    if sql.startswith("CREATE TABLE"):
        sql = re.sub(r"\b(INTEGER|REAL|TEXT|BLOB)\b", lambda word: _TYPES[word[1]], sql)
        sql = re.sub(r" (STRICT|WITHOUT ROWID)(, WITHOUT ROWID)?$", "", sql)
    sql = sql.replace("%", "%%").replace("?", "%s")
    return re.sub(r"json_each\(([^()]*)\)", r"json_array_elements_text(CAST(\1 AS json)) AS json_each(value)", sql)
