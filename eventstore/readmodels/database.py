"""The database of the read models: disposable, in the file of the log or in schemas beside it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, ClassVar, Final, Protocol, runtime_checkable

from eventstore.store.schema_difference import SchemaDifference
from eventstore.store.sqlite_file import SqliteFile
from eventstore.store.store import Store

PROJECTION_VERSION: Final = 27
"""Version of the rows of the read tables, increased whenever a row would differ; others are made anew."""


class ReadDatabase(Protocol):
    """Tables beside the log. Statements are in the SQL that SQLite and PostgreSQL both read, with `json_each(?)` for
    lists of values and `?` for others.
    """

    NEWEST: ClassVar[str]
    """SQL of a number that changes with each row that is written to a table."""

    def query(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """The rows of a SELECT."""

    def transaction(self) -> AbstractContextManager[Any]:
        """A transaction that alone writes: committed at the end, rolled back after any exception."""

    def savepoint(self, connection: Any, write: Callable[[Any], None]) -> None:
        """Run a write within a transaction; an exception undoes it alone. Raises Unstorable."""

    def created_with(self, name: str) -> str | None:
        """The statement that created a table; None: there is none of this name."""

    def drop_object(self, connection: Any, name: str) -> None:
        """Drop the object of this name, with its indexes and triggers, in the transaction of the connection."""

    def schema_differences(self, derived: Sequence[str] = ()) -> tuple[SchemaDifference, ...]:
        """Objects that are not as the statements `derived` create them."""


@runtime_checkable
class SharedDatabase(ReadDatabase, Protocol):
    """Tables that several programs use: they fold the log in turns, and make tables anew beside the old ones."""

    schema: str

    def turn(self, *, wait: bool) -> AbstractContextManager[bool]:
        """True if no other program has a turn; others have none before the end. `wait` until it is so.

        It ends with the program. Always False where nothing can be written.
        """

    def beside(self, suffix: str) -> "SharedDatabase":
        """Tables in a schema with a longer name, to take the place of this one."""

    def replace_by(self, other: "SharedDatabase", *, if_has: str) -> bool:
        """Put the other schema in the place of this one, in one step; False: the table `if_has` is not in it."""

    def drop_schemas(self, names: str) -> None:
        """Drop the schemas with names that match a regular expression, but for those of others."""

    def rows_as_text(self) -> Iterator[bytes]:
        """The content of all tables, piece by piece."""


@runtime_checkable
class _HasDatabase(Protocol):
    """A store that limits access."""

    @property
    def read_model_db(self) -> ReadDatabase: ...


@runtime_checkable
class _HasReviews(Protocol):
    """A store that limits access, and lets every reader of a match read its review."""

    @property
    def review_db(self) -> ReadDatabase: ...


@runtime_checkable
class _HasSchemas(Protocol):
    """A store in a database with schemas beside the log."""

    def tables(self, *names: str) -> SharedDatabase: ...


_READ: Final = f"read{PROJECTION_VERSION}"  # Programs of another version have tables of their own.
_KEPT: Final = "kept"


def read_model_db(store: Store) -> ReadDatabase:
    """The database of the read models of a store."""
    return _database(store, _READ, _KEPT)


def review_db(store: Store) -> ReadDatabase:
    """The database of the kept reviews, in which the read models can be read too."""
    return store.review_db if isinstance(store, _HasReviews) else _database(store, _KEPT, _READ)


def _database(store: Store, *schemas: str) -> ReadDatabase:
    if isinstance(store, SqliteFile):
        return store
    if isinstance(store, _HasSchemas):
        return store.tables(*schemas)
    if isinstance(store, _HasDatabase):
        return store.read_model_db
    raise TypeError(f"{type(store).__name__} has no read models.")


def distinct_texts(
    database: ReadDatabase, table: str, column: str, condition: str = "known IS NOT NULL", values: Sequence[object] = ()
) -> tuple[str, ...]:
    """The values of an indexed column that meet a condition on `known`, sorted: a seek for each, not for each row."""
    rows = database.query(
        f"WITH RECURSIVE texts(known) AS (SELECT min({column}) FROM {table} WHERE {column} IS NOT NULL UNION ALL"
        f" SELECT (SELECT min({column}) FROM {table} WHERE {column} > known) FROM texts WHERE known IS NOT NULL)"
        f" SELECT known FROM texts WHERE known IS NOT NULL AND {condition}",
        values,
    )
    return tuple(text for (text,) in rows)
