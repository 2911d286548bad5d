"""Metrics of how far the read tables are behind the log."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Final

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from eventstore.readmodels.projector import Projector
from eventstore.store.store import StoreReader

MAX_ROWS: Final = 10_000
"""The number of rows that is not exceeded, as they are read to be counted."""


class ProjectionLag(Collector):
    """Rows of the log that are not in the read tables, and the age of the first of them, when metrics are asked for.

    Tables that are missing, or of another log, have the lag of the whole log. A read brings the tables up to date, so
    rows wait for the next read, not for a process.
    """

    def __init__(self, store: StoreReader, projector: Projector, now: Callable[[], str]) -> None:
        self._store, self._projector, self._now = store, projector, now

    def describe(self) -> Iterable[GaugeMetricFamily]:
        return ()  # Else the registry would read the store when it is made.

    def collect(self) -> Iterable[GaugeMetricFamily]:
        coverage = self._projector.coverage()
        start = coverage.checkpoint if coverage and self._store.holds(coverage.checkpoint) else ""
        rows = self._store.read_all(start, limit=MAX_ROWS)
        age = _time(self._now()) - _time(rows[0].recorded_at) if rows else 0.0
        yield GaugeMetricFamily(
            "partie_projection_lag_rows", "Rows of the log not in the read tables, at most 10,000.", len(rows)
        )
        yield GaugeMetricFamily("partie_projection_lag_seconds", "Age of the first of these rows.", max(age, 0.0))


def _time(utc: str) -> float:
    return datetime.fromisoformat(utc).timestamp()
