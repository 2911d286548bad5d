"""Fit the network that judges a table of chocolatier between two rounds: core/games/chocolatier/network.json.

    pip install numba numpy
    python bench/train_chocolatier.py FOLDER [--generations N] [--write]

Fitted value iteration: each generation plays matches of varied strength, values each table between rounds by a search
of the next round over a fair deal with the network of the last generation, and goes on fitting to the newest values.
FOLDER keeps every generation, so that an interrupted training goes on. Errors are printed for matches that no
generation was fitted on. Everything follows from SEED.
"""

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
from chocolatier_fit import epoch, moments_of
from chocolatier_network import forget, judged, untrained, workspace
from chocolatier_rules import ROUND, SIZE
from chocolatier_search import SUMS, deeper, play
from chocolatier_tree import tree
from chocolatier_weights import write

SEED = 20261
WORK, NODES = workspace(), tree(40_000, SUMS)

ITERATIONS = 50
"""Of the values: what the review gives a dealt table."""

FIRST = 60_000
"""Matches of the simple player, whose results the first network is fitted to."""

GENERATIONS = ((50_000, 4_000, 4, 1), (100_000, 12_000, 2, 1))
"""Matches of the simple player and of short searches; passes; processes that value their tables."""

SHORT = 12
"""Iterations of these searches."""

KEPT = 3
"""Generations whose tables are fitted to."""


def log(*words: object) -> None:
    print(f"{time.process_time():7.0f} s", *words, flush=True)


def matches(number, seed, iterations, searching, net):
    states, results = np.zeros((number * 12, SIZE), np.int32), np.zeros((number * 12, 4))
    k = play(number, seed, iterations, searching, net, WORK, NODES, states, results)
    return states[:k].copy(), results[:k].copy()


def fit(states, targets, net, passes, rate):
    """Adam over all tables but each tenth block, for which the distance to the (noisy) targets is printed."""
    rng = np.random.default_rng(len(states))
    moments = moments_of(net)
    step, kept = 0, np.arange(len(states)) // 40 % 20 == 0
    fitted, values = np.flatnonzero(~kept), np.zeros((len(states), 3))
    for number in range(passes):
        speed = rate * (1 - number / passes) ** 1.5 + 2e-5
        step, losses = epoch(states, rng.permutation(fitted), targets, net, moments, step, 128, speed, 1e-3, WORK)
        forget(WORK)
        judged(states[kept], net, WORK, values[: kept.sum()])
        lead = (values[:, 1] - values[:, 2])[: kept.sum()] - targets[kept, 1] + targets[kept, 2]
        log(f"  pass {number + 1}: lead {losses[0] ** 0.5:.2f}, held out {(lead**2).mean() ** 0.5:.2f}")


def searched(states, net, seed):
    forget(WORK)
    means, errors = np.zeros((len(states), 3)), np.zeros((len(states), 2))
    deeper(states, 1, ITERATIONS, seed, net, WORK, NODES, means, errors)
    return means


def valued(folder, number, net):
    """The tables of a generation with their values."""
    kept = folder / f"tables{number}.npz"
    if not kept.exists():
        simple, short, _, processes = GENERATIONS[number]
        seed = SEED + 10 * number
        played = [matches(simple, seed + 1, 0, 0.0, net)[0], matches(short, seed + 2, SHORT, 1.0, net)[0]]
        log(f"generation {number}:", [len(states) for states in played], "tables")
        states = np.concatenate(played)
        with ProcessPoolExecutor(processes) as pool:
            shares = np.array_split(states, processes)
            values = pool.map(searched, shares, [net] * processes, range(seed + 3, seed + 3 + processes))
            np.savez(kept, states=states, values=np.concatenate(list(values)))
        log("  valued")
    with np.load(kept) as file:
        return file["states"], file["values"]


def generation(folder, number, net):
    valued(folder, number, net)
    newest = range(max(0, number + 1 - KEPT), number + 1)
    tables = [valued(folder, one, net) for one in newest]
    states, targets = (np.concatenate(parts) for parts in zip(*tables, strict=True))
    fit(states, targets, net, GENERATIONS[number][2], 3e-3 if number < 2 else 2e-3)


def gap(net, number=600, deals=24, seed=999):
    """What the network says against the mean of values one round deeper; noise of the deals taken off."""
    states, results = matches(number, seed, 40, 0.5, net)
    means, errors, values = np.zeros((len(states), 3)), np.zeros((len(states), 2)), np.zeros((len(states), 3))
    deeper(states, deals, ITERATIONS, seed, net, WORK, NODES, means, errors)
    judged(states, net, WORK, values)
    lead = values[:, 1] - values[:, 2] - means[:, 1] + means[:, 2]
    win = values[:, 0] - means[:, 0]
    sums = np.zeros(2)
    for at in range(9):
        own = states[:, ROUND] == at
        if own.sum() < 20:
            continue
        squares = np.array(
            [(lead[own] ** 2).mean() - errors[own, 1].mean(), (win[own] ** 2).mean() - errors[own, 0].mean()]
        )
        sums += np.maximum(squares, 0) * (own.sum() / number if at else 1)
        sd = np.sqrt(np.maximum(squares, 0))
        bias = lead[own].mean()
        log(f"  after round {at}: {own.sum():5d} gap {sd[0]:.2f} points {sd[1]:.4f} chance; bias {bias:+.2f}")
    total = values[:, 1] + values[:, 2] - means[:, 1] - means[:, 2]
    log(f"  a match: {sums[0] ** 0.5:.2f} points, {sums[1] ** 0.5:.4f} chance; both seats' points {total.mean():+.2f}")
    return states, results


def calibration(net):
    """Chances against results in matches of the search that were not fitted on."""
    states, results = matches(3000, 4242, 60, 1.0, net)
    values = np.zeros((len(states), 3))
    judged(states, net, WORK, values)
    for low in np.arange(0, 1, 0.1):
        own = (values[:, 0] >= low) & (values[:, 0] < low + 0.1)
        if own.sum() > 30:
            log(f"  chance {values[own, 0].mean():.3f} won {results[own, 0].mean():.3f} of {own.sum()}")
    error = values[:, 1:] - results[:, 1:3]
    log("  points: bias", error.mean(0).round(2), "spread", error.std(0).round(2))


def load(path):
    with np.load(path) as file:
        return tuple(file[f"part{number}"] for number in range(5))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--generations", type=int, default=len(GENERATIONS))
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    net = untrained(SEED)
    for number in range(-1, given.generations):
        kept = given.folder / f"generation{number}.npz"
        if kept.exists():
            net = load(kept)
            forget(WORK)
            continue
        if number < 0:
            states, results = matches(FIRST, SEED, 0, 0.0, net)
            fit(states, results[:, :3].copy(), net, 3, 3e-3)
        else:
            generation(given.folder, number, net)
        np.savez(kept, **{f"part{at}": part for at, part in enumerate(net)})
        gap(net, 150, 12)
    gap(net)
    calibration(net)
    if given.write:
        log("written", write(net), "bytes")


if __name__ == "__main__":
    main()
