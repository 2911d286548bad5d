"""What goes wrong under a store is told in one sentence, with match and version where a match suffers from it; nothing
is dropped in silence.
"""

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.maintenance.findings import Report
from eventstore.maintenance.heads import head, is_head
from eventstore.maintenance.integrity import UNREADABLE
from eventstore.maintenance.verification import verify
from eventstore.matches.repository import MatchRepository
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import Append, NewEvent, StoredEvent, UnusableStore
from tests.recorded import records_in
from tests.torture import Torture

AT = "2026-11-20T18:30:00.000Z"


def rows_of(store: SqliteStore) -> dict[str, tuple[StoredEvent, ...]]:
    return {name: store.read(name) for name in store.streams()}


def filled(path: Path, sheets: int = 20) -> MatchRepository:
    records = records_in(path)
    for number in range(sheets):
        notes = [PointsNoted(f"round {label}", (number, label)) for label in range(8)]
        records.start(scoresheet, ["Anna", "Ben"], *notes, id=f"sheet{number}", title=f"title of {number}")
    return records


@pytest.fixture
def intact(tmp_path: Path) -> Path:
    """The file of a store that nobody has open."""
    records = filled(tmp_path / "intact.db")
    assert verify(records).is_whole
    records.store.close()
    return tmp_path / "intact.db"


def test_a_full_disk_is_told_and_the_next_append_goes_on_when_there_is_room(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "a.db")
    store.append(Append("a", [NewEvent("Rolled", "{}")], expected_version=0, by="t", at=AT))
    store.query("PRAGMA max_page_count = 20")  # SQLite answers as it does when the system has no space left.
    with pytest.raises(UnusableStore, match="the disk is full"):
        store.append(Append("a", [NewEvent("Rolled", "x" * 900)] * 200, expected_version=1, by="t", at=AT))
    assert len(store.read("a")) == 1
    store.query("PRAGMA max_page_count = 1000000")
    assert (
        len(store.append(Append("a", [NewEvent("Rolled", "x" * 900)] * 200, expected_version=1, by="t", at=AT))) == 200
    )


def test_a_journal_deleted_after_a_crash_is_noticed_by_the_head(tmp_path: Path) -> None:
    filled(tmp_path / "a.db", 1).store.close()  # Its tables are in the file, the match after it in the journal.
    records = records_in(tmp_path / "a.db")
    records.start(scoresheet, ["Anna", "Ben"])
    before = head(records.store)
    (tmp_path / "crashed").mkdir()
    shutil.copy(tmp_path / "a.db", tmp_path / "crashed")  # As it lies on the disk, the journal left out.
    crashed = SqliteStore(tmp_path / "crashed" / "a.db")
    assert not is_head(crashed, before)


def flipped(path: Path, found: bytes, instead: bytes) -> MatchRepository:
    """The store with some bytes of its file changed."""
    content = path.read_bytes()
    assert content.count(found) == 1
    copy = path.with_name("flipped.db")
    copy.write_bytes(content.replace(found, instead))
    return records_in(copy)


@pytest.mark.parametrize(
    ("instead", "kind", "sentence"),
    [
        (b'"round 6","points":[7,7]', "tampered", "Event 8 is not what was written: its chain does not fit."),
        (b'"round 6","points":[7,6}', "tampered", "Event 8 is not what was written: its chain does not fit."),
        (b'"rou\xffd 6","points":[7,6]', "damaged", UNREADABLE),
    ],
)
def test_a_byte_flipped_in_a_row_is_told_with_match_and_version(
    intact: Path, instead: bytes, kind: str, sentence: str
) -> None:
    records = flipped(intact, b'"round 6","points":[7,6]', instead)
    report = verify(records)
    (finding,) = report.tampered + report.damaged
    assert (finding.match, finding.version) == ("sheet7", 8)
    assert finding.sentence.endswith(sentence)
    assert [finding] == getattr(report, kind)
    assert (report.matches, not report.is_whole) == (20 if kind == "tampered" else 19, True)


def outcome(path: Path, before: dict[str, tuple[StoredEvent, ...]], check: Callable[[MatchRepository], Report]) -> str:
    """`told` when the store or its check complains, `whole` when all is as it was; anything else is silence."""
    try:
        store = SqliteStore(path)
    except UnusableStore:
        return "told"
    try:
        report = check(MatchRepository(store))
        if not report.is_whole:
            return "told"
        return "whole" if rows_of(store) == before else "silence"
    except UnusableStore:
        return "told"
    finally:
        store.close()


def flips(
    intact: Path, rng: Random, times: int, check: Callable[[MatchRepository], Report] = verify
) -> dict[str, list[int]]:
    """Flip one bit of a copy, so many times: the places in the file by what came of it."""
    store = SqliteStore(intact)
    before = rows_of(store)
    store.close()
    content = intact.read_bytes()
    outcomes = dict[str, list[int]]()
    for number in range(times):
        place = rng.randrange(len(content))
        broken = bytearray(content)
        broken[place] ^= 1 << rng.randrange(8)
        path = intact.with_name(f"{number}.db")
        path.write_bytes(broken)
        outcomes.setdefault(outcome(path, before, check), []).append(place)
        path.unlink()
    return outcomes


@pytest.mark.slow
@pytest.mark.torture("flips")
def test_no_flipped_byte_drops_anything_in_silence(intact: Path, torture: Torture) -> None:
    times = torture.count(40, 1000)
    outcomes = flips(intact, torture.rng(), times)
    assert "silence" not in outcomes, outcomes
    told = len(outcomes["told"])
    assert told > 0.25 * times
    torture.report(f"{times:,} flips: {told} found, {times - told} where every row still reads as it was written")


@pytest.mark.slow
def test_a_check_that_believes_everything_is_found_out(intact: Path) -> None:
    """Or else the test above could not fail."""
    assert "silence" in flips(intact, Random(5), 60, check=lambda records: Report())
