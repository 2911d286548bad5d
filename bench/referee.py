"""A referee of single claims: `python -m bench.referee azacru --minutes 20` adds lines to `bench/referee.jsonl`.

Matches of varied players are reviewed. From the position before a move that the review says lost something, the move
played and the better one are both played on to the end of the match, in pairs: searches choose most moves, some are
drawn from the visits of the search, so that the continuations differ. With `--judge 12000` all these claims are judged
by so many iterations after both moves instead, for a game without chance. Printed is, by size of the claim, the mean
that was realised, the true standard error of one claim and the stated one, and how often the 80 % interval covers.

With `--kind account` printed is the spread of the unexplained part of the reviews, with `--kind times` the seconds of
one core that reviews of whole matches take.

With `--kind deals` the claims are values of dealt tables: two fair tables after the same round are valued as a review
does, and played on. Printed is, by round, the slope of the realised difference of the two on the claimed one; the true
and the stated error of the luck of one; and how much more the seat that begins the round realised than the table
between the rounds promised it, and than the dealt one did.

`--options '{"wall": "free"}' --seats 3` plays a variant.
"""

import argparse
import json
import os
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import count, islice, pairwise
from math import hypot
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any, Final

from bench.ladder import RUNGS, player
from bench.strength_trials import opening, play_on
from core.game import CHANCE, AnyGame, Value
from core.games import find
from core.record import Frame
from core.review.account import REVISION, review
from core.review.compiled import search_of
from core.review.evaluations import EVALUATIONS
from core.review.luck import luck_error, value_of_deal, values_of_deals
from core.review.moments import is_mistake
from core.review.referee import played_on
from core.review.review import EFFORTS, Review
from core.review.values import value_at_end

RESULTS: Final = Path(__file__).parent / "referee.jsonl"

PAIRS: Final = 20
CLAIMS: Final = 6
EIGHTY_PERCENT: Final = 1.28
PROVED: Final = 2
LEAST_PAIRS: Final = 10
STATED: Final = 11
"""The place of the stated errors in a row of deals."""
LEAST: Final = (0.02, 3.0)
"""Claims of a match are played on, drawn from those of so much chance to win or so many points."""
LARGE: Final = 8.0
"""Claims of so many points are rare: all of them are played on."""
DEALS: Final = 24
SIZES: Final = ((0.0, 0.02, 0.05, 0.1, 0.2, 1.0), (0.0, 1.0, 3.0, 8.0, 14.0, 100.0))
"""Limits of the claims that are summed up, in chance to win and in points."""


def drawn_match(game: AnyGame, options: str, number: int, seats: int) -> list[Frame]:
    seed = f"{number} referee"
    players = [player(game, Random(f"{seed} {seat}").choice(RUNGS)) for seat in range(seats)]
    state = game.setup(seats, game.Options(**json.loads(options)))
    frames = [Frame(1, None, state, None, game.turn(state), 0, game.scores(state))]
    if frames[0].turn != CHANCE:
        frames = opening(game, frames, Random(f"{seed} opening"))
    return play_on(game, frames, players, Random(f"{seed} deals"), Random(seed))


def reviewed(key: str, options: str, number: int, seats: int) -> tuple[list[Frame], Review]:
    game = find(key)
    frames = drawn_match(game, options, number, seats)
    return frames, review(game, frames, "quick", number)


def account(key: str, options: str, number: int, seats: int, judge: int) -> list[list[float]]:
    """The unexplained chance to win and points of the first seat, and the sum of the marks of one match."""
    frames, found = reviewed(key, options, number, seats)
    return [[found.unexplained.win[0], found.unexplained.lead[0], sum(map(is_mistake, found.moves)), len(frames)]]


def times(key: str, options: str, number: int, seats: int, judge: int) -> list[list[float]]:
    """The choices of one match, and the seconds of this process for its quick and its normal review."""
    game = find(key)
    frames = drawn_match(game, options, number, seats)
    row = [float(sum(isinstance(frame.turn, int) for frame in frames))]
    for effort in EFFORTS[:2]:
        start = time.process_time()
        review(game, frames, effort, number)
        row.append(time.process_time() - start)
    return [row]


def choices(key: str, options: str, number: int, seats: int, judge: int) -> list[list[float]]:
    """The claims of one match: claimed and realised chance to win and points, with the errors of the realised ones.

    Then the events up to the end of the match, the two stated errors, whether the move is marked, and the chance to win
    before it.
    """
    game, rng = find(key), Random(f"{number} referee")
    frames, found = reviewed(key, options, number, seats)
    claims = [
        move
        for move in found.moves
        if any(-change[move.seat] >= least for change, least in zip(move.change, LEAST, strict=True))
    ]
    rows = []
    large = [move for move in claims if judge or -move.change.lead[move.seat] >= LARGE]
    others = [move for move in claims if move not in large]
    for move in [*large, *rng.sample(others, min(CLAIMS, len(others)))]:
        index = next(index for index, frame in enumerate(frames) if frame.version == move.version)
        state, seat = frames[index - 1].state, move.seat
        after = [game.evolve(state, event) for event in (game.parse(move.best), frames[index].event)]
        pairs = []
        for pair in range(1 if judge else PAIRS):
            better, own = (
                judged(game, each, judge) if judge else played_on(game, each, Random(f"{number} {index} {pair}"))
                for each in after
            )
            pairs.append((better.win[seat] - own.win[seat], better.lead[seat] - own.lead[seat]))
        row = [-move.change.win[seat], -move.change.lead[seat]]
        for values in zip(*pairs, strict=True):
            row += [fmean(values), 0.0 if judge else stdev(values) / PAIRS**0.5]
        chance = found.positions[index - 1].win[seat]
        rows.append([*row, len(frames) - index, move.error.win, move.error.lead, is_mistake(move), chance])
    return rows


def judged(game: AnyGame, state: Any, iterations: int) -> Value:
    if game.turn(state) is None:
        return value_at_end(game, state)
    search = search_of(game, EVALUATIONS[game.KEY], state, Random(1))
    return search.worth(search.node(state), iterations)


def deals(key: str, options: str, number: int, seats: int, judge: int) -> list[list[float]]:
    """Two fair tables of every round of one match, for the seat that begins the round.

    The round; chance to win and lead before the deal; then of each table the same two, valued and realised; then the
    two stated errors of the luck of one table, and the errors of what was realised of one.
    """
    game, evaluation = find(key), EVALUATIONS[key]
    rows = []
    for frame in drawn_match(game, options, number, seats):
        if frame.turn != CHANCE:
            continue
        rng = Random(f"{number} {frame.version} deals")
        row, errors = list[float](), list[tuple[float, float]]()
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
            errors.append((stdev(end.win[seat] for end in ends), stdev(end.lead[seat] for end in ends)))
        else:
            _, fair = values_of_deals(game, frame.state, state, f"{number} {frame.version}", DEALS)
            trust = evaluation.TRUST
            row += luck_error(fair, trust.share_of_luck(int(row[0])), trust.unseen)
            rows.append(
                [*row, *((sum(part**2 for part in each) / 2 / PAIRS) ** 0.5 for each in zip(*errors, strict=True))]
            )
    return rows


def summary_of_choices(rows: list[list[float]], key: str) -> Iterator[str]:
    for name, part in (("chance to win", 0), ("points", 1)):
        for low, high in [(LEAST[part], SIZES[part][-1]), *pairwise(SIZES[part])]:
            own = [row for row in rows if low <= row[part] < high and row[7 + part]]  # A proved loss has no error.
            if len(own) >= LEAST_PAIRS:
                yield f"{name} {low:g} to {high:g}: {_claims(own, part)}"
    marked = [row for row in rows if row[9]]
    refuted = sum(row[2] < -PROVED * row[3] for row in marked)
    yield f"{refuted} of {len(marked)} marked moves are better than what was called better, beyond two standard errors"


def _claims(rows: list[list[float]], part: int) -> str:
    claimed, realised, errors, stated = (
        [row[at] for row in rows] for at in (part, 2 + 2 * part, 3 + 2 * part, 7 + part)
    )
    apart = [two - one for one, two in zip(claimed, realised, strict=True)]
    own = max(0.0, fmean(each**2 for each in apart) - fmean(error**2 for error in errors)) ** 0.5
    known = fmean(each**2 for each in stated) ** 0.5
    covered = fmean(
        abs(each) <= EIGHTY_PERCENT * hypot(*both)
        for each, both in zip(apart, zip(errors, stated, strict=True), strict=True)
    )
    noise = stdev(apart) / len(apart) ** 0.5
    return (
        f"{len(rows)} claims of {fmean(claimed):.3f}, realised {fmean(realised):.3f} ± {noise:.3f}; "
        f"error of one claim {own:.3f}, stated {known:.3f}; the 80 % interval covers {covered:.0%}"
    )


def summary_of_account(rows: list[list[float]], key: str) -> Iterator[str]:
    for name, part in (("chance to win", 0), ("points", 1)):
        parts = [row[part] for row in rows]
        largest = max(map(abs, parts))
        spread = fmean(each**2 for each in parts) ** 0.5
        yield f"{name} left unexplained in {len(parts)} matches: spread {spread:.3f}, largest {largest:.3f}"
    yield f"{fmean(row[2] for row in rows):.1f} marks a match"


def summary_of_times(rows: list[list[float]], key: str) -> Iterator[str]:
    for name, parts in zip(("choices", *EFFORTS[:2]), zip(*rows, strict=True), strict=True):
        yield f"{name} in {len(rows)} matches: {min(parts):.1f} to {max(parts):.1f}"


def summary_of_deals(rows: list[list[float]], key: str) -> Iterator[str]:
    for number, pairs in sorted(Counter(row[0] for row in rows).items()):
        if pairs < LEAST_PAIRS:
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
    told = [row for row in rows if len(row) > STATED]
    share_of = EVALUATIONS[key].TRUST.share_of_luck
    for name, part in (("chance to win", 0), ("points", 1)):
        # The difference of two tables, each with its error, and the noise of what was realised.
        apart = [
            row[5 + part] - row[9 + part] - share_of(int(row[0])) * (row[3 + part] - row[7 + part]) for row in told
        ]
        square = fmean(each**2 / 2 - row[STATED + 2 + part] ** 2 for each, row in zip(apart, told, strict=True))
        stated = fmean(row[STATED + part] ** 2 for row in told) ** 0.5
        covered = fmean(
            abs(each) <= EIGHTY_PERCENT * 2**0.5 * hypot(row[STATED + part], row[STATED + 2 + part])
            for each, row in zip(apart, told, strict=True)
        )
        yield (
            f"luck of one of {2 * len(told)} tables, {name}: error {max(0.0, square) ** 0.5:.3f}, stated {stated:.3f}; "
            f"the 80 % interval of a difference covers {covered:.0%}"
        )


def slope_of(claimed: list[float], realised: list[float]) -> tuple[float, float]:
    """The slope of a line through 0, and its standard error."""
    squares = sum(one * one for one in claimed)
    slope = sum(one * two for one, two in zip(claimed, realised, strict=True)) / squares
    rest = sum((two - slope * one) ** 2 for one, two in zip(claimed, realised, strict=True))
    return slope, (rest / (len(claimed) - 1) / squares) ** 0.5


KINDS: Final = {
    "choices": (choices, summary_of_choices),
    "deals": (deals, summary_of_deals),
    "account": (account, summary_of_account),
    "times": (times, summary_of_times),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--kind", choices=KINDS, default="choices")
    parser.add_argument("--judge", type=int, default=0, help="iterations after both moves, instead of playing on")
    parser.add_argument("--options", default="{}")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    asked = parser.parse_args()
    measured, summary = KINDS[asked.kind]
    about = {"revision": REVISION} | {
        part: getattr(asked, part) for part in ("game", "options", "seats", "kind", "judge")
    }
    end = time.monotonic() + 60 * asked.minutes
    lines = [json.loads(line) for line in RESULTS.read_text().splitlines()]
    of_now = {line["number"]: line["rows"] for line in lines if about.items() <= line.items()}
    number = 0
    with RESULTS.open("a") as file, ProcessPoolExecutor(asked.processes) as pool:
        while time.monotonic() < end:
            wanted = list(islice((other for other in count(number) if other not in of_now), asked.processes))
            found = [
                pool.submit(measured, asked.game, asked.options, other, asked.seats, asked.judge) for other in wanted
            ]
            for other, rows in zip(wanted, found, strict=True):
                of_now[other] = rows.result()
                file.write(json.dumps({**about, "number": other, "rows": of_now[other]}) + "\n")
            file.flush()
            number = wanted[-1] + 1
    for sentence in summary([row for rows in of_now.values() for row in rows], asked.game):
        print(sentence)


if __name__ == "__main__":
    main()
