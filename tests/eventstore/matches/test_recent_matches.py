"""The repository keeps the matches used last, and reads of these only what came later; their number has a bound."""

from pathlib import Path

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.matches.repository import MatchRepository
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import StoredEvent

MANY = 70
"""More matches than are kept."""


class ReadStore(SqliteStore):
    """A store that notes which streams were read from their start."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, synchronous="NORMAL")
        self.from_start = list[str]()

    def read(self, stream: str, *, after: int = 0) -> tuple[StoredEvent, ...]:
        if after == 0:
            self.from_start.append(stream)
        return super().read(stream, after=after)


def many_matches(path: Path) -> MatchRepository:
    records = MatchRepository(ReadStore(path))
    for number in range(MANY):
        records.start(scoresheet, ["Anna", "Ben"], PointsNoted("one", (1, 2)), id=f"m{number}")
    return records


def read_from_start(records: MatchRepository, *ids: str) -> list[str]:
    """The streams of matches that are read from their start when these matches are asked for, in this order."""
    store = records.store
    assert isinstance(store, ReadStore)
    store.from_start.clear()
    for id in ids:
        records.match(id)
    return [name for name in store.from_start if name.startswith("matches/")]


def test_matches_used_last_are_kept_and_older_ones_are_read_again(tmp_path: Path) -> None:
    records = many_matches(tmp_path / "partie.db")
    read_from_start(records, *(f"m{number}" for number in range(MANY)))
    assert read_from_start(records, *(f"m{number}" for number in range(MANY - 20, MANY))) == []
    assert read_from_start(records, "m0") == ["matches/m0"]
    records.store.close()


def test_a_match_that_is_used_again_and_again_is_kept(tmp_path: Path) -> None:
    records = many_matches(tmp_path / "partie.db")
    read_from_start(records, "m0")
    asked = [id for number in range(1, MANY) for id in (f"m{number}", "m0")]
    assert "matches/m0" not in read_from_start(records, *asked)
    records.store.close()
