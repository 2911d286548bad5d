"""`partie validate` and `partie conform`: files against the format, and readers against its vectors."""

import sys
from pathlib import Path

import pytest

from tests import ROOT, TESTS
from tests.viewer.commands.terminal import PARTIE, Terminal

GOLDEN = sorted((TESTS / "golden").glob("*.partie.jsonl"))
HEAD = '{"partie": 1, "game": "%s", "players": ["Anna", "Ben"]}\n'


def written(folder: Path, text: str, name: str = "m.partie.jsonl") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


@pytest.mark.slow
def test_golden_matches_are_valid_to_the_rules_of_their_game(partie: Terminal) -> None:
    told = partie("validate", *GOLDEN)
    assert told.count("is valid to level 3.") == len(GOLDEN)
    assert not Path(partie.store).exists()


def test_what_a_newer_writer_added_is_kept_and_a_game_that_is_not_there_is_no_error(
    partie: Terminal, tmp_path: Path
) -> None:
    text = HEAD.replace("}", ', "mood": "good"}') % "whist" + '{"type": "MatchRated", "stars": 5}\n{"type": "Bid"}\n'
    told = partie("validate", written(tmp_path, text), code=5)
    assert "whist, whose rules are not known here, with 2 events is valid to level 2" in told
    assert "kept of a newer writer: mood, MatchRated." in told


def test_each_match_of_each_file_is_told_with_its_error_and_the_worst_decides(partie: Terminal, tmp_path: Path) -> None:
    both = written(tmp_path, HEAD % "azacru" + HEAD % "whist", "both.partie.jsonl")
    broken = written(tmp_path, "no JSON\n", "broken.partie.jsonl")
    illegal = written(tmp_path, HEAD % "azacru" + '{"type": "Passed", "seat": 0}\n')
    told = partie("validate", both, broken, illegal, code=3)
    assert len(told.splitlines()) == 4
    assert "line 1: E-JSON: This is not JSON" in told
    assert "line 2: E-RULE: A player who can move a chevron may not pass. (A-MOVE-1)" in told
    (found,) = partie.json("validate", illegal, code=3)
    assert (found["valid"], found["level"], found["error"]["rule"]) == (False, 2, "A-MOVE-1")


@pytest.mark.slow
def test_our_reader_conforms(partie: Terminal) -> None:
    found = partie.json("conform", "--json", "--", *PARTIE, "conform", "--serve")
    assert (found["name"], found["level"], found["failed"]) == ("Partie", 3, [])
    assert found["tried"] > 600


def test_a_reader_that_is_wrong_or_not_there_is_told(partie: Terminal, tmp_path: Path) -> None:
    source = (
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    hello = {'name': 'Nothing', 'level': 0, 'games': []}\n"
        "    print(json.dumps(hello if 'hello' in asked else {'id': asked['id'], 'matches': []}), flush=True)\n"
    )
    (tmp_path / "reader.py").write_text(source, "utf-8")
    told = partie("conform", "--", sys.executable, tmp_path / "reader.py", code=3)
    for words in ("Nothing claims level 0.", "V0-001 (T-LINE-1): 1 matches are expected, not 0", "more."):
        assert words in told
    assert "name the command of a reader" in partie("conform", code=2)
    assert "cannot be started" in partie("conform", "--", "nowhere-to-be-found", code=1)


def test_an_export_with_points_is_read_back_as_the_same_match(partie: Terminal, tmp_path: Path) -> None:
    partie("import", ROOT / "tests" / "golden" / "azacru-shared.partie.jsonl")
    (row,) = partie.json("list")
    path = written(tmp_path, partie("export", row["id"], "--points"))
    assert '{"derived": {"after": 1, "scores": [0, 0, 0, 0]}}' in path.read_text("utf-8")
    assert "is valid to level 3" in partie("validate", path)
    assert partie.json("import", path)["unchanged"] == 1
    assert "--points requires" in partie("export", row["id"], "--points", "--as", "text", code=2)
