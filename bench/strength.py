"""The strength and the truth of the review: `python -m bench.strength [--minutes 50]` measures it for docs/review.md.

Every trial has its own seed and is kept as a line of `bench/strength.jsonl`; a second run goes on with the trials that
are missing, and writes the tables of the docs anew from all lines. Lines of another engine are not counted: of another
revision in `strength_trials`, or of other weights of the game. Trials run on all cores, what matters most first: some
of Azul with two players, then all kinds in turns, so that every table grows.
"""

import argparse
import json
import os
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path
from typing import Any, Final

from bench.strength_tables import write_tables
from bench.strength_trials import MEASURES, Trial
from core.games import find
from core.review.compiled import judges
from core.review.evaluations import EVALUATIONS

RESULTS: Final = Path(__file__).parent / "strength.jsonl"

_NUMBERS: Final = {
    ("planted", "normal"): 130,
    ("luck", "choose"): 100,
    ("ends", "short"): 100,
    ("repeat", "normal"): 12,
    ("repeat", "deep"): 6,
    ("losses", "choose-quick"): 30,
    ("ladder", "random-choose"): 40,
    ("ladder", "choose-quick"): 60,
    ("ladder", "quick-normal"): 60,
    ("ladder", "normal-deep"): 16,
}
"""Trials of a kind and its rungs; all of them fit into an hour for one game of two, so that the games take turns."""


def trials() -> list[Trial]:
    """All trials in the order of their worth: two fifths of Azul with two players, then an equal share of each."""
    found = []
    for key in EVALUATIONS:
        for seats in sorted({2, 3, 4} & set(find(key).SEATS)):
            for (kind, rungs), most in _NUMBERS.items():
                judged = judges(key, seats)
                if kind != "ladder" and (not judged or (kind in ("luck", "ends") and key == "azacru")):
                    continue
                rank = 0.0 if key == "chocolatier" and seats == 2 else 0.4 + (seats - 2) / 8
                own = [Trial(kind, key, seats, tuple(rungs.split("-")), number) for number in range(most)]
                found += [(rank + (trial.number + 1) / most, trial) for trial in own]
    return [trial for _, trial in sorted(found, key=lambda pair: pair[0])]


def run(waiting: Iterator[Trial], end: float) -> Iterator[tuple[Trial, dict[str, Any]]]:
    """The results of trials on all cores, as they come; none is begun after the end."""
    cores = os.cpu_count() or 1
    with ProcessPoolExecutor(cores) as pool:
        running: dict[Future[dict[str, Any]], Trial] = {}
        while True:
            while len(running) < cores and time.monotonic() < end and (trial := next(waiting, None)) is not None:
                running[pool.submit(trial.run)] = trial
            if not running:
                return
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(done), done.result()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=50, help="stop after so many minutes (50)")
    parser.add_argument("--kinds", default=",".join(MEASURES), help="kinds of trials, separated by commas (all)")
    parser.add_argument("--games", default=",".join(EVALUATIONS), help="keys of games, separated by commas (all)")
    asked = parser.parse_args()
    kinds, keys = asked.kinds.split(","), asked.games.split(",")
    end = time.monotonic() + 60 * asked.minutes
    done = {line["key"]: line for line in map(json.loads, RESULTS.read_text().splitlines())} if RESULTS.exists() else {}
    chosen = (each for each in trials() if each.kind in kinds and each.game in keys and each.key not in done)
    with RESULTS.open("a") as file:
        for trial, found in run(chosen, end):
            line = {"key": trial.key, **found}
            done[trial.key] = line
            file.write(json.dumps(line) + "\n")
            file.flush()
            print(line["key"], flush=True)
    write_tables([done[trial.key] for trial in trials() if trial.key in done])


if __name__ == "__main__":
    main()
