"""The database of the read models: disposable, in the file of the log or beside it."""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from eventstore.store.sqlite_file import SqliteFile
from eventstore.store.store import Store


@runtime_checkable
class _HasDatabase(Protocol):
    """A store that has its read models in another place than the log."""

    @property
    def read_model_db(self) -> SqliteFile: ...


def read_model_db(store: Store) -> SqliteFile:
    """The SQLite database of the read models of a store: its own file, or the one that it names."""
    if isinstance(store, SqliteFile):
        return store
    if isinstance(store, _HasDatabase):
        return store.read_model_db
    raise TypeError(f"{type(store).__name__} has no read models.")


@runtime_checkable
class _HasReviews(Protocol):
    """A store that limits access, and lets every reader of a match read its review."""

    @property
    def review_db(self) -> SqliteFile: ...


def review_db(store: Store) -> SqliteFile:
    """The SQLite database of the kept reviews: that of the read models."""
    return store.review_db if isinstance(store, _HasReviews) else read_model_db(store)


def distinct_texts(
    database: SqliteFile, table: str, column: str, condition: str = "known IS NOT NULL", values: Sequence[object] = ()
) -> tuple[str, ...]:
    """The values of an indexed column that meet a condition on `known`, sorted: a seek for each, not for each row."""
    rows = database.query(
        f"WITH RECURSIVE texts(known) AS (SELECT min({column}) FROM {table} WHERE {column} IS NOT NULL UNION ALL"
        f" SELECT (SELECT min({column}) FROM {table} WHERE {column} > known) FROM texts WHERE known IS NOT NULL)"
        f" SELECT known FROM texts WHERE known IS NOT NULL AND {condition}",
        values,
    )
    return tuple(text for (text,) in rows)


def drop_object(connection: Any, name: str) -> None:
    """Drop the table, index or view of this name; with a table its triggers and indexes."""
    named = "SELECT type FROM sqlite_master WHERE lower(name) = ? AND type <> 'trigger'"
    for (type,) in connection.execute(named, (name,)).fetchall():
        connection.execute(f"DROP {type} {name}")
