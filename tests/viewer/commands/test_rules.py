"""`partie rule`: the text of a rule by its id, the rules of a game, the games with rules."""

from tests.viewer.commands.terminal import Terminal


def test_the_text_of_a_rule_is_printed_and_one_that_there_is_not_is_refused_with_one_sentence(partie: Terminal) -> None:
    for id in ("C-LINE-2", "c-line-2"):
        assert partie("rule", id).splitlines() == [
            "C-LINE-2, Rules of Azul and Azul: Master Chocolatier",
            "",
            "A pattern line with tiles takes this color only. A full line takes none.".ljust(80),
        ]
    for name in ("C-LINE-99", "chess", "README", ""):
        assert partie("rule", name, code=1) == f"There is no rule {name!r}; `partie rule` lists where rules are.\n"


def test_games_with_rules_and_the_rules_of_a_game_with_their_first_sentence_are_listed(partie: Terminal) -> None:
    headings = [line.split()[0] for line in partie("rule").splitlines()[1:] if not line.startswith("  ")]
    assert headings == ["azacru", "chocolatier", "pavilion", "record", "schokoly", "scoresheet"]
    listed = partie("rule", "azacru")
    assert "A-MOVE-1     In its turn a seat moves one of its own chevrons." in listed
    assert "A-END-2" in listed
    assert "C-LINE-2" not in listed


def test_programs_get_the_whole_text(partie: Terminal) -> None:
    rule = partie.json("rule", "P-TAKE-4")
    assert rule.keys() == {"rule", "page", "text"}
    assert (rule["rule"], rule["page"]) == ("P-TAKE-4", "pavilion")
    assert rule["text"].endswith("*Not cited.*")
    assert rule in partie.json("rule", "pavilion")
    assert {"A-MOVE-1", "R-STANDS"} <= {listed["rule"] for listed in partie.json("rule")}
