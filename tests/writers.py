"""Programs that record into one store at the same time, and what was acknowledged to each of them.

A writer notes each event in a file of its own right after it was acknowledged, so the notes survive the writer.
"""

import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPException
from itertools import count, takewhile
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from eventstore import codec
from eventstore.matches.match import MATCHES, UnknownMatch
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.database import read_model_db
from eventstore.readmodels.index import MatchIndex
from eventstore.store.postgres import PostgresStore
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import Conflict, Store, StoredEvent, UnusableStore, first_broken
from tests.eventstore.service.device import Device, encoded
from tests.forked import FORKED

LENGTH = 25
"""Events after which a writer begins another match: a long one takes longer to fold."""

GIVE_UP_S = 300
"""Seconds after which `writers` fails when one of them has noted nothing."""

OPENING = {"game": scoresheet.KEY, "players": ["Anna", "Ben"]}

Opened = Callable[[Path], SqliteStore]


class Noted(NamedTuple):
    """An acknowledged event: an event of `label`, unique in the store, in the match `id`."""

    id: str
    label: str


@dataclass
class Recorder:
    """A device that records through the service, which may be killed and started again meanwhile."""

    name: str
    acknowledged: list[Noted] = field(default_factory=list)
    _request: tuple[Any, ...] | None = None
    """The one that was not answered yet, to be repeated as it is."""
    _match: str = ""
    _seen: int = 0

    def record(self, address: str, shared: str | None = None, over: Callable[[], bool] = lambda: False) -> None:
        """Record until the service is gone, or until `over`; every fifth event into the match `shared` with others.

        A request that was not answered is repeated as it was.
        """
        while not over():
            try:
                with Device(address) as device:
                    while not over():
                        self._post(device, f"{self.name}-{len(self.acknowledged)}", shared)
            except ConnectionRefusedError:
                return
            except (HTTPException, OSError):
                continue

    def _post(self, device: Device, label: str, shared: str | None) -> None:
        if not self._match:
            self._match = self._answered(device, "/api/matches", OPENING, f"match-for-{label}")["id"]
            self._seen = 1
        into, seen = (shared, None) if shared and len(self.acknowledged) % 5 == 4 else (self._match, self._seen)
        body = {"events": [encoded(PointsNoted(label, (1, None)))]}
        answer = self._answered(device, f"/api/matches/{into}/events", body, f"event-{label}", seen)
        self.acknowledged.append(Noted(answer["id"], label))
        if answer["id"] == self._match:
            self._seen = answer["version"]
            self._match = "" if self._seen >= LENGTH else self._match

    def _answered(self, device: Device, *request: Any) -> Any:
        self._request = self._request or request
        status, answer = device.post(*self._request)
        assert status in (200, 201), answer
        self._request = None
        return answer


def record_for_ever(
    path: Path, name: str, notes: Path, shared: str | None, pause: float, opened: Opened, reopens: bool
) -> None:
    """Record into matches of its own, and every fifth event into the match `shared`; `pause` seconds between two.

    The store is opened again after it could not be used, and with `reopens` before every match. An event that was not
    acknowledged is not repeated. Ends with the process that started it.
    """
    rng, file = Random(f"{name} {os.getpid()}"), os.open(notes, os.O_CREAT | os.O_WRONLY | os.O_APPEND)
    parent = os.getppid()
    records, is_usable, id, left = MatchRepository(opened(path), by=name), True, "", 0
    for number in takewhile(lambda _: os.getppid() == parent, count()):
        label = f"{name}-{os.getpid()}-{number}"
        try:
            if left == 0:
                if reopens or not is_usable:
                    records.store.close()
                    records, is_usable = MatchRepository(opened(path), by=name), True
                MatchIndex(records.store, records).catch_up()  # As lists do.
                id, left = records.start(scoresheet, ["Anna", "Ben"]).id, rng.randrange(1, LENGTH)
            into = shared if shared and rng.random() < 0.2 else id
            records.record(into, PointsNoted(label, (number, None)))
        except Conflict:
            continue
        except (UnknownMatch, UnusableStore):
            left, is_usable = 0, False
            time.sleep(0.01)
            continue
        left -= into == id
        os.write(file, f"{into}\t{label}\n".encode())
        time.sleep(pause)


def noted(file: Path) -> list[Noted]:
    """The events in a writer's file, in order; an incomplete last line does not count."""
    return [Noted(*line.split("\t")) for line in file.read_text().split("\n")[:-1]] if file.exists() else []


@contextmanager
def writers(
    path: Path,
    notes: Sequence[Path],
    *,
    shared: str | None = None,
    pause: float = 0,
    opened: Opened = SqliteStore,
    reopens: bool = False,
) -> Iterator[list[BaseProcess]]:
    """A writer for each file of notes, once each has noted an event; killed at the end at the latest."""
    before = [len(noted(file)) for file in notes]
    words = [(path, file.name, file, shared, pause, opened, reopens) for file in notes]
    processes = [FORKED.Process(target=record_for_ever, args=each, daemon=True) for each in words]
    for process in processes:
        process.start()
    try:
        until = time.monotonic() + GIVE_UP_S
        while late := [file.name for file, size in zip(notes, before, strict=True) if len(noted(file)) <= size]:
            assert all(process.is_alive() for process in processes), "A writer ended by itself."
            assert time.monotonic() < until, f"Nothing of {', '.join(late)} was acknowledged within {GIVE_UP_S} s."
            time.sleep(0.005)
        yield processes
        assert all(process.exitcode in (None, -signal.SIGKILL) for process in processes), "A writer ended by itself."
    finally:
        for process in processes:
            kill(process)


def kill(process: BaseProcess) -> None:
    process.kill()
    process.join(30)


def labels(store: Store) -> dict[str, list[str]]:
    """The labels in each match, in the order of the log."""
    return {name.removeprefix(MATCHES): _labels(store.read(name)) for name in store.streams(MATCHES)}


def _labels(rows: Sequence[StoredEvent]) -> list[str]:
    return [codec.decode_object(row.data)["label"] for row in rows if row.type == PointsNoted.__name__]


def broken_promises(store: Store, acknowledged: Iterable[Sequence[Noted]]) -> list[str]:
    """A sentence for each event lost, doubled or out of order, for each broken chain and for a damaged file.

    `acknowledged` are the events of each writer, in the order in which they were acknowledged to it.
    """
    found = [
        f"The chain of {name} is broken at {at}." for name in store.streams() if (at := first_broken(store.read(name)))
    ]
    found += [] if isinstance(store, PostgresStore) else _damage(store)
    places = dict[Noted, int]()
    for id, written in labels(store).items():
        for place, label in enumerate(written):
            if (event := Noted(id, label)) in places:
                found.append(f"{label} stands twice in {id}.")
            places[event] = place
    for one in acknowledged:
        last = dict[str, int]()
        for event in one:
            place = places.get(event)
            if place is None:
                found.append(f"{event.label} is not in {event.id}.")
            elif place <= last.get(event.id, -1):
                found.append(f"{event.label} stands too early in {event.id}.")
            else:
                last[event.id] = place
    return found


def _damage(store: Store) -> list[str]:
    return [output for (output,) in read_model_db(store).query("PRAGMA integrity_check") if output != "ok"]
