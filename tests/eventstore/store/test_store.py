"""Every kind of store: atomic, ordered, permanent appends from several threads and programs."""

import multiprocessing
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from eventstore.store import redaction
from eventstore.store.open_store import open_store
from eventstore.store.store import (
    CHAIN_START,
    Append,
    Conflict,
    NewEvent,
    Store,
    StoredEvent,
    first_broken,
    hashed_data,
)
from tests.stores import KINDS, REFUSALS, change, empty

AT = "2026-11-20T18:30:00.000Z"


@pytest.fixture(params=KINDS)
def address(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return empty(request.param, tmp_path)


@pytest.fixture
def opened(address: str) -> Iterator[Callable[[], Store]]:
    """Opens the store at the address, as another program would."""
    stores = list[Store]()

    def opened() -> Store:
        stores.append(open_store(address))
        return stores[-1]

    yield opened
    for store in stores:
        store.close()


@pytest.fixture
def store(opened: Callable[[], Store]) -> Store:
    return opened()


def event(data: str = "{}", **more: str) -> NewEvent:
    return NewEvent("Rolled", data, **more)


def append(store: Store, stream: str, *events: NewEvent, after: int = 0, command: str | None = None) -> list[int]:
    return [
        row.version
        for row in store.append(
            Append(stream, events, expected_version=after, by="test", at=AT, idempotency_key=command)
        )
    ]


def test_appends_that_share_a_commit_are_each_all_or_nothing(store: Store, opened: Callable[[], Store]) -> None:
    with store.one_commit():
        append(store, "a", event(), event())
        with pytest.raises(Conflict):
            append(store, "a", event())
        assert append(store, "a", event(), after=2) == [3]
        append(store, "b", event())
    assert [len(opened().read(stream)) for stream in ("a", "b")] == [3, 1]


def test_versions_count_from_one_within_each_stream_and_positions_over_all(store: Store) -> None:
    append(store, "a", event('{"n":1}'), event('{"n":2}'))
    append(store, "b", event('{"n":3}', source="x:1"))
    append(store, "a", event('{"n":4}', source="x:1"), after=2)
    rows = store.read_all()
    told = [("a", 1, '{"n":1}'), ("a", 2, '{"n":2}'), ("b", 1, '{"n":3}'), ("a", 3, '{"n":4}')]
    assert [(row.stream, row.version, row.data) for row in rows] == told
    assert [row.position for row in rows] == sorted({row.position for row in rows})
    assert store.read("a") == tuple(row for row in rows if row.stream == "a")
    assert (store.streams_from("x:1"), store.streams_from("x:2")) == (("b", "a"), ()), "a source may be in two streams"


def test_what_append_answers_is_what_is_read(store: Store, opened: Callable[[], Store]) -> None:
    new = (event('{"é":"♞"}', source="x:1", happened_at=AT, state_digest="w"), event())
    answered = store.append(Append("a", new, expected_version=0, by="Jitka", at=AT, idempotency_key="k"))
    assert answered == opened().read("a")
    assert all(isinstance(row, StoredEvent) for row in answered)
    assert (answered[0].source, answered[0].happened_at, answered[0].state_digest, answered[0].idempotency_key) == (
        "x:1",
        AT,
        "w",
        "k",
    )


def test_a_stream_that_moved_on_is_a_conflict_and_nothing_is_written(store: Store) -> None:
    append(store, "a", event())
    for expected in (0, 2):
        with pytest.raises(Conflict) as conflict:
            append(store, "a", event(), event(), after=expected)
        assert (conflict.value.expected, conflict.value.actual) == (expected, 1)
    with pytest.raises(Conflict):
        append(store, "b", event(), after=1)
    assert len(store.read_all()) == 1
    assert list(store.streams()) == ["a"]


def test_a_batch_with_one_bad_event_leaves_nothing(store: Store) -> None:
    append(store, "a", event(source="x:1"))
    for bad in (event(source="x:1"), event("\x1f")):
        with pytest.raises(ValueError, match=r"source|control character"):
            append(store, "a", event(), bad, after=1)
        with pytest.raises(ValueError, match=r"source|control character"):
            append(store, "new", event(source="x:1"), event(), bad)
    assert [row.stream for row in store.read_all()] == ["a"]
    assert list(store.streams()) == ["a"]


def test_a_command_works_once_whatever_the_caller_saw(store: Store) -> None:
    assert append(store, "a", event(), event(), command="k") == [1, 2]
    assert append(store, "a", event('{"other":1}'), command="k", after=99) == [1, 2]
    assert append(store, "b", event(), command="k") == [1]
    assert len(store.read("a")) == 2


def test_reading_goes_on_behind_a_version_or_a_checkpoint(store: Store) -> None:
    append(store, "a", *[event()] * 3)
    append(store, "b", event(), event())
    assert [row.version for row in store.read("a", after=1)] == [2, 3]
    first = store.read_all(limit=1)
    then = store.read_all(first.checkpoint, limit=3)
    rest = store.read_all(then.checkpoint)
    assert [(row.stream, row.version) for row in (*first, *then, *rest)] == [
        ("a", 1),
        ("a", 2),
        ("a", 3),
        ("b", 1),
        ("b", 2),
    ]
    assert store.read("nobody") == store.read_all(rest.checkpoint) == ()
    assert store.read_all(rest.checkpoint).checkpoint == rest.checkpoint


def test_what_changed_is_told_by_stream(store: Store) -> None:
    append(store, "a", event())
    append(store, "b", event(), event())
    append(store, "a", event(), after=1)
    positions = [row.position for row in store.read_all()]
    first = store.changed_streams(limit=2)
    rest = store.changed_streams(first.checkpoint)
    assert first == (("a", positions[0], positions[0]), ("b", positions[1], positions[1]))
    assert rest == (("b", positions[2], positions[2]), ("a", positions[3], positions[3]))
    assert store.changed_streams(rest.checkpoint) == ()


def test_streams_are_found_by_what_their_names_start_with(store: Store) -> None:
    for stream in ("matches/b", "matches/a_", "matches/aX", "notes/a", "matches/%"):
        append(store, stream, event())
    assert list(store.streams("matches/a")) == ["matches/a_", "matches/aX"]
    assert list(store.streams("matches/a_")) == ["matches/a_"]
    assert list(store.streams("matches/%")) == ["matches/%"]
    assert len(list(store.streams())) == 5


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE events SET data = '{}'",
        "DELETE FROM events WHERE version = 1",
        "UPDATE streams SET name = 'b'",
        "DELETE FROM streams",
    ],
)
def test_rows_are_never_changed(store: Store, address: str, sql: str) -> None:
    append(store, "a", event('{"n":1}'))
    with pytest.raises(REFUSALS, match="never changed or deleted"):
        change(address, sql)
    assert store.read("a")[0].data == '{"n":1}'


def test_a_row_is_redacted_with_an_append_or_not_at_all(store: Store) -> None:
    append(store, "a", NewEvent("PersonNamed", '{"person":"1","name":"Jitka"}'), event('{"name":"Jarda"}'))
    gone = '{"person":"1","name":"somebody"}'
    redacted = {"a": {1: gone}}
    with pytest.raises(Conflict):
        store.append(Append("people", [event()], expected_version=1, by="test", at=AT, redactions=redacted))
    before = store.read("a")
    store.append(Append("people", [event()], expected_version=0, by="test", at=AT, redactions=redacted))
    assert store.read("a") == (before[0]._replace(data=gone, row_hash=before[0].row_hash[:33]), before[1])
    had = hashed_data(NewEvent("PersonNamed", before[0].data), before[0].row_hash[33:]).digest
    assert had is not None
    digests = {1: redaction.redaction_digest(had, "PersonNamed", gone)}
    assert first_broken(store.read("a")) == 1
    assert first_broken(store.read("a"), digests) is None
    append(store, "a", event(), after=2)
    assert first_broken(store.read("a"), digests) is None


@pytest.mark.parametrize(
    ("sql", "first"),
    [
        ("UPDATE events SET data = '{\"n\":9}' WHERE version = 2", 2),
        ("UPDATE events SET type = 'Held' WHERE version = 3", 3),
        ("UPDATE events SET recorded_at = '2020' WHERE version = 1", 1),
        ("UPDATE events SET happened_at = 'x' WHERE version = 1", 1),
        ("UPDATE events SET witness = 'x' WHERE version = 2", 2),
        ("UPDATE events SET recorded_by = 'x' WHERE version = 2", 2),
        ("UPDATE events SET command = 'x' WHERE version = 2", 2),
        ("UPDATE events SET shape = 2 WHERE version = 2", 2),
        ("UPDATE events SET data = char(31) WHERE version = 2", 2),
        ("UPDATE events SET chain = x'00' WHERE version = 4", 4),
        ("DELETE FROM events WHERE version = 2", 2),
        ("DELETE FROM events WHERE version = 1", 1),
        ("UPDATE events SET version = 9 WHERE version = 4", 4),
        ("UPDATE streams SET name = 'b'", 1),
    ],
)
def test_the_chain_tells_the_first_row_that_was_changed(store: Store, address: str, sql: str, first: int) -> None:
    append(store, "a", *[event(f'{{"n":{n}}}') for n in range(1, 5)])
    assert first_broken(store.read("a")) is None
    store.close()
    change(address, sql, triggers=False)
    rows = store.read("a") or store.read("b")
    assert first_broken(rows) == first


def test_every_chain_is_another(store: Store) -> None:
    append(store, "a", event(), event())
    append(store, "b", event())
    assert len({CHAIN_START, *(row.row_hash for row in store.read_all())}) == 4


def write_with_retries(address: str, stream: str, times: int) -> None:
    store = open_store(address)
    for _ in range(times):
        while True:
            try:
                append(store, stream, event(), event(), after=len(store.read(stream)))
                break
            except Conflict:
                continue
    store.close()


def together(*calls: tuple[object, ...]) -> list[int | None]:
    """The exit codes of processes that run at the same time."""
    fresh = multiprocessing.get_context("spawn")
    processes = [fresh.Process(target=call[0], args=call[1:]) for call in calls]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
    return [process.exitcode for process in processes]


@pytest.mark.slow
def test_programs_that_make_one_store_at_once_and_write_lose_nothing(address: str, opened: Callable[[], Store]) -> None:
    calls = [(write_with_retries, address, stream, 5) for stream in ("same", "same", "own")]
    assert together(*calls) == [0, 0, 0]
    store = opened()
    assert [len(store.read(stream)) for stream in ("same", "own")] == [20, 10]
    assert first_broken(store.read("same")) is None
    # Shards of a database may give equal positions; within a stream there are none.
    assert len({(row.stream, row.position) for row in store.read_all()}) == 30
