"""Backups by schedule: a clock is turned, and what lies in the folders is restored."""

import os
import shutil
import time
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache, partial
from pathlib import Path
from random import Random

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.maintenance.backup import restore
from eventstore.maintenance.heads import head
from eventstore.maintenance.keeper import Keeper, is_due, keep_up
from eventstore.maintenance.keeping import DAY, MARKER, Backup, Keep, backups_in, choose_folders, notes_of, parse_keep
from eventstore.maintenance.keeping_facts import facts_of
from eventstore.maintenance.verification import verify
from eventstore.matches.repository import MatchRepository
from eventstore.store.notes_file import change_notes, read_notes
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import UnusableStore
from tests.eventstore.store.power import Disk, Synced, noted_of_python
from tests.eventstore.store.test_disk_full import _leave, in_a_small_file_system
from tests.forked import FORKED
from tests.patience import until
from tests.recorded import records_in
from tests.torture import Torture
from tests.viewer.commands.terminal import Terminal
from viewer.locale import language
from viewer.texts import keeping_words

EVENING = datetime(2026, 11, 14, 21, 30).astimezone()


def store_with(folder: Path, *targets: Path) -> Path:
    """A store with one play, whose backups go to these folders."""
    folder.mkdir(exist_ok=True)
    store = folder / "partie.db"
    add_play(store, "first")
    choose_folders(store, targets)
    return store


def add_play(store: Path, id: str) -> None:
    records = records_in(store)
    records.start(scoresheet, ["Anna", "Ben"], PointsNoted("a", (1, 2)), id=id)
    records.store.close()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def restored(backup: Path, target: Path) -> list[str]:
    """The ids of the plays of a backup that is restored by hand."""
    restore(backup, target)
    store = SqliteStore(target)
    assert verify(MatchRepository(store)).is_whole
    ids = list(MatchRepository(store).ids())
    store.close()
    return ids


def test_a_backup_is_due_at_once_and_then_each_night_and_tried_each_week(tmp_path: Path) -> None:
    store = store_with(tmp_path / "home", tmp_path / "disk")
    for day in range(9):
        for hours in (0, 6, 12):  # 21:30, 3:30 and 9:30.
            now = EVENING + day * DAY + timedelta(hours=hours)
            assert is_due(store, now) == (hours == 6 or (day, hours) == (0, 0))
            keep_up(store, now)
        add_play(store, f"day-{day}")
    notes = notes_of(store)
    assert notes.last
    assert (notes.last.path.name, notes.last.plays, notes.why) == ("partie-2026-11-23.db", 9, "")
    assert notes.trial
    assert (notes.trial.name, notes.trial.plays, notes.trial.good) == ("partie-2026-11-21.db", 7, 7)
    assert notes.check
    assert (notes.check.plays, notes.check.good) == (8, 8)
    assert names(tmp_path / "home") == ["partie.db", "partie.keeping.json"]


@dataclass
class Nights:
    """Thirty days of a store whose backups go to two folders, and whose machine loses its power again and again."""

    folder: Path
    rng: Random
    runs: int = 0
    killed: int = 0
    took: float = 1.0
    """Seconds of a backup that ran to its end."""
    heads: dict[str, str] = field(default_factory=dict)
    """The digest of the store at each day."""
    whole: set[tuple[str, int]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.disks = (self.folder / "near", self.folder / "disk")
        self.folder.mkdir()
        self.store = store_with(self.folder / "home", *self.disks)

    def go(self) -> None:
        for day in range(30):
            add_play(self.store, f"day-{day}")
            store = SqliteStore(self.store)
            self.heads[f"{EVENING + day * DAY:%Y-%m-%d}"] = head(store)
            store.close()
            for each in range(self.rng.randrange(3)):
                self.run(EVENING + day * DAY + timedelta(minutes=each), self.rng.uniform(0, self.took))
            self.run(EVENING + day * DAY + timedelta(hours=1))

    def run(self, now: datetime, seconds: float | None = None) -> None:
        """Do what is due in a program that is killed after so many seconds; None: it ends on its own."""
        began, running = time.monotonic(), FORKED.Process(target=keep_up, args=(self.store, now))
        running.start()
        running.join(seconds)
        if running.is_alive():
            self.killed += 1
        running.kill()
        running.join()
        if seconds is None:
            assert running.exitcode == 0
            self.took = time.monotonic() - began
        self.runs += 1
        for each in self.listed():  # Also right after the kill.
            if (key := (str(each.path), each.path.stat().st_ino)) not in self.whole:
                assert self.by_hand(each) == self.heads[f"{each.at:%Y-%m-%d}"]
                self.whole.add(key)

    def listed(self) -> list[Backup]:
        return [each for disk in self.disks for each in backups_in(disk, self.store)]

    def by_hand(self, backup: Backup) -> str:
        """The digest of what `partie restore` makes of a backup."""
        partie = Terminal(self.folder / "restored.db")
        partie("restore", backup.path, "--force")
        store = SqliteStore(self.folder / "restored.db")
        found = head(store)
        store.close()
        for file in self.folder.glob("restored*"):
            file.unlink()
        return found


@pytest.mark.slow
@pytest.mark.torture("keeping")
def test_after_thirty_days_with_kills_each_backup_is_restored_by_hand_to_the_store_of_its_day(
    tmp_path: Path, torture: Torture
) -> None:
    runs = killed = restored = 0
    for number in torture.rounds(1, 12):
        nights = Nights(tmp_path / str(number), torture.rng(number))
        nights.go()
        for disk in nights.disks:
            assert [f"{each.at:%m-%d}" for each in backups_in(disk, nights.store)] == [
                *("12-13", "12-12", "12-11", "12-10", "12-09", "12-08", "12-07"),
                *("12-06", "11-29", "11-22", "11-15"),
                "11-14",
            ]
        for each in nights.listed():
            assert nights.by_hand(each) == nights.heads[f"{each.at:%Y-%m-%d}"]
        keep_up(nights.store, EVENING + 400 * DAY)
        assert names(nights.store.parent) == ["partie.db", "partie.keeping.json"]
        left = [name for folder in nights.disks for name in names(folder) if name[0] == "."]
        assert left == [MARKER, MARKER]
        runs, killed, restored = runs + nights.runs, killed + nights.killed, restored + len(nights.whole)
        shutil.rmtree(nights.folder)
    torture.report(
        f"{torture.done} times 30 days, {runs} runs, {killed} killed: after each run every file in both folders was "
        f"restored to the store of its day ({restored}), and after 30 days 7 + 4 + 1 are there"
    )


def of_power_cuts(folder: Path, rng: Random, *, is_synced: bool = True) -> tuple[int, list[str]]:
    """The cuts, at every step of a backup and of its copy to a second folder, and the files that are not whole then."""
    disks = (folder / "near", folder / "disk")
    store = store_with(folder / "home", *disks)
    keep_up(store, EVENING)
    for play in range(8):
        add_play(store, f"play-{play}")
    choose_folders(store, disks, Keep(1, 0, 0))  # The new backup takes the place of the old one.
    disk = Disk(*(each.path for one in disks for each in backups_in(one, store)))
    with noted_of_python() as steps:
        keep_up(store, EVENING + DAY)
    whole, torn = cache(partial(is_whole, folder)), list[str]()
    for step in steps:
        for one, left in ((one, disk.left(rng)) for one in disks for _ in range(6)):
            found = {Path(path).name: bytes(left[path]) for path in left if Path(path).parent == one}
            torn += [name for name, content in found.items() if not whole(content)]
            torn += [] if found else [f"no backup in {one.name}"]
        if is_synced or not (isinstance(step, Synced) and Path(step.path).suffix):
            disk.go_on(step)
    return 12 * len(steps), torn


def is_whole(folder: Path, content: bytes) -> bool:
    (folder / "left.db").write_bytes(content)
    try:
        return len(restored(folder / "left.db", folder / "again.db")) in (1, 9)
    except UnusableStore:
        return False
    finally:
        (folder / "again.db").unlink(missing_ok=True)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="The paths of open files are not listed here.")
def test_a_power_cut_within_a_backup_leaves_a_whole_one_in_each_folder_and_no_torn_one(tmp_path: Path) -> None:
    cuts, torn = of_power_cuts(tmp_path, Random(7))
    assert cuts > 300
    assert torn == []


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="The paths of open files are not listed here.")
def test_without_syncing_files_a_power_cut_leaves_a_torn_one(tmp_path: Path) -> None:
    """Or else the test above could not fail."""
    assert of_power_cuts(tmp_path, Random(7), is_synced=False)[1]


def test_a_disk_that_is_away_is_left_alone_and_caught_up_later(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    store = store_with(tmp_path / "home", tmp_path / "near", disk)
    keep_up(store, EVENING)
    disk.rename(tmp_path / "away")
    for day in (1, 2):
        disk.mkdir(exist_ok=day == 2)  # The empty place where it is mounted.
        add_play(store, f"day-{day}")
        assert is_due(store, EVENING + day * DAY)
        keep_up(store, EVENING + day * DAY)
        assert not is_due(store, EVENING + day * DAY)
    assert names(disk) == []
    disk.rmdir()
    choose_folders(store, [tmp_path / "near", disk])  # As a service does when it starts.
    assert not disk.exists()
    (tmp_path / "away").rename(disk)
    assert is_due(store, EVENING + 2 * DAY)
    keep_up(store, EVENING + 2 * DAY)
    assert names(disk) == names(tmp_path / "near")
    assert restored(disk / "partie-2026-11-16.db", tmp_path / "b.db") == ["first", "day-1", "day-2"]
    (tmp_path / "near" / "partie-2026-11-17.db").write_text("of another program")
    shutil.rmtree(tmp_path / "near")
    keep_up(store, EVENING + 3 * DAY)  # The other folder goes on alone.
    assert names(disk)[-1] == "partie-2026-11-17.db"


def test_a_clock_that_was_a_year_off_and_back_costs_no_backup(tmp_path: Path) -> None:
    store = store_with(tmp_path / "home", tmp_path / "disk")
    for day in range(9):
        keep_up(store, EVENING + day * DAY)
    before = names(tmp_path / "disk")
    keep_up(store, EVENING + 365 * DAY)
    keep_up(store, EVENING + 366 * DAY)
    for day in (9, 10):
        assert is_due(store, EVENING + day * DAY)
        keep_up(store, EVENING + day * DAY)
    after = names(tmp_path / "disk")
    assert {"partie-2027-11-14.db", "partie-2027-11-15.db", "partie-2026-11-24.db"} < set(after)
    assert set(before) - set(after) <= {"partie-2026-11-16.db", "partie-2026-11-17.db"}
    keep_up(store, EVENING - 365 * DAY)  # A small computer without a clock, before it asks for the time.
    assert set(after) < set(names(tmp_path / "disk"))


def test_a_backup_asked_for_takes_the_place_of_that_of_the_same_day(tmp_path: Path) -> None:
    store = store_with(tmp_path / "home", tmp_path / "disk")
    keep_up(store, EVENING)
    add_play(store, "second")
    keep_up(store, EVENING + timedelta(minutes=5), asked="backup")
    assert [each.path.name for each in backups_in(tmp_path / "disk", store)] == ["partie-2026-11-14-2.db"]
    assert restored(tmp_path / "disk" / "partie-2026-11-14-2.db", tmp_path / "b.db") == ["first", "second"]


def test_a_backup_that_does_not_come_back_is_noted_and_the_next_is_tried(tmp_path: Path) -> None:
    store = store_with(tmp_path / "home", tmp_path / "disk")
    keep_up(store, EVENING)
    broken = tmp_path / "disk" / "partie-2026-11-14.db"
    made = broken.stat().st_mtime
    with broken.open("r+b") as file:
        file.seek(4096)
        file.write(bytes(8192))
    os.utime(broken, (made, made))
    keep_up(store, EVENING + timedelta(hours=1))  # It was tried when it was whole.
    trial = notes_of(store).trial
    assert trial
    assert not trial.why
    keep_up(store, EVENING + timedelta(days=8), asked="check")
    assert notes_of(store).trial == trial
    (tmp_path / "home" / "partie.keeping.json").write_text("torn {")
    choose_folders(store, [tmp_path / "disk"])
    keep_up(store, EVENING + timedelta(hours=1))
    trial = notes_of(store).trial
    assert trial
    assert (trial.name, trial.good) == (broken.name, 0)
    assert "damaged" in trial.why or "not whole" in trial.why
    keep_up(store, EVENING + DAY)
    trial = notes_of(store).trial
    assert trial
    assert (trial.name, trial.plays, trial.good, trial.why) == ("partie-2026-11-15.db", 1, 1, "")


def full_disk(home: Path, disk: Path, *, is_second: bool) -> list[object]:
    """The files and what Keeping says in Czech while the disk is full, and the files once there is room."""
    language.set_language("cs")
    store = store_with(home, *([home.with_name("near")] if is_second else []), disk)
    keep_up(store, EVENING)
    _leave(disk / "filler", 20_000)
    keep_up(store, EVENING + DAY)
    records = records_in(store)
    says = keeping_words.answer(facts_of(records, store, EVENING + DAY))
    records.store.close()
    while_full = names(disk), says, is_due(store, EVENING + DAY)
    (disk / "filler").unlink()
    keep_up(store, EVENING + DAY + timedelta(hours=1))
    return [*while_full, names(disk), notes_of(store).why]


@pytest.mark.slow
@pytest.mark.parametrize("is_second", [False, True])
def test_a_full_disk_keeps_the_backups_of_before_leaves_no_half_one_and_is_told(
    tmp_path: Path, is_second: bool
) -> None:
    (disk := tmp_path / "disk").mkdir()
    home = str(tmp_path / "home")
    call = f"from {__name__} import *; print(full_disk(Path({home!r}), Path(sys.argv[1]), is_second={is_second}))"
    files, says, again, later, nothing = eval(in_a_small_file_system(disk, call))
    assert files == [".partie-backups", "filler", "partie-2026-11-14.db"]
    assert f"{disk}" in says
    assert "disk je plný." in says
    assert not again  # For an hour.
    assert later == [".partie-backups", "partie-2026-11-14.db", "partie-2026-11-15.db"]
    assert nothing == ""


def test_the_keeper_of_a_service_makes_the_first_backup_in_a_process_of_its_own(tmp_path: Path) -> None:
    store = store_with(tmp_path / "home", tmp_path / "disk")
    keeper = Keeper(store, lambda: EVENING)
    keeper.ask("backup").result.result(60)
    assert names(tmp_path / "disk") == [".partie-backups", "partie-2026-11-14.db"]
    assert keeper.running() is None
    keeper.close()


def test_a_process_that_is_killed_again_and_again_is_told_and_tried_after_an_hour(tmp_path: Path) -> None:
    store = store_with(tmp_path / "home", tmp_path / "disk")
    keeper = Keeper(store, lambda: EVENING)
    keeper.start()
    until(lambda: keeper.running() is not None, 20)
    keeper._worker.abandon(keeper.ask("backup"))
    until(lambda: notes_of(store).why != "", 20)
    assert notes_of(store).why.endswith("or was interrupted.")
    assert not is_due(store, EVENING + timedelta(minutes=59))
    assert is_due(store, EVENING + timedelta(minutes=61))
    keeper.close()


def note_many(store: Path, name: str) -> None:
    for number in range(100):
        change_notes(store, {f"{name} {number}": number})


def test_notes_of_two_programs_at_once_are_all_kept(tmp_path: Path) -> None:
    programs = [FORKED.Process(target=note_many, args=(tmp_path / "a.db", name)) for name in ("one", "other")]
    for each in programs:
        each.start()
    for each in programs:
        each.join()
    assert len(read_notes(tmp_path / "a.db")) == 200
    assert names(tmp_path) == ["a.keeping.json"]


def test_what_to_keep_is_written_in_days_weeks_and_months() -> None:
    assert parse_keep("7d,4w,12m") == Keep()
    assert str(parse_keep("14d,12m")) == "14d,0w,12m"
    for text in ("", "7", "0d", "4w", "7d4w", "7d,4w,12m,1y"):
        with pytest.raises(ValueError, match="write for example 7d,4w,12m"):
            parse_keep(text)
