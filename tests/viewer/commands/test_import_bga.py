"""`partie import` of files of Board Game Arena: the game that a log does not name is asked for once."""

import json
from pathlib import Path

from tests.importers.logs.bga_logs import azul
from tests.importers.logs.test_bga_games import games, table
from tests.importers.logs.test_bga_results import ended, row
from tests.viewer.commands.terminal import Terminal
from tests.viewer.commands.test_import import counts, imported

ASKED = "{} replay logs do not name their game; repeat the import with --game TITLE to name it."


def logs(folder: Path, number: int) -> list[Path]:
    """Logs of a game without rules, each of another table."""
    files = [folder / f"{place}.json" for place in range(number)]
    for place, file in enumerate(files):
        log = ended([row(1, 41 + place), row(2, 7, 2)]).replace(b"/table/t8", b"/table/t%d" % (100 + place))
        file.write_bytes(log)
    return files


def titles(partie: Terminal) -> set[str]:
    return {match["title"] for match in partie.json("list")}


def test_the_game_of_many_logs_is_asked_for_in_one_sentence_and_the_answer_is_kept(
    partie: Terminal, tmp_path: Path
) -> None:
    files = logs(tmp_path, 40)
    output = partie("import", *files)
    assert output.count("--game") == 1
    assert ASKED.format(40) in output
    summary = imported(partie, *files)
    assert counts(summary) == (0, 0, 40, 0)
    assert [problem["message"] for problem in summary["problems"]] == [ASKED.format(40)]
    assert summary["unnamed"] == [str(file) for file in files]
    assert titles(partie) == {"Score sheet"}
    assert counts(imported(partie, *files, "--game", "Ark Nova")) == (0, 40, 0, 0)
    again = imported(partie, *files)
    assert (counts(again), again["problems"], again["unnamed"]) == ((0, 0, 40, 0), [], [])
    assert titles(partie) == {"Ark Nova"}
    assert "0 tampered, 0 damaged, 0 rules changed" in partie("verify")


def test_one_log_is_asked_about_by_its_file_and_the_error_of_the_platform_is_named(
    partie: Terminal, tmp_path: Path
) -> None:
    (file,) = logs(tmp_path, 1)
    named = tmp_path / "azul.json"
    named.write_bytes(azul(2, 1).file())
    problems = imported(partie, named, file, "--dry-run")["problems"]
    asked = "1 replay log does not name its game; repeat the import with --game TITLE to name it."
    assert problems == [{"file": str(file), "where": "", "message": asked, "lost": False}]
    error = {"status": "0", "error": "You have reached a limit (replay)", "expected": 1, "code": 100}
    file.write_text(json.dumps(error))
    output = partie("import", file, code=1)
    assert "an error message of Board Game Arena in place of a log: “You have reached a limit (replay)”." in output


def test_a_list_of_games_names_the_logs_of_its_tables(partie: Terminal, tmp_path: Path) -> None:
    files = logs(tmp_path, 2)
    listed = tmp_path / "games.json"
    listed.write_bytes(games(*(table(100 + place) for place in range(2)), table(9)))
    partie("import", *files)
    assert counts(imported(partie, listed)) == (1, 2, 0, 0)
    again = imported(partie, *files, listed)
    assert (counts(again), again["problems"]) == ((0, 0, 5, 0), [])
    assert titles(partie) == {"arknova"}


def test_an_undo_of_the_moves_lets_the_list_bring_its_match_back(partie: Terminal, tmp_path: Path) -> None:
    log, listed = tmp_path / "log.json", tmp_path / "games.json"
    log.write_bytes(azul(2, 1).file())
    listed.write_bytes(games(table(700000099, game_name="azul", players="84000001,84000002")))
    partie("import", listed)
    batch = imported(partie, log)["batch"]
    assert [match["game"] for match in partie.json("list")] == ["chocolatier"]
    partie("import", "--undo", batch)
    assert partie.json("list") == []
    assert counts(imported(partie, listed)) == (0, 1, 0, 0)
    assert [(match["game"], match["title"]) for match in partie.json("list")] == [("scoresheet", "Azul")]
    assert counts(imported(partie, log, log)) == (0, 1, 1, 0)
    assert [match["game"] for match in partie.json("list")] == ["chocolatier"]
