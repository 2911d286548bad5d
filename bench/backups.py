"""Prints how long writers wait beside a scheduled backup and without one: `python -m bench.backups [MEGABYTES]`.

One device saves a play every 20 ms, as twenty tables at once do, while the keeper backs up and checks; a wait is
that of one append until it is on the disk, with the disk and the processors of this machine. Nothing is asserted.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.maintenance.keeper import Keeper
from eventstore.maintenance.keeping import choose_folders
from eventstore.matches.repository import MatchRepository
from eventstore.store.sqlite import SqliteStore

PAUSE_S: Final = 0.02
NOTE: Final = 12_000
"""Letters of a comment of each play, so that a store of this size has as many rows as one with photos."""


def fill(path: Path, megabytes: int) -> None:
    store, rng = SqliteStore(path, synchronous="OFF"), Random(1)
    records = MatchRepository(store)
    while path.stat().st_size < megabytes << 20:
        with store.one_commit():
            for _ in range(200):
                id = records.start(scoresheet, ["Ana", "Ben"], PointsNoted("a", (1, 2)))
                records.note(id, 1, rng.randbytes(NOTE // 2).hex())
    store.close()


def waits(path: Path, goes_on: Callable[[], bool]) -> list[float]:
    """Milliseconds of each append, in order of length."""
    store = SqliteStore(path)
    records, waited = MatchRepository(store), []
    while goes_on():
        began = time.perf_counter()
        records.start(scoresheet, ["Ana", "Ben"], PointsNoted("a", (1, 2)))
        waited.append(1000 * (time.perf_counter() - began))
        time.sleep(PAUSE_S)
    store.close()
    return sorted(waited)


def print_waits(label: str, waited: list[float]) -> None:
    half, most = waited[len(waited) // 2], waited[len(waited) * 99 // 100]
    over = sum(wait > 50 for wait in waited)
    print(f"{label:<16} {len(waited):>6,} appends, half within {half:.0f} ms, 99 of 100 within {most:.0f} ms, "
          f"the longest {waited[-1]:.0f} ms, {over} over 50 ms")  # fmt: skip


def main(megabytes: int) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "partie.db"
        fill(path, megabytes)
        choose_folders(path, [Path(folder) / "backups"])
        until = time.monotonic() + 10
        print_waits("without a backup", waits(path, lambda: time.monotonic() < until))
        keeper = Keeper(path)
        call = keeper.ask("backup").result
        print_waits(f"beside {path.stat().st_size >> 20} MB", waits(path, lambda: not call.done()))
        keeper.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000)
