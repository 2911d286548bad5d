"""A referee of single claims: `python -m bench.referee azacru --minutes 20` adds lines to `bench/referee.jsonl`.

Matches of varied players are reviewed. From the position before a move that the review says lost something, the move
played and the better one are both played on to the end of the match, in pairs: searches choose most moves, some are
drawn from the visits of the search, so that the continuations differ. Printed is what was realised of what was claimed,
and the standard error of one claim without that of the referee's own mean.

With `--deals` the claims are values of dealt tables: two fair tables after the same round are valued as a review does,
and played on. Printed is, by round, the slope of the realised difference of the two on the claimed one; and how much
more the seat that begins the round realised than the table between the rounds promised it, and than the dealt one did.

`--options '{"wall": "free"}' --seats 3` plays a variant.
"""

import argparse
import json
import os
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from math import hypot
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Final

from bench.strength_trials import played
from core.game import CHANCE, AnyGame
from core.games import find
from core.record import Frame
from core.review.account import REVISION, review
from core.review.evaluations import EVALUATIONS
from core.review.luck import value_of_deal
from core.review.referee import played_on

RESULTS: Final = Path(__file__).parent / "referee.jsonl"

PAIRS: Final = 20
CLAIMS: Final = 6
EIGHTY_PERCENT: Final = 1.28
PROVED: Final = 2
LEAST_PAIRS: Final = 10
LEAST: Final = 0.02
"""Claims of a match that are played on, drawn from those of so much chance to win."""


def drawn_match(game: AnyGame, options: str, number: int, seats: int) -> list[Frame]:
    rungs = [Random(f"{number} referee {seat}").choice(("choose", "short")) for seat in range(seats)]
    return played(game, rungs, f"{number} referee", game.Options(**json.loads(options)))


def choices(key: str, options: str, number: int, seats: int) -> list[list[float]]:
    """The claims of one match: claimed and realised chance to win and points, with the errors of the realised ones.

    Then the events up to the end of the match, the two stated errors, and whether the move is marked.
    """
    game, rng = find(key), Random(f"{number} referee")
    frames = drawn_match(game, options, number, seats)
    found = review(game, frames, "quick", number)
    claims = [move for move in found.moves if -move.change.win[move.seat] >= LEAST]
    rows = []
    for move in rng.sample(claims, min(CLAIMS, len(claims))):
        index = next(index for index, frame in enumerate(frames) if frame.version == move.version)
        state, seat = frames[index - 1].state, move.seat
        pairs = []
        for pair in range(PAIRS):
            better, own = (
                played_on(game, game.evolve(state, event), Random(f"{number} {index} {pair}"))
                for event in (game.parse(move.best), frames[index].event)
            )
            pairs.append((better.win[seat] - own.win[seat], better.lead[seat] - own.lead[seat]))
        row = [-move.change.win[seat], -move.change.lead[seat]]
        for values in zip(*pairs, strict=True):
            row += [fmean(values), stdev(values) / PAIRS**0.5]
        marked = move.grade in ("inaccuracy", "mistake", "blunder")
        rows.append([*row, len(frames) - index, move.error.win, move.error.lead, marked])
    return rows


def deals(key: str, options: str, number: int, seats: int) -> list[list[float]]:
    """Two fair tables of every round of one match, for the seat that begins the round.

    The round; chance to win and lead before the deal; then of each table the same two, valued and realised.
    """
    game, evaluation = find(key), EVALUATIONS[key]
    rows = []
    for frame in drawn_match(game, options, number, seats):
        if frame.turn != CHANCE:
            continue
        rng = Random(f"{number} {frame.version} deals")
        row: list[float] = []
        for table in range(2):
            state = game.evolve(frame.state, game.deal(frame.state, rng))
            seat = game.turn(state)
            if not isinstance(seat, int):
                break
            claimed = value_of_deal(game, state, f"{number} {frame.version}")
            ends = [played_on(game, state, Random(f"{number} {frame.version} {table} {pair}")) for pair in range(PAIRS)]
            realised = [fmean(end.win[seat] for end in ends), fmean(end.lead[seat] for end in ends)]
            if not row:
                between = evaluation.value(frame.state, rng)
                row = [game.round_number(state), between.win[seat], between.lead[seat]]
            row += [claimed.win[seat], claimed.lead[seat], *realised]
        else:
            rows.append(row)
    return rows


def summary_of_choices(rows: list[list[float]]) -> Iterator[str]:
    for name, part in (("chance to win", 0), ("points", 1)):
        claimed, realised, errors = ([row[place] for row in rows] for place in (part, 2 + 2 * part, 3 + 2 * part))
        slope, _ = slope_of(claimed, realised)
        share = fmean(realised) / fmean(claimed)
        squares = fmean((two - one) ** 2 for one, two in zip(claimed, realised, strict=True))
        own = max(0.0, squares - fmean(error**2 for error in errors)) ** 0.5
        covered = fmean(
            abs(two - one) <= EIGHTY_PERCENT * hypot(error, row[7 + part])
            for one, two, error, row in zip(claimed, realised, errors, rows, strict=True)
        )
        yield (
            f"{name}: {len(rows)} claims of {fmean(claimed):.3f} on average, realised / claimed {share:.2f}, "
            f"slope {slope:.2f}; standard error of one claim {own:.3f}; in {covered:.0%} the 80 % interval covers"
        )
    marked = [row for row in rows if row[9]]
    refuted = sum(row[2] < -PROVED * row[3] for row in marked)
    yield f"{refuted} of {len(marked)} marked moves are better than what was called better, beyond two standard errors"


def summary_of_deals(rows: list[list[float]]) -> Iterator[str]:
    for number, count in sorted(Counter(row[0] for row in rows).items()):
        if count < LEAST_PAIRS:
            continue
        own = [row for row in rows if row[0] == number]
        for name, part in (("chance to win", 0), ("points", 1)):
            claimed, realised = ([row[at + part] - row[at + part + 4] for row in own] for at in (3, 5))
            slope, error = slope_of(claimed, realised)
            more = [
                fmean([row[5 + part] + row[9 + part] - row[one + part] - row[two + part] for row in own]) / 2
                for one, two in ((1, 1), (3, 7))
            ]
            noise = stdev([row[5 + part] + row[9 + part] for row in own]) / 2 / len(own) ** 0.5
            yield (
                f"round {number:.0f}, {name}: {len(own)} pairs of tables, slope {slope:.2f} ± {error:.2f}; who begins "
                f"realised {more[0]:+.3f} more than before the deal, {more[1]:+.3f} more than after it (± {noise:.3f})"
            )


def slope_of(claimed: list[float], realised: list[float]) -> tuple[float, float]:
    """The slope of a line through 0, and its standard error."""
    squares = sum(one * one for one in claimed)
    slope = sum(one * two for one, two in zip(claimed, realised, strict=True)) / squares
    rest = sum((two - slope * one) ** 2 for one, two in zip(claimed, realised, strict=True))
    return slope, (rest / (len(claimed) - 1) / squares) ** 0.5


KINDS: Final = {"choices": (choices, summary_of_choices), "deals": (deals, summary_of_deals)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--deals", action="store_const", const="deals", default="choices", dest="kind")
    parser.add_argument("--options", default="{}")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=20)
    asked = parser.parse_args()
    measured, summary = KINDS[asked.kind]
    about: dict[str, object] = {
        "revision": REVISION,
        "game": asked.game,
        "options": asked.options,
        "seats": asked.seats,
    }
    about["kind"] = asked.kind
    end = time.monotonic() + 60 * asked.minutes
    lines = [json.loads(line) for line in RESULTS.read_text().splitlines()]
    of_now = {line["number"]: line["rows"] for line in lines if about.items() <= line.items()}
    number = 0
    with RESULTS.open("a") as file, ProcessPoolExecutor() as pool:
        while time.monotonic() < end:
            wanted = [other for other in range(number, number + 64) if other not in of_now][: os.cpu_count() or 1]
            found = [pool.submit(measured, asked.game, asked.options, other, asked.seats) for other in wanted]
            for other, rows in zip(wanted, found, strict=True):
                of_now[other] = rows.result()
                file.write(json.dumps({**about, "number": other, "rows": of_now[other]}) + "\n")
            file.flush()
            number = wanted[-1] + 1
    for sentence in summary([row for rows in of_now.values() for row in rows]):
        print(sentence)


if __name__ == "__main__":
    main()
