"""Backups, checks and restores while other programs record: no false finding, and nothing acknowledged is lost."""

import shutil
import subprocess
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from eventstore.maintenance.backup import backup, restore
from eventstore.maintenance.heads import head, is_head
from eventstore.maintenance.verification import verify
from eventstore.matches.repository import MatchRepository
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import StoredEvent, UnusableStore
from tests import ROOT
from tests.patience import patience
from tests.torture import Torture
from tests.viewer.commands.terminal import PARTIE
from tests.writers import Noted, labels, noted, writers

WRITERS = 2
PAUSE_S = 0.004
"""Between two events of a writer: the store stays small enough to be checked many times."""
EVENTS = 40
"""Acknowledged to each writer between two backups, at least."""


def rows_of(store: SqliteStore) -> dict[str, tuple[StoredEvent, ...]]:
    return {name: store.read(name) for name in store.streams()}


def not_a_prefix(copy: SqliteStore, store: SqliteStore, acknowledged: list[Noted]) -> list[str]:
    """What a backup lacks of the events acknowledged before it was begun, and what it has that the store has not."""
    kept = rows_of(copy)
    found = [name for name, rows in kept.items() if store.read(name)[: len(rows)] != rows]
    written = labels(copy)
    return found + [event.label for event in acknowledged if event.label not in written.get(event.id, ())]


def broken_backups(
    folder: Path, rounds: Iterable[int], take: Callable[[SqliteStore, Path], object] = backup
) -> list[str]:
    """Back up, check, restore elsewhere, while writers record: a sentence for whatever is not as it must be."""
    path, notes, found = folder / "partie.db", [folder / f"writer{number}" for number in range(WRITERS)], list[str]()
    SqliteStore(path).close()
    with writers(path, notes, pause=PAUSE_S) as processes:
        for done, number in enumerate(rounds):
            while min(len(noted(file)) for file in notes) < EVENTS * done:
                assert all(process.is_alive() for process in processes)
                time.sleep(0.05)
            acknowledged = [event for file in notes for event in noted(file)]
            taken, elsewhere = folder / f"taken{number}.db", folder / f"restored{number}.db"
            store = SqliteStore(path)
            take(store, taken)
            copy = SqliteStore(taken)
            if lacking := not_a_prefix(copy, store, acknowledged):
                found.append(f"Backup {number} lacks or invents {lacking}.")
            for name, checked in (("store", store), ("backup", copy)):
                report = verify(MatchRepository(checked))
                if not report.is_whole or report.rules_changed:
                    found.append(f"Check {number} of the {name} finds {report}.")
            if not is_head(store, head(copy)):
                found.append(f"Head {number} of the backup is not one of the store.")
            if not found:
                restore(taken, elsewhere)
                again = SqliteStore(elsewhere)
                if list(again.read_all(limit=10**7)) != list(copy.read_all(limit=10**7)):
                    found.append(f"Backup {number} restored is another store.")
                again.close()
            copy.close()
            store.close()
            for file in folder.glob(f"*{number}.db*"):
                file.unlink()
    return found


@pytest.mark.slow
@pytest.mark.torture("backup")
def test_backups_and_checks_under_load_hold_what_was_acknowledged_and_find_nothing(
    tmp_path: Path, torture: Torture
) -> None:
    rounds, events = torture.rounds(2, 50), 0
    while batch := [*islice(rounds, 10)]:  # Each on a new store: a check takes longer the more it holds.
        folder = tmp_path / f"from{batch[0]}"
        folder.mkdir()
        assert broken_backups(folder, batch) == []
        events += sum(len(noted(file)) for file in folder.glob("writer*"))
    torture.report(
        f"{torture.done} backups, {2 * torture.done} checks, {torture.done} restores while {events:,} events"
        " were acknowledged: no false finding, every backup a prefix of the store with all that was"
        " acknowledged before it, every restore equal to its backup"
    )


@pytest.mark.slow
def test_a_backup_without_the_journal_is_found_out(tmp_path: Path) -> None:
    """Or else the test above could not fail."""

    def copied(store: SqliteStore, to: Path) -> None:
        shutil.copyfile(store.path, to)

    assert broken_backups(tmp_path, range(2), copied)


def by_command(taken: Path, path: Path) -> bool:
    """Whether `partie restore --force` went through; else it was refused in one sentence."""
    command = [*PARTIE, "--store", str(path), "restore", str(taken), "--force"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=patience(120))
    assert done.returncode in (0, 1), done
    assert "Traceback" not in done.stderr, done
    return done.returncode == 0


def lost_by_force(
    folder: Path, rng: Random, rounds: Iterable[int], restore: Callable[[Path, Path], bool] = by_command
) -> tuple[list[bool], list[Noted]]:
    """Which restores went through while others recorded, and what was acknowledged and is nowhere any more."""
    path, notes, done = folder / "partie.db", [folder / f"writer{number}" for number in range(WRITERS)], list[bool]()
    store = SqliteStore(path)
    backup(store, folder / "taken.db")
    store.close()
    for _ in rounds:
        before = [len(noted(file)) for file in notes]
        with writers(path, notes, reopens=True) as processes:
            while any(len(noted(file)) <= already for file, already in zip(notes, before, strict=True)):
                assert all(process.is_alive() for process in processes)  # There must be something to lose.
                time.sleep(0.01)
            done += [restore(folder / "taken.db", path) for _ in range(rng.randrange(1, 4))]
    kept = set[Noted]()
    for file in (path, *folder.glob("partie-before-*.db")):
        with suppress(UnusableStore):
            store = SqliteStore(file)
            kept |= {Noted(id, label) for id, written in labels(store).items() for label in written}
            store.close()
    return done, [event for file in notes for event in noted(file) if event not in kept]


@pytest.mark.slow
@pytest.mark.torture("restore")
def test_a_restore_by_force_is_refused_or_loses_nothing_acknowledged(tmp_path: Path, torture: Torture) -> None:
    done, lost = lost_by_force(tmp_path, torture.rng(), torture.rounds(1, 30))
    assert lost == []
    events = sum(len(noted(tmp_path / f"writer{number}")) for number in range(WRITERS))
    torture.report(
        f"{len(done)} tries while {events:,} events were acknowledged: {done.count(False)} refused, {done.count(True)}"
        " done, nothing lost: all in the store or in the files set aside"
    )


@pytest.mark.slow
def test_a_restore_that_replaces_the_file_under_its_writers_is_found_out(tmp_path: Path) -> None:
    """Or else the test above could not fail."""

    def copied(taken: Path, path: Path) -> bool:
        for journal in path.parent.glob(f"{path.name}-*"):
            journal.unlink()  # Left where it is, it holds what the copy below throws away.
        shutil.copyfile(taken, path)
        return True

    _, lost = lost_by_force(tmp_path, Random(0), range(2), copied)
    assert lost
