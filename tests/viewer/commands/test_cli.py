"""The command line: every command does what it says, for people and for programs."""

import json
import re
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_group

from eventstore.store.open_store import open_store
from tests import ROOT
from tests.recorded import FILL
from tests.stores import change
from tests.viewer.commands.terminal import PARTIE, Terminal, run
from viewer import demo
from viewer.cli import COMMANDS, GROUPS, command
from viewer.commands.maintenance import TAMPERED


@pytest.fixture
def started(partie: Terminal) -> str:
    """The id of a match with the first displays filled."""
    id = partie.new("chocolatier", "--player", "Jitka", "--player", "Jarda")
    partie("record", id, FILL)
    return id


# Recording.


def test_a_match_is_begun_recorded_and_shown(partie: Terminal) -> None:
    words = partie("new", "chocolatier", "--player", "Jitka", "--player", "Jarda", "--date", "2026-11-20")
    id, who_is_next = words.splitlines()
    assert who_is_next == "next: chance"
    assert partie("record", id, FILL).splitlines() == ["version 2  ● Jitka 0  ■ Jarda 0", "next: ● Jitka"]
    assert "next: ■ Jarda" in partie("record", id[:4], "A: 1 brown > 2")
    shown = partie("show", id[:4])
    assert "Azul: Master Chocolatier · 2026-11-20" in shown
    assert "display 1   ·" in shown
    assert shown.endswith("next: ■ Jarda\n")


def test_options_are_words_or_json(partie: Terminal) -> None:
    players = ("--player", "A", "--player", "B", "--player", "C")
    id = partie.new("chocolatier", *players, "--option", "wall=free", "--option", "special_displays=true")
    header = json.loads(partie("export", id).splitlines()[0])
    assert header["options"] == {"wall": "free", "special_displays": True}
    sheet = partie.new("scoresheet", *players, "--option", "title=42", "--option", "teams=[[0,2]]")
    assert json.loads(partie("export", sheet).splitlines()[0])["options"] == {"title": "42", "teams": [[0, 2]]}


def test_several_events_in_one_call_or_from_stdin_are_all_or_none_and_written_once(
    partie: Terminal, started: str
) -> None:
    said = partie("record", started, "A: 1 brown > 2", "A: 2 red > 2", code=1)
    assert said == "'A: 2 red > 2' is refused: It is another player's turn. (C-TAKE-1)\n"
    assert partie.json("show", started)["version"] == 2
    event = '{"type":"TilesTaken","seat":1,"source":2,"color":"red","line":2}'
    partie("record", started, "-", input=f"A: 1 brown > 2\n\n{event}\n")
    for _ in range(2):
        partie("record", started, "A: center red > 1", "--after", 4, "--command", "k")
    assert partie.json("show", started)["version"] == 5
    assert "at version 5, not 4" in partie("record", started, "B: 5 blue > 3", "--after", 4, code=1)


def test_undo_correct_and_close(partie: Terminal, started: str) -> None:
    partie("record", started, "A: 1 brown > 2", "B: 2 red > 2")
    assert "next: ■ Jarda" in partie("undo", started)
    assert partie.json("show", started, "--at", 2)["turn"] == 0
    assert "Event 4 is not effective" in partie("show", started, "--at", 4, code=1)
    assert "event 1 of 5" in partie("show", started, "--at", 1)
    assert "next: ● Jitka" in partie("undo", started, "--since", 3)
    partie("record", started, "A: 1 brown > 2")
    partie("correct", started, 7, "--with", "A: 1 brown > 3", "--why", "line three")
    assert [move["notation"] for move in partie.json("moves", started)][1:] == ["A: 1 brown > 3"]
    assert "next: ● Jitka" in partie("correct", started, 9, "--why", "not at all")
    assert "closed as stuck" in partie("close", started, "stuck").lower()
    assert partie.json("list")[0]["state"] == "closed"


def test_a_correction_can_be_tried_first(partie: Terminal, started: str) -> None:
    partie("record", started, "A: 1 brown > 2", "B: 2 red > 2")
    before = partie("export", started)
    said = partie("correct", started, 3, "--with", "A: 2 red > 2", "--dry-run", code=1)
    assert said.startswith("Event 4 (B: 2 red > 2) would be refused: ")
    assert "would be refused" in partie("correct", started, 3, "--with", "A: 2 red > 2", "--why", "red", code=1)
    assert "next: ● Jitka" in partie("correct", started, 3, 3, "--with", "A: 1 brown > 5", "--dry-run")
    assert partie("export", started) == before


def test_describe_claim_and_adjust(partie: Terminal, started: str) -> None:
    partie("describe", started, "--player", "B", "--player", "Zoe", "--title", "Final", "--tag", "club")
    for seat, points, scores in (("0", 1, [1, 0]), ("b", 1, [2, 0]), ("A", -0.5, [1.5, 0]), ("zoe", -3, [1.5, -3])):
        assert partie.json("adjust", started, seat, points, "--why", "spilled beer")["scores"] == scores
    assert "neither a seat nor a player" in partie("adjust", started, "C", "1", "--why", "x", code=1)
    partie("claim", started, "2", "-", "--why", "farm twice")
    shown = partie("show", started)
    assert shown.startswith("Final · Azul: Master Chocolatier · club\n")
    assert "● B 1.5  ■ Zoe −3" in shown
    assert "claimed by the players: ● B 2  ■ Zoe - (farm twice)" in shown


def test_fork_and_note(partie: Terminal, started: str) -> None:
    partie("record", started, "A: 1 brown > 2")
    fork, who_is_next = partie("fork", started, 2).splitlines()
    assert who_is_next == "next: ● Jitka"
    assert partie("note", started, 3, "greedy", "--glyph", "?!").strip()
    assert "?! {greedy}" in partie("export", started, "--as", "text")
    assert len(newest_first := partie.json("list")) == 2
    assert partie.json("list", "--limit", "1") == newest_first[:1]
    assert partie.json("show", fork)["turn"] == 0


def test_a_score_sheet_from_start_to_end(partie: Terminal) -> None:
    players = ("--player", "Anna", "--player", "Ben")
    id = partie.new("scoresheet", *players, "--option", "title=Kettle Race")
    said = partie("record", id, "final: 52 47", "wins 0")
    assert said.splitlines() == ["version 4  ● Anna 52*  ■ Ben 47", "won by Anna. Most points."]
    (row,) = partie.json("list")
    assert (row["title"], row["depth"], row["scores"], row["winners"]) == ("Kettle Race", "final", [52, 47], [0])
    assert "The match is over." in partie("legal", id)


def test_a_new_game_works_like_any_other(partie: Terminal, toy_game: Any) -> None:
    id = partie.new("pig", "--player", "Anna", "--player", "Ben", "--option", "target=10")
    partie("record", id, "die 4", "rolls 0", "die 6")
    assert partie("legal", id).split("\n")[:2] == ["rolls 0", "holds 0"]
    assert partie("record", id, "holds 0").endswith("won by Anna. First to 10 points.\n")
    assert [move["points"] for move in partie.json("moves", id)][-1] == [10, 0]
    assert "Anna" in partie("show", id)
    assert "0 rules changed" in partie("verify")


# Reading.


def test_what_programs_may_rely_on(partie: Terminal, started: str) -> None:
    partie("record", started, "A: 1 brown > 2")
    (row,) = partie.json("list")
    assert row == {
        "id": started, "game": "chocolatier", "title": "Azul: Master Chocolatier", "players": ["Jitka", "Jarda"],
        "scores": [0, 0], "winners": [], "played_on": None, "depth": "moves", "events": 3, "state": "open",
        "sources": [], "counted": True, "result": None, "missing": None,
    }  # fmt: skip
    shown = partie.json("show", started)
    assert shown.pop("details")["expansions"] == []
    assert (shown.pop("text").splitlines()[0], shown) == (
        "Round 1: Jarda takes",
        {"id": started, "game": "chocolatier", "version": 3, "turn": 1, "scores": [0, 0], "outcome": None},
    )
    assert partie.json("moves", started)[1] == {
        "version": 3, "seat": 0, "notation": "A: 1 brown > 2", "type": "TilesTaken", "points": [0, 0], "why": [],
    }  # fmt: skip
    moves = partie.json("legal", started)
    assert {"notation", "type", "seat", "source", "color", "line"} == set(moves[0])
    assert [move["notation"] for move in moves] == partie("legal", started).splitlines()


def test_moves_are_told_in_words_and_notation_and_points_with_their_reasons(partie: Terminal, started: str) -> None:
    partie("record", started, "A: 1 brown > 2")
    partie("adjust", started, "1", "-3", "--why", "late")
    assert "Jitka takes 2 brown from display 1" in " ".join(partie("moves", started).split())
    assert "A: 1 brown > 2" in partie("moves", started, "--notation")
    (*_, ruling) = partie.json("moves", started)
    assert (ruling["seat"], ruling["points"]) == (None, [0, -3])
    assert ruling["why"] == [{"seat": 1, "points": -3, "source": "ruling", "rule": "R-RULING", "cells": []}]
    assert ruling["notation"] == '@{"type":"PointsAdjusted","seat":1,"points":-3,"why":"late"}'
    assert "■ −3 ruling −3" in partie("moves", started)


@pytest.mark.slow
def test_lists_are_narrowed(partie: Terminal, started: str) -> None:
    partie.new("scoresheet", "--player", "Zoe", "--date", "2026-11-20", "--place", "Brno", "--tag", "club")
    narrowed = (["--person", "zoe"], ["--seats", 1], ["--place", "Brno"], ["--tag", "club"], ["--depth", "final"])
    assert [[row["players"] for row in partie.json("list", *words)] for words in narrowed] == [[["Zoe"]]] * 5
    assert [row["players"] for row in partie.json("list", "--game", "chocolatier")] == [["Jitka", "Jarda"]]
    assert len(partie.json("list", "--since", "2026-11-01", "--until", "2026-11-30")) == 1
    assert partie.json("list", "--person", "zoe", "--game", "chocolatier") == []
    assert partie.json("list", "--game", "azacru") == [], "a game that can be recorded"
    assert partie.json("list", "--tag", "xqx") == partie.json("list", "--place", "xqx") == []
    assert "There are no such matches" in partie("list", "--person", "zoe", "--until", "2025")


@pytest.mark.slow
def test_names_are_found_without_case_and_accents_and_unknown_ones_refused_with_the_closest(partie: Terminal) -> None:
    partie.new(
        "scoresheet", "--player", "Žofie", "--place", "Brno", "--tag", "Klub", "--option", "title=Žabí království"
    )
    for words in (("--game", "ZABI KRALOVSTVI"), ("--person", "zofie"), ("--place", "BRNO"), ("--tag", "klub")):
        assert len(partie.json("list", *words)) == 1
    assert partie.json("stats", "person", "ZOFIE")["name"] == "Žofie"
    assert partie.json("stats", "game", "zabi kralovstvi")["game"] == "Žabí království"
    game, person = "There is no match of a game called", "There is no person called"
    near = f"{game} 'Zabi kralovsvi'; the closest is 'Žabí království'."
    refused = {
        ("list", "--game", "Zabi kralovsvi"): near,
        ("list", "--game", "xqx"): f"{game} 'xqx'.",
        ("list", "--person", "Žopie"): f"{person} 'Žopie'; the closest is 'Žofie'.",
        ("list", "--withdrawn", "--person", "xqx"): f"{person} 'xqx'.",
        ("export-all", "matches.jsonl", "--person", "xqx"): f"{person} 'xqx'.",
        ("stats", "person", "Žofi"): f"{person} 'Žofi'; the closest is 'Žofie'.",
        ("stats", "person", "Žofie", "--game", "xqx"): f"{game} 'xqx'.",
        ("stats", "game", "Zabi kralovsvi"): near,
        ("stats", "game", "azacru"): f"{game} 'azacru'.",
    }
    for words, says in refused.items():
        assert partie(*words, code=1).strip() == says
        assert run(partie.store, *words, *(["--json"] if words[0] != "export-all" else [])).stdout == b""


@pytest.mark.slow
def test_a_name_that_is_written_as_it_is_means_its_own_person(partie: Terminal) -> None:
    for name in ("Jan", "Ján"):
        partie.new("scoresheet", "--player", name)
    assert [partie.json("stats", "person", name)["name"] for name in ("jan", "JÁN")] == ["Jan", "Ján"]
    assert "2 people are called 'Jàn'" in partie("stats", "person", "Jàn", code=1)


def test_names_are_printed_as_they_are_and_steer_no_terminal(partie: Terminal) -> None:
    id = partie.new("scoresheet", "--player", "[red]Zoe[/]", "--player", ":smile:", "--title", "\x1b[31mred\x07")
    for word in ("list", "show", "moves"):
        said = partie(word, *() if word == "list" else (id,))
        assert "\x1b" not in said
        assert "\x07" not in said
    assert "● [red]Zoe[/] -  ■ :smile: -" in partie("show", id)


def test_a_new_match_is_printed_as_its_id_and_nothing_else(partie: Terminal) -> None:
    def printed(*words: object) -> tuple[str, str]:
        result = run(partie.store, *words)
        assert result.code == 0
        return result.stdout.decode(), result.output

    id, hint = printed("new", "azacru", "--player", "Anna", "--player", "Ben")
    assert re.fullmatch(r"[0-9a-f]+\n", id)
    assert "Anna" in hint, "the next step"
    partie("record", id.strip(), "A: i5-h5")
    fork, hint = printed("fork", id.strip(), 2)
    assert re.fullmatch(r"[0-9a-f]+\n", fork)
    assert "Ben" in hint
    assert len(partie.json("list")) == 2


# Files.


@pytest.mark.slow
def test_what_is_exported_is_imported_elsewhere_without_loss(partie: Terminal, started: str, tmp_path: Path) -> None:
    partie("record", started, "A: 1 brown > 2", "B: 2 red > 2")
    partie("undo", started)
    partie("correct", started, 3, "--with", "A: 1 brown > 3", "--why", "line three")
    partie("note", started, 7, "better }\\", "--glyph", "!")
    fork = partie("fork", started, 2).splitlines()[0]
    for form in ("script", "text"):
        files = [tmp_path / f"{id}.{form}" for id in (started, fork)]
        for id, file in zip((started, fork), files, strict=True):
            partie("export", id, "--as", form, "--out", file)
            assert file.read_text("utf-8") == partie("export", id, "--as", form)
        other = Terminal(tmp_path / f"{form}.db")
        assert "\nnew 2, changed 0, unchanged 0, refused 0\n" in other("import", *files)
        assert "\nnew 0, changed 0, unchanged 2, refused 0\n" in other("import", *files)
        for id, file in zip((started, fork), files, strict=True):
            assert other("export", id, "--as", form) == file.read_text("utf-8")
        assert "0 tampered, 0 damaged, 0 rules changed" in other("verify")


@pytest.mark.slow
def test_several_matches_in_a_file_and_one_of_them_wrong(partie: Terminal, tmp_path: Path) -> None:
    header = '{"partie": 1, "game": "scoresheet", "players": ["%s"]}\n'
    line = '{"type":"PointsNoted","label":"a","points":[%s]}\n'
    file = tmp_path / "three.partie.jsonl"
    file.write_text(header % "A" + line % 1 + header % "B" + line % "1,2" + header % "C" + line % 3, encoding="utf-8")
    said = partie("import", file, "--dry-run", code=1)
    assert said.endswith("would be new 2, would be changed 0, unchanged 0, would be refused 1\n")
    assert partie.json("list") == []
    summary = partie.json("import", file, code=1)
    assert list(summary)[:7] == ["files", "new", "changed", "unchanged", "refused", "matches", "problems"]
    assert (summary["files"], summary["new"], summary["refused"], len(summary["matches"])) == (1, 2, 1, 2)
    (problem,) = summary["problems"]
    assert (problem["file"], problem["where"]) == (str(file), "line 4")
    assert "N-POINTS-1" in problem["message"]
    assert sorted(row["players"] for row in partie.json("list")) == [["A"], ["C"]]


def test_the_valid_part_of_a_match_can_be_kept(partie: Terminal, started: str, tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    text = partie("export", started, "--as", "text").replace(started, "other") + "3  A: 1 blue > 9\n"
    file.write_text(text, encoding="utf-8")
    partie("import", file, code=1)
    assert len(partie.json("list")) == 1
    assert "line 6: There is no pattern line 9" in partie("import", file, "--keep-valid", code=1)
    assert partie.json("show", "other")["outcome"]["why"] == "The match was closed as incomplete."


# Around the store.


def test_verify_tells_what_is_wrong_and_rebuild_makes_the_lists_anew(partie: Terminal, started: str) -> None:
    before = partie("list")
    assert re.fullmatch(r"1 matches, [0-9,]+ a second\n", partie("rebuild"))
    assert partie("list") == before
    report = partie.json("verify")
    counts = {"matches": 1, "events": 2, "redacted": 0}
    assert report == counts | {"tampered": [], "damaged": [], "rules_changed": [], "not_checked": []}
    altered = "UPDATE events SET data = replace(data, 'blue', 'red') WHERE type = 'DisplaysFilled'"
    change(partie.store, altered, triggers=False)
    said = partie("verify", started[:5], code=TAMPERED)
    assert said.startswith(f"tampered: match {started}, event 2: Event 2 is not what was written")
    assert "1 matches, 2 events: 1 tampered, 0 damaged, 0 rules changed" in said


@pytest.mark.usefixtures("started")
def test_a_check_notes_how_far_it_is_in_a_file_of_its_own(partie: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "check.jsonl"
    assert partie("verify", "--resume", path) == partie("verify")
    assert not path.exists()
    with closing(open_store(str(partie.store))) as store:
        begun = [version("partie"), store.read_all(limit=1).checkpoint, "2026-11-28T12:00:00.000Z"]
    path.write_text(json.dumps(begun) + "\n")
    said = partie("verify", "--resume", path)
    assert said.startswith("The check begun at 2026-11-28T12:00:00.000Z goes on.\n1 matches")
    path.write_text("notes of mine\n")
    assert "is no file of a check that was ended" in partie("verify", "--resume", path, code=1)
    assert path.read_text() == "notes of mine\n"
    assert "for the whole store" in partie("verify", "azul", "--resume", path, code=2)


def test_demo_fills_an_empty_store_once(partie: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "SERIES", ())  # Sheets are the quickest to simulate.
    monkeypatch.setattr(demo, "EVENINGS", 3)
    added = int(partie("demo").split()[0])
    assert added == len(partie.json("list")) > 0
    assert partie("demo").startswith("0 simulated matches")
    assert partie("demo", "--if-empty") == ""


def test_every_command_of_a_module_is_listed_with_the_first_line_of_its_help() -> None:
    parts = {(part.module, part.app) for name, part in COMMANDS.items() if name not in GROUPS}
    defined = [get_group(getattr(import_module(f"viewer.commands.{module}"), app)) for module, app in parts]
    assert {name for group in defined for name in group.commands} == COMMANDS.keys() - GROUPS
    for name, listed in COMMANDS.items():
        found = command(name)
        assert (found.name, (found.help or "").splitlines()[0]) == (name, listed.help)


HEAVY = ("streamlit", "plotly", "pandas", "numpy", "pyarrow", "dask", "fastapi", "psycopg", "importers")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "not_needed"), [(["--help"], ("viewer.commands.context", *HEAVY)), (["list"], HEAVY)]
)
def test_a_command_imports_what_it_needs(words: list[str], not_needed: Sequence[str], tmp_path: Path) -> None:
    program = (
        "import sys; from viewer.cli import app\n"
        "try: app(sys.argv[1:])\n"
        f"except SystemExit: print(*[name for name in {not_needed} if name in sys.modules], 'imported')"
    )
    store = ["--store", str(tmp_path / "empty.db")]
    call = [sys.executable, "-c", program, *store, *words]
    said = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=True)
    assert said.stdout.splitlines()[-1] == "imported"


# The program.


@pytest.mark.slow
def test_the_module_calls_itself_partie_and_its_version_names_the_schema_of_stores(
    partie: Terminal, started: str
) -> None:
    assert "Usage: partie [OPTIONS] COMMAND" in subprocess.check_output([*PARTIE, "--help"], text=True)
    with closing(sqlite3.connect(partie.store)) as database:
        (schema,) = database.execute("PRAGMA user_version").fetchone()
    said = subprocess.check_output([*PARTIE, "--version"], text=True)
    assert said == f"partie {version('partie')} (store schema {schema})\n"
