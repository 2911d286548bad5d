"""The schema uses only features of distributed engines, as the catalog of the server shows."""

import psycopg
import pytest

from eventstore.store.postgres import PostgresStore

UNIQUE_KEYS = """
    SELECT index.relname, array_agg(attribute.attname ORDER BY place.number)
    FROM pg_index JOIN pg_class AS index ON index.oid = indexrelid,
        unnest(indkey) WITH ORDINALITY AS place (attribute, number), pg_attribute AS attribute
    WHERE indisunique AND attribute.attrelid = indrelid AND attribute.attnum = place.attribute
        AND index.relnamespace = current_schema()::regnamespace
    GROUP BY index.relname
"""
KINDS = "SELECT relname FROM pg_class WHERE relkind = %s AND relnamespace = current_schema()::regnamespace ORDER BY 1"
CONSTRAINTS = "SELECT DISTINCT contype FROM pg_constraint WHERE connamespace = current_schema()::regnamespace"
DEFAULTS = (
    "SELECT table_name, column_name FROM information_schema.columns"
    " WHERE table_schema = current_schema() AND (column_default IS NOT NULL OR is_identity = 'YES')"
)


@pytest.mark.usefixtures("postgres")
def test_every_key_of_the_log_holds_its_shard_and_its_stream_and_nothing_counts_for_all(database: str) -> None:
    with psycopg.connect(database) as connection:

        def found(sql: str, *values: str) -> list[tuple[object, ...]]:
            return connection.execute(sql, values).fetchall()

        assert found(KINDS, "r") == [("blobs",), ("events",), ("partie",), ("shards",)]
        assert found(KINDS, "S") == []
        keys = {name: columns for name, columns in found(UNIQUE_KEYS) if name != "shards_pkey"}
        assert set(keys) == {"blobs_pkey", "events_pkey", "one_event_a_source"}
        assert all(columns[:2] == ["shard", "stream"] for columns in keys.values())
        assert not {kind for (kind,) in found(CONSTRAINTS)} - {"p", "n"}, "Only primary keys, and columns not null."
        assert found(DEFAULTS) == [("partie", "id")]


def test_what_an_append_waits_for_is_the_row_of_its_shard(postgres: PostgresStore, database: str) -> None:
    with psycopg.connect(database) as holding, psycopg.connect(database) as counting:
        assert postgres.read_all() == ()
        holding.execute("SELECT position FROM shards WHERE shard = 3 FOR UPDATE")
        free = counting.execute("SELECT shard FROM shards ORDER BY shard FOR UPDATE SKIP LOCKED").fetchall()
        assert [shard for (shard,) in free] == [*range(3), *range(4, 16)]
