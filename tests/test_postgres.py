"""What is particular about a store in PostgreSQL: what is refused there, and what comes of a broken connection."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from eventstore.postgres import SCHEMA, PostgresStore
from eventstore.store import NewEvent, UnusableStore
from tests.postgres import new_address

AT = "2026-11-20T18:30:00.000Z"


@pytest.fixture
def address() -> str:
    return new_address()


@pytest.fixture
def store(address: str, tmp_path: Path) -> Iterator[PostgresStore]:
    store = PostgresStore(address, cache=tmp_path)
    yield store
    store.close()


def append(store: PostgresStore, stream: str, after: int = 0) -> int:
    (row,) = store.append(stream, [NewEvent("Rolled", '{"n":1}')], after=after, by="test", at=AT)
    return row.version


def run(address: str, *sql: str) -> None:
    with psycopg.connect(address) as connection:
        for statement in sql:
            connection.execute(statement)


def test_a_newer_store_and_another_database_are_refused_and_left(address: str, tmp_path: Path) -> None:
    run(address, "CREATE TABLE events (guest text)")
    with pytest.raises(UnusableStore, match=r"some other database; it was left as it is\.$"):
        PostgresStore(address, cache=tmp_path)
    run(address, "DROP TABLE events")
    PostgresStore(address, cache=tmp_path).close()
    run(address, "UPDATE partie SET schema = 999")
    with pytest.raises(UnusableStore, match=rf"newer Partie \(schema 999, this one knows {SCHEMA}\)"):
        PostgresStore(address, cache=tmp_path)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE events SET chain = ''",
        "UPDATE events SET data = '{}', recorded_by = 'x'",
        "DELETE FROM events",
        "TRUNCATE events",
    ],
)
def test_who_redacts_may_change_texts_and_nothing_else(store: PostgresStore, address: str, sql: str) -> None:
    append(store, "a")
    with pytest.raises(psycopg.errors.RaiseException, match="never changed or deleted"):
        run(address, "SET LOCAL partie.redacting = 'yes'", sql)
    assert len(store.read("a")) == 1


def test_a_connection_that_breaks_is_told_once_and_made_again(store: PostgresStore, address: str) -> None:
    append(store, "a")
    with store._connected() as connection:
        pid = connection.info.backend_pid
    run(address, f"SELECT pg_terminate_backend({pid}, 5000)")
    with pytest.raises(UnusableStore, match="cannot be used"):
        append(store, "a", after=1)
    assert append(store, "a", after=1) == 2


def test_a_read_only_database_can_be_read(store: PostgresStore, address: str, tmp_path: Path) -> None:
    append(store, "a")
    reading = PostgresStore(f"{address}%20-cdefault_transaction_read_only%3Don", cache=tmp_path)
    assert reading.read("a") == store.read("a")
    with pytest.raises(UnusableStore, match="cannot be written: it is a standby, or read-only"):
        append(reading, "a", after=1)
    reading.close()


def test_a_text_that_postgresql_cannot_keep_is_refused_like_any_other(store: PostgresStore) -> None:
    with pytest.raises(ValueError, match="PostgreSQL cannot keep this"):
        append(store, "a\0")
    assert store.read_all() == ()


def test_read_tables_belong_to_a_store_not_to_its_address(store: PostgresStore, address: str, tmp_path: Path) -> None:
    made = store.tables.path
    store.close()
    schema = address.rpartition("%3D")[2]
    run(address, f"DROP SCHEMA {schema} CASCADE", f"CREATE SCHEMA {schema}")
    again = PostgresStore(address, cache=tmp_path)
    assert again.tables.path != made
    again.close()
