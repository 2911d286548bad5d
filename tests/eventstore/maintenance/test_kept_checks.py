"""A check that was ended goes on where it was, and finds what a whole one finds."""

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from core.errors import InvalidInput
from eventstore.maintenance import verification
from eventstore.maintenance.findings import Report
from eventstore.maintenance.kept_checks import kept_checks
from eventstore.matches.repository import MatchRepository
from eventstore.store.open_store import open_store
from tests.recorded import fill, records_in
from tests.stores import change

TODAY, TOMORROW = "2026-11-28T12:00:00Z", "2026-11-29T12:00:00Z"


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verification, "CHUNK_SIZE", 2)


def ended(records: MatchRepository, path: Path) -> None:
    """A check that is ended after two chunks."""

    def end(done: int, of: int) -> None:
        if done >= 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), kept_checks(path, records.store, TODAY) as kept:
        verification.verify(records, progress=end, kept=kept)


class Counting:
    """Workers of this process that note the streams that they check."""

    least_parts = 0

    def __init__(self, records: MatchRepository, checked: list[str]) -> None:
        self._records, self._checked = records, checked

    def completed(self, work: Callable[..., Any], arguments: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
        for number, chunk in arguments:
            self._checked.extend(chunk)
            yield (number, chunk), work(self._records, (number, chunk))


def gone_on(records: MatchRepository, path: Path, checked: list[str]) -> Report:
    """The report of the check that goes on, and the streams that it checked."""
    with kept_checks(path, records.store, TOMORROW) as kept:
        assert kept.begun == TODAY
        return verification.verify(records, workers=Counting(records, checked), kept=kept)


def test_a_check_that_was_ended_goes_on_with_its_findings(tmp_path: Path) -> None:
    address, path = str(tmp_path / "partie.db"), tmp_path / "check.jsonl"
    records = MatchRepository(open_store(address))
    fill(records)
    records.store.close()
    change(address, "UPDATE events SET recorded_at = '1999' WHERE version = 2", triggers=False)
    records = MatchRepository(open_store(address))
    whole = verification.verify(records)
    assert len(whole.tampered) > 3
    ended(records, path)
    with path.open("ab") as file:
        file.write(b'{"a line that was begun')
    checked = list[str]()
    assert gone_on(records, path, checked) == whole
    assert len(checked) == len(list(records.store.streams())) - 4
    assert not path.exists()
    records.store.close()


def test_what_came_meanwhile_is_checked(tmp_path: Path) -> None:
    records, path = records_in(tmp_path / "a.db"), tmp_path / "check.jsonl"
    fill(records)
    ended(records, path)
    names = list(records.store.streams())
    records.fork("four", 9)
    checked = list[str]()
    assert gone_on(records, path, checked) == verification.verify(records)
    assert set(names[4:]) < set(checked)


@pytest.mark.parametrize("content", ["{}\n", "no file of ours\n", '["0.0.1", "", "2026"]\n'])
def test_another_file_is_refused_and_left_as_it_is(content: str, tmp_path: Path) -> None:
    records, path = records_in(tmp_path / "a.db"), tmp_path / "check.jsonl"
    path.write_text(content)
    with pytest.raises(InvalidInput, match=r"check\.jsonl"), kept_checks(path, records.store, TODAY):
        pass
    assert path.read_text() == content


def test_the_check_of_another_store_is_refused(tmp_path: Path) -> None:
    one, other, path = records_in(tmp_path / "a.db"), records_in(tmp_path / "b.db"), tmp_path / "check.jsonl"
    for records in (one, other):
        fill(records)
    ended(one, path)
    with pytest.raises(InvalidInput, match="another store"), kept_checks(path, other.store, TODAY):
        pass
    assert json.loads(path.read_text().splitlines()[0])[2] == TODAY
