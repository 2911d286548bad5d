"""Cost of a total order over all streams in PostgreSQL; run with `make bench`. No test asserts a time.

All variants are measured with one writer and with eight, alternately, on one server with fsync on:

- `ours`: sixteen shards, each with a row that its writers lock, and the NOTIFY in a transaction of its own
- `notice inside`: the same, but the NOTIFY is part of the append
- `one shard`: the same, but all writers lock the same row, as a log with one total order needs
- `transaction ids`, a smaller row: no writer waits; readers stop below the oldest running transaction
- `sequence`, a smaller row: no writer waits, but readers that remember a position lose rows; the others prevent this
"""

import multiprocessing
from itertools import product
from multiprocessing.synchronize import Barrier
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import psycopg
import pytest

from eventstore.store.postgres import CHANNEL, Connection, PostgresStore, shard_of
from eventstore.store.postgres_append import _APPEND, append_in_pipeline
from eventstore.store.store import Append, NewEvent, hashed_data
from tests import postgres

ROW = NewEvent("TilesTaken", '{"seat":1,"source":3,"color":"blue","line":4}', state_digest="0123456789abcdef")
AT = "2026-11-21T12:00:00.000Z"

ROUNDS = 5
APPENDS = 150
"""Number of appends of each writer per round."""

TABLES = """
CREATE TABLE rows (
    position bigint NOT NULL, stream text NOT NULL, version integer NOT NULL, data text NOT NULL,
    witness text NOT NULL, chain bytea NOT NULL, PRIMARY KEY (stream, version)
);
CREATE INDEX ON rows (position);
CREATE SEQUENCE places;
CREATE FUNCTION by_transaction(its text, after integer, told text, seen text, link bytea) RETURNS void LANGUAGE sql AS
    $$ INSERT INTO rows VALUES
        (pg_current_xact_id()::text::bigint, its, after + 1, told, seen, sha256(link || told::bytea)) $$;
CREATE FUNCTION in_sequence(its text, after integer, told text, seen text, link bytea) RETURNS void LANGUAGE sql AS
    $$ INSERT INTO rows VALUES (nextval('places'), its, after + 1, told, seen, sha256(link || told::bytea)) $$;
"""
FUNCTIONS = {"transaction ids": "by_transaction", "sequence": "in_sequence"}
LIKE_OURS = ("ours", "one shard", "notice inside")
WAYS = (*LIKE_OURS, *FUNCTIONS)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    address = postgres.new_address()
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET fsync = on")
        connection.execute("SELECT pg_reload_conf()")
        connection.execute(TABLES)
    PostgresStore(address).close()
    return address


def appends(connection: Connection, way: str, stream: str) -> None:
    """The work of one writer in one round."""
    for version in range(APPENDS):
        if way in LIKE_OURS:
            shard = 0 if way == "one shard" else shard_of(stream)
            data = hashed_data(ROW)
            fields = ([ROW.type], [1], [ROW.data], [None], [None], [ROW.state_digest])
            personal = ([None], [data.digest], [data.salt])
            values = (shard, stream, version, None, "bench", AT, *fields, *personal)
            if way == "notice inside":
                with connection.pipeline(), connection.transaction():
                    connection.execute(_APPEND, values)
                    connection.execute(f"NOTIFY {CHANNEL}")
            else:
                append_in_pipeline(connection, values)
        else:
            values = (stream, version, ROW.data, ROW.state_digest, bytes(32))
            connection.execute(f"SELECT {FUNCTIONS[way]}(%s, %s, %s, %s, %s)", values)


def write(address: str, number: int, start: Barrier, end: Barrier, times: Any) -> None:
    """One of eight writers, in a process of its own; all start together, or only the first one works."""
    with psycopg.connect(address, autocommit=True) as connection:
        for round, way, writers in product(range(ROUNDS), WAYS, (1, 8)):
            start.wait()
            since = perf_counter()
            if number < writers:
                appends(connection, way, f"{way}-{round}-{writers}/{number}")
            end.wait()
            if not number:
                times.put((way, writers, writers * APPENDS / (perf_counter() - since)))


def test_orders_over_all_streams(address: str) -> None:
    fresh = multiprocessing.get_context("spawn")
    start, end, times = fresh.Barrier(8), fresh.Barrier(8), fresh.Queue()
    everybody = [fresh.Process(target=write, args=(address, number, start, end, times)) for number in range(8)]
    for process in everybody:
        process.start()
    found = {(way, writers): list[float]() for way in WAYS for writers in (1, 8)}
    for _ in range(ROUNDS * len(found)):
        way, writers, rate = times.get()
        found[way, writers].append(rate)
    for process in everybody:
        process.join()
    for way in WAYS:
        one, eight = (median(found[way, writers]) for writers in (1, 8))
        print(f"\n{way}: one writer {one:,.0f} appends/s, eight {eight:,.0f}; gain {eight / one:.1f}", end="")
    print()


def test_batches_and_pages(address: str, tmp_path: Path) -> None:
    store = PostgresStore(address)
    since = perf_counter()
    for batch in range(100):
        store.append(Append(f"matches/{batch}", [ROW] * 100, expected_version=0, by="bench", at=AT))
    written = perf_counter()
    checkpoint, rows = "", 0
    while page := store.read_all(checkpoint, limit=1000):
        checkpoint, rows = page.checkpoint, rows + len(page)
    read = perf_counter()
    streams = sum(len(store.read(f"matches/{batch}")) for batch in range(100))
    print(f"\nbatches of 100: {10_000 / (written - since):,.0f} events/s; feed in pages of 1,000:", end=" ")
    print(f"{rows / (read - written):,.0f} rows/s; by stream: {streams / (perf_counter() - read):,.0f} rows/s")
    ((size,),) = store._query("SELECT pg_total_relation_size('events')", ())
    print(f"{size / rows:,.0f} bytes an event, indexes included")
    store.close()
