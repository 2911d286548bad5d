"""The package sqlite-utils, imported without NumPy and pandas: it imports them where they are installed, for 1 s.

A browser, where every byte is fetched, has the part that a store needs.
"""

import sys
from collections.abc import Callable
from datetime import UTC, datetime
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

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
    """A connection as `sqlite_utils.Database` has it: from the standard library, for a browser."""

    def __init__(self, connection: Any, *, recursive_triggers: bool = True, execute_plugins: bool = True) -> None:
        self.conn = connection
        if recursive_triggers:
            connection.execute("PRAGMA recursive_triggers=on")

    def execute(self, sql: str, values: tuple[object, ...] = ()) -> Any:
        return self.conn.execute(sql, values)


class OrderedMigrations:
    """As `sqlite_utils.Migrations`: applied in the order in which they were registered, each once.

    Either one reads the files of the other: the table of the migrations is the same to the letter.
    """

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


if TYPE_CHECKING:
    import sqlite3 as _sqlite3

    from sqlite_utils import Database
    from sqlite_utils.migrations import Migrations
elif sys.platform == "emscripten":  # A browser.
    import sqlite3 as _sqlite3

    Database, Migrations = Connected, OrderedMigrations
else:
    _absent = [name for name in ("numpy", "pandas") if name not in sys.modules]
    sys.modules.update(dict.fromkeys(_absent))  # None makes an import fail; afterwards others import them as usual.
    try:
        Database = import_module("sqlite_utils").Database
        Migrations = import_module("sqlite_utils.migrations").Migrations
        _sqlite3 = import_module("sqlite_utils.utils").sqlite3
    finally:
        for _name in _absent:
            del sys.modules[_name]

__all__ = ["Database", "Migrations", "sqlite3"]

sqlite3: Any = _sqlite3
"""pysqlite3 where it is installed, for its newer SQLite; its exceptions are not those of the standard library."""
