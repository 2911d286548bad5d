"""Programs are killed while they write, again and again: what they were told is written is there, and all is whole."""

import multiprocessing
import os
import signal
import time
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random

import pytest

from eventstore.sqlite import SqliteStore
from eventstore.store import Conflict, NewEvent, chained

WRITERS = 4
ROUNDS = 30
SHARED = "shared"


def write_for_ever(path: Path, writer: int, acknowledged: Path) -> None:
    """Append to a stream of its own and to one of all, and note what the store said is written."""
    store, rng = SqliteStore(path), Random(os.getpid())
    notes = os.open(acknowledged, os.O_CREAT | os.O_WRONLY | os.O_APPEND)
    while True:
        stream = rng.choice((f"own {writer}", SHARED))
        events = [NewEvent("Rolled", "x" * rng.randrange(600))] * rng.choice((1, 1, 3))
        try:
            rows = store.append(stream, events, after=len(store.read(stream)), by="test", at="2026")
        except Conflict:
            continue
        lines = (f"{row.stream}\t{row.version}\t{row.chain.hex()}\n" for row in rows)
        os.write(notes, "".join(lines).encode())


def lines(path: Path) -> list[list[str]]:
    """What a writer noted; a line it was killed in the middle of does not count."""
    return [line.split("\t") for line in path.read_text().split("\n")[:-1]] if path.exists() else []


def kill_one_by_one(writers: list[BaseProcess], rng: Random) -> None:
    for writer in writers:
        time.sleep(rng.uniform(0, 0.05))
        assert writer.pid is not None
        os.kill(writer.pid, signal.SIGKILL)
    for writer in writers:
        writer.join(30)
        assert writer.exitcode == -signal.SIGKILL


@pytest.mark.slow
def test_nothing_that_was_acknowledged_is_lost_when_programs_are_killed(tmp_path: Path) -> None:
    path, rng, count = tmp_path / "a.db", Random(3), 0
    warm = multiprocessing.get_context("forkserver")
    warm.set_forkserver_preload([__name__])
    notes = [tmp_path / str(writer) for writer in range(WRITERS)]
    for _ in range(ROUNDS):
        before = [note.stat().st_size if note.exists() else 0 for note in notes]
        writers = [
            warm.Process(target=write_for_ever, args=(path, writer, note), daemon=True)
            for writer, note in enumerate(notes)
        ]
        for one in writers:
            one.start()
        while not all(note.exists() and note.stat().st_size > size for note, size in zip(notes, before, strict=True)):
            assert all(one.is_alive() for one in writers)
            time.sleep(0.005)
        kill_one_by_one(writers, rng)

        store = SqliteStore(path)
        logs = {name: store.read(name) for name in store.streams()}
        assert store.query("PRAGMA integrity_check") == [("ok",)]
        assert all(chained(rows) is None for rows in logs.values())
        acknowledged = [line for note in notes for line in lines(note)]
        assert all(logs[name][int(version) - 1].chain.hex() == chain for name, version, chain in acknowledged)
        assert [row.position for row in store.read_all(limit=10**6)] == list(range(1, sum(map(len, logs.values())) + 1))
        store.close()
        assert len(acknowledged) > count
        count = len(acknowledged)
