"""A long run of a service and of a program beside it: memory and open files stay flat, the store grows linearly."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from threading import Event
from typing import NamedTuple

import psutil
import pytest

from eventstore.maintenance.verification import verify
from eventstore.matches.repository import MatchRepository
from eventstore.store.sqlite import SqliteStore
from tests.eventstore.service.device import Device
from tests.served import served
from tests.torture import Torture
from tests.writers import Opened, Recorder, broken_promises, noted, writers

DEVICES = 4
SAMPLES = 40
MOST_GROWTH = 1.25
"""From the second quarter of a run to the last one: what is flat is measured on a machine that others use too."""
MOST_HANDLES = 8
"""Open files more in the last quarter than in the second."""
LUMP = 256 << 10
"""Bytes a store may grow by at once: read tables are written for many events together."""
MOST_JOURNAL = 32 << 20
"""Bytes of the journal beside the file, which is emptied into the file every 4 MB."""


class Sample(NamedTuple):
    """Measured after so many acknowledged `events`: resident bytes and open files of each program."""

    events: int
    memory: tuple[int, ...]
    handles: tuple[int, ...]
    bytes: int
    """Of the store, with what is in its journal and not yet in its file."""
    journal: int


def soak(folder: Path, events: int, opened: Opened = SqliteStore) -> tuple[list[Sample], list[str]]:
    """Record so many events, through a service and beside it; give the samples and the broken promises."""
    path, notes, over, samples = folder / "partie.db", [folder / "writer"], Event(), list[Sample]()
    recorders = [Recorder(f"device{number}") for number in range(DEVICES)]

    def acknowledged() -> int:
        return notes[0].read_bytes().count(b"\n") + sum(len(one.acknowledged) for one in recorders)

    with (
        ThreadPoolExecutor(DEVICES) as pool,
        served(path, folder, "--no-viewer") as service,
        writers(path, notes, opened=opened) as (writer,),
    ):
        devices = [pool.submit(one.record, service.address, over=over.is_set) for one in recorders]
        programs = [psutil.Process(service.process.pid), psutil.Process(writer.pid)]
        store = SqliteStore(path)
        try:
            while (reached := acknowledged()) < events:
                assert not any(device.done() for device in devices), service.log.read_text()
                assert writer.is_alive()
                if reached >= events * len(samples) / SAMPLES:
                    with Device(service.address) as looking:
                        looking.get("/api/matches?limit=20")  # The read tables are part of it.
                    samples.append(_sample(reached, programs, store))
                time.sleep(0.1)
        finally:
            over.set()
        for device in devices:
            device.result(30)
    found = broken_promises(store, [noted(notes[0]), *(one.acknowledged for one in recorders)])
    report = verify(MatchRepository(store))
    store.close()
    return samples, found + ([] if report.is_whole else [str(report)])


def _sample(events: int, programs: Sequence[psutil.Process], store: SqliteStore) -> Sample:
    ((size,),) = store.query("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
    return Sample(
        events,
        tuple(program.memory_info().rss for program in programs),
        tuple(program.num_fds() for program in programs),
        size,
        store.path.with_name(f"{store.path.name}-wal").stat().st_size,
    )


def not_flat(samples: Sequence[Sample]) -> list[str]:
    """What grows that should not, from the second quarter to the last one."""
    second, last = (samples[len(samples) * n // 4 : len(samples) * (n + 1) // 4] for n in (1, 3))
    found = list[str]()
    for number, name in enumerate(("service", "program")):
        memory = [median(one.memory[number] for one in quarter) for quarter in (second, last)]
        handles = [median(one.handles[number] for one in quarter) for quarter in (second, last)]
        if memory[1] > MOST_GROWTH * memory[0]:
            found.append(f"The memory of the {name} grows from {memory[0]:,} to {memory[1]:,} bytes.")
        if handles[1] > handles[0] + MOST_HANDLES:
            found.append(f"The open files of the {name} grow from {handles[0]} to {handles[1]}.")
    quarter, half = (samples[len(samples) * n // 4] for n in (1, 2))
    before, after = _bytes_an_event(quarter, half), _bytes_an_event(half, samples[-1])
    if after > MOST_GROWTH * before + LUMP / (samples[-1].events - half.events):
        found.append(f"An event takes {before:.0f} bytes in the second quarter and {after:.0f} bytes later.")
    if (journal := max(one.journal for one in samples)) > MOST_JOURNAL:
        found.append(f"The journal grows to {journal:,} bytes.")
    return found


def _bytes_an_event(one: Sample, later: Sample) -> float:
    return (later.bytes - one.bytes) / (later.events - one.events)


@pytest.mark.slow
@pytest.mark.torture("soak")
def test_memory_and_open_files_stay_while_the_store_grows(tmp_path: Path, torture: Torture) -> None:
    events = torture.count(300, 100_000)
    began = time.monotonic()
    samples, found = soak(tmp_path, events)
    took = time.monotonic() - began
    print(*samples, sep="\n")
    assert found == []
    assert not_flat(samples) == []
    first, last = samples[len(samples) // 4], samples[-1]
    mb = [f"{a / 2**20:.0f} to {b / 2**20:.0f} MB" for a, b in zip(first.memory, last.memory, strict=True)]
    handles = [f"{a} to {b}" for a, b in zip(first.handles, last.handles, strict=True)]
    torture.report(
        f"{events:,} events in {took:.0f} s ({events / took:,.0f}/s) by {DEVICES} devices over HTTP and a program"
        f" beside them; from the first quarter to the end memory of the service {mb[0]}, of the program {mb[1]},"
        f" open files {handles[0]} and {handles[1]}; {_bytes_an_event(samples[0], last):.0f} bytes an event, journal"
        f" {max(one.journal for one in samples) / 2**20:.1f} MB at most"
    )


class LeakyStore(SqliteStore):
    """Keeps an open file for every append."""

    def append(self, *args, **more):
        vars(self).setdefault("leaked", []).append(Path(self.path).open())  # noqa: SIM115
        return super().append(*args, **more)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_store_that_leaks_is_found_out(tmp_path: Path) -> None:
    """Or else the test above could not fail."""
    samples, _ = soak(tmp_path, 400, LeakyStore)
    assert any("open files of the program grow" in sentence for sentence in not_flat(samples))
