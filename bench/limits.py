"""Costs of pages in a large store, and of imports, beside the limits: `python -m bench.limits`.

Files are imported first (`imports`). The store of 100,000 score sheets, PARTIE_SCALE=1000000 for a larger one, and one
of 10,000 are made in a folder that is kept, so a second run goes on where the first one stopped. Each measure runs in a
process of its own, which opens the store, brings nothing up to date, and tells its time on the clock and its greatest
memory; the best of three. Ratios are of the large store to the small one. Nothing is asserted.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from tempfile import gettempdir
from typing import Final, NamedTuple

from bench import generated, imports
from core.games import scoresheet
from core.games.scoresheet import FINAL, PointsNoted, WinnersNamed
from eventstore.matches.repository import MatchRepository
from eventstore.process_settings import apply_process_settings
from eventstore.readmodels.earlier_plays import past_of
from eventstore.readmodels.game import game_statistics
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.insights import InsightQuestion, insight
from eventstore.readmodels.overview import overview
from eventstore.readmodels.person import person_statistics
from eventstore.readmodels.search import read_search
from eventstore.readmodels.search_hits import text_hits
from eventstore.readmodels.suggestions import last_table, suggestions
from eventstore.readmodels.year import year_in_review
from eventstore.store.sqlite import SqliteStore

LARGE: Final = int(os.environ.get("PARTIE_SCALE", "100000"))
SMALL: Final = 10_000
ROUNDS: Final = 3
TITLE: Final = "Game 30"
GUEST: Final = "Zoe"


_AS_COMMAND: Final = "import viewer.cli, runpy; runpy.run_module('bench.limits', run_name='__main__')"
"""The command line imports less than this module would."""


class Cost(NamedTuple):
    """Milliseconds, and the greatest memory of the process in megabytes."""

    ms: float
    mb: float


class Limit(NamedTuple):
    """A figure by its name in `MEASURES`, and how much it may cost in the large store; None: no limit."""

    name: str
    said: str
    ms: float | None = None
    mb: float | None = None
    times: float | None = None
    """At most so many times the time in the small store."""


LIMITS: Final = (
    Limit("person", "page of a person with 300 plays", 300, None, 1.2),
    Limit("overview", "overview", 1_000, 150),
    Limit("game", "game page", 1_000, 150),
    Limit("play", "page of the last play of that game", 1_000, 150),
    Limit("year", "year", 1_000, 150),
    Limit("next", "what to play"),
    Limit("insight", "wins by person"),
    Limit("list", "list", 60),
    Limit("search", "search as one types", 60),
    Limit("text", "search of a word in comments and a person", 60),
    Limit("people", "search of four common people", 60),
    Limit("letter", "search of one letter", 60),
    Limit("month", "search of a month of all years and a person", 60),
    Limit("seen", "a play recorded, seen in the figures of its people", 60),
)


class ImportLimit(NamedTuple):
    """The seconds and megabytes that the import of a file, by its name in `imports.FILES`, may cost."""

    file: str
    said: str
    cpu_s: float
    mb: float | None = None


IMPORT_LIMITS: Final = (
    ImportLimit("table.csv", "import of a table of 100,000 rows", 20, 200),
    ImportLimit("bgstats.json", "import of 1,149 plays of BG Stats", 1.5),
)


def _person(index: MatchIndex, records: MatchRepository) -> None:
    names = records.people().current_names()
    (guest,) = records.people().named(GUEST)
    person_statistics(index.population(), guest, names)


def _game(index: MatchIndex, records: MatchRepository) -> None:
    game_statistics(index.population(game=TITLE), TITLE)


def _play(index: MatchIndex, records: MatchRepository) -> None:
    (row,) = index.matches(game=TITLE, limit=1)
    past_of(index, row)


def _next(index: MatchIndex, records: MatchRepository) -> None:
    suggestions(index, last_table(index), 60, date(2026, 11, 27))


def _insight(index: MatchIndex, records: MatchRepository) -> None:
    insight(index.population(), records.people().current_names(), InsightQuestion("wins", "person"))


def _search(index: MatchIndex, text: str) -> None:
    """The rows of the first page with the texts they were found by, and the number of all."""
    asked = read_search(text, date(2026, 11, 27))
    text_hits(index, index.matches(limit=36, search=asked), asked)
    index.count(at_most=1_001, search=asked)


def _seen(index: MatchIndex, records: MatchRepository) -> None:
    points = PointsNoted(FINAL, (12, 10)), WinnersNamed((0,))
    records.start(scoresheet, [GUEST, generated.NAMES[0]], *points, options={"title": TITLE}, played_on="2026-11-20")
    _person(index, records)


MEASURES: Final[dict[str, Callable[[MatchIndex, MatchRepository], object]]] = {
    "person": _person,
    "overview": lambda index, records: overview(index, records.people().current_names()),
    "game": _game,
    "play": _play,
    "year": lambda index, records: year_in_review(
        index, records.people().current_names(), "2020", None, date(2026, 11, 27)
    ),
    "next": _next,
    "insight": _insight,
    "list": lambda index, records: index.matches(limit=20),
    "search": lambda index, records: _search(index, "game 3 anna"),
    "text": lambda index, records: _search(index, "thunderstorm anna"),
    "people": lambda index, records: _search(index, "anna ben cleo dora"),
    "letter": lambda index, records: _search(index, "t"),
    "month": lambda index, records: _search(index, "march anna"),
    "seen": _seen,
}


def made(folder: Path, size: int) -> Path:
    """The store with so many sheets and the plays of one guest, its read tables and ratings up to date."""
    path, marker = folder / f"{size}.db", folder / f"{size}.ready"
    if marker.exists():
        return path
    for file in folder.glob(f"{size}.db*"):
        file.unlink()
    start = time.perf_counter()
    records = MatchRepository(SqliteStore(path, synchronous="OFF"))
    generated.fill(records, size)
    generated.add_guest(records)
    recorded = time.perf_counter()
    index = MatchIndex(records.store, records)
    index.catch_up()
    folded = time.perf_counter()
    _person(index, records)
    rated = time.perf_counter() - folded
    print(
        f"{size:,} sheets: recorded in {recorded - start:.0f} s, folded {size / (folded - recorded):,.0f} a second,"
        f" ratings of all in {rated:.1f} s"
    )
    records.store.close()
    marker.touch()
    return path


def measured(name: str, path: Path) -> Cost:
    """The cost in a process of its own, the best of three."""
    line = [sys.executable, "-c", _AS_COMMAND, "--measure", name, "--store", str(path)]
    runs = [json.loads(subprocess.run(line, check=True, capture_output=True, text=True).stdout) for _ in range(ROUNDS)]
    return Cost(min(ms for ms, _ in runs), min(mb for _, mb in runs))


def measure(name: str, path: Path) -> Cost:
    """The cost in this process."""
    records = MatchRepository(SqliteStore(path, synchronous="OFF"))
    index = MatchIndex(records.store, records)
    index.catch_up()
    if name == "seen":  # In a service, some play was recorded before.
        MEASURES[name](index, records)
    start = time.perf_counter()
    MEASURES[name](index, records)
    took = time.perf_counter() - start
    records.store.close()
    # Not `ru_maxrss`, which begins with the memory of the process that started this one.
    peak = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
    return Cost(1000 * took, int(peak.split()[1]) / 1024)


def print_imports() -> None:
    print("\n| import | CPU | memory | limit | held |\n|---|---|---|---|---|")
    for limit in IMPORT_LIMITS:
        cost = imports.measured(limit.file, ROUNDS)
        is_held = cost.cpu_s <= limit.cpu_s and (limit.mb is None or cost.mb <= limit.mb)
        most = f"{limit.cpu_s:.1f} s" + (f", {limit.mb:.0f} MB" if limit.mb else "")
        held = "yes" if is_held else "**no**"
        print(f"| {limit.said} | {cost.cpu_s:.1f} s | {cost.mb:.0f} MB | {most} | {held} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=Path(gettempdir()) / "partie-limits")
    parser.add_argument("--measure", choices=MEASURES)
    parser.add_argument("--store", type=Path)
    asked = parser.parse_args()
    apply_process_settings()
    if asked.measure:
        print(json.dumps(measure(asked.measure, asked.store)))
        return
    print_imports()
    asked.folder.mkdir(exist_ok=True)
    small, large = (made(asked.folder, size) for size in (SMALL, LARGE))
    print(f"\n| measure | {SMALL:,} sheets | {LARGE:,} sheets | times | limit | held |\n|---|---|---|---|---|---|")
    for limit in LIMITS:
        before, now = measured(limit.name, small), measured(limit.name, large)
        times = now.ms / before.ms
        allowed = [f"{limit.ms:,.0f} ms" if limit.ms else "", f"{limit.mb:.0f} MB" if limit.mb else ""]
        allowed.append(f"{limit.times} times" if limit.times else "")
        is_held = all(
            most is None or found <= most
            for most, found in ((limit.ms, now.ms), (limit.mb, now.mb), (limit.times, times))
        )
        held = "" if not any(allowed) else "yes" if is_held else "**no**"
        print(
            f"| {limit.said} | {before.ms:,.0f} ms, {before.mb:.0f} MB | {now.ms:,.0f} ms, {now.mb:.0f} MB"
            f" | {times:.1f} | {', '.join(filter(None, allowed))} | {held} |"
        )


if __name__ == "__main__":
    main()
