"""A referee of single claims: `python -m bench.referee azacru --minutes 20` adds lines to `bench/referee.jsonl`.

Matches of varied players are reviewed. From the position before a move that the review says lost something, the move
played and the better one are both played on to the end of the match, in pairs: searches choose most moves, some are
drawn from the visits of the search, so that the continuations differ. Printed is what was realised of what was claimed,
and the standard error of one claim without that of the referee's own mean.
"""

import argparse
import json
import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, Final

from bench.strength_trials import played
from core.game import CHANCE, AnyGame
from core.games import find
from core.review.account import REVISION, review
from core.review.compiled import search_of
from core.review.evaluations import EVALUATIONS
from core.review.search import best
from core.review.values import value_at_end

RESULTS: Final = Path(__file__).parent / "referee.jsonl"

PAIRS: Final = 20
ITERATIONS: Final = 20
"""For a move of a continuation, as a multiple of the speed of the search."""

DRAWN: Final = 0.15
CLAIMS: Final = 6
LEAST: Final = 0.02
"""Claims of a match that are played on, drawn from those of so much chance to win."""


def ended(game: AnyGame, state: Any, rng: Random) -> Any:
    """The end of a match that is played on from here."""
    deals = Random(rng.random())
    while (turn := game.turn(state)) is not None:
        if turn == CHANCE:
            state = game.evolve(state, game.deal(state, deals))
            continue
        search = search_of(game, EVALUATIONS[game.KEY], state, rng)
        root = search.grow(search.node(state), ITERATIONS * search.speed)
        place = best(root)
        if rng.random() < DRAWN:
            place = rng.choices(range(len(root.children)), [child.visits for child in root.children])[0]
        state = game.evolve(state, root.moves[place][0])
    return value_at_end(game, state)


def measured(key: str, number: int) -> dict[str, Any]:
    """The claims of one match: claimed and realised chance to win and points, with the errors of the realised ones."""
    game, rng = find(key), Random(f"{number} referee")
    frames = played(game, [rng.choice(("choose", "short")) for _ in range(2)], f"{number} referee")
    found = review(game, frames, "quick", number)
    claims = [move for move in found.moves if -move.change.win[move.seat] >= LEAST]
    rows = []
    for move in rng.sample(claims, min(CLAIMS, len(claims))):
        index = next(index for index, frame in enumerate(frames) if frame.version == move.version)
        state, seat = frames[index - 1].state, move.seat
        pairs = []
        for pair in range(PAIRS):
            better, own = (
                ended(game, game.evolve(state, event), Random(f"{number} {index} {pair}"))
                for event in (game.parse(move.best), frames[index].event)
            )
            pairs.append((better.win[seat] - own.win[seat], better.lead[seat] - own.lead[seat]))
        row = [-move.change.win[seat], -move.change.lead[seat]]
        for values in zip(*pairs, strict=True):
            mean = fmean(values)
            row += [mean, (sum((value - mean) ** 2 for value in values) / (PAIRS - 1) / PAIRS) ** 0.5]
        rows.append([*row, len(frames) - index])
    return {"key": f"{REVISION} {key} {number}", "rows": rows}


def summary(rows: list[list[float]]) -> Iterator[str]:
    for name, part in (("chance to win", 0), ("points", 1)):
        claimed, realised, errors = ([row[place] for row in rows] for place in (part, 2 + 2 * part, 3 + 2 * part))
        slope = sum(map(lambda one, two: one * two, claimed, realised)) / sum(one * one for one in claimed)
        share = fmean(realised) / fmean(claimed)
        squares = fmean((two - one) ** 2 for one, two in zip(claimed, realised, strict=True))
        own = max(0.0, squares - fmean(error**2 for error in errors)) ** 0.5
        yield (
            f"{name}: {len(rows)} claims of {fmean(claimed):.3f} on average, realised / claimed {share:.2f}, "
            f"slope {slope:.2f}; standard error of one claim {own:.3f}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--minutes", type=float, default=20)
    asked = parser.parse_args()
    end = time.monotonic() + 60 * asked.minutes
    lines = [json.loads(line) for line in RESULTS.read_text().splitlines()] if RESULTS.exists() else []
    of_now = {line["key"]: line for line in lines if line["key"].startswith(f"{REVISION} {asked.game} ")}
    number = 0
    with RESULTS.open("a") as file, ProcessPoolExecutor() as pool:
        while time.monotonic() < end:
            wanted = [
                other for other in range(number, number + 64) if f"{REVISION} {asked.game} {other}" not in of_now
            ][: os.cpu_count() or 1]
            for found in pool.map(measured, [asked.game] * len(wanted), wanted):
                of_now[found["key"]] = found
                file.write(json.dumps(found) + "\n")
            number = wanted[-1] + 1
    for sentence in summary([row for line in of_now.values() for row in line["rows"]]):
        print(sentence)


if __name__ == "__main__":
    main()
