"""Messages about a damaged or missing store name the file and the readable rest; the file is not changed."""

import json
from pathlib import Path

import pytest

from eventstore.maintenance.backup import backup
from eventstore.maintenance.integrity import UNREADABLE
from eventstore.store.sqlite import SqliteStore, sqlite3
from tests.stores import change
from tests.viewer.commands.terminal import Terminal
from viewer.commands.maintenance import DAMAGED, TAMPERED

PAGE = 4096


@pytest.fixture
def id(partie: Terminal) -> str:
    """The id of a sheet with twenty lines, so long that the log has pages of its own, between two short ones."""
    sheet = ("scoresheet", "--player", "Anna", "--player", "Ben")
    partie.new(*sheet)
    id = partie.new(*sheet)
    partie("record", id, *[f"{'x' * 1500} {number}: 1 2" for number in range(20)])
    partie.new(*sheet)
    return id


def page_of(file: Path, table: str) -> int:
    connection = sqlite3.connect(file)
    ((page,),) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchall()
    connection.close()
    return int(page)


def spoil(file: Path, place: int) -> None:
    content = bytearray(file.read_bytes())
    content[place : place + 64] = b"\xa5" * 64
    file.write_bytes(content)


def test_a_damaged_page_is_told_with_the_match_that_lies_on_it_and_the_others_are_checked(
    partie: Terminal, id: str
) -> None:
    file = Path(partie.store)
    spoil(file, file.read_bytes().index(b"xxx 17") // PAGE * PAGE)
    for words in (["verify"], ["verify", "--head"]):
        output = partie(*words, code=DAMAGED).splitlines()
        assert "damaged: the store: The file is damaged: not all of it can be read any more." in output
        (finding,) = [line for line in output if line.startswith(f"damaged: match {id}, event 1")]
        assert finding.endswith(UNREADABLE)
        assert output[-1].startswith("2 matches, 2 events: 0 tampered, 2 damaged, 0 rules changed")
    assert f"{file} was not used: SQLite finds it damaged" in partie("backup", file.with_name("b.db"), code=1)
    assert not file.with_name("b.db").exists()


@pytest.mark.parametrize("what", ["streams", "sqlite_master", "half"])
def test_where_nothing_can_be_checked_that_is_the_finding(partie: Terminal, id: str, what: str) -> None:
    file = Path(partie.store)
    if what == "half":
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    else:
        spoil(file, 120 if what == "sqlite_master" else (page_of(file, what) - 1) * PAGE)
    before = file.read_bytes()
    assert "any more" in (output := partie("verify", code=DAMAGED)) or "too damaged to be opened" in output
    assert output.splitlines()[-1].startswith("0 matches, 0 events: 0 tampered, ")
    report = json.loads(partie("verify", "--json", "--head", code=DAMAGED))
    assert {finding["match"] for finding in report["damaged"]} == {""}
    assert "head" not in report
    assert file.read_bytes() == before


def test_tampering_ends_with_another_code_than_damage_and_counts_for_more(partie: Terminal, id: str) -> None:
    change(partie.store, "UPDATE events SET data = '{}' WHERE version = 3", triggers=False)
    assert f"tampered: match {id}, event 3" in partie("verify", code=TAMPERED)
    change(partie.store, "UPDATE events SET data = CAST(x'ff' AS TEXT) WHERE stream = 1", triggers=False)
    output = partie("verify", code=TAMPERED)
    assert f"damaged: people, event 1: {UNREADABLE}" in output
    assert "1 tampered, 1 damaged" in output


@pytest.mark.parametrize("words", [["verify"], ["backup", "b.db"], ["copy", "--to", "b.db"], ["verify", "--head"]])
def test_a_store_that_is_not_there_is_not_made_to_be_checked_or_copied(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert Terminal("typo.db")(*words, code=1) == "There is no store at typo.db.\n"
    assert list(tmp_path.iterdir()) == []
    Path("typo.db").touch()
    assert Terminal("typo.db")(*words, code=1) == "There is no store at typo.db.\n"
    assert Path("typo.db").stat().st_size == 0
    assert list(tmp_path.iterdir()) == [tmp_path / "typo.db"]


def test_an_empty_file_is_no_backup_and_complaints_name_the_backup(partie: Terminal, id: str, tmp_path: Path) -> None:
    whole = Path(partie.store).read_bytes()
    empty, half, text = tmp_path / "empty.db", tmp_path / "half.db", tmp_path / "text.db"
    empty.touch()
    half.write_bytes(whole[: len(whole) // 2])
    text.write_text("Dear diary, today we played Azul.\n" * 99)
    assert partie("restore", empty, "--force", code=1) == f"There is no store at {empty}.\n"
    assert partie("restore", half, "--force", code=1).startswith(f"{half} is damaged; ")
    assert partie("restore", text, "--force", code=1).startswith(f"{text} is not a Partie store")
    assert Path(partie.store).read_bytes() == whole
    assert {path.name for path in tmp_path.iterdir()} == {Path(partie.store).name, "empty.db", "half.db", "text.db"}


def test_a_journal_without_its_file_is_left_alone(partie: Terminal, id: str) -> None:
    """As after a crash, when somebody moved the file and forgot what lies beside it."""
    file = Path(partie.store)
    journal = file.with_name(f"{file.name}-wal")
    store = SqliteStore(file)
    partie("record", id, "the last: 9 9")
    moved, beside = file.read_bytes(), journal.read_bytes()
    store.close()
    file.unlink(missing_ok=True)
    journal.write_bytes(beside)
    for empty in (False, True):
        if empty:
            file.touch()
        assert f"its journal {journal} exists" in partie("list", code=1)
        assert journal.read_bytes() == beside
    file.write_bytes(moved)
    assert partie.json("moves", id)[-1]["notation"].startswith("the last")


def test_a_disk_that_is_full_is_told_of_the_file_on_it(partie: Terminal, id: str, tmp_path: Path) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("There is no full disk here.")
    store = SqliteStore(Path(partie.store))
    with pytest.raises(OSError, match=r"^/dev/full"):
        store.copy(full)
    backup(store, tmp_path / "b.db")
    store.close()
