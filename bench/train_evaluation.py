"""The weights of an evaluation: `python -m bench.train_evaluation GAME FOLDER` writes them into its package.

The first pass plays matches of simple players and fits the networks to their final points. In the passes after it a
match begins with simple players who make slips, each seat as many as it likes, and is played on to its end by short
searches with the weights so far; the networks are fitted to what these searches expected a little later and to the
final points. Needs numpy. FOLDER keeps the matches, so that an interrupted training goes on; every match has its own
seed, so that the same program makes the same weights. One match in ten is held out: the printed errors and the
calibration of the chance to win are those of held-out matches.

The weights of pavilion now are those of the program as it was before the search explored less; they took about ten
minutes. Those of azacru were made before targets came from searches.
"""

import json
import os
import pickle
import sys
from importlib import import_module
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # Before numpy is loaded: small matrices, and the same sums everywhere.

import numpy as np

from bench import sparse_training
from bench.sparse_training import Examples, Weights
from core import sparse_net
from core.game import CHANCE
from core.review import search
from core.review.values import known

PART = 40
"""Matches kept in one file."""

SEATS = (2, 2, 3, 2, 2, 2, 4, 2)
"""The numbers of seats of matches in turn."""

DECAY = 0.9
"""Weight of what comes after the next choice in the targets of the later passes."""

SLIPS = (0.0, 0.1, 0.3, 0.6)
"""Shares of slips of the players that begin a match; short searches make some too, so that they see more."""
SLIP = 0.04

MOST = 80
"""Features of a position at most."""


class Side(NamedTuple):
    """What a network is for: options of the game, and the matches of each pass."""

    options: dict[str, Any]
    matches: tuple[int, ...]


class Plan(NamedTuple):
    """How to train for a game.

    `sides` are named by their network, `share` is that of the positions that are looked at, `unit` the points that the
    network counts as 1, `longest` the choices of a seat that simple players make at most before searches go on.
    """

    sides: dict[str, Side]
    share: float
    unit: float
    longest: int
    hidden: int = 16
    epochs: int = 5
    iterations: int = 24


PLANS = {
    "pavilion": Plan(
        {
            "colored": Side({"board": "colored"}, (1600, 480)),
            "variant": Side({"board": "variant"}, (1200, 160)),
        },
        0.5,
        20.0,
        60,
    ),
    "azacru": Plan({"net": Side({}, (1600, 200))}, 0.5, 5.0, 30),
}


class Record(NamedTuple):
    """A match that was played for training.

    `expected` are the final points that the search of each choice expected, None without a search; `kept` says whether
    a choice was followed by the move that was searched for. Positions are looked at `since` this event.
    """

    seats: int
    events: list[Any]
    expected: list[tuple[float, ...] | None]
    kept: list[bool]
    since: int


def play(key: str, plan: Plan, options: dict[str, Any], seats: int, seed: str, iterations: int) -> Record:
    """A match of simple players, which searches of so many iterations play on; without iterations, of simple ones."""
    game, evaluation = (import_module(f"core.games.{key}{part}") for part in ("", ".evaluation"))
    rng = Random(seed)
    state, record = game.setup(seats, game.Options(**options)), Record(seats, [], [], [], 0)
    slips = [rng.choice(SLIPS) if iterations else SLIP for _ in range(seats)]
    simple = rng.randrange(plan.longest * seats) if iterations and rng.random() < 0.7 else 0
    while (turn := game.turn(state)) is not None:
        expected, slip = None, False
        if turn == CHANCE:
            event = game.deal(state, rng)
        else:
            simple -= 1
            searched = iterations and simple < 0
            slip = rng.random() < (SLIP if searched else slips[turn])
            if searched:
                event, expected = searched_move(search.Search(game, evaluation, rng), state, iterations)
            elif not slip:
                event = game.choose(state, rng)
            if slip:
                event = rng.choice([own for own, _ in evaluation.priors(state)[:12]])
        if iterations and expected is None and turn != CHANCE:
            record = record._replace(since=len(record.events) + 1)
        record.events.append(event)
        record.expected.append(expected)
        record.kept.append(not slip)
        state = game.evolve(state, event)
    return record


def searched_move(found: search.Search, state: Any, iterations: int) -> tuple[Any, tuple[float, ...]]:
    """The move of a search, and the final points that it expects."""
    root = found.grow(found.node(state), iterations)
    index = search.best(root)
    return root.moves[index][0], root.children[index].mean().points


def targets(record: Record, final: list[float]) -> list[list[float]]:
    """By position, the final points as the searches from there on expected them, the later the less, and the end.

    This has less noise than the final points alone; what follows a slip does not count.
    """
    found, seen = [], final
    for expected, kept in zip(reversed(record.expected), reversed(record.kept), strict=True):
        if expected is not None:
            decay = DECAY if kept else 0.0
            seen = [decay * own + (1 - decay) * value for own, value in zip(seen, expected, strict=True)]
        found.append(seen)
    return found[::-1]


def part(key: str, plan: Plan, side: str, number: int, first: int, file: Path) -> list[Record]:
    """The matches of one file, which are played if it is not there yet."""
    if not file.exists():
        found = []
        for match in range(first, first + PART):
            seed, iterations = f"{key} {side} {number} {match}", plan.iterations if number else 0
            found.append(play(key, plan, plan.sides[side].options, SEATS[match % len(SEATS)], seed, iterations))
        file.write_bytes(pickle.dumps([tuple(record) for record in found]))
    return [Record(*record) for record in pickle.loads(file.read_bytes())]


def examples(key: str, plan: Plan, side: str, records: list[Record]) -> tuple[np.ndarray, "Rows"]:
    """Features and rows of the positions that are looked at."""
    game, inputs = (import_module(f"core.games.{key}{part}") for part in ("", ".evaluation.inputs"))
    found, rows, rng = [], [], Random(0)
    for match, record in enumerate(records):
        states = list(
            accumulate(
                record.events, game.evolve, initial=game.setup(record.seats, game.Options(**plan.sides[side].options))
            )
        )
        final = [float(points) for points in known(game.scores(states[-1]))]
        winners = game.outcome(states[-1]).winners
        goals = targets(record, final)
        for position in range(record.since, len(record.events)):
            if rng.random() < plan.share:
                for seat in range(record.seats):
                    seen, points = inputs.features(states[position], seat)
                    found.append(seen + [-1] * (MOST - len(seen)))
                    share = (seat in winners) / len(winners)
                    place = match, position, record.seats, seat, inputs.moment(states[position])
                    rows.append((*place, points, final[seat], share, goals[position][seat]))
    return np.array(found, np.int16), Rows(*np.array(rows, np.float32).T)


class Rows(NamedTuple):
    """The columns of all rows: a row is a position seen from a seat."""

    match: np.ndarray
    position: np.ndarray
    seats: np.ndarray
    seat: np.ndarray
    moment: np.ndarray
    points: np.ndarray
    final: np.ndarray
    share: np.ndarray
    target: np.ndarray


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
        _forget(key)


def fitted(key: str, plan: Plan, side: str, number: int, folder: Path, before: dict[str, Any] | None) -> dict[str, Any]:
    """The network of one pass, which begins with that of the pass before and looks at all matches with searches."""
    inputs = import_module(f"core.games.{key}.evaluation.inputs")
    found, rows = examples(key, plan, side, played(key, plan, side, number, folder))
    held = rows.match // len(SEATS) % 10 == 9
    of = Examples(found, rows.target - rows.points, held)
    print(f"{key} {side}, pass {number}: {len(found)} rows, mean final points {rows.final.mean():.1f}", flush=True)
    start, top = sparse_training.random_weights(inputs.NUMBER, plan.hidden), 2e-3
    if before:
        start, top = sparse_training.as_weights(before), 1e-3
    weights, error = sparse_training.fit(of, start, plan.epochs, top, plan.unit)
    return {**sparse_training.as_data(weights), **assured(rows, found, weights, held, inputs.MOMENTS, error)}


def played(key: str, plan: Plan, side: str, number: int, folder: Path) -> list[Record]:
    """The matches of the pass, and of those before it that were searched."""
    records = []
    for own in range(min(1, number), number + 1):
        for first in range(0, plan.sides[side].matches[own], PART):
            records += part(key, plan, side, own, first, folder / f"{key}-{side}-{own}-{first}.pickle")
    return records


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
    calibration(Rows(*(column[held] for column in rows)), expected[held], spread)
    return {"spreads": spread, "error": round(error, 3)}


def _forget(key: str) -> None:
    """Read the weights anew."""
    sparse_net.weights.cache_clear()
    for cached in vars(import_module(f"core.games.{key}.evaluation")).values():
        if hasattr(cached, "cache_clear"):
            cached.cache_clear()


if __name__ == "__main__":
    train(sys.argv[1], Path(sys.argv[2]))
