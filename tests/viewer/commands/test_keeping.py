"""`partie keeping` says how a store is kept, and sets it."""

import os
import shutil
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from eventstore.maintenance.keeper import keep_up
from eventstore.maintenance.keeping_facts import facts_of, note_version
from eventstore.matches.repository import utc_now
from eventstore.service.observability import Backups
from eventstore.store.notes_file import change_notes
from tests.recorded import records_in
from tests.viewer.commands.terminal import Terminal
from viewer.texts import keeping_words


def test_backups_are_chosen_made_and_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    partie, disk = Terminal(tmp_path / "partie.db"), tmp_path / "disk"
    partie("new", "scoresheet", "--player", "Anna")
    assert "nowhere else" in partie("keeping")
    monkeypatch.chdir(tmp_path)
    assert Terminal("partie.db").json("keeping")["store"] == str(partie.store)
    assert "choose a folder for all backups" in partie("backup", code=1)
    assert "no such file or directory" in partie("keeping", "--backup", tmp_path / "not" / "there", code=1)
    assert "does not say what to keep" in partie("keeping", "--keep", "often", code=1)
    partie("keeping", "--backup", disk, "--keep", "14d,6m")
    made = partie("backup")
    assert made.startswith(f"1 matches written to {disk / 'partie-'}")
    told = partie.json("keeping")
    assert {key: told[key] for key in ("plays", "people", "photos", "late", "failure", "not_backed_up", "keep")} == {
        "plays": 1, "people": 1, "photos": 0, "late": False, "failure": "", "not_backed_up": 0, "keep": "14d,0w,6m",
    }  # fmt: skip
    assert told["folders"] == [{"path": str(disk), "present": True, "backups": 1, "bytes": told["last"]["bytes"]}]
    assert told["trial"]["good"] == told["trial"]["plays"] == told["check"]["good"] == 1
    assert "Tried by restoring it: 1 of 1 plays came back." in partie("keeping")
    shutil.rmtree(disk)
    assert "None of the folders" in partie("backup", code=1)
    assert partie.json("keeping")["last"] == told["last"]  # The disk is away, not its backup.


def test_a_backup_that_does_not_come_back_is_told_to_people_programs_and_monitors(tmp_path: Path) -> None:
    partie, disk = Terminal(tmp_path / "partie.db"), tmp_path / "disk"
    partie("new", "scoresheet", "--player", "Anna")
    assert attention(partie.store) == []
    partie("keeping", "--backup", disk)  # The first backup is not made yet, which is no failure of this command.
    partie("keeping", code=1)
    partie("backup")
    assert attention(partie.store) == [0]
    (backup,) = disk.glob("*.db")
    made = backup.stat().st_mtime
    with backup.open("r+b") as file:
        file.seek(4096)
        file.write(bytes(8192))
    os.utime(backup, (made, made))
    change_notes(partie.store, {"trial": None})
    keep_up(partie.store, datetime.fromtimestamp(made + 1).astimezone())
    assert "does not give everything back" in partie("keeping", code=1)
    told = partie.json("keeping", code=1)
    assert (told["attention"], told["late"], told["trial"]["good"]) == (True, False, 0)
    assert attention(partie.store) == [1]
    partie("backup")
    assert attention(partie.store) == [0]


def attention(store: Path) -> list[float]:
    """The gauge of the metrics."""
    gauges = Backups(store, utc_now).collect()
    return [gauge.samples[0].value for gauge in gauges if gauge.name == "partie_keeping_attention"]


@pytest.mark.parametrize("disk", ["/media/ana/Elements", ""])
def test_a_backup_that_is_late_says_what_to_do(tmp_path: Path, disk: str) -> None:
    partie, folder = Terminal(tmp_path / "partie.db"), tmp_path / "disk"
    partie("new", "scoresheet", "--player", "Anna")
    partie("keeping", "--backup", folder)
    made = datetime(2026, 11, 16, 3).astimezone()
    keep_up(partie.store, made)
    records = records_in(partie.store)
    if disk:  # As noted of a disk that is away now.
        last = {"path": f"{disk}/partie-2026-11-16.db", "at": made.isoformat(), "bytes": 83_000_000, "plays": 1}
        change_notes(partie.store, {"folders": [disk], "last": last})
    facts = facts_of(records, partie.store, made + timedelta(days=12))
    row = next(row for row in keeping_words.rows(facts) if row.name == "last")
    records.store.close()
    assert row.is_late
    assert row.fact == "Nov 16, 3:00: 12 days ago"
    if disk:
        assert row.note == "On the disk Elements, partie-2026-11-16.db, 83 MB."
        assert keeping_words.answer(facts) == (
            "The last backup is 12 days old: the disk Elements was not there. Plug it in and press Back up now, or "
            "choose another place."
        )
    else:
        assert keeping_words.answer(facts) == "The last backup is 12 days old. Press Back up now."


def test_the_version_that_served_the_store_before_is_told(tmp_path: Path) -> None:
    partie = Terminal(tmp_path / "partie.db")
    partie("new", "scoresheet", "--player", "Anna")
    change_notes(partie.store, {"version": "0.2.9"})
    note_version(partie.store)
    assert partie.json("keeping")["former_version"] == "0.2.9"


@pytest.mark.parametrize(("bytes", "text"), [(0, "0 kB"), (84_400_000, "84 MB"), (1_940_000_000, "1.9 GB")])
def test_sizes_are_written_as_people_write_them(bytes: int, text: str) -> None:
    assert keeping_words.size(bytes) == text
