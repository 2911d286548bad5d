"""`partie merge`: another store comes into this one."""

from pathlib import Path

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from tests.eventstore.service.client import service
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


def test_a_server_and_this_store_come_in_step(
    partie: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    own = partie.new("scoresheet", "--player", "Cleo", "--player", "Dora")
    (tmp_path / "server").mkdir()
    with service(tmp_path / "server", tokens_required=True) as client:
        home = client.app_state.records
        home.start(scoresheet, ("Anna", "Ben"), PointsNoted("final", (1, 2)), id="theirs")
        assert "Authentication is required" in partie("merge", client.address, code=1)
        assert "Invalid or revoked token." in partie("merge", client.address, "--token", "wrong", code=1)
        monkeypatch.setenv("PARTIE_TOKEN", client.app_state.access.make_token("recorder"))
        assert partie.json("merge", client.address, "--dry-run")["here"]["copied"] == ["theirs"]
        assert ([*home.ids()], [row["id"] for row in partie.json("list")]) == (["theirs"], [own])
        met = partie.json("merge", client.address)
        assert (met["here"]["copied"], met["there"]["copied"]) == (["theirs"], [own])
        assert {*home.ids()} == {row["id"] for row in partie.json("list")} == {own, "theirs"}
        partie("record", own, "a: 5 1")
        assert "went: copied 0, continued 1, forked 0" in partie("merge", client.address)
        partie("record", own, "b: 5 1")
        monkeypatch.setenv("PARTIE_TOKEN", client.app_state.access.make_token("viewer"))
        output = partie("merge", client.address)
        assert f"matches/{own} was not taken by {client.address}: This requires the role recorder." in output
        assert home.match(own).version == partie.json("show", own)["version"] - 1
        partie("verify")
    new = tmp_path / "new.db"
    assert "does not answer" in partie("--store", str(new), "merge", client.address, code=1)
    assert not [*tmp_path.glob("new.db*")]
    assert "people merge" in partie("merge", "https://home.example", "--yes", code=2)
