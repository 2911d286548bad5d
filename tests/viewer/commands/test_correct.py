"""`partie history` and `partie reinstate`: what was put right, and what stood before standing again."""

import pytest

from tests.recorded import FILL
from tests.viewer.commands.terminal import Terminal

TAKE, SLIP = "A: 1 brown > 2", "A: 1 brown > 3"


@pytest.fixture
def corrected(partie: Terminal) -> str:
    """The id of a match whose first move was corrected and whose second was taken back."""
    id = partie.new("chocolatier", "--player", "Jitka", "--player", "Jarda")
    partie("record", id, FILL, SLIP, "B: 2 red > 2")
    partie("correct", id, 3, "--with", TAKE, "--why", "line 2")
    partie("undo", id)
    return id


def notations(told: list[dict[str, object]]) -> list[object]:
    return [move["notation"] for move in told]


def test_the_history_tells_what_was_changed_and_why(partie: Terminal, corrected: str) -> None:
    slip, undo = partie.json("history", corrected)
    assert (slip["version"], slip["type"], slip["why"], slip["by"]) == (5, "Corrected", "line 2", "local")
    assert slip["was"] == [{"version": 3, "notation": SLIP}]
    assert slip["became"] == [{"version": 6, "notation": TAKE}]
    assert (undo["version"], undo["type"], undo["why"], undo["became"]) == (7, "TakenBack", None, [])
    told = partie("history", corrected)
    assert "corrected: line 2" in told
    assert told.index(f"- 3  {SLIP}") < told.index(f"+ 6  {TAKE}") < told.index("taken back") < told.index("- 4")


def test_what_was_corrected_or_taken_back_stands_again(partie: Terminal, corrected: str) -> None:
    partie("reinstate", corrected, 7)  # Without a reason, as the help says.
    assert notations(partie.json("moves", corrected)) == [FILL, TAKE, "B: 2 red > 2"]
    partie("reinstate", corrected, 5, "--why", "it was line 3 after all")
    assert notations(partie.json("moves", corrected)) == [FILL, SLIP, "B: 2 red > 2"]
    assert partie.json("history", corrected)[-1]["why"] == "it was line 3 after all"
    assert "changed the same events again" in partie("reinstate", corrected, 5, "--why", "twice", code=1)
    assert "neither" in partie("reinstate", corrected, 99, code=1)
    assert "No such option" in partie("reinstate", corrected, 5, "--because", code=2)


def test_what_the_rules_no_longer_allow_does_not_stand_again(partie: Terminal) -> None:
    id = partie.new("chocolatier", "--player", "Jitka", "--player", "Jarda")
    assert partie.json("history", id) == []
    assert "Nothing has been corrected" in partie("history", id)
    partie("record", id, FILL, SLIP)
    partie("correct", id, 3, "--with", "A: 2 red > 3", "--why", "misread")
    partie("record", id, "B: 1 brown > 2")
    version = partie.json("show", id)["version"]
    assert "cannot be reinstated" in partie("reinstate", id, 4, "--why", "misread twice", code=1)
    assert partie.json("show", id)["version"] == version


def test_a_fork_shares_the_history_of_its_parent(partie: Terminal, corrected: str) -> None:
    fork = partie("fork", corrected, 2).splitlines()[0]
    told = partie.json("history", fork)
    assert [change["version"] for change in told] == [5, 7, 9]
    assert all(change["by"] == "local" and change["at"] for change in told)
    assert "forked" in partie("history", fork)
    assert notations(told[-1]["was"]) == [TAKE]
