"""The ladder of levels: `python -m bench.ladder chocolatier --minutes 8` adds matches to `bench/ladder.jsonl`.

Players of known strength meet in turn, and their matches are reviewed by quick reviews. What they lost by their choices
makes the levels that a person is compared with (`eventstore/statistics/ladder.json`), by the same fit as a person's.
"""

import argparse
import json
import os
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, Final

from bench.strength_trials import Player, opening, play_on
from core.game import CHANCE, AnyGame
from core.games import find
from core.record import Frame
from core.review.account import ITERATIONS, REVISION, review
from core.review.compiled import search_of
from core.review.evaluations import EVALUATIONS
from core.review.search import best
from eventstore.statistics.levels import levels
from eventstore.statistics.reviews import SeatReview, lost_in_ten, seat_reviews

RESULTS: Final = Path(__file__).parent / "ladder.jsonl"

LEVELS: Final = Path(__file__).parent.parent / "eventstore" / "statistics" / "ladder.json"

RUNGS: Final = ("careless", "choose", "quick", "normal")
CARELESS: Final = 0.25
"""The share of moves of a careless player that are drawn from all; the others are those of `choose`."""


def player(game: AnyGame, rung: str) -> Player:
    def careless(state: Any, rng: Random) -> Any:
        return rng.choice(list(game.legal_moves(state))) if rng.random() < CARELESS else game.choose(state, rng)

    def searching(state: Any, rng: Random) -> Any:
        search = search_of(game, EVALUATIONS[game.KEY], state, rng)
        root = search.grow(search.node(state), ITERATIONS["quick" if rung == "quick" else "normal"])
        return root.moves[best(root)][0]

    return {"careless": careless, "choose": game.choose}.get(rung, searching)


def match(key: str, rungs: tuple[str, ...], number: int) -> dict[str, Any]:
    """The open choices of each seat of a match, and the points that they lost."""
    game, seed = find(key), f"{number} {rungs}"
    state = game.setup(len(rungs), game.Options())
    frames = [Frame(1, None, state, None, game.turn(state), 0, game.scores(state))]
    if frames[0].turn != CHANCE:
        frames = opening(game, frames, Random(f"{seed} opening"))
    players = [player(game, rung) for rung in rungs]
    frames = play_on(game, frames, players, Random(f"{seed} deals"), Random(seed))
    seats = seat_reviews(review(game, frames, "quick", number))
    return {"number": number, "rungs": rungs, "seats": [(seat.choices, round(seat.lost or 0, 2)) for seat in seats]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--minutes", type=float, default=8)
    asked = parser.parse_args()
    about = {"revision": REVISION, "game": asked.game}
    lines = [json.loads(line) for line in RESULTS.read_text().splitlines()] if RESULTS.exists() else []
    done = {(line["number"], *line["rungs"]) for line in lines if about.items() <= line.items()}
    tasks = (
        (asked.game, rungs if number % 2 else rungs[::-1], number)
        for number in range(1000)
        for rungs in combinations(RUNGS, 2)
    )
    end = time.monotonic() + 60 * asked.minutes
    with RESULTS.open("a") as file, ProcessPoolExecutor() as pool:
        while time.monotonic() < end:
            wanted = []
            while len(wanted) < (os.cpu_count() or 1):
                task = next(tasks)
                if (task[2], *task[1]) not in done:
                    wanted.append(task)
            for found in pool.map(match, *zip(*wanted, strict=True)):
                lines.append(about | found)
                file.write(json.dumps(lines[-1]) + "\n")
            file.flush()
    known = json.loads(LEVELS.read_text()) if LEVELS.exists() else {}
    known[asked.game] = rungs_of([line for line in lines if about.items() <= line.items()])
    LEVELS.write_text(json.dumps(known, indent=1) + "\n")
    print(known[asked.game])


def rungs_of(lines: list[dict[str, Any]]) -> dict[str, float]:
    """The levels of the rungs, the weakest first."""
    lost = [
        dict(zip(line["rungs"], lost_in_ten([SeatReview(0, 0, 0, *seat) for seat in line["seats"]]), strict=True))
        for line in lines
        if len(set(line["rungs"])) > 1
    ]
    known = [{rung: own for rung, own in one.items() if own is not None} for one in lost]
    found = {rung: level.value or 0 for rung, level in levels(known).items()}
    return {rung: round(found[rung], 2) for rung in sorted(found, key=lambda rung: -found[rung])}


if __name__ == "__main__":
    main()
