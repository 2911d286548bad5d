"""`partie import`: files of other programs, known by their content, read again and again."""

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from eventstore.matches.repository import MatchRepository
from eventstore.store.sqlite import SqliteStore
from importers.reading import IMPORTERS
from importers.summary import FileSource, Problem, Remark, Summary
from tests import ROOT, TESTS
from tests.importers.tables.tables import workbook
from tests.viewer.commands.terminal import Terminal
from viewer.cli import command
from viewer.commands.people import ListedPerson

SAMPLES = TESTS / "samples"
ANDROID = SAMPLES / "bgstats" / "a-android-79-plays.json"
RICH = SAMPLES / "bgstats" / "c-android-293-plays.json"
FORMULAS = SAMPLES / "bgstats" / "d-formulas-560-plays.json"


def imported(partie: Terminal, *words: object, code: int = 0) -> dict[str, Any]:
    """The summary of an import, which must end with `code`."""
    summary: dict[str, Any] = partie.json("import", *words, code=code)
    return summary


def counts(summary: dict[str, Any]) -> tuple[int, int, int, int]:
    return summary["new"], summary["changed"], summary["unchanged"], summary["refused"]


@pytest.mark.slow
def test_what_a_file_is_its_content_tells(partie: Terminal, tmp_path: Path) -> None:
    named = {
        "bgstats": ANDROID.read_bytes(),
        "bgg": (SAMPLES / "bgg" / "b-100-plays.xml").read_bytes(),
        "bga": (SAMPLES / "bga" / "pavilion-21_21.json").read_bytes(),
        "partie": b'{"partie": 1, "game": "scoresheet", "players": ["A"]}\n{"type":"WinnersNamed","seats":[0]}\n',
        "table": b"date;game;player;score\n2024-01-01;Azul;A;3\n2024-01-01;Azul;B;4\n",
        "textlist": b"2024-12-31: Jitka 52, Jarda 47\n",
    }
    files = []
    for key, content in named.items():
        files.append(tmp_path / f"not-{key}.csv")
        files[-1].write_bytes(content)
    summary = imported(partie, *files)
    assert [source["format"] for source in summary["sources"]] == list(named)
    assert [source["matches"] for source in summary["sources"]] == [79, 111, 1, 1, 1, 1]
    assert summary["files"] == 6
    assert counts(summary) == (194, 0, 0, 0)
    assert {"file": str(files[1]), "message": "The file holds 100 of 356 plays of user11560f."} in summary["remarks"]
    assert len(partie.json("list")) == 194
    assert "0 tampered, 0 damaged, 0 rules changed" in partie("verify")


@pytest.mark.slow
def test_the_same_file_again_changes_nothing_and_a_newer_one_makes_the_difference(
    partie: Terminal, tmp_path: Path
) -> None:
    export = json.loads(RICH.read_text("utf-8"))
    newest = sorted(export["plays"], key=lambda play: play["playDate"])
    play = next(play for play in newest if any(seat["score"] for seat in play["playerScores"]))
    corrected = next(seat for seat in play["playerScores"] if seat["score"])
    older = tmp_path / "older.json"
    stated, corrected["score"] = corrected["score"], "999"
    older.write_text(json.dumps(export | {"plays": newest[:-50]}), encoding="utf-8")
    first = imported(partie, older)
    assert counts(first) == (243, 0, 0, 0)
    assert counts(imported(partie, older)) == (0, 0, 243, 0)
    second = imported(partie, RICH)
    assert counts(second) == (50, 1, 242, 0)
    assert counts(imported(partie, RICH)) == (0, 0, 293, 0)
    assert second["seats"] == sum(len(play["playerScores"]) for play in newest)
    played = {seat["playerRefId"] for play in newest for seat in play["playerScores"]}
    named = {player["id"] for player in export["players"] if not player["isAnonymous"]}
    assert first["people"] + second["people"] == len(played & named)
    with_changes = MatchRepository(SqliteStore(partie.store)).matches_from(f"bgstats:{play['uuid'].lower()}")[0]
    (change,) = partie.json("history", with_changes)
    assert change["why"].endswith("says so now")
    assert "999" in change["was"][0]["notation"]
    assert str(stated) in change["became"][0]["notation"]


@pytest.mark.slow
def test_a_play_pushed_to_another_site_is_one_match(partie: Terminal, tmp_path: Path) -> None:
    export = json.loads(ANDROID.read_text("utf-8"))
    play = next(play for play in export["plays"] if play["playerScores"])
    play["bggId"] = 81839750
    players = {player["id"]: player for player in export["players"]}
    seats = "".join(
        f'<player username="" userid="0" name="{players[seat["playerRefId"]]["name"]}" startposition="" color=""'
        f' score="{seat["score"]}" new="0" rating="0" win="{int(seat["winner"])}"/>'
        for seat in play["playerScores"]
    )
    pushed, file = tmp_path / "pushed.json", tmp_path / "plays.xml"
    pushed.write_text(json.dumps(export), encoding="utf-8")
    file.write_text(
        f'<plays username="u" userid="1" total="1" page="1"><play id="{play["bggId"]}" date="{play["playDate"][:10]}"'
        ' quantity="1" length="0" incomplete="0" nowinstats="0" location=""><item name="Azul" objecttype="thing"'
        f' objectid="230802"/><comments>#bgstats</comments><players>{seats}</players></play></plays>',
        encoding="utf-8",
    )
    assert counts(imported(partie, pushed)) == (79, 0, 0, 0)
    people = len(partie.json("people"))
    assert counts(imported(partie, file)) == (0, 1, 0, 0)
    assert counts(imported(partie, pushed, file)) == (0, 0, 80, 0)
    assert (len(partie.json("list")), len(partie.json("people"))) == (79, people)
    partie.store.unlink()
    assert counts(imported(partie, file, pushed)) == (79, 1, 0, 0)
    assert (len(partie.json("list")), len(partie.json("people"))) == (79, people)


def test_matches_that_a_newer_file_counts_no_more_are_told_and_stay(partie: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "plays.xml"

    def counting(quantity: int) -> dict[str, Any]:
        file.write_text(
            f'<plays username="u" total="1"><play id="77" date="2024-05-01" quantity="{quantity}">'
            '<item name="Azul" objectid="230802"/><players><player name="Ann" score="50" win="1"/></players>'
            "</play></plays>"
        )
        return imported(partie, file)

    first, *others = counting(3)["matches"]
    newer = counting(1)
    assert (counts(newer), newer["matches"]) == ((0, 1, 0, 0), [first])
    ids = " ".join(others)
    (remark,) = newer["remarks"]
    assert remark["message"] == (
        "The file counts fewer matches of a play than an earlier file did: 2 matches are no longer in it and stay "
        f"here: {ids}. If they were not played, delete them with `partie withdraw {ids}`."
    )
    assert len(partie.json("list")) == 3
    assert f"partie withdraw {ids}" in partie("import", file)
    partie("withdraw", others[0])
    assert f"1 match is no longer in it and stays here: {others[1]}." in partie("import", file)
    partie("withdraw", others[1])
    assert counting(1)["remarks"] == []
    again = counting(3)
    assert (counts(again), again["matches"]) == ((0, 1, 2, 0), [first, *others])
    assert [remark["message"] for remark in again["remarks"]] == ["2 matches were deleted by hand and stay so."]
    assert counting(100_000)["remarks"] == []


def test_only_what_is_left_out_makes_an_import_fail(partie: Terminal, tmp_path: Path) -> None:
    export = json.loads(ANDROID.read_text("utf-8"))
    export["plays"][0]["playerScores"][0]["score"] = "0--27"
    file = tmp_path / "export.json"
    file.write_text(json.dumps(export), encoding="utf-8")
    (kept,) = imported(partie, file)["problems"]
    assert (kept["file"], kept["lost"]) == (str(file), False)
    del export["plays"][1]["gameRefId"]
    file.write_text(json.dumps(export), encoding="utf-8")
    summary = imported(partie, file, code=1)
    assert counts(summary) == (0, 0, 78, 1)
    (lost,) = [problem for problem in summary["problems"] if problem["lost"]]
    assert lost["message"] == "gameRefId: missing."


def test_a_table_says_how_it_is_read_and_flags_correct_it(partie: Terminal, tmp_path: Path) -> None:
    file, book = tmp_path / "club.csv", tmp_path / "book.xlsx"
    file.write_text("when;player;result;who knows\n3/4/2024;Jitka;1,5;9\n3/4/2024;Jarda;2;8\n", encoding="utf-8")
    output = partie("import", file, "--dry-run", code=1)
    assert f"{file}: when: date\n" in output
    assert "whether the day or the month comes first" in output
    flags = ("--day-first", "--game", "Azul", "--column", "4=score", "--column", "result=other")
    assert "who knows: score" in partie("import", file, "--dry-run", *flags)
    assert counts(imported(partie, file, *flags)) == (1, 0, 0, 0)
    (row,) = partie.json("list")
    assert (row["title"], row["played_on"], row["scores"]) == ("Azul", "2024-04-03", [9, 8])
    assert "There is no column 'x'" in partie("import", file, "--column", "x=score", code=1)
    assert "'points!' is nothing a column holds: date, time" in partie("import", file, "--column", "1=points!", code=2)
    assert "does not have the form HEADER=MEANING" in partie("import", file, "--column", "score", code=2)
    club = [["Wann", "Wer?", "Punkte"], ["2024-04-03", "Jitka", 9], ["2024-04-03", "Jarda", 8]]
    book.write_bytes(workbook(Titles=[["date", "player", "score"]], Club=club))
    assert "No column is named as a game or as a player" in partie("import", book, code=1)
    assert "there are Titles, Club" in partie("import", book, "--sheet", "Clubs", code=1)
    flags = ("--sheet", "Club", "--shape", "long", "--column", "wer?=player", "--column", "1=date")
    summary = imported(partie, book, *flags)
    assert (counts(summary), summary["seats"]) == ((1, 0, 0, 0), 2)


def test_a_doubtful_table_is_shown_and_imported_only_if_confirmed(partie: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "scores.csv"
    file.write_text("player;points\nJitka;52\nJarda;47\n", encoding="utf-8")
    tried = partie("import", file, "--dry-run")
    assert f"{file}: player: player\n" in tried
    assert f"{file}: The first match: line 2: Jitka 52, Jarda 47.\n" in tried
    assert f"{file}: Confidence in this reading: 45 % (an import below 80 % asks).\n" in tried
    assert f"{file}: No column names the game.\n" in tried
    output = partie("import", file, code=1)
    refused = "Nothing was imported: the confidence in the guessed reading is 45"
    assert output.index("The first match") < output.index(refused)
    assert "repeat with --yes, or name the columns with --column" in output
    assert counts(imported(partie, file, code=1)) == (0, 0, 0, 1)
    assert partie.json("list") == partie.json("people") == []
    assert counts(imported(partie, file, "--yes")) == (1, 0, 0, 0)
    assert counts(imported(partie, file, "--column", "player=player")) == (0, 0, 1, 0)
    accounts = tmp_path / "bank.csv"
    accounts.write_text("Date;Text;Amount\n1.1.2026;Rent;-500\n2.1.2026;Wage;900\n", encoding="utf-8")
    assert "No column holds players, so nothing is imported" in partie("import", accounts, "--yes", code=1)


def test_what_is_too_large_or_unknown_is_told_in_a_sentence(partie: Terminal, tmp_path: Path) -> None:
    large, unknown = tmp_path / "large.json", tmp_path / "unknown"
    large.write_bytes(ANDROID.read_bytes() + b" " * 1_000_000)
    unknown.write_text('{"castle": true}', encoding="utf-8")
    output = partie("import", large, unknown, "--largest", 1, code=1)
    assert f"{large}: The file is larger than 1 MB; use --largest to allow more.\n" in output
    assert f"{unknown}: Unsupported file. Supported are match scripts" in output
    assert output.endswith("new 0, changed 0, unchanged 0, refused 2\n")
    output = partie("import", FORMULAS, "--dry-run")
    assert "560 matches" in output
    assert "'27+' ends in an operator and was read as 27. (Imported anyway.)" in output
    assert output.endswith("would be new 560, would be changed 0, unchanged 0, would be refused 0\n")
    assert partie.json("list") == partie.json("people") == []
    assert counts(imported(partie, large)) == (79, 0, 0, 0)


def test_what_programs_and_people_may_rely_on_is_documented() -> None:
    written = (ROOT / "docs" / "importing.md").read_text("utf-8")
    groups = {group: command(group).commands for group in ("people", "stats")}
    subcommands = [f"partie {group} {name}" for group, commands in groups.items() for name in commands]
    reading = [command("import"), *groups["stats"].values()]
    options = {name for one in reading for option in one.params for name in option.opts if name[:2] == "--"}
    keys = {f'"{name.name}"' for kind in (Summary, Problem, Remark, FileSource, ListedPerson) for name in fields(kind)}
    formats = [f"`{importer.KEY}`" for importer in IMPORTERS]
    assert [word for word in (*subcommands, *sorted(options), *sorted(keys), *formats) if word not in written] == []
