"""Fit the network that judges a table of chocolatier between two rounds: `network.json` of its evaluation.

    pip install numba numpy
    python bench/train_chocolatier.py FOLDER [--generations N] [--write]

Fitted value iteration: each generation plays matches of varied strength, values each table between rounds by a search
of the next round over a fair deal with the network of the last generation, and goes on fitting to the newest values.
What a search takes for better than it is, every generation would take over from the last one; so the values are moved
to what the seat that begins the next round realised. FOLDER keeps every generation, so that an interrupted training
goes on. Errors are printed for matches that no generation was fitted on. Everything follows from SEED.
"""

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
from chocolatier_fit import epoch, moments_of
from chocolatier_network import forget, judged, untrained, workspace
from chocolatier_rules import ROUND, SIZE, START
from chocolatier_search import SUMS, deeper, play
from chocolatier_tree import tree
from chocolatier_weights import write

SEED = 20261
WORK, NODES = workspace(), tree(40_000, SUMS)

ITERATIONS = 50
"""Of the values: what the review gives a dealt table."""

FIRST = 60_000
"""Matches of the simple player, whose results the first network is fitted to."""

GENERATIONS = ((50_000, 4_000, 4), (100_000, 12_000, 2), (150_000, 150_000, 3), (150_000, 150_000, 4))
"""Matches of the simple player and of short searches; passes."""

PROCESSES = 2
"""Each makes its share of the tables."""

SHORT = 12
"""Iterations of these searches."""

REALISED = (4_000, 60)
"""Matches for each process, and iterations of their searches, that say how good it is to begin a round."""

LATE = 5
"""Rounds from this one on are taken together for that."""

KEPT = 2
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


def share(simple, short, net, seed):
    """The tables of one process and their values; tables of `REALISED` matches, their values and results."""
    forget(WORK)
    played = [matches(simple, seed, 0, 0.0, net)[0], matches(short, seed + 1, SHORT, 1.0, net)[0]]
    states = np.concatenate(played)
    sample, results = matches(REALISED[0], seed + 2, REALISED[1], 1.0, net)
    return states, searched(states, net, seed + 3), sample, searched(sample, net, seed + 4), results[:, :3]


def log_odds(chances):
    kept = np.clip(chances, 1e-4, 1 - 1e-4)
    return np.log(kept / (1 - kept))


def chance(odds):
    return 1 / (1 + np.exp(-odds))


def realised(states, values, sample, said, results):
    """The values, moved for each round so that the seat which begins the next one is worth what it realised."""
    values = values.copy()
    begins, first = (np.where(tables[:, START] == 0, 1.0, -1.0) for tables in (states, sample))
    rounds, of = (np.minimum(tables[:, ROUND], LATE) for tables in (states, sample))
    for number in range(LATE + 1):
        own, seen = rounds == number, of == number
        sign, odds, won = first[seen], log_odds(said[seen, 0]), (results[seen, 0] - 0.5) * first[seen]
        lead = ((results[seen, 1] - results[seen, 2] - said[seen, 1] + said[seen, 2]) * sign).mean()
        more = 0.0
        for _ in range(20):
            chances = chance(odds + more * sign)
            more += (won.mean() - ((chances - 0.5) * sign).mean()) / (chances * (1 - chances)).mean()
        log(f"  after round {number}: who begins is worth {lead:+.2f} points and {more:+.3f} of log odds more")
        values[own, 0] = chance(log_odds(values[own, 0]) + more * begins[own])
        values[own, 1] += lead / 2 * begins[own]
        values[own, 2] -= lead / 2 * begins[own]
    return values


def valued(folder, number, net):
    """The tables of a generation with their values."""
    kept = folder / f"tables{number}.npz"
    if not kept.exists():
        simple, short, _ = GENERATIONS[number]
        seeds = [SEED + 100 * number + 10 * process for process in range(PROCESSES)]
        with ProcessPoolExecutor(PROCESSES) as pool:
            each = (simple // PROCESSES, short // PROCESSES, net)
            shares = pool.map(share, *([own] * PROCESSES for own in each), seeds)
            parts = [np.concatenate(part) for part in zip(*shares, strict=True)]
        log(f"generation {number}:", len(parts[0]), "tables valued")
        np.savez(kept, states=parts[0], values=realised(*parts))
    with np.load(kept) as file:
        return file["states"], file["values"]


def generation(folder, number, net):
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
