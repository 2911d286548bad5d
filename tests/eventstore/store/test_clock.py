"""The clock of a machine jumps, back too: versions, order and feed stay those of the appends."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import psycopg
import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.maintenance.verification import verify
from eventstore.matches.match import MATCHES
from eventstore.matches.repository import MatchRepository
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import Append, NewEvent, Store, StoredEvent
from tests.eventstore.service.client import SHEET, service
from tests.eventstore.service.device import encoded
from tests.stores import KINDS
from tests.torture import Torture
from tests.writers import Noted, broken_promises

MATCHES_AT_ONCE = 4
YEAR_S = 365 * 24 * 3600
AHEAD = "UPDATE shards SET position = position + 1000000 * %s::bigint"
"""What is left in a database by a clock that was ahead and has been put right since: positions are microseconds."""


class Clock:
    """Goes on by a second, and now and then jumps by up to a year, either way."""

    def __init__(self, rng: Random) -> None:
        self._rng, self._now, self.backwards = rng, datetime(2026, 11, 20, tzinfo=UTC), 0

    def __call__(self) -> str:
        jump = self._rng.randrange(-YEAR_S, YEAR_S) if self._rng.random() < 0.2 else 1
        self._now += timedelta(seconds=jump)
        self.backwards += jump < 0
        return self._now.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def not_in_order(store: Store, acknowledged: list[Noted]) -> list[str]:
    """What the log and its feed have in another order than it was acknowledged in, by one writer."""
    found = broken_promises(store, [acknowledged])
    heard, page = dict[str, list[StoredEvent]](), store.read_all(limit=7)
    while page:
        for row in page:
            heard.setdefault(row.stream, []).append(row)
        page = store.read_all(page.checkpoint, limit=7)
    for name in store.streams():
        rows = store.read(name)
        if [row.version for row in rows] != [*range(1, len(rows) + 1)]:
            found.append(f"The versions of {name} are not 1, 2, 3 ...")
        if [row.position for row in rows] != sorted({row.position for row in rows}):
            found.append(f"The positions of {name} do not grow.")
        if heard.get(name) != list(rows):
            found.append(f"The feed tells {name} otherwise.")
    return found


@pytest.mark.slow
@pytest.mark.torture("clock")
def test_a_clock_that_jumps_back_changes_no_order(tmp_path: Path, torture: Torture) -> None:
    events, told = torture.count(40, 2000), []
    for kind in KINDS:
        (tmp_path / kind).mkdir()
        clock = Clock(torture.rng())
        assert record(kind, tmp_path / kind, clock, torture.rng(), events) == []
        assert clock.backwards > events / 20
        told.append(f"{events:,} events over HTTP into {kind}, {clock.backwards:,} times the clock went back")
    torture.report("; ".join(told) + "; every version, position and feed in the order of the answers")


def record(kind: str, folder: Path, clock: Clock, rng: Random, events: int) -> list[str]:
    """Record over HTTP under this clock; what is not in order then."""
    acknowledged = list[Noted]()
    with service(folder, kind, now=clock) as client:
        for number in range(events):
            if number % (10 * MATCHES_AT_ONCE) == 0:
                ids = [client.post("/api/matches", SHEET)["id"] for _ in range(MATCHES_AT_ONCE)]
            if kind == "postgres" and rng.random() < 0.02:
                with psycopg.connect(client.store) as database:
                    database.execute(AHEAD, (rng.randrange(YEAR_S),))
            id, label = rng.choice(ids), f"{number}"
            client.post(f"/api/matches/{id}/events", {"events": [encoded(PointsNoted(label, (1, None)))]})
            acknowledged.append(Noted(id, label))
        store = client.app_state.records.store
        times = [row.recorded_at for row in store.read_all(limit=10**6)]
        assert times != sorted(times), "The times are those of the clock."
        report = verify(client.app_state.records)
        return not_in_order(store, acknowledged) + ([] if report.is_whole else [str(report)])


class StoreByTime(SqliteStore):
    """Reads rows in the order of their times."""

    def read(self, stream: str, *, after: int = 0) -> tuple[StoredEvent, ...]:
        rows = super().read(stream)
        return tuple(sorted(rows, key=lambda row: row.recorded_at))[after:]


def test_a_store_that_orders_by_time_is_found_out(tmp_path: Path) -> None:
    """Or else the test above could not fail."""
    records = MatchRepository(StoreByTime(tmp_path / "a.db"), now=Clock(Random(1)))
    id = records.start(scoresheet, ["Anna", "Ben"], *(PointsNoted(label, (1, None)) for label in "ab")).id
    for version, back in enumerate(("2026", "1999"), start=3):
        row = NewEvent("PointsNoted", f'{{"label":"{back}"}}')
        records.store.append(Append(MATCHES + id, [row], expected_version=version, by="test", at=back))
    found = not_in_order(records.store, [Noted(id, label) for label in ("a", "b", "2026", "1999")])
    assert any("stands too early" in sentence for sentence in found)
    assert any("versions" in sentence for sentence in found)
