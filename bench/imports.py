"""Files of other programs, made by a generator with a fixed seed, and the cost of importing them into a new store.

Each import is the command line in a process of its own: CPU seconds, those of the kernel included, and its greatest
memory. `python -m bench.limits` prints them beside their limits.
"""

import csv
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

PEOPLE: Final = tuple(
    f"{first} {last}"
    for last in ("Adler", "Brown", "Carter")
    for first in ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus")
)
GAMES: Final = ("Azul", "Catan", "Carcassonne", "Wingspan", "Root", "Cascadia", "Splendor", "Patchwork", "Ark Nova")
PLACES: Final = ("Brno", "Praha", "the club")
FIRST_DAY: Final = date(2016, 1, 1)

_COMMAND: Final = """
import atexit, sys, time
from pathlib import Path

@atexit.register
def tell():
    peak = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
    print(time.process_time(), peak.split()[1], file=sys.stderr)

from viewer.cli import app
app()
"""


class Play(NamedTuple):
    """A play of the generator; `points` by seat."""

    day: date
    game: str
    place: str
    people: tuple[str, ...]
    points: tuple[int, ...]


class ImportCost(NamedTuple):
    """CPU seconds, and the greatest memory of the process in megabytes."""

    cpu_s: float
    mb: float


def plays(seats: range, seed: int = 1) -> Iterator[Play]:
    """Plays without end, eight a day."""
    rng, number = Random(seed), 0
    while True:
        people = tuple(rng.sample(PEOPLE, rng.choice(seats)))
        points = tuple(rng.randrange(10, 90) for _ in people)
        yield Play(FIRST_DAY + timedelta(days=number // 8), rng.choice(GAMES), rng.choice(PLACES), people, points)
        number += 1


def table(path: Path, rows: int = 100_000) -> None:
    """A table of plays with four seats and a row a seat."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(("Play", "Date", "Game", "Player", "Score", "Winner", "Place"))
        for number, play in zip(range(1, rows // 4 + 1), plays(range(4, 5)), strict=False):
            best = max(play.points)
            for person, points in zip(play.people, play.points, strict=True):
                won = "yes" if points == best else "no"
                writer.writerow((number, play.day, play.game, person, points, won, play.place))


def bgstats(path: Path, number: int = 1_149) -> None:
    """An export of BG Stats."""
    games, people, places = ({name: id for id, name in enumerate(names, 1)} for names in (GAMES, PEOPLE, PLACES))
    export: dict[str, list[dict[str, Any]]] = {
        "games": [{"id": id, "uuid": f"game-{id}", "name": name, "bggId": id} for name, id in games.items()],
        "players": [{"id": id, "uuid": f"person-{id}", "name": name} for name, id in people.items()],
        "locations": [{"id": id, "uuid": f"place-{id}", "name": name} for name, id in places.items()],
        "plays": [
            {
                "uuid": f"play-{place}",
                "gameRefId": games[play.game],
                "locationRefId": places[play.place],
                "playDate": f"{play.day} 19:30:00",
                "durationMin": 45,
                "playerScores": [
                    {"playerRefId": people[person], "score": str(points), "winner": points == max(play.points)}
                    for person, points in zip(play.people, play.points, strict=True)
                ],
            }
            for place, play in zip(range(number), plays(range(2, 6)), strict=False)
        ],
    }
    path.write_text(json.dumps(export), encoding="utf-8")


FILES: Final[dict[str, Callable[[Path], None]]] = {"table.csv": table, "bgstats.json": bgstats}
"""The generators, by the name of their file."""


def measured(name: str, rounds: int) -> ImportCost:
    """The cost of importing a file into an empty store, the least of so many rounds."""
    with TemporaryDirectory() as folder:
        FILES[name](file := Path(folder) / name)
        costs = [_imported(file, Path(folder) / f"{number}.db") for number in range(rounds)]
    return ImportCost(min(cost.cpu_s for cost in costs), min(cost.mb for cost in costs))


def _imported(file: Path, store: Path) -> ImportCost:
    line = [sys.executable, "-c", _COMMAND, "--store", str(store), "import", str(file), "--yes", "--json"]
    told = subprocess.run(line, check=True, capture_output=True, text=True).stderr.split()
    return ImportCost(float(told[-2]), int(told[-1]) / 1024)
