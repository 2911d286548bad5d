"""Imports can be taken out again: batches, their list and their undo."""

import os
import signal
import subprocess
from pathlib import Path

import pytest

from eventstore.maintenance.verification import verify
from eventstore.matches.repository import MatchRepository
from eventstore.store.sqlite import SqliteStore
from tests.viewer.commands.terminal import PARTIE, Terminal

ROWS = ["Game;Date;Player;Score"]
ROWS += [f"Kettle Race;2026-11-{day:02};{name};{day + len(name)}" for day in range(1, 4) for name in ("Anna", "Ben")]


@pytest.fixture
def plays(tmp_path: Path) -> Path:
    path = tmp_path / "plays of Anna.csv"
    path.write_text("\n".join(ROWS))
    return path


def ids(partie: Terminal) -> set[str]:
    return {row["id"] for row in partie.json("list")}


def test_an_import_is_listed_undone_and_brought_back(partie: Terminal, plays: Path) -> None:
    assert "Nothing has been imported" in partie("import", "--list")
    own = partie.new("scoresheet", "--player", "Anna")
    first = partie.json("import", plays)
    brought = set(first["matches"])
    assert len(brought) == 3
    (listed,) = partie.json("import", "--list")
    assert listed == {"batch": first["batch"], "file": "plays of Anna.csv", "at": listed["at"], "matches": 3}
    undone = partie.json("import", "--undo", first["batch"])
    assert (undone["batch"], set(undone["withdrawn"]), undone["left"]) == (first["batch"], brought, [])
    assert ids(partie) == {own}
    assert partie.json("import", "--undo", first["batch"])["withdrawn"] == [], "once is enough"
    again = partie.json("import", plays)
    assert (again["new"], again["changed"]) == (0, 3)
    assert ids(partie) == {own} | brought
    left = partie.json("import", "--undo", first["batch"])["left"]
    assert {one["match"] for one in left} == brought, "another import brought them back"
    assert set(partie.json("import", "--undo", again["batch"])["withdrawn"]) == brought
    assert [one["batch"] for one in partie.json("import", "--list")] == [again["batch"], first["batch"]]
    partie("verify")


def test_a_play_that_an_import_only_changed_stays(partie: Terminal, plays: Path) -> None:
    partie("import", plays)
    plays.write_text(
        "\n".join([*ROWS, "Kettle Race;2026-11-09;Cleo;4"]).replace(";2026-11-01;Anna;5", ";2026-11-01;Anna;77")
    )
    later = partie.json("import", plays)
    undone = partie.json("import", "--undo", later["batch"])
    assert len(undone["withdrawn"]) == later["new"]
    assert len(undone["left"]) == later["changed"]
    assert all("in the store before" in one["why"] for one in undone["left"])


def test_scripts_are_batches_too(partie: Terminal, tmp_path: Path) -> None:
    id = partie.new("scoresheet", "--player", "Anna", "--player", "Ben")
    partie("record", id, "final: 5 1", "wins 0")
    fork = partie("fork", id, 2).splitlines()[0]
    partie("note", id, 2, "well played")
    partie("export-all", tmp_path / "all.partie.jsonl")
    other = Terminal(tmp_path / "other.db")
    batch = other.json("import", tmp_path / "all.partie.jsonl")
    assert set(other.json("import", "--undo", batch["batch"])["withdrawn"]) == {id, fork}, "a fork of the same import"
    assert other.json("list") == []
    assert other.json("import", tmp_path / "all.partie.jsonl")["changed"] == 2
    assert ids(other) == {id, fork}
    other("fork", id, 2)
    (again, _) = other.json("import", "--list")
    undone = other.json("import", "--undo", again["batch"])
    assert (undone["withdrawn"], [one["match"] for one in undone["left"]]) == ([fork], [id])


@pytest.mark.slow
def test_an_import_that_was_killed_can_be_undone(partie: Terminal, tmp_path: Path) -> None:
    lines = [
        f"Kettle Race;{1000 + number % 1000}-{1 + number // 1000:02}-01;{name};{number}"
        for number in range(8000)
        for name in ("A", "B")
    ]
    path = tmp_path / "plays.csv"
    path.write_text("\n".join([ROWS[0], *lines]))
    running = subprocess.Popen([*PARTIE, "--store", str(partie.store), "import", str(path)], start_new_session=True)
    while running.poll() is None:
        if Path(partie.store).exists() and _matches(Path(partie.store)) > 150:
            os.killpg(running.pid, signal.SIGKILL)
            running.wait()
    assert running.returncode == -signal.SIGKILL
    here = ids(partie)
    (batch,) = partie.json("import", "--list")
    assert batch["matches"] == len(here)
    assert set(partie.json("import", "--undo", batch["batch"])["withdrawn"]) == here
    assert ids(partie) == set()


def _matches(path: Path) -> int:
    store = SqliteStore(path)
    try:
        return sum(1 for _ in store.streams("matches/"))
    finally:
        store.close()


def test_names_in_file_names_are_forgotten(partie: Terminal, plays: Path) -> None:
    partie("import", plays)
    partie("people", "forget", "Anna", "--yes")
    (batch,) = partie.json("import", "--list")
    assert batch["file"] == "plays of somebody.csv"
    store = SqliteStore(Path(partie.store))
    assert verify(MatchRepository(store)).is_whole
    store.close()


def test_wrong_uses_are_refused_in_one_sentence_and_an_import_that_brings_nothing_is_no_batch(
    partie: Terminal, plays: Path
) -> None:
    assert "There is no import 'nope'." in partie("import", "--undo", "nope", code=1)
    assert "Give the files" in partie("import", code=2)
    assert "without a file" in partie("import", "--list", plays, code=2)
    assert partie.json("import", plays, "--dry-run")["batch"] is None
    assert partie.json("import", "--list") == []
    partie("import", plays)
    assert partie.json("import", plays)["batch"] is None
    assert len(partie.json("import", "--list")) == 1


def test_what_somebody_touched_stays_and_what_was_withdrawn_by_hand_does_not_come_back(
    partie: Terminal, plays: Path
) -> None:
    plays.write_text("\n".join([*ROWS, "Kettle Race;2026-11-09;Cleo;4", "Kettle Race;2026-11-10;Dora;4"]))
    batch = partie.json("import", plays)
    one, other, third, noted, free = batch["matches"]
    for _ in range(2):
        partie("withdraw", one)
        partie("withdraw", one, "--undo")
    partie("withdraw", other)
    again = partie.json("import", plays)
    assert (again["changed"], again["unchanged"]) == (0, 5)
    assert any("1 match was deleted by hand" in remark["message"] for remark in again["remarks"])
    assert other not in ids(partie)
    partie("withdraw", third, "--why", "twice")
    partie("withdraw", third, "--undo")
    partie("describe", third, "--place", "Brno")
    partie("note", noted, 2, "well played")
    undone = partie.json("import", "--undo", batch["batch"])
    assert {*undone["withdrawn"]} == {one, free}, "to bring a match back is no change"
    assert {left["match"] for left in undone["left"]} == {third, noted}
    assert "was left: It was changed" in partie("import", "--undo", batch["batch"])
