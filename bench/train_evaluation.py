"""The weights of an evaluation: `python -m bench.train_evaluation GAME FOLDER` writes them into its package.

The first pass plays matches of simple players. In the passes after it a match begins with simple players who make
slips, each seat as many as it likes, and is played on to its end by searches with the weights so far. The networks are
fitted to the final points: what a search expected is no target, as that would keep its errors. Needs numpy. FOLDER
keeps the matches, so that an interrupted training goes on; every match has its own seed, so that the same program and
kernels make the same weights. One match in ten is held out: the printed errors, those of the seat that begins a round,
and the calibration of the chance to win are those of held-out matches.

The weights of azacru now are those of the program as it was with shorter searches in Python.
"""

import json
import os
import pickle
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # Before numpy is loaded: small matrices, and the same sums everywhere.

import numpy as np

from bench import sparse_training
from bench.sparse_training import Examples, Weights
from core.game import CHANCE
from core.review.compiled import search_of
from core.review.search import best
from core.review.values import known

PART = 40
"""Matches kept in one file."""

SEATS = (2, 2, 3, 2, 2, 2, 4, 2)
"""The numbers of seats of matches in turn."""

SLIPS = (0.0, 0.1, 0.3, 0.6)
"""Shares of slips of the simple players that begin a match, and of those that play a whole one."""
SLIP = 0.04

MOST = 80
"""Features of a position at most."""


class Side(NamedTuple):
    """What a network is for: options of the game, and the matches of each pass."""

    options: dict[str, Any]
    matches: tuple[int, ...]


class Plan(NamedTuple):
    """How to train for a game.

    `sides` are named by their network, `share` is that of the positions that are looked at, besides those where a
    search stops; `unit` are the points that the network counts as 1, `longest` the choices of a seat that simple
    players make at most before searches go on, `iterations` those of a search in Python (`Search.speed`).
    """

    sides: dict[str, Side]
    share: float
    unit: float
    longest: int
    hidden: int = 16
    epochs: int = 6
    iterations: int = 20


PLANS = {
    "pavilion": Plan(
        {
            "colored": Side({"board": "colored"}, (1600, 1200, 3600, 4800)),
            "variant": Side({"board": "variant"}, (1200, 600, 1800, 1200)),
        },
        0.3,
        20.0,
        60,
    ),
    "azacru": Plan({"net": Side({}, (1600, 200))}, 0.5, 5.0, 30),
}


class Record(NamedTuple):
    """A match that was played for training. Positions are looked at `since` this event."""

    seats: int
    events: list[Any]
    since: int


def play(key: str, plan: Plan, options: dict[str, Any], seats: int, seed: str, is_searched: bool) -> Record:
    """A match of simple players, which searches may play on."""
    game, evaluation = (import_module(f"core.games.{key}{part}") for part in ("", ".evaluation"))
    rng = Random(seed)
    state, events, since = game.setup(seats, game.Options(**options)), list[Any](), 0
    slips = [rng.choice(SLIPS) if is_searched else SLIP for _ in range(seats)]
    simple = rng.randrange(plan.longest * seats) if is_searched and rng.random() < 0.7 else 0
    while (turn := game.turn(state)) is not None:
        if turn == CHANCE:
            event = game.deal(state, rng)
        elif is_searched and simple <= 0:
            search = search_of(game, evaluation, state, rng)
            root = search.grow(search.node(state), plan.iterations * search.speed)
            event = root.moves[best(root)][0]
        else:
            simple -= 1
            is_slip = rng.random() < slips[turn]
            event = rng.choice(evaluation.priors(state)[:12])[0] if is_slip else game.choose(state, rng)
            since = len(events) + 1 if is_searched else 0
        events.append(event)
        state = game.evolve(state, event)
    return Record(seats, events, since)


def part(key: str, plan: Plan, side: str, folder: Path, place: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    """Features and rows of the matches of one file, by pass and first match; they are played if it is not there yet."""
    number, first = place
    file = folder / f"{key}-{side}-{number}-{first}.pickle"
    if not file.exists():
        found = []
        for match in range(first, first + PART):
            seats, options = SEATS[match % len(SEATS)], plan.sides[side].options
            found.append(play(key, plan, options, seats, f"{key} {side} {number} {match}", number > 0))
        file.write_bytes(pickle.dumps([tuple(record) for record in found]))
    return examples(key, plan, side, first, [Record(*record) for record in pickle.loads(file.read_bytes())])


def examples(key: str, plan: Plan, side: str, first: int, records: list[Record]) -> tuple[np.ndarray, np.ndarray]:
    """Features and rows of the positions that are looked at."""
    game, evaluation, inputs = (
        import_module(f"core.games.{key}{part}") for part in ("", ".evaluation", ".evaluation.inputs")
    )
    found, rows, rng = [], [], Random(first)
    for match, record in enumerate(records, first):
        start = game.setup(record.seats, game.Options(**plan.sides[side].options))
        states = list(accumulate(record.events, game.evolve, initial=start))
        turns = list(map(game.turn, states))
        final, winners = known(game.scores(states[-1])), game.outcome(states[-1]).winners
        for position in range(record.since, len(record.events)):
            state, stops = states[position], evaluation.is_horizon(states[position])
            if stops or rng.random() < plan.share:
                near = next((turn for turn in turns[position:] if turn != CHANCE), None)
                for seat in range(record.seats):
                    seen, points = inputs.features(state, seat)
                    found.append(seen + [-1] * (MOST - len(seen)))
                    share = (seat in winners) / len(winners)
                    place = match, record.seats, seat, inputs.moment(state)
                    rows.append((*place, points, final[seat], share, stops, seat == near))
    return np.array(found, np.int16), np.array(rows, np.float32)


class Rows(NamedTuple):
    """The columns of all rows: a row is a position seen from a seat.

    `share` is that of the win, `stops` tells whether a search stops there, `is_next` whether the seat chooses next.
    """

    match: np.ndarray
    seats: np.ndarray
    seat: np.ndarray
    moment: np.ndarray
    points: np.ndarray
    final: np.ndarray
    share: np.ndarray
    stops: np.ndarray
    is_next: np.ndarray


def spreads(rows: Rows, misses: np.ndarray, moments: int) -> list[list[float]]:
    """How far leads are missed, by seats and moment, as the scale of a logistic distribution.

    Neighboring moments count less with each step away, as there are few matches.
    """
    result = []
    for seats in (2, 3, 4):
        some = rows.seats == seats
        by_table = misses[some].reshape(-1, seats)
        moment = rows.moment[some].reshape(-1, seats)[:, 0]
        squares = ((by_table - np.roll(by_table, 1, axis=1)) ** 2).mean(1)
        own = [np.sqrt(np.average(squares, weights=0.2 ** np.abs(moment - each))) for each in range(moments)]
        result.append([max(0.1, round(float(each) * 3**0.5 / np.pi, 2)) for each in own])
    return result


def calibration(rows: Rows, expected: np.ndarray, spread: list[list[float]]) -> None:
    """Print the claimed chances to win beside the matches won, for all positions and for each third of a match."""
    moments = len(spread[0])
    for seats in (2, 3, 4):
        some = rows.seats == seats
        points, shares = expected[some].reshape(-1, seats), rows.share[some].reshape(-1, seats)
        moment = rows.moment[some].astype(int).reshape(-1, seats)[:, 0]
        chances = np.exp((points - points.max(1, keepdims=True)) / np.array(spread[seats - 2])[moment][:, None])
        chances /= chances.sum(1, keepdims=True)
        for name, of in (
            ("all", moment >= 0),
            *((f"third {each}", moment * 3 // moments == each) for each in range(3)),
        ):
            bins = (chances * 10).astype(int).clip(0, 9)
            used = [(bins == each) & of[:, None] for each in range(10)]
            table = " ".join(f"{chances[own].mean():.2f}:{shares[own].mean():.2f}" for own in used if own.any())
            print(f"    {seats} seats, {name}, claimed:won {table}", flush=True)


def advantage(rows: Rows, misses: np.ndarray) -> None:
    """Print by how much the next seat to choose is valued too low where searches stop, by moment."""
    some = (rows.stops > 0) & (rows.seats == 2)
    for moment in np.unique(rows.moment[some]):
        here = some & (rows.moment == moment)
        low = (misses[here] * np.where(rows.is_next[here] > 0, 1, -1)).reshape(-1, 2).sum(1)
        error = low.std() / len(low) ** 0.5
        print(f"    moment {moment:.0f}: the next seat realised {low.mean():+.2f} +- {error:.2f} of {len(low)}")


def train(key: str, folder: Path) -> None:
    plan = PLANS[key]
    target = Path("core/games") / key / "evaluation/weights.json"
    folder.mkdir(parents=True, exist_ok=True)
    before: dict[str, Any] = {}
    for number in range(len(next(iter(plan.sides.values())).matches)):
        done = folder / f"{key}-{number}.json"
        if not done.exists():
            data = {side: fitted(key, plan, side, number, folder, before.get(side)) for side in plan.sides}
            sparse_training.write(done, data)
        target.write_text(done.read_text("utf-8"), "utf-8")
        before = json.loads(done.read_text("utf-8"))


def fitted(key: str, plan: Plan, side: str, number: int, folder: Path, before: dict[str, Any] | None) -> dict[str, Any]:
    """The network of one pass, which begins with that of the pass before, on the matches of both."""
    inputs = import_module(f"core.games.{key}.evaluation.inputs")
    found, rows = played(key, plan, side, number, folder)
    held = rows.match // len(SEATS) % 10 == 9
    print(f"{key} {side}, pass {number}: {len(found)} rows, mean final points {rows.final.mean():.1f}", flush=True)
    start, top = sparse_training.random_weights(inputs.NUMBER, plan.hidden), 2e-3
    if before:
        start, top = sparse_training.as_weights(before), 1e-3
    of = Examples(found, rows.final - rows.points, held)
    weights, error = sparse_training.fit(of, start, plan.epochs, top, plan.unit)
    return {**sparse_training.as_data(weights), **assured(rows, found, weights, held, inputs.MOMENTS, error)}


def played(key: str, plan: Plan, side: str, number: int, folder: Path) -> tuple[np.ndarray, Rows]:
    """The positions of the pass, and of the one before it if it was searched. New processes read the newest weights."""
    passes = range(max(min(1, number), number - 1), number + 1)
    places = [(own, first) for own in passes for first in range(0, plan.sides[side].matches[own], PART)]
    with ProcessPoolExecutor() as pool:
        found, rows = zip(*pool.map(partial(part, key, plan, side, folder), places), strict=True)
    return np.concatenate(found), Rows(*np.concatenate(rows).T)


def assured(
    rows: Rows, found: np.ndarray, weights: Weights, held: np.ndarray, moments: int, error: float
) -> dict[str, Any]:
    """How sure the points are: the spreads, from the misses of held-out matches and of the others made as great."""
    expected = rows.points + sparse_training.answers(found, weights)
    misses = rows.final - expected
    greater = max(1.0, float(misses[held].std() / misses[~held].std()))
    print(f"    error {misses[held].std():.2f} in held-out matches, {misses[~held].std():.2f} in the others")
    spread = spreads(rows, np.where(held, 1.0, greater) * misses, moments)
    print(f"    spreads {spread}")
    advantage(Rows(*(column[held] for column in rows)), misses[held])
    calibration(Rows(*(column[held] for column in rows)), expected[held], spread)
    return {"spreads": spread, "error": round(error, 3)}


if __name__ == "__main__":
    train(sys.argv[1], Path(sys.argv[2]))
