"""Read tables in PostgreSQL that several programs share: turns, takeover, tables made anew, versions, standbys."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import psycopg
import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.maintenance import erasure
from eventstore.maintenance.verification import verify
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels import database as databases
from eventstore.readmodels import projector, shared_projector
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import fold
from eventstore.store.postgres import PostgresStore
from eventstore.store.schema_difference import ForeignSchema
from eventstore.store.store import UnusableStore
from tests.eventstore.service.client import service
from tests.patience import until

FOLDER = """
import sys, time
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels import projector
from eventstore.readmodels.index import MatchIndex
from eventstore.store.postgres import PostgresStore

def never_ready(*words):
    print("folding", flush=True)
    time.sleep(600)

projector.fold = never_ready
store = PostgresStore(sys.argv[1])
MatchIndex(store, MatchRepository(store)).catch_up()
"""
"""A program that has its turn and folds until it is killed."""


@pytest.fixture
def other(database: str) -> Iterator[PostgresStore]:
    """The store as another program has it."""
    store = PostgresStore(database)
    yield store
    store.close()


def play(store: PostgresStore, *names: str) -> None:
    MatchRepository(store).start(scoresheet, names, PointsNoted("a", (1, 2)))


def index(store: PostgresStore) -> MatchIndex:
    return MatchIndex(store, MatchRepository(store))


def schemas(database: str) -> set[str]:
    """The endings of the schemas beside the log."""
    own = database.rpartition("%3D")[2]
    with psycopg.connect(database) as connection:
        found = connection.execute("SELECT nspname FROM pg_namespace WHERE starts_with(nspname, %s)", (f"{own}_",))
        return {name.removeprefix(f"{own}_") for (name,) in found.fetchall()}


def folder(database: str) -> "subprocess.Popen[str]":
    """A program that folds and is not ready."""
    program = subprocess.Popen([sys.executable, "-c", FOLDER, database], stdout=subprocess.PIPE, text=True)
    assert program.stdout
    assert program.stdout.readline() == "folding\n"
    return program


def kill(program: "subprocess.Popen[str]") -> None:
    with program:
        program.send_signal(signal.SIGKILL)


def test_what_one_program_folds_all_others_read(postgres: PostgresStore, other: PostgresStore) -> None:
    play(postgres, "Anna", "Ben")
    assert index(postgres).catch_up() == 1
    play(other, "Cleo", "Ben")
    assert [row.players for row in index(other).matches()] == [("Cleo", "Ben"), ("Anna", "Ben")]
    assert index(postgres).catch_up() == 0


@pytest.mark.slow
def test_a_program_that_folds_is_waited_for_and_replaced_when_it_is_killed(
    postgres: PostgresStore, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(postgres, "Anna", "Ben")
    own = index(postgres)
    assert own.count() == 1
    play(postgres, "Cleo", "Ben")
    program = folder(database)
    assert own.count() == 1, "the tables as they are, as it was waited for long enough"
    assert own.is_behind()
    assert own.projector.gave_up
    with monkeypatch.context() as patched:
        patched.setattr(shared_projector.time, "sleep", refuse_to_wait)
        assert own.counted().count() == 1, "further reads of a page do not wait again"
    kill(program)
    until(lambda: own.count() == 2)  # The server notices a moment later that the program is gone.
    assert not own.is_behind()
    assert verify(MatchRepository(postgres)).is_whole


def refuse_to_wait(seconds: float) -> None:
    raise AssertionError("waited")


@pytest.mark.slow
def test_the_command_line_and_the_api_say_that_the_newest_plays_may_be_missing(tmp_path: Path) -> None:
    with service(tmp_path, "postgres") as client:
        store = client.app_state.records.store
        assert isinstance(store, PostgresStore)
        play(store, "Anna", "Ben")
        assert len(listed := client.get("/api/matches")["matches"]) == 1
        play(store, "Cleo", "Ben")
        program = folder(client.store)
        assert client.get("/api/matches") == {"matches": listed, "next": None, "behind": True}
        command = [sys.executable, "-m", "viewer", "--store", client.store, "list", "--json"]
        said = subprocess.run(command, capture_output=True, text=True, check=True)
        assert len(json.loads(said.stdout)) == 1
        assert "The newest plays may be missing" in said.stderr
        kill(program)
        until(lambda: not client.get("/api/matches")["behind"])
        said = subprocess.run(command, capture_output=True, text=True, check=True)
        assert (len(json.loads(said.stdout)), said.stderr) == (2, "")


@pytest.mark.slow
def test_tables_that_another_program_makes_are_made_once_it_is_killed(postgres: PostgresStore, database: str) -> None:
    play(postgres, "Anna", "Ben")
    program = folder(database)
    with ThreadPoolExecutor(1) as pool:
        counted = pool.submit(index(postgres).count)
        time.sleep(0.2)
        assert not counted.done(), "never an empty list"
        kill(program)
        assert counted.result(30) == 1


def test_while_tables_are_made_anew_the_old_ones_are_read(
    postgres: PostgresStore, other: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(postgres, "Anna", "Ben")
    assert index(postgres).count() == 1
    is_folding, goes_on = Event(), Event()

    def fold_slowly(*words: Any) -> Any:
        is_folding.set()
        assert goes_on.wait(30)
        return fold(*words)

    monkeypatch.setattr(projector, "fold", fold_slowly)
    with ThreadPoolExecutor(1) as pool:
        rebuilt = pool.submit(index(other).rebuild)
        assert is_folding.wait(30)
        assert index(postgres).count() == 1
        goes_on.set()
        assert rebuilt.result(30) == 1
    assert index(postgres).count() == 1


def test_programs_of_two_versions_have_tables_each_and_forget_in_both(
    postgres: PostgresStore, other: PostgresStore, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(postgres, "Anna", "Ben")
    old = index(postgres)
    assert old.count() == 1
    monkeypatch.setattr(databases, "_READ", "read9999")
    new = index(other)
    assert new.count() == old.count() == 1
    assert schemas(database) == {f"read{databases.PROJECTION_VERSION}", "read9999"}
    records = MatchRepository(other)
    (anna,) = records.people().named("Anna")
    erasure.forget(other, records, new, anna)
    assert schemas(database) == {"read9999"}
    assert [row.players for row in old.matches()] == [("somebody", "Ben")]


def test_a_standby_reads_what_was_folded_and_says_when_nothing_was(postgres: PostgresStore, database: str) -> None:
    standby = PostgresStore(f"{database}%20-cdefault_transaction_read_only%3Don")
    play(postgres, "Anna", "Ben")
    with pytest.raises(UnusableStore, match="not there yet, and cannot be made on a standby"):
        index(standby).count()
    assert index(postgres).count() == 1
    assert index(standby).count() == 1
    play(postgres, "Cleo", "Ben")
    assert index(standby).count() == 1
    assert index(postgres).count() == 2
    assert index(standby).count() == 2
    standby.close()


def test_what_was_added_to_the_tables_or_is_missing_is_found(postgres: PostgresStore, database: str) -> None:
    play(postgres, "Anna", "Ben")
    own = index(postgres)
    own.catch_up()
    schema = f"{database.rpartition('%3D')[2]}_read{databases.PROJECTION_VERSION}"
    with psycopg.connect(database) as connection:
        connection.execute(f"DROP INDEX {schema}.tags_by_match")
        connection.execute(f"CREATE RULE hidden AS ON DELETE TO {schema}.seats DO INSTEAD NOTHING")
    found = [one.sentence for one in verify(MatchRepository(postgres)).schema]
    assert [sentence.split(".")[0] for sentence in found] == [
        "The rule hidden on seats is not Partie's",
        "The index tags_by_match on tags is missing",
    ]
    own.rebuild()
    assert verify(MatchRepository(postgres)).is_whole


@pytest.mark.parametrize("ending", ["kept", "read7", f"read{databases.PROJECTION_VERSION}"])
def test_a_schema_of_somebody_else_is_neither_written_nor_dropped(
    postgres: PostgresStore, database: str, ending: str
) -> None:
    foreign = f"{database.rpartition('%3D')[2]}_{ending}"
    with psycopg.connect(database) as connection:
        connection.execute(f"CREATE SCHEMA {foreign}")
        connection.execute(f"CREATE TABLE {foreign}.events AS SELECT 42 AS answer")
    play(postgres, "Anna", "Ben")
    if ending == f"read{databases.PROJECTION_VERSION}":
        with pytest.raises(ForeignSchema, match="that Partie did not create; it was not changed"):
            index(postgres).count()
    else:
        assert index(postgres).count() == 1
        records = MatchRepository(postgres)
        (anna,) = records.people().named("Anna")
        erasure.forget(postgres, records, index(postgres), anna)
    with psycopg.connect(database) as connection:
        assert connection.execute(f"SELECT * FROM {foreign}.events").fetchall() == [(42,)]
        kept = "SELECT count(*) FROM pg_tables WHERE schemaname = %s"
        assert connection.execute(kept, (foreign,)).fetchall() == [(1,)]


def test_a_log_in_a_schema_with_a_long_name_keeps_its_tables(database: str) -> None:
    own = database.rpartition("%3D")[2]
    name = own + "x" * (63 - len(own))
    with psycopg.connect(database) as connection:
        connection.execute(f"CREATE SCHEMA {name}")
    store = PostgresStore(database.replace(f"%3D{own}", f"%3D{name}"))
    play(store, "Anna", "Ben")
    for _ in range(2):
        assert index(store).rebuild() == index(store).count() == 1
    assert verify(MatchRepository(store)).is_whole
    store.close()
