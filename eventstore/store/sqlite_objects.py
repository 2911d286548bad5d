"""The objects in the schema of a SQLite store (tables, indexes, triggers, views), compared with those of Partie."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias

from eventstore.store.schema_difference import SchemaDifference
from eventstore.store.sqlite_library import Database, Migrations, sqlite3
from eventstore.store.sqlite_schema import MIGRATIONS

migrations: Final = Migrations("partie")
for _migration in MIGRATIONS:
    migrations()(_migration)

_LOG_TABLES: Final = ("streams", "events", "blobs")

_STATISTICS: Final = (
    "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
    "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
)
"""Tables that SQLite's ANALYZE creates."""


class _Object(NamedTuple):
    """A row of `sqlite_master`; `sql` with single spaces."""

    type: str
    name: str
    table: str
    sql: str


_Objects: TypeAlias = Mapping[tuple[bool, str], _Object]
"""Objects by their place in the namespaces of SQLite, which ignores case: whether it is a trigger, and its name."""


def foreign_tables(connection: Any) -> tuple[str, ...]:
    """The names of the log's tables that are no ordinary tables, or missing.

    A view may compute without end, so this is asked before anything else is read.
    """
    rows = connection.execute("SELECT lower(name), sql FROM sqlite_master WHERE type = 'table'")
    ordinary = {name for name, sql in rows if str(sql).upper().startswith("CREATE TABLE ")}
    return tuple(name for name in _LOG_TABLES if name not in ordinary)


def differences(connection: Any, derived: Sequence[str] = ()) -> tuple[SchemaDifference, ...]:
    """Differences of the objects of the database, temporary ones of this connection included, from Partie's.

    `derived` are the statements that create the tables beside the log.
    """
    expected = _expected(tuple(derived))
    result = [*_objects(connection, "sqlite_master"), *_objects(connection, "sqlite_temp_master")]
    present = set(map(_key, result))
    differing = [_difference(each, expected) for each in result if expected.get(_key(each)) != each]
    differing += [SchemaDifference("missing", *each[:3]) for key, each in expected.items() if key not in present]
    return tuple(sorted(differing, key=lambda each: (each.name, each.type)))


def _difference(found: _Object, expected: _Objects) -> SchemaDifference:
    if (own := expected.get(_key(found))) and own.type == found.type:
        is_of_log = found.type == "table" and found.name.lower() in _LOG_TABLES
        return SchemaDifference("changed", *found[:3], found.type == "trigger" or is_of_log)
    return SchemaDifference("foreign", *found[:3], found.type not in ("table", "index", "view"))


@cache
def _expected(derived: tuple[str, ...]) -> _Objects:
    """The objects that the migrations create, and the statements `derived`."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    with closing(connection):
        database = Database(connection, execute_plugins=False)
        migrations.apply(database)
        for statement in derived:
            connection.execute(statement)
        return {_key(each): each for each in _objects(connection, "sqlite_master")}


def _objects(connection: Any, schema_table: str) -> list[_Object]:
    """The objects, without those that come with a table: indexes of its constraints, the tables of ANALYZE and of the
    migrations.
    """
    rows = connection.execute(f"SELECT type, name, tbl_name, sql FROM {schema_table} WHERE sql IS NOT NULL")
    objects = [_Object(type, name, table, " ".join(str(sql).split())) for type, name, table, sql in rows]
    return [each for each in objects if each.sql not in _STATISTICS and not _is_of_migrations(each)]


def _is_of_migrations(each: _Object) -> bool:
    return each.table == Migrations.migrations_table and each.type in ("table", "index")


def _key(each: _Object) -> tuple[bool, str]:
    return each.type == "trigger", each.name.lower()
