"""The server closes all connections repeatedly: acknowledged events are present once, and errors are one sentence."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import psycopg
import pytest

from eventstore.store.postgres import PostgresStore
from eventstore.store.store import Append, Conflict, NewEvent, UnusableStore, first_broken

AT = "2026-11-20T18:30:00.000Z"
WRITERS = 4
HANG_UPS = 5
HANG_UP = """
    SELECT pg_terminate_backend(pid, 5000) FROM pg_locks WHERE relation = 'events'::regclass AND pid <> pg_backend_pid()
"""
"""Whoever is in the middle of something, and no other test."""


@pytest.mark.slow
def test_writers_of_one_stream_go_on_when_their_connections_break(
    postgres: PostgresStore, database: str, caplog: pytest.LogCaptureFixture
) -> None:
    acknowledged = [list[int]() for _ in range(WRITERS)]
    told, over = list[str](), Event()

    def write(writer: int) -> None:
        """Goes on through everything, with the same key until it is answered."""
        while not over.is_set():
            key = f"{writer}-{len(acknowledged[writer])}"
            try:
                after = len(postgres.read("a"))
                (row,) = postgres.append(
                    Append(
                        "a", [NewEvent("Rolled", "{}")], expected_version=after, by="test", at=AT, idempotency_key=key
                    )
                )
            except Conflict:
                continue
            except UnusableStore as error:
                told.append(str(error))
                continue
            acknowledged[writer].append(row.version)

    def all_have(count: int) -> bool:
        return min(map(len, acknowledged)) >= count

    with ThreadPoolExecutor(WRITERS) as pool:
        writers = [pool.submit(write, number) for number in range(WRITERS)]
        try:
            with psycopg.connect(database, autocommit=True) as connection:
                for turn in range(1, HANG_UPS + 1):
                    while not all_have(5 * turn):
                        assert not any(writer.done() for writer in writers)
                        over.wait(0.005)
                    while not connection.execute(HANG_UP).fetchall():
                        over.wait(0.001)
        finally:
            over.set()
        for writer in writers:
            writer.result()
    rows = postgres.read("a")
    commands = [row.idempotency_key for row in rows]
    assert first_broken(rows) is None
    assert len(set(commands)) == len(commands)
    for number, versions in enumerate(acknowledged):
        assert [commands[version - 1] for version in versions] == [f"{number}-{n}" for n in range(len(versions))]
    assert told
    assert all(len(sentence.splitlines()) == 1 and "cannot be used" in sentence for sentence in told)
    # psycopg itself warns when a connection is lost within a pipeline.
    assert [record for record in caplog.records if record.name != "psycopg"] == []
