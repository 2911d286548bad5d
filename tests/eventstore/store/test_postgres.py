"""A store in PostgreSQL: refused databases, and broken connections."""

from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from pathlib import Path

import psycopg
import pytest

from core.games import scoresheet
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.store.postgres import SCHEMA, PostgresStore
from eventstore.store.postgres_database import _LOCK
from eventstore.store.store import Append, NewEvent, OutdatedStore, UnusableStore

AT = "2026-11-20T18:30:00.000Z"


def append(store: PostgresStore, stream: str, after: int = 0) -> int:
    (row,) = store.append(Append(stream, [NewEvent("Rolled", '{"n":1}')], expected_version=after, by="test", at=AT))
    return row.version


def run(address: str, *sql: str) -> None:
    with psycopg.connect(address) as connection:
        for statement in sql:
            connection.execute(statement)


def test_a_newer_store_and_another_database_are_refused_and_left(database: str, tmp_path: Path) -> None:
    run(database, "CREATE TABLE events (guest text)")
    with pytest.raises(UnusableStore, match=r"another database; it was not changed\.$"):
        PostgresStore(database)
    run(database, "DROP TABLE events")
    PostgresStore(database).close()
    run(database, "UPDATE partie SET schema = 999")
    with pytest.raises(UnusableStore, match=rf"newer version of Partie \(schema 999, this version knows {SCHEMA}\)"):
        PostgresStore(database)


WAITING = """
    SELECT count(*) FROM pg_locks AS wanted JOIN pg_locks AS held USING (database, classid, objid)
    WHERE wanted.locktype = 'advisory' AND NOT wanted.granted AND held.granted AND held.pid = pg_backend_pid()
"""


def test_who_waited_for_another_to_make_the_tables_finds_them(database: str, tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as pool, psycopg.connect(database) as making:
        making.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        late = pool.submit(PostgresStore, database)
        while making.execute(WAITING).fetchone() == (0,):
            assert not late.done()
        making.execute(files("eventstore.store").joinpath("postgres.sql").read_text())
        making.commit()
        store = late.result()
    assert store.read_all() == ()
    store.close()


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE events SET chain = ''",
        "UPDATE events SET data = '{}', recorded_by = 'x'",
        "DELETE FROM events",
        "TRUNCATE events",
    ],
)
def test_who_redacts_may_change_texts_and_nothing_else(postgres: PostgresStore, database: str, sql: str) -> None:
    append(postgres, "a")
    with pytest.raises(psycopg.errors.RaiseException, match="never changed or deleted"):
        run(database, "SET LOCAL partie.redacting = 'yes'", sql)
    assert len(postgres.read("a")) == 1


def test_a_connection_that_breaks_is_told_once_and_made_again(postgres: PostgresStore, database: str) -> None:
    append(postgres, "a")
    with postgres._connected():
        assert len(postgres.read("a")) == 1  # By a second connection; both are idle then.
    others = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    run(database, f"SELECT pg_terminate_backend(pid, 5000) FROM ({others}) others")
    with pytest.raises(UnusableStore, match="cannot be used"):
        append(postgres, "a", after=1)
    assert append(postgres, "a", after=1) == 2


def test_a_read_only_database_can_be_read(postgres: PostgresStore, database: str, tmp_path: Path) -> None:
    append(postgres, "a")
    reading = PostgresStore(f"{database}%20-cdefault_transaction_read_only%3Don")
    assert reading.read("a") == postgres.read("a")
    with pytest.raises(UnusableStore, match="cannot be written: it is a standby server or read-only"):
        append(reading, "a", after=1)
    reading.close()


def test_a_text_that_postgresql_cannot_keep_is_refused_like_any_other(postgres: PostgresStore) -> None:
    with pytest.raises(ValueError, match="PostgreSQL cannot store this"):
        append(postgres, "a\0")
    assert postgres.read_all() == ()


def test_read_tables_belong_to_a_store_not_to_its_address(postgres: PostgresStore, database: str) -> None:
    records = MatchRepository(postgres)
    records.start(scoresheet, ["Anna", "Ben"])
    assert MatchIndex(postgres, records).count() == 1
    postgres.close()
    schema = database.rpartition("%3D")[2]
    run(database, f"DROP SCHEMA {schema} CASCADE", f"CREATE SCHEMA {schema}")
    again = PostgresStore(database)
    assert MatchIndex(again, MatchRepository(again)).count() == 0
    again.close()


@pytest.mark.parametrize("options", ["", "%20-cdefault_transaction_read_only%3Don"])
def test_a_store_of_a_version_before_0_3_is_refused_in_one_sentence(
    postgres: PostgresStore, database: str, options: str
) -> None:
    run(database, "DROP TABLE blobs", "UPDATE partie SET schema = 2")
    with pytest.raises(OutdatedStore, match=r"before 0\.3\.0, and is not read"):
        PostgresStore(database + options)
