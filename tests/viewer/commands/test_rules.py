"""`partie rule`: the text of a rule by its id, the rules of a game, the games with rules."""

import pytest

from tests.viewer.commands.terminal import Terminal


@pytest.mark.parametrize("id", ["C-LINE-2", "c-line-2"])
def test_the_text_of_a_rule_is_printed(partie: Terminal, id: str) -> None:
    assert partie("rule", id).splitlines() == [
        "C-LINE-2, Rules of Azul and Azul: Master Chocolatier",
        "",
        "A pattern line with tiles takes this color only. A full line takes none.".ljust(80),
    ]


def test_the_rules_of_a_game_are_listed_with_their_first_sentence(partie: Terminal) -> None:
    listed = partie("rule", "azacru")
    assert "A-MOVE-1     In its turn a seat moves one of its own chevrons." in listed
    assert "A-END-2" in listed
    assert "C-LINE-2" not in listed


def test_games_with_rules_and_the_record_are_listed(partie: Terminal) -> None:
    listed = partie("rule")
    assert [line.split()[0] for line in listed.splitlines()[1:] if not line.startswith("  ")] == [
        "azacru",
        "chocolatier",
        "pavilion",
        "record",
        "schokoly",
        "scoresheet",
    ]


def test_programs_get_the_whole_text(partie: Terminal) -> None:
    rule = partie.json("rule", "P-TAKE-4")
    assert rule.keys() == {"rule", "page", "text"}
    assert (rule["rule"], rule["page"]) == ("P-TAKE-4", "pavilion")
    assert rule["text"].endswith("*Not cited.*")
    assert rule in partie.json("rule", "pavilion")
    assert {"A-MOVE-1", "R-STANDS"} <= {listed["rule"] for listed in partie.json("rule")}


@pytest.mark.parametrize("name", ["C-LINE-99", "chess", "README", ""])
def test_a_rule_that_there_is_not_is_refused_with_one_sentence(partie: Terminal, name: str) -> None:
    assert partie("rule", name, code=1) == f"There is no rule {name!r}; `partie rule` lists where rules are.\n"
