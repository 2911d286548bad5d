"""Power cuts while several threads append: acknowledged events are present, and the file is intact."""

import shutil
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import Append, NewEvent, UnusableStore, first_broken
from tests.eventstore.store.power import Disk, Step, Synced, noted
from tests.torture import Torture

WRITERS = 4
TURNS = 500


class Acknowledged(NamedTuple):
    stream: str
    version: int


class Outcome(NamedTuple):
    """How many cuts lost an acknowledged event, and how many left a store that is not whole."""

    lost: int
    broken: int


def recorded(path: Path, synchronous: str, seed: int = 0) -> tuple[Disk, list[Step]]:
    """The disk as it is before, and what is done to it while events are recorded, of random size and number."""
    SqliteStore(path).close()
    disk = Disk(path)
    with noted() as steps:
        store = SqliteStore(path, synchronous=synchronous)

        def write(writer: int) -> None:
            rng, stream, version = Random(WRITERS * seed + writer), f"stream {writer}", 0
            for _ in range(TURNS):
                events = [NewEvent("Rolled", "x" * rng.randrange(900)) for _ in range(rng.choice((1, 1, 2, 5)))]
                version = store.append(Append(stream, events, expected_version=version, by="test", at="2026"))[
                    -1
                ].version
                steps.append(Acknowledged(stream, version))

        with ThreadPoolExecutor(WRITERS) as pool:
            list(pool.map(write, range(WRITERS)))
        store.close()
    return disk, steps


def cut(disk: Disk, steps: Sequence[Step], folder: Path, cuts: int, rng: Random) -> Outcome:
    """What becomes of the store when the plug is pulled at random moments."""
    lost, broken, done = 0, 0, 0
    acknowledged = dict[str, int]()
    for number, moment in enumerate(sorted(rng.sample(range(len(steps)), cuts))):
        for step in steps[done:moment]:
            disk.go_on(step)
            if isinstance(step, Acknowledged):
                acknowledged[step.stream] = step.version
        done = moment
        left = folder / str(number)
        left.mkdir()
        disk.pull_the_plug(left, rng)
        outcome = after(left / "a.db", acknowledged)
        shutil.rmtree(left)  # Before it is ever written to the real disk.
        lost, broken = lost + outcome.lost, broken + outcome.broken
    return Outcome(lost, broken)


def after(path: Path, acknowledged: dict[str, int]) -> Outcome:
    try:
        store = SqliteStore(path, synchronous="OFF")
        logs = {name: store.read(name) for name in store.streams()}
        is_whole = store.query("PRAGMA integrity_check") == [("ok",)]
    except UnusableStore:
        return Outcome(1, 1)
    store.close()
    is_whole = is_whole and all(first_broken(rows) is None for rows in logs.values())
    return Outcome(any(len(logs.get(stream, ())) < count for stream, count in acknowledged.items()), not is_whole)


@pytest.mark.slow
@pytest.mark.torture("cuts")
def test_nothing_that_was_acknowledged_is_lost_when_the_plug_is_pulled(tmp_path: Path, torture: Torture) -> None:
    rng, cuts, acknowledged = torture.rng(), 200, 0
    for number in torture.rounds(1, 10):
        folder = tmp_path / str(number)
        folder.mkdir()
        disk, steps = recorded(folder / "a.db", "FULL", torture.seed + number)
        checkpoints = sum(isinstance(step, Synced) and step.path.endswith("a.db") for step in steps)
        assert checkpoints > 2, "The journal was never carried over into the file: more must be written."
        assert cut(disk, steps, folder, cuts, rng) == Outcome(lost=0, broken=0)
        acknowledged += sum(isinstance(step, Acknowledged) for step in steps)
        shutil.rmtree(folder)
    torture.report(
        f"{torture.done * cuts:,} cuts in {acknowledged:,} appends of {WRITERS} threads, nothing lost, none broken"
    )


@pytest.mark.slow
def test_without_syncing_every_commit_acknowledged_events_are_lost(tmp_path: Path) -> None:
    """Or else the test above could not fail."""
    for synchronous in ("NORMAL", "OFF"):
        folder = tmp_path / synchronous
        folder.mkdir()
        disk, steps = recorded(folder / "a.db", synchronous)
        outcome = cut(disk, steps, folder, 25, Random(7))
        assert outcome.lost > 0
        assert (outcome.broken > 0) == (synchronous == "OFF")
