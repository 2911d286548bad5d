"""Any order of calls to a store has the effect of the same calls on lists in memory, for every kind of store."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from eventstore.store.open_store import open_store
from eventstore.store.postgres import PostgresStore
from eventstore.store.store import Append, Conflict, NewEvent, Store, first_broken
from eventstore.store.store_url import is_file
from tests.stores import KINDS, empty

AT = "2026-11-20T18:30:00.000Z"

STREAMS = st.sampled_from(["a", "b", "notes/a"])
EVENTS = st.lists(
    st.tuples(st.text("é♞ x", max_size=4), st.sampled_from([None, None, "x:1", "x:2"])), min_size=0, max_size=3
)
Row = tuple[str, str | None, str | None]


class Model(RuleBasedStateMachine):
    """A store beside lists of (data, source, idempotency key) by stream, and the rows in order of their append."""

    kind = "sqlite"
    covered: set[str]
    """The kinds of calls so far, by their outcome."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.address = empty(self.kind, Path(self.folder.name))
        self.store = self.opened()
        self.streams = dict[str, list[Row]]()
        self.appended, self.seen = list[tuple[str, int]](), list[tuple[str, int]]()
        self.checkpoint = ""

    def opened(self) -> Store:
        if is_file(self.address):
            return open_store(self.address)
        return PostgresStore(self.address)

    def teardown(self) -> None:
        self.store.close()
        self.folder.cleanup()

    @rule(
        stream=STREAMS,
        given_events=EVENTS,
        off=st.sampled_from([0, 0, 0, -1, 1]),
        command=st.sampled_from([None, None, "k"]),
    )
    def append(self, stream: str, given_events: list[tuple[str, str | None]], off: int, command: str | None) -> None:
        rows = self.streams.get(stream, [])
        events = [NewEvent("Rolled", data, source=source) for data, source in given_events]
        sources = [source for _, source, _ in rows] + [source for _, source in given_events]
        given = [source for source in sources if source]

        def call() -> list[Row]:
            answer = self.store.append(
                Append(stream, events, expected_version=len(rows) + off, by="test", at=AT, idempotency_key=command)
            )
            return [(row.data, row.source, row.idempotency_key) for row in answer]

        if command and (done := [row for row in rows if row[2] == command]):
            self.covered.add("repeated")
            assert call() == done
        elif off:
            self.covered.add("conflict")
            with pytest.raises(Conflict):
                call()
        elif len(given) > len(set(given)):
            self.covered.add("known source")
            with pytest.raises(ValueError, match="same source"):
                call()
        else:
            self.covered.add("append")
            new = [(data, source, command) for data, source in given_events]
            assert call() == new
            if new:
                self.streams[stream] = rows + new
            self.appended += [(stream, version) for version in range(len(rows) + 1, len(rows) + len(new) + 1)]

    @rule(given_events=EVENTS, off=st.sampled_from([0, 1]))
    @precondition(lambda self: self.streams_with_keys())
    def repeat(self, given_events: list[tuple[str, str | None]], off: int) -> None:
        self.append(self.streams_with_keys()[0], given_events, off, "k")

    def streams_with_keys(self) -> list[str]:
        """The streams with rows appended under an idempotency key."""
        return [stream for stream, rows in self.streams.items() if any(command for _, _, command in rows)]

    @rule(limit=st.integers(1, 4))
    def follow(self, limit: int) -> None:
        self.covered.add("follow")
        page, changed = (
            read(self.checkpoint, limit=limit) for read in (self.store.read_all, self.store.changed_streams)
        )
        assert {row.stream for row in page} == {each.stream for each in changed}
        assert page.checkpoint == changed.checkpoint
        self.checkpoint = page.checkpoint
        self.seen += [(row.stream, row.version) for row in page]
        assert self.seen == self.appended[: len(self.seen)]

    @rule()
    def skip(self) -> None:
        """Go on at the end of the feed."""
        self.covered.add("skip")
        self.checkpoint = self.store.checkpoint()
        assert self.store.holds(self.checkpoint)
        assert self.store.read_all(self.checkpoint) == ()
        self.seen = [*self.appended]

    @rule()
    @precondition(lambda self: self.appended)
    def copy(self) -> None:
        """Copy the rows to the other kind of store."""
        self.covered.add("copy")
        with TemporaryDirectory() as folder:
            other = PostgresStore(empty("postgres", Path(folder)))
            other.append_raw(self.store.read_all(limit=1000))
            assert list(other.streams()) == list(self.store.streams())
            other.close()

    @rule()
    def reopen(self) -> None:
        self.covered.add("reopen")
        self.store.close()
        self.store = self.opened()

    @invariant()
    def holds_the_same(self) -> None:
        assert list(self.store.streams()) == list(self.streams)
        for stream, rows in self.streams.items():
            read = self.store.read(stream)
            assert [(row.data, row.source, row.idempotency_key) for row in read] == rows
            assert [row.version for row in read] == list(range(1, len(rows) + 1))
            assert first_broken(read) is None
        for source in ("x:1", "x:2"):
            holding = [stream for stream, version in self.appended if self.streams[stream][version - 1][1] == source]
            assert self.store.streams_from(source) == tuple(holding)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_store_does_what_lists_in_memory_would(kind: str) -> None:
    machine = type("Model", (Model,), {"kind": kind, "covered": set[str]()})
    run_state_machine_as_test(machine, settings=settings(max_examples=15, stateful_step_count=20, deadline=None))
    assert machine.covered >= {"append", "conflict", "follow", "copy", "reopen"}  # Usually also the others.
