"""Whoever follows the log of a PostgreSQL store misses nothing, in whichever order its writers commit."""

from concurrent.futures import ThreadPoolExecutor
from itertools import count
from threading import Event

import psycopg
import pytest

from eventstore.store.postgres import CHANNEL, PostgresStore, shard_of
from eventstore.store.store import Append, NewEvent, StoredEvent
from tests.patience import patience

AT = "2026-11-20T18:30:00.000Z"

ONE = "matches/1"
OTHER = next(f"matches/{n}" for n in count(2) if shard_of(f"matches/{n}") != shard_of(ONE))


def append(store: PostgresStore, stream: str, after: int = 0) -> StoredEvent:
    (row,) = store.append(Append(stream, [NewEvent("Rolled", "{}")], expected_version=after, by="test", at=AT))
    return row


def begun(connection: psycopg.Connection, stream: str) -> int:
    """The position of an append that is not committed yet."""
    sql = "SELECT position FROM partie_append(%s, %s, 0, NULL, 'slow', %s, %s, %s, %s, %s, %s, %s, %s, %s, %s::bytea[])"
    none: list[None] = [None]
    values = (shard_of(stream), stream, AT, ["Rolled"], [1], ["{}"], none, none, none, ["{}"], none, [b""])
    ((position,),) = connection.execute(sql, values).fetchall()
    return int(position)


def later_than(connection: psycopg.Connection, position: int) -> list[tuple[str, int]]:
    """What a reader sees that remembers the last position it has seen."""
    sql = "SELECT stream, position FROM events WHERE position > %s ORDER BY position"
    return connection.execute(sql, (position,)).fetchall()


def test_a_reader_that_remembers_a_position_loses_what_commits_late_and_the_feed_does_not(
    postgres: PostgresStore, database: str
) -> None:
    with psycopg.connect(database) as slow, psycopg.connect(database, autocommit=True) as reader:
        early = begun(slow, ONE)
        late = append(postgres, OTHER)
        assert early < late.position
        ((seen, position),) = later_than(reader, 0)
        page = postgres.read_all()
        changed = postgres.changed_streams()
        slow.commit()

        assert seen == OTHER
        assert later_than(reader, position) == []
        assert [row.stream for row in page] == [OTHER]
        assert [row.stream for row in postgres.read_all(page.checkpoint)] == [ONE]
        assert [each.stream for each in postgres.changed_streams(changed.checkpoint)] == [ONE]


def test_followers_of_many_writers_see_every_row_once_and_each_stream_in_order(postgres: PostgresStore) -> None:
    names = [f"matches/{n}" for n in range(6)]
    ready, done = Event(), Event()

    def follow() -> list[StoredEvent]:
        rows, checkpoint = list[StoredEvent](), ""
        ready.set()
        while True:
            over = done.is_set()
            page = postgres.read_all(checkpoint, limit=7)
            rows += page
            checkpoint = page.checkpoint
            if over and not page:
                return rows

    def write(name: str) -> None:
        for version in range(30):
            append(postgres, name, version)

    with ThreadPoolExecutor(7) as pool:
        follower = pool.submit(follow)
        ready.wait()
        list(pool.map(write, names))
        done.set()
        rows = follower.result()
    assert len(rows) == len(set(rows)) == 180
    for name in names:
        assert [row.version for row in rows if row.stream == name] == list(range(1, 31))
        positions = [row.position for row in rows if row.stream == name]
        assert positions == sorted(positions)


def test_who_listens_is_told_of_an_append(postgres: PostgresStore, database: str) -> None:
    with psycopg.connect(database, autocommit=True) as listening:
        listening.execute(f"LISTEN {CHANNEL}")
        assert list(listening.notifies(timeout=0.01)) == []
        append(postgres, ONE)
        assert len(list(listening.notifies(timeout=patience(30), stop_after=1))) == 1


@pytest.mark.slow
def test_a_follower_gets_what_is_there_then_what_comes_and_ends_when_nothing_does(
    postgres: PostgresStore, database: str
) -> None:
    append(postgres, ONE)
    pages = postgres.follow(timeout_s=0.2)
    assert [row.stream for row in next(pages)] == [ONE]
    append(postgres, OTHER)
    append(postgres, ONE, 1)
    assert [(row.stream, row.version) for page in pages for row in page] == [(OTHER, 1), (ONE, 2)]
    (page,) = postgres.follow(timeout_s=0.01)
    assert list(postgres.follow(page.checkpoint, timeout_s=0.01)) == []
    with psycopg.connect(database) as silent:  # Who dies before the notice has written all the same.
        pages = postgres.follow(page.checkpoint, timeout_s=0.2)
        begun(silent, "matches/silent")
        silent.commit()
        assert [row.stream for row in next(pages)] == ["matches/silent"]
        pages.close()
