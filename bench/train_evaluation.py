"""The weights of an evaluation: `python -m bench.train_evaluation GAME FOLDER` writes them beside the game.

Matches are played by the simple player, then by short searches with the weights so far; after each of these passes the
networks are fitted to the final points. Needs numpy. FOLDER keeps what was played, so that an interrupted training goes
on; every match has its own seed, so that the same program makes the same weights (those beside the games were made with
the search of the day; another search plays other matches). One match in ten is held out: the printed
errors and the calibration of the chance to win are those of held-out matches.
"""

import json
import os
import sys
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # Before numpy is loaded: small matrices, and the same sums everywhere.

import numpy as np

from bench import sparse_training
from core import sparse_net
from core.game import CHANCE
from core.review import search

PASSES = 2
PART = 40
"""Matches kept in one file."""

DECAY = 0.85
"""Weight of what comes after the next position that was looked at, in the targets of the later passes."""

MOST = 80
"""Features of a position at most."""


class Side(NamedTuple):
    """What a network is for: options of the game, and the matches of each pass."""

    options: dict[str, Any]
    matches: tuple[int, ...]


class Plan(NamedTuple):
    """How to train for a game.

    `sides` are named by their network, `share` is that of the positions that are looked at, `unit` the points that the
    network counts as 1.
    """

    sides: dict[str, Side]
    share: float
    unit: float
    hidden: int = 16
    epochs: int = 3
    iterations: int = 24


PLANS = {
    "pavilion": Plan(
        {"colored": Side({"board": "colored"}, (1600, 120)), "variant": Side({"board": "variant"}, (1600, 40))},
        0.3,
        20.0,
    ),
    "azacru": Plan({"net": Side({}, (1600, 200))}, 0.5, 5.0),
}


def move(game: Any, evaluation: Any, state: Any, rng: Random, iterations: int) -> Any:
    if rng.random() < 0.04:
        return rng.choice([event for event, _ in evaluation.priors(state)[:10]])
    if not iterations:
        return game.choose(state, rng)
    found = search.Search(game, evaluation, rng)
    root = found.grow(found.node(state), iterations)
    return root.moves[search.best(root)][0]


def play(key: str, plan: Plan, options: dict[str, Any], seats: int, seed: str, iterations: int) -> Any:
    """Sampled positions of a match: features, points now, moment, and the match's final points and shares."""
    game, evaluation, inputs = (import_module(f"core.games.{key}{part}") for part in ("", ".evaluation", ".inputs"))
    rng = Random(seed)
    state, found = game.setup(seats, game.Options(**options)), []
    while (turn := game.turn(state)) is not None:
        if rng.random() < plan.share:
            rows = [inputs.features(state, seat) for seat in range(seats)]
            found.append((rows, game.scores(state), inputs.moment(state)))
        event = game.deal(state, rng) if turn == CHANCE else move(game, evaluation, state, rng, iterations)
        state = game.evolve(state, event)
    winners = game.outcome(state).winners
    shares = [(seat in winners) / len(winners) for seat in range(seats)]
    return found, game.scores(state), shares


def part(key: str, plan: Plan, side: str, number: int, first: int, file: Path) -> None:
    """Play the matches of one file, if it is not there yet."""
    if file.exists():
        return
    found, rows = [], []
    for match in range(first, first + PART):
        seats = (2, 2, 3, 4)[match % 4]
        seed = f"{key} {side} {number} {match}"
        iterations = plan.iterations if number else 0
        positions, final, shares = play(key, plan, plan.sides[side].options, seats, seed, iterations)
        for position, (seen, points, moment) in enumerate(positions):
            for seat in range(seats):
                found.append(seen[seat] + [-1] * (MOST - len(seen[seat])))
                rows.append((match, position, seats, seat, moment, points[seat], final[seat], shares[seat]))
    np.savez_compressed(file, features=np.array(found, np.int16), rows=np.array(rows, np.float32))


def spreads(rows: np.ndarray, misses: np.ndarray, moments: int) -> list[list[float]]:
    """How far leads are missed, by seats and moment, as the scale of a logistic distribution.

    Neighboring moments count less with each step away, as there are few matches.
    """
    result = []
    for seats in (2, 3, 4):
        some = rows[:, 2] == seats
        by_table = misses[some].reshape(-1, seats)
        moment = rows[some, 4].reshape(-1, seats)[:, 0]
        squares = ((by_table - np.roll(by_table, 1, axis=1)) ** 2).mean(1)
        own = [np.sqrt(np.average(squares, weights=0.5 ** np.abs(moment - each))) for each in range(moments)]
        result.append([round(float(each) * 3**0.5 / np.pi, 2) for each in own])
    return result


def calibration(rows: np.ndarray, expected: np.ndarray, spread: list[list[float]]) -> None:
    for seats in (2, 3, 4):
        some = rows[:, 2] == seats
        points, shares = expected[some].reshape(-1, seats), rows[some, 7].reshape(-1, seats)
        own = np.array(spread[seats - 2])[rows[some, 4].astype(int).reshape(-1, seats)[:, 0]]
        chances = np.exp((points - points.max(1, keepdims=True)) / own[:, None])
        chances /= chances.sum(1, keepdims=True)
        bins = (chances * 10).astype(int).clip(0, 9)
        used = [bins == each for each in range(10) if (bins == each).any()]
        table = " ".join(f"{chances[some].mean():.2f}:{shares[some].mean():.2f}" for some in used)
        print(f"    {seats} seats, claimed:won {table}", flush=True)


def train(key: str, folder: Path) -> None:
    plan = PLANS[key]
    target = Path("core/games") / key / "weights.json"
    folder.mkdir(parents=True, exist_ok=True)
    before: dict[str, Any] = {}
    for number in range(PASSES):
        done = folder / f"{key}-{number}.json"
        if not done.exists():
            data = {side: fitted(key, plan, side, number, folder, before.get(side)) for side in plan.sides}
            sparse_training.write(done, data)
        target.write_text(done.read_text("utf-8"), "utf-8")
        before = json.loads(done.read_text("utf-8"))
        _forget(key)


def fitted(key: str, plan: Plan, side: str, number: int, folder: Path, before: dict[str, Any] | None) -> dict[str, Any]:
    """The network of one pass, which begins with that of the pass before."""
    inputs = import_module(f"core.games.{key}.inputs")
    firsts = range(0, plan.sides[side].matches[number], PART)
    files = [folder / f"{key}-{side}-{number}-{first}.npz" for first in firsts]
    for file, first in zip(files, firsts, strict=True):
        part(key, plan, side, number, first, file)
    loaded = [np.load(file) for file in files]
    found = np.concatenate([each["features"] for each in loaded])
    rows = np.concatenate([each["rows"] for each in loaded])
    held = rows[:, 0] // 4 % 10 == 9
    print(f"{key} {side}, pass {number}: {len(rows)} rows, mean final points {rows[:, 6].mean():.1f}", flush=True)
    start = sparse_training.as_arrays(before, plan.unit) if before else None
    weights, out, error = sparse_training.fit(
        found,
        rows[:, 6] - rows[:, 5],
        held,
        inputs.NUMBER,
        plan.hidden,
        plan.epochs if start is None else 5 * plan.epochs,
        plan.unit,
        start,
        None if start is None else lambda answers: returns(rows, answers),
    )
    expected = rows[:, 5] + sparse_training.answers(found, weights, out)
    misses = rows[:, 6] - expected
    print(f"    error {misses[held].std():.2f} in held-out matches, {misses[~held].std():.2f} in the others")
    if before is None:
        spread = spreads(rows[held], misses[held], inputs.MOMENTS)
    else:  # Few matches: all are used, with what the error in those held out is greater.
        greater = max(1.0, float(misses[held].std() / misses[~held].std()))
        spread = spreads(rows, misses * greater, inputs.MOMENTS)
    print(f"    spreads {spread}")
    calibration(rows[held], expected[held], spread)
    return {**sparse_training.as_data(weights, out), "spreads": spread, "error": round(error, 3)}


def returns(rows: np.ndarray, answers: np.ndarray) -> np.ndarray:
    """The points still to come as the positions that follow in the match see them, the later the less, and its end.

    This has less noise than the final points alone.
    """
    order = np.lexsort((-rows[:, 1], rows[:, 3], rows[:, 0]))
    expected = (answers + rows[:, 5])[order].tolist()
    final = rows[order, 6].tolist()
    whose = (rows[order, 0] * 4 + rows[order, 3]).tolist()
    found, seen, before = [], 0.0, None
    for own, whole, value in zip(whose, final, expected, strict=True):
        seen = whole if own != before else seen
        found.append(seen)
        seen = DECAY * seen + (1 - DECAY) * value
        before = own
    result = np.empty(len(rows))
    result[order] = found
    return result - rows[:, 5]


def _forget(key: str) -> None:
    """Read the weights anew."""
    sparse_net.weights.cache_clear()
    for cached in vars(import_module(f"core.games.{key}.evaluation")).values():
        if hasattr(cached, "cache_clear"):
            cached.cache_clear()


if __name__ == "__main__":
    train(sys.argv[1], Path(sys.argv[2]))
