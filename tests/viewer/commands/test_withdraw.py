"""`partie withdraw`: out of the lists, and back."""

from pathlib import Path

from tests.viewer.commands.terminal import Terminal


def finished(partie: Terminal) -> str:
    id = partie.new("scoresheet", "--player", "Anna", "--player", "Ben")
    partie("record", id, "final: 5 1", "wins 0")
    return id


def test_withdrawn_matches_leave_lists_exports_and_statistics(partie: Terminal, tmp_path: Path) -> None:
    kept, gone = finished(partie), finished(partie)
    assert partie.json("withdraw", gone[:8], "--why", "twice") == {"withdrawn": [gone]}
    assert [row["id"] for row in partie.json("list")] == [kept]
    assert [(row["id"], row["withdrawn"]) for row in partie.json("list", "--withdrawn")] == [(gone, True)]
    partie("export-all", tmp_path / "all.partie.jsonl")
    assert gone not in (tmp_path / "all.partie.jsonl").read_text()
    assert partie.json("show", gone)["withdrawn"] is True
    assert "withdrawn (twice)" in partie("show", gone)
    assert "bring it back" in partie("record", gone, "final: 6 1", code=1)
    partie("verify")


def test_withdrawing_and_bringing_back_may_be_repeated_and_an_unknown_match_withdraws_none(partie: Terminal) -> None:
    one, two = finished(partie), finished(partie)
    assert "There is no match 'nope'." in partie("withdraw", one, "nope", code=1)
    assert len(partie.json("list")) == 2
    assert "2 withdrawn already" in partie("withdraw", one, two) + partie("withdraw", one, two)
    assert partie.json("withdraw", "--undo", one, two) == {"restored": [one, two]}
    assert partie.json("withdraw", "--undo", one, two) == {"restored": []}
    assert len(partie.json("list")) == 2
    assert "no such match" in partie("list", "--withdrawn").lower()
