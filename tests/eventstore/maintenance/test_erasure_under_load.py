"""A person is forgotten at the worst moment of a check or a backup: neither takes it for tampering."""

from collections.abc import Callable
from pathlib import Path

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.maintenance.backup import backup
from eventstore.maintenance.verification import verify
from eventstore.matches.match import MATCHES
from eventstore.matches.repository import MatchRepository
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import StoredEvent
from tests.recorded import records_in


class Interrupted(SqliteStore):
    """A store to which something happens right before a match is read."""

    meanwhile: Callable[[], object] | None = None

    def read(self, stream: str, *, after: int = 0) -> tuple[StoredEvent, ...]:
        if stream.startswith(MATCHES) and (happens := self.meanwhile):
            self.meanwhile = None
            happens()
        return super().read(stream, after=after)


@pytest.fixture
def interrupted(tmp_path: Path) -> Interrupted:
    """A store with a match that names Zoe, who is forgotten when it is next read."""
    records = records_in(tmp_path / "a.db")
    records.start(scoresheet, ["Anna", "Zoe"], PointsNoted("Zoe leads", (1, 2)), title="Zoe wins", id="one")
    store = Interrupted(tmp_path / "a.db")
    store.meanwhile = lambda: records.people_repository.forget(records.people().named("Zoe")[0])
    return store


def test_a_check_while_somebody_is_forgotten_finds_nothing(interrupted: Interrupted) -> None:
    report = verify(MatchRepository(interrupted))
    assert interrupted.meanwhile is None
    assert report.is_whole, report


def test_a_backup_while_somebody_is_forgotten_is_whole(interrupted: Interrupted, tmp_path: Path) -> None:
    assert backup(interrupted, tmp_path / "b.db") == 1
    assert interrupted.meanwhile is None
    assert verify(records_in(tmp_path / "b.db")).is_whole
