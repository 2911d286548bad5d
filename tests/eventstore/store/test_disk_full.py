"""A real file system runs full under a store, again and again: one sentence, nothing half written, and on it goes."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.maintenance.verification import verify
from eventstore.matches.repository import MatchRepository
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import UnusableStore
from tests import ROOT
from tests.torture import Torture
from tests.writers import Noted, broken_promises

SIZE = 4 << 20
"""Bytes of the file system."""

SENTENCES = ("the disk is full.", "the disk is full, the file has reached its size limit, or the disk is failing.")

IMPORT = f"from {__name__} import *"

ALONE = ("unshare", "--mount") if hasattr(os, "geteuid") and os.geteuid() == 0 else ("unshare", "--mount", "-Ur")
"""Gives a program file systems of its own: what it mounts vanishes with it."""


class BlindStore(SqliteStore):
    """Takes a full disk for nothing and acknowledges all the same."""

    def append(self, *args, **more):
        try:
            return super().append(*args, **more)
        except UnusableStore:
            return ()


def fill_up(folder: Path, rng: Random, rounds: int, opened: Callable[[Path], SqliteStore] = SqliteStore) -> list[str]:
    """Let the file system of the folder run full in the middle of appends; what is not as it must be, then figures."""
    path, filler, found, acknowledged, refused = folder / "partie.db", folder / "filler", list[str](), [], 0
    records = MatchRepository(opened(path))
    for number in range(rounds):
        id = records.start(scoresheet, ["Anna", "Ben"]).id
        _leave(filler, rng.randrange(4096, 200_000))
        for batch in range(1_000):
            labels = [f"{number}-{batch}-{each}-{'x' * rng.randrange(900)}" for each in range(rng.choice((1, 1, 7)))]
            try:
                records.record(id, *(PointsNoted(label, (1, None)) for label in labels))
            except UnusableStore as error:
                refused += 1
                if not str(error).endswith(SENTENCES):
                    found.append(f"Round {number} ends with: {error}")
                version = len(records.store.read(f"matches/{id}")) - 1
                if version != (so_far := sum(event.id == id for event in acknowledged)):
                    found.append(f"Round {number}: {version} events are written, {so_far} were acknowledged.")
                break
            acknowledged += [Noted(id, label) for label in labels]
        filler.unlink()
        if rng.random() < 0.5:  # Another program opens it.
            records.store.close()
            records = MatchRepository(opened(path))
        records.record(id, PointsNoted(f"{number}-goes-on", (1, None)))
        acknowledged.append(Noted(id, f"{number}-goes-on"))
        if path.stat().st_size > SIZE // 3:
            found += _all_there(records, acknowledged)
            records.store.close()
            for file in folder.iterdir():
                file.unlink()
            records, acknowledged = MatchRepository(opened(path)), []
    found += _all_there(records, acknowledged)
    records.store.close()
    if refused < rounds:
        found.append(f"{refused} of {rounds} rounds were refused.")
    return found


def _all_there(records: MatchRepository, acknowledged: list[Noted]) -> list[str]:
    report = verify(records)
    return broken_promises(records.store, [acknowledged]) + ([] if report.is_whole else [str(report)])


def _leave(filler: Path, size: int) -> None:
    """Fill the file system so that so many bytes are free."""
    free = shutil.disk_usage(filler.parent).free
    filler.write_bytes(bytes(max(0, free - size)))


def in_a_small_file_system(folder: Path, call: str) -> str:
    """What a program prints that does this to `folder`, on which a small file system is mounted for it alone."""
    if not shutil.which("unshare") or subprocess.run([*ALONE, "true"], capture_output=True).returncode:
        pytest.skip("No program may mount a file system here.")
    mount = f'mount -t tmpfs -o size={SIZE} tmpfs "$1" && exec "$2" -c "$3" "$1"'
    program = f"import sys; from pathlib import Path; from random import Random; {call}"
    words = [*ALONE, "sh", "-c", mount, "sh", str(folder), sys.executable, program]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout.strip()


@pytest.mark.slow
@pytest.mark.torture("disk")
def test_a_full_disk_is_told_and_nothing_is_half_written(tmp_path: Path, torture: Torture) -> None:
    rounds = torture.count(3, 200)
    filled = f"{IMPORT}; print(fill_up(Path(sys.argv[1]), Random({torture.seed}), {rounds}))"
    assert in_a_small_file_system(tmp_path, filled) == "[]"
    torture.report(
        f"{rounds} times a file system of {SIZE >> 20} MB ran full within an append: each told in one sentence, each"
        " append whole or not there, each store went on when there was room"
    )


@pytest.mark.slow
def test_a_store_that_takes_a_full_disk_for_nothing_is_found_out(tmp_path: Path) -> None:
    """Or else the test above could not fail."""
    blind = f"{IMPORT}; print(fill_up(Path(sys.argv[1]), Random(1), 1, BlindStore))"
    assert "is not in" in in_a_small_file_system(tmp_path, blind)
