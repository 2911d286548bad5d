"""Backups by schedule: a clock is turned, and what lies in the folders is restored."""

import os
import shutil
import subprocess
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.maintenance.backup import restore
from eventstore.maintenance.keeper import Keeper, is_due, keep_up
from eventstore.maintenance.keeping import DAY, Keep, backups_in, choose_folders, notes_of, parse_keep
from eventstore.maintenance.verification import verify
from eventstore.matches.repository import MatchRepository
from eventstore.store.sqlite import SqliteStore
from tests import ROOT
from tests.eventstore.store.test_disk_full import _leave, in_a_small_file_system
from tests.recorded import records_in
from tests.torture import Torture

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


@pytest.mark.slow
def test_after_thirty_days_seven_days_four_weeks_and_a_month_are_there_and_each_is_restored(tmp_path: Path) -> None:
    store = store_with(tmp_path / "home", tmp_path / "disk")
    for day in range(30):
        for hours in (0, 6, 12):  # 21:30, 3:30 and 9:30.
            now = EVENING + day * DAY + timedelta(hours=hours)
            assert is_due(store, now) == (hours == 6 or (day, hours) == (0, 0))
            keep_up(store, now)
        add_play(store, f"day-{day}")
    kept = backups_in(tmp_path / "disk", store)
    assert [f"{each.at:%m-%d}" for each in kept] == [
        *("12-14", "12-13", "12-12", "12-11", "12-10", "12-09", "12-08"),
        *("12-07", "12-06", "11-29", "11-22"),
        "11-14",
    ]
    for number, each in enumerate(kept):
        days = max((each.at.date() - EVENING.date()).days - 1, 0)
        assert restored(each.path, tmp_path / f"{number}.db") == ["first", *(f"day-{day}" for day in range(days))]
    notes = notes_of(store)
    assert notes.last
    assert (notes.last.path, notes.last.plays, notes.why) == (kept[0].path, 30, "")
    assert notes.trial
    assert (notes.trial.name, notes.trial.plays, notes.trial.good) == ("partie-2026-12-12.db", 28, 28)
    assert notes.check
    assert (notes.check.plays, notes.check.good) == (29, 29)
    assert names(tmp_path / "home") == ["partie.db", "partie.keeping.json"]


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


def full_disk(home: Path, disk: Path) -> list[object]:
    """The files and the reason while the disk is full, and the files once there is room."""
    store = store_with(home, disk)
    keep_up(store, EVENING)
    _leave(disk / "filler", 20_000)
    keep_up(store, EVENING + DAY)
    while_full = names(disk), notes_of(store).why, is_due(store, EVENING + DAY)
    (disk / "filler").unlink()
    keep_up(store, EVENING + DAY + timedelta(hours=1))
    return [*while_full, names(disk), notes_of(store).why]


@pytest.mark.slow
def test_a_full_disk_keeps_the_backups_of_before_and_leaves_no_half_one(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    call = f"from {__name__} import *; print(full_disk(Path({str(tmp_path / 'home')!r}), Path(sys.argv[1])))"
    files, why, again, later, nothing = eval(in_a_small_file_system(tmp_path / "disk", call))
    assert files == [".partie-backups", "filler", "partie-2026-11-14.db"]
    assert "full" in why
    assert not again  # For an hour.
    assert later == [".partie-backups", "partie-2026-11-14.db", "partie-2026-11-15.db"]
    assert nothing == ""


@pytest.mark.slow
@pytest.mark.torture("keeping")
def test_a_backup_that_is_killed_leaves_whole_files_alone(tmp_path: Path, torture: Torture) -> None:
    store, rng, kills, took = store_with(tmp_path / "home", tmp_path / "disk"), torture.rng(), 0, 0.0
    for play in range(40):
        add_play(store, f"play-{play}")
    program = "import sys; from datetime import datetime; from pathlib import Path; from " + keep_up.__module__
    program += " import keep_up; keep_up(Path(sys.argv[1]), datetime.fromisoformat(sys.argv[2]), asked='backup')"
    for number in torture.rounds(4, 300):
        now = EVENING + number * DAY
        began = time.monotonic()
        running = subprocess.Popen([sys.executable, "-c", program, str(store), now.isoformat()], cwd=ROOT)
        try:
            running.wait(rng.uniform(0, took) if number else None)
        except subprocess.TimeoutExpired:
            kills += 1
        else:
            took = time.monotonic() - began
        running.kill()
        running.wait()
        for each in backups_in(tmp_path / "disk", store):
            assert len(restored(each.path, tmp_path / "r.db")) == 41
            (tmp_path / "r.db").unlink()
    assert backups_in(tmp_path / "disk", store)
    keep_up(store, EVENING + 400 * DAY)
    left = [name for folder in ("disk", "home") for name in names(tmp_path / folder) if name.startswith(".partie-")]
    assert left == [".partie-backups"]
    torture.report(f"{torture.done} backups, {kills} killed: every file in the folder restored to all plays")


def test_the_keeper_of_a_service_makes_the_first_backup_in_a_process_of_its_own(tmp_path: Path) -> None:
    store = store_with(tmp_path / "home", tmp_path / "disk")
    keeper = Keeper(store, lambda: EVENING)
    keeper.ask("backup").result.result(60)
    assert names(tmp_path / "disk") == [".partie-backups", "partie-2026-11-14.db"]
    assert keeper.running() is None
    keeper.close()


def test_what_to_keep_is_written_in_days_weeks_and_months() -> None:
    assert parse_keep("7d,4w,12m") == Keep()
    assert str(parse_keep("14d,12m")) == "14d,0w,12m"
    for text in ("", "7", "0d", "4w", "7d4w", "7d,4w,12m,1y"):
        with pytest.raises(ValueError, match="write for example 7d,4w,12m"):
            parse_keep(text)
