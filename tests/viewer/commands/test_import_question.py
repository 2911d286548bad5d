"""The understanding of `partie import`, and the question at a terminal: asked once for the header of a table."""

import os
import pty
import subprocess
from pathlib import Path

import pytest

from tests import ROOT
from tests.patience import patience
from tests.viewer.commands.terminal import PARTIE, Terminal

HEADER = "Date,Game,Player,Score,Bonus,Weather\n"
BONUS = HEADER + "2024-06-14,Azul,Ann,3,52,rain\n2024-06-14,Azul,Ben,4,47,rain\n"
NO_BONUS = HEADER + "2024-06-21,Azul,Ann,61,no,sun\n2024-06-21,Azul,Ben,58,no,sun\n"
AS_SCORE = ("--column", "Score=other", "--column", "Bonus=score")


def file(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def at_terminal(partie: Terminal, *words: object, answer: str) -> tuple[int, str]:
    """The exit code and the output of a command at a real terminal, where somebody types an answer."""
    ours, theirs = pty.openpty()
    line = [*PARTIE, "--store", str(partie.store), *map(str, words)]
    with subprocess.Popen(line, cwd=ROOT, stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as command:
        os.write(ours, f"{answer}\n".encode())
        output, _ = command.communicate(timeout=patience(60))
    os.close(ours)
    os.close(theirs)
    return command.returncode, output.decode()


def scores(partie: Terminal) -> list[list[int]]:
    return sorted(row["scores"] for row in partie.json("list"))


def test_a_sure_file_is_shown_by_its_plays_and_not_by_its_columns(partie: Terminal, tmp_path: Path) -> None:
    won = "Date,Game,Player,Score,Winner,Hat\n2024-06-14,Azul,Ann,52,no,red\n2024-06-14,Azul,Ben,57,yes,blue\n"
    output = partie("import", file(tmp_path, "club.csv", won))
    assert "   2024-06-14  Azul  Ann 52, Ben 57: Ben won\n" in output
    assert "club.csv: not used: Hat\n" in output
    assert "Player: player" not in output


def test_a_player_on_two_seats_is_asked_about_and_told_for_each_play(partie: Terminal, tmp_path: Path) -> None:
    rows = [f"2024-06-{day:02},Azul,Ann; Ben,{40 + day}; {30 + day},Ann\n" for day in range(1, 29)] * 3
    rows[70] = "2024-06-14,Azul,Ann; ANN; Ben,52; 47; 12,Ben\n"
    table = file(tmp_path, "club.csv", "Date,Game,Players,Scores,Winner\n" + "".join(rows))
    refused = " ".join(partie("import", table, code=1).split())
    assert "1 play has a player on two seats: line 72 (Ann)." in refused
    assert "Nothing was imported" in refused
    assert partie.json("list") == []
    taken = " ".join(partie("import", table, "--yes").split())
    assert f"{table}, line 72: Ann has two seats in this play. (Imported anyway.)" in taken
    assert sum(row["players"] == ["Ann", "Ann", "Ben"] for row in partie.json("list")) == 1


@pytest.mark.slow
def test_a_doubtful_file_is_imported_after_yes(partie: Terminal, tmp_path: Path) -> None:
    doubtful = file(tmp_path, "scores.csv", "player;points\nJitka;52\nJarda;47\n")
    partie("import", doubtful, "--yes", "--dry-run")  # It confirms nothing.
    for answer, code, left in (("n", 1, []), ("", 1, []), ("y", 0, [[52, 47]])):
        ended, output = at_terminal(partie, "import", doubtful, answer=answer)
        assert "no date     no game  Jitka 52, Jarda 47: no winner known" in output
        assert "Import 1 matches read like this? [y/N]" in output
        assert (ended, scores(partie)) == (code, left)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "code", "left"),
    [("1", 0, [[52, 47], [61, 58]]), ("2", 0, [[52, 47], None]), ("3\nn", 1, [[52, 47]])],
)
def test_of_several_readings_one_is_chosen_by_its_number(
    partie: Terminal, tmp_path: Path, answer: str, code: int, left: list[list[int] | None]
) -> None:
    partie("import", file(tmp_path, "bonus.csv", BONUS), *AS_SCORE)
    later = file(tmp_path, "later.csv", NO_BONUS)
    ended, output = at_terminal(partie, "import", later, answer=answer)
    assert "later.csv: this can be read in 2 ways\n1  Each row is one player of a play. date: Date;" in output
    assert "   2024-06-21  Azul  Ann 61, Ben 58: no winner known\n2  Each row" in output
    assert "Which one is right? 1 / 2 / n [n]: " in output
    assert (ended, [row["scores"] for row in partie.json("list")][::-1]) == (code, left)


def test_without_a_terminal_nothing_is_imported_and_the_sentence_has_the_options(
    partie: Terminal, tmp_path: Path
) -> None:
    partie("import", file(tmp_path, "bonus.csv", BONUS), *AS_SCORE)
    later = file(tmp_path, "later.csv", NO_BONUS)
    refused = partie("import", later, code=1)
    assert "repeat with --reading 1 to 2, or name the columns with --column HEADER=MEANING" in refused
    assert "repeat with --reading 1 to 2" in partie("import", later, "--reading", 3, code=1)
    assert scores(partie) == [[52, 47]]
    assert partie.json("import", later, "--reading", 1)["new"] == 1
    assert scores(partie) == [[52, 47], [61, 58]]
    assert "give only --reading" in partie("import", later, "--yes", "--reading", 2, code=2)


def test_what_was_confirmed_counts_for_the_next_file_with_this_header_until_it_is_forgotten(
    partie: Terminal, tmp_path: Path
) -> None:
    doubtful = file(tmp_path, "scores.csv", "player;points\nJitka;52\nJarda;47\n")
    other = file(tmp_path, "other.csv", "PLAYER,Points \nJitka,60\nMia,61\n")
    assert partie.json("import", other, code=1)["new"] == 0
    partie("import", doubtful, "--yes", "--game", "Kettle Race")
    output = partie("import", other, "--dry-run")
    assert f"{other}: Read like the file with this header of 20" in output
    assert "--forget guesses it anew" in output
    assert "Kettle Race  Jitka 60, Mia 61" in output
    assert partie.json("import", other)["new"] == 1
    unfit = file(tmp_path, "unfit.csv", "player;points\nJitka;won\nMia;lost\n")
    refused = partie("import", unfit, code=1)
    assert "What was confirmed for this header on 20" in refused
    assert "does not fit this file." in refused
    again = file(tmp_path, "again.csv", "player;points\nJitka;1\nMia;2\n")
    assert "Check it and repeat with --yes" in partie("import", again, "--forget", code=1)
    assert "Check it and repeat with --yes" in partie("import", again, code=1)
