"""Objects in the schema that Partie did not create never make it acknowledge what is not in the log."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from eventstore.store.open_store import open_store
from eventstore.store.postgres import PostgresStore
from eventstore.store.schema_difference import ForeignSchema
from eventstore.store.sqlite import SqliteStore, sqlite3
from eventstore.store.store import Append, NewEvent, Store, UnusableStore
from tests.stores import KINDS, empty

ENDLESS = "WITH RECURSIVE endless (n) AS (SELECT 1 UNION ALL SELECT n FROM endless) SELECT "
IGNORE = "BEGIN SELECT RAISE(IGNORE); END"

SQLITE = {
    "an insert ignored": f"CREATE TRIGGER x BEFORE INSERT ON events {IGNORE}",
    "a row changed after its insert": "CREATE TRIGGER x AFTER INSERT ON events BEGIN"
    " INSERT INTO events SELECT position + 1000, stream, version + 1000, type, shape, 'other', NULL, NULL, recorded_by,"
    " recorded_at, NULL, NULL, chain FROM events WHERE position = new.position; END",
    "a stream ignored": f"CREATE TRIGGER x BEFORE INSERT ON streams {IGNORE}",
    "a content ignored": f"CREATE TRIGGER x BEFORE INSERT ON blobs {IGNORE}",
    "the name of a trigger of Partie": "DROP TRIGGER events_refuse_update;"
    f" CREATE TRIGGER events_refuse_update BEFORE INSERT ON events {IGNORE}",
    "the name of a trigger with capitals": f"CREATE TRIGGER Events_Refuse_X BEFORE INSERT ON EVENTS {IGNORE}",
    "a trigger of a table beside the log": "CREATE TABLE beside (a);"
    " CREATE TRIGGER x AFTER INSERT ON beside BEGIN DELETE FROM beside; END",
    "a table without constraints": "ALTER TABLE blobs RENAME TO before; DROP TABLE before;"
    " CREATE TABLE blobs (id INTEGER PRIMARY KEY, stream INTEGER, digest TEXT, content BLOB)",
    "a column computed": "ALTER TABLE events ADD COLUMN more TEXT AS (upper(data))",
}

FUNCTION = "CREATE FUNCTION x() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN {} END'; "
POSTGRES = {
    "an insert ignored": FUNCTION.format("RETURN NULL;")
    + "CREATE TRIGGER x BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION x()",
    "a row changed before its insert": FUNCTION.format("NEW.data = ''other''; RETURN NEW;")
    + "CREATE TRIGGER x BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION x()",
    "a row deleted at the commit": FUNCTION.format("DELETE FROM events; RETURN NULL;")
    + "DROP TRIGGER events_refuse_change ON events; CREATE CONSTRAINT TRIGGER x AFTER INSERT ON events"
    " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION x()",
    "the name of a trigger of Partie": FUNCTION.format("RETURN NULL;") + "DROP TRIGGER events_refuse_change ON events;"
    " CREATE TRIGGER events_refuse_change BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION x()",
    "a rule": "CREATE RULE x AS ON UPDATE TO shards DO INSTEAD NOTHING",
    "row security": "ALTER TABLE events ENABLE ROW LEVEL SECURITY",
    "a table that inherits": "CREATE TABLE x () INHERITS (events)",
    "a trigger of the table of the schema": FUNCTION.format("RETURN NULL;")
    + "CREATE TRIGGER x BEFORE UPDATE ON partie FOR EACH ROW EXECUTE FUNCTION x()",
    "another function": "CREATE OR REPLACE FUNCTION partie_now() RETURNS bigint LANGUAGE sql AS 'SELECT 1::bigint'",
}


def run(address: str, sql: str) -> None:
    """Run statements, separated by semicolons, with a tool for databases."""
    if not address.startswith("postgres"):
        with closing(sqlite3.connect(address)) as connection:
            connection.executescript(sql)
        return
    with psycopg.connect(address, autocommit=True) as database:
        database.execute(sql)


def append(store: Store, after: int, key: str | None = None) -> None:
    event = NewEvent("TilesTaken", "{}")
    store.append(Append("matches/a", [event], expected_version=after, by="x", at="2026-11-20", idempotency_key=key))


def keep(store: Store) -> None:
    store.append(Append("matches/a", (), expected_version=1, by="", at="", blobs={"d": b"content"}))


def refused(write: Callable[[], object]) -> str:
    with pytest.raises(ForeignSchema) as raised:
        write()
    return str(raised.value)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "name"), [*(("sqlite", name) for name in SQLITE), *(("postgres", name) for name in POSTGRES)]
)
def test_a_store_with_foreign_objects_is_read_but_not_written_to(kind: str, name: str, tmp_path: Path) -> None:
    address = empty(kind, tmp_path)
    with closing(open_store(address)) as running:
        append(running, 0)
        run(address, SQLITE[name] if kind == "sqlite" else POSTGRES[name])
        with closing(open_store(address)) as opened:  # A program that runs, and one that is started later.
            for store in (running, opened):
                assert len(store.read("matches/a")) == 1
                said = refused(lambda store=store: append(store, 1))
                assert "is not written to: other programs changed its schema" in said
                refused(lambda store=store: append(store, 1, key="once"))
                raw = store.read("matches/a")[0]._replace(stream="matches/b")
                refused(lambda store=store, raw=raw: store.append_raw([raw]))
                refused(
                    lambda store=store: store.append(
                        Append("matches/a", (), expected_version=1, by="", at="", blobs={"d": b"x"})
                    )
                )
        assert [row.version for row in running.read("matches/a")] == [1]
        assert list(running.streams("matches/b")) == []


def test_the_refusal_ends_with_the_foreign_object(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "a.db")) as store:
        append(store, 0)
        run(str(store.path), SQLITE["an insert ignored"])
        assert "(x)" in refused(lambda: append(store, 1))
        run(str(store.path), "DROP TRIGGER x")
        append(store, 1)
        assert len(store.read("matches/a")) == 2


@pytest.mark.parametrize("kind", KINDS)
def test_a_foreign_index_that_refuses_is_no_mistake_of_the_client(kind: str, tmp_path: Path) -> None:
    address = empty(kind, tmp_path)
    with closing(open_store(address)) as store:
        append(store, 0)
        run(address, "CREATE UNIQUE INDEX x ON events (recorded_at)")
        with pytest.raises(UnusableStore, match=r"cannot be used|does not keep"):
            append(store, 1)
        assert len(store.read("matches/a")) == 1


def test_a_temporary_trigger_of_the_connection_is_noticed_at_the_append(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "a.db")) as store:
        append(store, 0)
        store.database.conn.execute(f"CREATE TEMP TRIGGER x BEFORE INSERT ON events {IGNORE}")
        assert "does not keep what is written" in refused(lambda: append(store, 1))
        assert [(each.kind, each.name) for each in store.schema_differences()] == [("foreign", "x")]
        store.database.conn.execute("DROP TRIGGER x")
        append(store, 1)


def test_an_append_within_a_common_commit_is_checked_too(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "a.db")) as store:
        append(store, 0)
        run(str(store.path), SQLITE["an insert ignored"])
        with pytest.raises(ForeignSchema), store.one_commit():
            append(store, 1)


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_store_has_no_differences(kind: str, tmp_path: Path) -> None:
    with closing(open_store(empty(kind, tmp_path))) as store:
        assert isinstance(store, SqliteStore | PostgresStore)
        assert store.schema_differences() == ()


def test_statistics_of_the_database_are_no_difference(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "a.db")) as store:
        append(store, 0)
        run(str(store.path), "ANALYZE")
        append(store, 1)
        assert store.schema_differences() == ()


COLUMNS = (
    "position, stream, version, type, shape, data, source, command, recorded_by, recorded_at, happened_at, witness"
)
COLUMNS += ", chain"


def endless(columns: str) -> str:
    """A query that never ends, with these columns."""
    return ENDLESS + ", ".join(f"n AS {name}" for name in columns.split(", ")) + " FROM endless"


@pytest.mark.parametrize("table", ["events", "streams", "blobs"])
@pytest.mark.parametrize("with_journal", [False, True])
def test_a_file_with_views_in_place_of_its_tables_is_refused_at_once(
    tmp_path: Path, table: str, *, with_journal: bool
) -> None:
    path = tmp_path / "a.db"
    with closing(SqliteStore(path)) as store:
        append(store, 0)
    columns = {"events": COLUMNS, "streams": "id, name", "blobs": "id, stream, digest, content"}[table]
    connection = sqlite3.connect(path)
    connection.executescript(
        f"PRAGMA foreign_keys=OFF; DROP TABLE {table}; CREATE VIEW {table.upper()} AS {endless(columns)}"
    )
    if not with_journal:
        connection.close()
    with pytest.raises(UnusableStore, match=rf"a\.db is not read: .*\({table}\)\. Restore a backup\.|replaced"):
        SqliteStore(path)
    connection.close()


@pytest.mark.parametrize("table", ["events", "partie"])
def test_a_database_with_views_in_place_of_its_tables_is_refused_at_once(
    database: str, tmp_path: Path, table: str
) -> None:
    PostgresStore(database).close()
    view = endless({"partie": "id, schema", "events": f"shard, {COLUMNS}"}[table])
    run(database, f"DROP TABLE {table} CASCADE; CREATE VIEW {table} AS {view}")
    with pytest.raises(ForeignSchema, match=rf"is not read: .*\({table}\)"):
        PostgresStore(database)
