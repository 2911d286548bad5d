"""Observability of the service: a JSON log line for every request, and metrics for Prometheus.

Neither contains a name, a token, a match id, a query or a body: only method, route, status and duration.
"""

import json
import logging
import time
import traceback
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from eventstore.maintenance.keeping import notes_of
from eventstore.maintenance.keeping_facts import is_broken, is_late, last_backup
from eventstore.matches import unreadable
from eventstore.readmodels.projector import Projector
from eventstore.service.feed import Feed
from eventstore.store.store import StoreReader

log: Final = logging.getLogger("partie.service")

METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
"""The methods that are counted by name. Others are counted as `other`: a client may send thousands of them."""

CLIENT_CLOSED_REQUEST: Final = 499
"""Status logged when the client disconnected before a response (nginx's 499)."""


class Metrics:
    """The Prometheus metrics of one service, in a registry of its own."""

    def __init__(self, feed: Feed) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "partie_requests", "Responses sent.", ("method", "route", "status"), registry=self.registry
        )
        self.seconds = Histogram(
            "partie_request_seconds", "Seconds until the response started.", ("method", "route"), registry=self.registry
        )
        followers = Gauge("partie_followers", "Open event streams of matches.", registry=self.registry)
        followers.set_function(lambda: feed.followers)


class RequestLogMiddleware:
    """Counts and logs every request of an app."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        began, status, seconds = time.perf_counter(), CLIENT_CLOSED_REQUEST, 0.0

        async def send_timed(message: Message) -> None:
            nonlocal status, seconds
            if message["type"] == "http.response.start":
                status, seconds = message["status"], time.perf_counter() - began
            await send(message)

        try:
            await self._app(scope, receive, send_timed)
        except Exception:  # Only counted. A cancelled request (client disconnected) does not raise Exception.
            status = 500
            raise
        finally:
            # The template of the path: the path of the request itself may contain a secret.
            route = getattr(scope.get("route"), "path", "other")
            method = scope["method"] if route != "other" and scope["method"] in METHODS else "other"
            self._metrics.requests.labels(method, route, str(status)).inc()
            self._metrics.seconds.labels(method, route).observe(seconds)
            fields = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
            log.info("request", extra={"fields": fields})


class JsonFormatter(logging.Formatter):
    """A record as one line of JSON. Of an exception only the class and the stack: its message may name people."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        line: dict[str, object] = {"at": at, "level": record.levelname.lower(), "what": record.getMessage()}
        line |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[0]:
            line["what"], line["error"] = "error", record.exc_info[0].__name__
            frames = traceback.extract_tb(record.exc_info[2])
            line["where"] = [f"{frame.name}:{frame.lineno}" for frame in frames[-8:]]
        return json.dumps(line)


class _Only(logging.Filter):
    """Passes the records of a logger from a level on to one handler, and to no others: Streamlit adds its own."""

    def __init__(self, handler: logging.Handler | None, level: int) -> None:
        super().__init__()
        self._handler, self._level = handler, level

    def filter(self, record: logging.LogRecord) -> bool:
        if self._handler and record.levelno >= self._level:
            self._handler.handle(record)
        return False


def log_to_stderr(*, requests: bool) -> None:
    """Make the service and uvicorn log JSON lines, each once; without `requests` only errors."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter())
    level = logging.INFO if requests else logging.ERROR
    # uvicorn's own log line for a request contains the whole URL.
    names = (log.name, unreadable.log.name, "uvicorn", "uvicorn.error")
    for name, own in {**dict.fromkeys(names, handler), "uvicorn.access": None}.items():
        logger = logging.getLogger(name)
        logger.filters = [_Only(own, level)]
        logger.setLevel(level)


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


class Backups(Collector):
    """The age of the newest backup of a store's file, and whether they are as they should be."""

    def __init__(self, store: Path, now: Callable[[], str]) -> None:
        self._store, self._now = store, now

    def describe(self) -> Iterable[GaugeMetricFamily]:
        return ()  # As of ProjectionLag.

    def collect(self) -> Iterable[GaugeMetricFamily]:
        now, notes = datetime.fromisoformat(self._now()).astimezone(), notes_of(self._store)
        last = last_backup(self._store, now)
        if last:
            age = (now - last.at).total_seconds()
            yield GaugeMetricFamily("partie_backup_age_seconds", "Age of the newest backup.", age)
        if notes.folders:
            bad = is_late(notes, last, now) or is_broken(notes)
            yield GaugeMetricFamily("partie_keeping_attention", "1: late, or one of them or the store not whole.", bad)


def _time(utc: str) -> float:
    return datetime.fromisoformat(utc).timestamp()
