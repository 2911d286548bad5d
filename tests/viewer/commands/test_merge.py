"""`partie merge`: another store comes into this one."""

from pathlib import Path

import pytest

from tests.viewer.commands.terminal import Terminal


@pytest.fixture
def partie(tmp_path: Path) -> Terminal:
    return Terminal(tmp_path / "mine.db")


@pytest.fixture
def other(tmp_path: Path) -> Terminal:
    return Terminal(tmp_path / "other.db")


def test_another_store_comes_in_once(partie: Terminal, other: Terminal, tmp_path: Path) -> None:
    own = partie.new("scoresheet", "--player", "Anna", "--player", "Ben")
    partie("copy", "--to", other.store)
    more = other.new("scoresheet", "--player", "Anna", "--player", "Cleo")
    partie("record", own, "final: 5 1")
    other("record", own, "final: 3 9")
    before = Path(other.store).read_bytes()
    tried = partie.json("merge", other.store, "--dry-run")
    assert [row["id"] for row in partie.json("list")] == [own]
    report = partie.json("merge", other.store)
    assert report == tried
    assert (report["copied"], report["people"], report["namesakes"], report["left"]) == ([more], 1, [], [])
    (forked,) = report["forked"]
    assert forked["match"] == own
    assert {row["id"] for row in partie.json("list")} == {own, more, forked["fork"]}
    assert partie.json("show", forked["fork"])["scores"] == [3, 9]
    assert Path(other.store).read_bytes() == before, "the other store is only read"
    assert "copied 0, continued 0, forked 0, unchanged 2" in partie("merge", other.store)
    partie("verify")


def test_namesakes_become_one_person_only_when_somebody_says_so(partie: Terminal, other: Terminal) -> None:
    for store in (partie, other):
        store.new("scoresheet", "--player", "Anna")
    assert "Two people are called Anna" in partie("merge", other.store)
    assert len(partie.json("people")) == 2
    assert partie.json("merge", other.store, "--same", "anna")["namesakes"] == []
    assert [person["name"] for person in partie.json("people")] == ["Anna"]


def test_what_cannot_be_merged_is_refused_in_one_sentence(partie: Terminal, other: Terminal, tmp_path: Path) -> None:
    assert f"There is no store at {other.store}." in partie("merge", other.store, code=1)
    assert "A store cannot be merged with itself." in partie("merge", partie.store, code=1)
    (tmp_path / "notes.txt").write_text("no store")
    output = partie("merge", tmp_path / "notes.txt", code=1)
    assert output.startswith(str(tmp_path / "notes.txt"))
    assert len(output.splitlines()) == 1
    other.new("scoresheet", "--player", "Anna")
    content = Path(other.store).read_bytes()
    Path(other.store).write_bytes(content.replace(b'"game":"scoresheet"', b'"game":"scoresheex"'))
    assert "is not whole and was not merged" in partie("merge", other.store, code=1)
    assert partie.json("list") == []
