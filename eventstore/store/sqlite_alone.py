"""The part of sqlite-utils that a store needs, from the standard library: for a browser, where every byte is fetched.

Either one reads the files of the other: the table of the migrations is the same to the letter.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, ClassVar, Final, TypeAlias

_Migration: TypeAlias = "Callable[[Connected], None]"

_TABLE: Final = (
    'CREATE TABLE "_sqlite_migrations" (\n   "id" INTEGER PRIMARY KEY,\n   "migration_set" TEXT,\n   "name" TEXT,\n'
    '   "applied_at" TEXT\n)'
)
_INDEX: Final = (
    'CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"\n'
    '    ON "_sqlite_migrations" ("migration_set", "name")'
)


class Connected:
    """A connection as `sqlite_utils.Database` has it."""

    def __init__(self, connection: Any, *, recursive_triggers: bool = True, execute_plugins: bool = True) -> None:
        self.conn = connection
        if recursive_triggers:
            connection.execute("PRAGMA recursive_triggers=on")

    def execute(self, sql: str, values: tuple[object, ...] = ()) -> Any:
        return self.conn.execute(sql, values)


class OrderedMigrations:
    """As `sqlite_utils.Migrations`: applied in the order in which they were registered, each once."""

    migrations_table: ClassVar = "_sqlite_migrations"

    def __init__(self, name: str) -> None:
        self._name = name
        self._all: list[_Migration] = []

    def __call__(self) -> Callable[[_Migration], None]:
        return self._all.append

    def apply(self, database: Connected) -> None:
        """Within the transaction that the caller has begun."""
        there = "SELECT 1 FROM sqlite_master WHERE name = ?"
        if not database.execute(there, (self.migrations_table,)).fetchone():
            database.execute(_TABLE)
            database.execute(_INDEX)
        known = f"SELECT name FROM {self.migrations_table} WHERE migration_set = ?"
        applied = {name for (name,) in database.execute(known, (self._name,))}
        for migration in self._all:
            if migration.__name__ not in applied:
                migration(database)
                row = (self._name, migration.__name__, str(datetime.now(UTC)))
                columns = "(migration_set, name, applied_at)"
                database.execute(f"INSERT INTO {self.migrations_table} {columns} VALUES (?,?,?)", row)
