"""`partie plays`: one evening that was recorded twice, by two people."""

from pathlib import Path

import pytest

from tests.viewer.commands.terminal import Terminal

LIST = "Kettle Race\n2026-11-20: Anna 52, Ben 47\n2026-11-21: Anna 3, Ben 9\n"


@pytest.fixture
def pair(partie: Terminal, tmp_path: Path) -> tuple[str, str]:
    """A play of a list, and the same play recorded here, with its place."""
    (tmp_path / "plays.txt").write_text(LIST)
    partie("import", tmp_path / "plays.txt")
    (listed,) = [row["id"] for row in partie.json("list") if row["played_on"] == "2026-11-20"]
    facts = ("--option", "title=kettle race", "--date", "2026-11-20", "--place", "Brno")
    here = partie.new("scoresheet", "--player", "Ben", "--player", "Anna", *facts)
    partie("record", here, "final: 47 52", "wins 1")
    return listed, here


def test_a_pair_is_suggested_joined_and_split(partie: Terminal, pair: tuple[str, str]) -> None:
    listed, here = pair
    before = partie.json("list")
    assert partie.json("plays", "suggest") == [{"match": listed, "into": here, "why": "the points are equal"}]
    told = partie("plays", "suggest").splitlines()
    assert told[0] == f"join {here} {listed}  2026-11-20  kettle race: the points are equal"
    assert "recorded in Partie" in told[1]
    assert "Brno" in told[1]
    assert "textlist" in told[2]
    assert partie.json("plays", "join", listed, here) == {"match": listed, "into": here}
    assert [row["id"] for row in partie.json("list") if row["played_on"] == "2026-11-20"] == [here]
    assert [len(row["sources"]) for row in partie.json("list") if row["id"] == here] == [1]
    assert f"the same play as {here}" in partie("show", listed)
    assert partie.json("show", listed)["into"] == here
    assert f"joined to it: {listed}" in partie("show", here)
    assert "No play seems to be recorded twice" in partie("plays", "suggest")
    assert f"joined to it: {listed}" in partie("plays", "split", here, code=1)
    assert partie("plays", "split", listed).strip() == f"{listed} is a play of its own again."
    numbers = {"events": 0}
    assert [row | numbers for row in partie.json("list")] == [row | numbers for row in before]
    assert "not joined to another one" in partie("plays", "split", listed, code=1)


def test_a_person_may_let_the_other_one_lead_and_a_join_that_is_none_is_refused(
    partie: Terminal, pair: tuple[str, str]
) -> None:
    listed, here = pair
    newest = partie.json("list")[0]["id"]
    assert "--lead names one of the two" in partie("plays", "join", *pair, "--lead", newest, code=2)
    assert "the same match" in partie("plays", "join", listed, listed, code=1)
    other = partie.new("scoresheet", "--player", "Ben", "--player", "Cleo")
    assert "have different players" in partie("plays", "join", listed, other, code=1)
    assert len(partie.json("list")) == 4, "nothing was written"
    assert f"{here} was joined to {listed}" in partie("plays", "join", *pair, "--lead", listed)
    assert "withdrawn" not in partie("withdraw", "--undo", here), "which is a split too"
    assert "joined to it" not in partie("show", listed)
