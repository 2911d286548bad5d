"""A store is copied into another one of any kind, whole, as it is, and again without harm."""

from pathlib import Path

import pytest

from core.games import chocolatier, scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.maintenance import copying
from eventstore.maintenance.verification import verify
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.store.store import Append, Conflict, NewEvent, Store, StoredEvent, UnusableStore
from tests.recorded import FILL, record
from tests.stores import change, empty
from tests.viewer.commands.terminal import Terminal

AT = "2026-11-20T18:30:00.000Z"

pytestmark = pytest.mark.slow


def lived_in(store: Store) -> MatchRepository:
    """Matches, a fork, notes, a command, a source, and somebody who is forgotten."""
    records = MatchRepository(store)
    record(records, "azul", chocolatier, ("Anna", "Ben"), 5, events=20)
    records.start(scoresheet, ["Anna", "Zoe"], PointsNoted("a", (1, 2)), id="sheet", title="For Zoe")
    records.record("sheet", PointsNoted("b", (3, 4)), idempotency_key="once")
    records.fork("azul", 4)
    records.note("azul", 2, "Zoe saw it", "!?")
    (zoe,) = records.people().named("Zoe")
    records.people_repository.forget(zoe)
    store.append(
        Append(
            "matches/foreign", [NewEvent("X", "{}", source="x:1", state_digest="w")], expected_version=0, by="x", at=AT
        )
    )
    return records


def content(store: Store) -> list[StoredEvent]:
    return [row._replace(position=0) for row in store.read_all(limit=10_000)]


def test_a_copy_is_the_same_row_by_row_and_in_the_same_order(stores: list[Store]) -> None:
    source, target = stores
    records = lived_in(source)
    assert copying.copy(source, target) == len(content(source))
    assert content(target) == content(source)
    assert list(target.streams()) == list(source.streams())
    assert target.streams_from("x:1") == ("matches/foreign",)
    copied = MatchRepository(target)
    assert copied.match("azul").frames[-1].state == records.match("azul").frames[-1].state
    report = verify(copied, "azul")
    assert (report.tampered, report.damaged, report.events) == ([], [], len(records.match("azul").log))
    assert verify(copied, "sheet").tampered == []
    assert MatchIndex(target, copied).count() == MatchIndex(source, records).count() == 4


def test_an_interrupted_copy_goes_on_and_a_finished_one_brings_what_is_new(
    stores: list[Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = stores
    records = lived_in(source)
    rows = source.read_all(limit=10_000)
    target.append_raw(rows[:7])
    assert copying.copy(source, target) == len(rows) - 7
    assert copying.copy(source, target) == 0
    records.record("sheet", PointsNoted("c", (5, 6)))
    monkeypatch.setattr(copying, "BATCH_SIZE", 5)
    progress_calls = list[tuple[int, int]]()
    assert copying.copy(source, target, lambda done, of: progress_calls.append((done, of))) == 1
    assert progress_calls[-1] == (len(list(source.streams())),) * 2
    assert content(target)[-1].data == '{"label":"c","points":[5,6]}'


def test_another_stream_of_the_same_name_is_refused_and_nothing_is_written(
    stores: list[Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = stores
    monkeypatch.setattr(copying, "BATCH_SIZE", 5)
    lived_in(source)
    target.append(Append("matches/sheet", [NewEvent("X", "{}")], expected_version=0, by="x", at=AT))
    with pytest.raises(UnusableStore, match="has another match sheet"):
        copying.copy(source, target)
    assert [(row.stream, row.type) for row in target.read_all()] == [("matches/sheet", "X")]


def test_what_came_over_changed_is_noticed(stores: list[Store], addresses: list[str]) -> None:
    source, target = stores
    lived_in(source)
    copying.copy(source, target)
    target.close()
    change(addresses[1], "UPDATE events SET data = '{}' WHERE command = 'once'", triggers=False)
    with pytest.raises(UnusableStore, match="has another match sheet"):
        copying.copy(source, target)


def test_rows_are_adopted_all_or_none_and_only_as_the_next_ones(stores: list[Store]) -> None:
    source, target = stores
    lived_in(source)
    rows = source.read_all(limit=10_000)
    with pytest.raises(Conflict):
        target.append_raw((*rows[:5], rows[6]))
    assert target.read_all() == ()
    target.append_raw(rows[:5])
    with pytest.raises(Conflict):
        target.append_raw(rows[:1])
    assert len(target.read_all()) == 5


@pytest.mark.slow
def test_a_terminal_works_in_a_database_as_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    address, file = empty("postgres", tmp_path), tmp_path / "partie.db"
    partie, in_file = Terminal(address), Terminal(file)
    id = partie.new("chocolatier", "--player", "Jitka", "--player", "Jarda")
    partie("record", id, FILL)
    assert [row["id"] for row in partie.json("list")] == [id]
    assert partie("verify").rstrip().endswith("0 tampered, 0 damaged, 0 rules changed")
    head = partie("verify", "--head").split()[-1]
    assert "1 matches" in partie("rebuild")
    script = tmp_path / "match.jsonl"
    script.write_text(
        '{"partie":1,"game":"scoresheet","players":["Jitka","Zoe"],"options":{"title":"Go"}}\n'
        '{"type":"PointsNoted","label":"final","points":[40,50]}\n'
    )
    assert "would be new 1" in partie("import", script, "--dry-run")
    assert "new 1" in partie("import", script)
    assert "0 tampered, 0 damaged" in partie("verify", "--head", head)
    assert partie("people", "forget", "Zoe", "--yes").count("forgotten") == 1
    assert "is not a file" in partie("backup", tmp_path / "backup.db", code=1)
    assert "events copied from postgresql://" in partie("copy", "--to", file)
    assert in_file.json("list") == partie.json("list")
    in_file("undo", id)
    assert "1 events copied" in in_file("copy", "--from", file, "--to", address)
    assert in_file.json("show", id) == partie.json("show", id)
    assert "cannot be copied to itself" in partie("copy", "--to", address, code=1)


def test_a_server_that_cannot_be_reached_is_told_without_its_password(tmp_path: Path) -> None:
    output = Terminal("postgresql://anna:secret@127.0.0.1:1/games?connect_timeout=1")("list", code=1)
    assert output.startswith("postgresql://127.0.0.1:1/games cannot be used: ")
    assert "secret" not in output
    assert len(output.splitlines()) == 1
