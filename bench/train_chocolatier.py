"""Fit the network that judges a table of chocolatier between two rounds: core/games/chocolatier/network.json.

    pip install numba numpy
    python bench/train_chocolatier.py FOLDER [--generations N] [--write]

Fitted value iteration: each generation plays matches of varied strength with the network of the last one, values each
table between rounds by the mean of short searches over several fair deals (mixed with the results), and fits to these
values. FOLDER keeps every generation, so that an interrupted training goes on. Errors are printed for matches that no
generation was fitted on. Everything follows from SEED.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
from chocolatier_kernel import (
    EDGES,
    HIDDEN,
    INPUTS,
    LANES,
    OUTPUTS,
    ROUND,
    SIZE,
    deeper,
    epoch,
    inputs,
    judged,
    play,
    tree,
    workspace,
)

SEED = 20261
WEIGHTS = Path(__file__).parent.parent / "core/games/chocolatier/network.json"
UNIT = 10_000
WORK, NODES = workspace(), tree(40_000)

FIRST = 20_000
"""Matches of the simple player, whose results the first network is fitted to."""

POOL = ((40_000, 0, 0.0), (8_000, 20, 1.0))
"""Matches whose tables are valued in each generation: how many, iterations of the search, its share."""

GENERATIONS = ((1, 30, 5), (1, 40, 5), (1, 40, 7))
"""Deals and iterations of the values; passes."""


def log(*words: object) -> None:
    print(f"{time.process_time():7.0f} s", *words, flush=True)


def untrained():
    rng = np.random.default_rng(SEED)
    net = np.zeros((INPUTS + 1, LANES), np.float32)
    net[:, :HIDDEN] = rng.normal(0, 0.06, (INPUTS + 1, HIDDEN))
    net[INPUTS, HIDDEN] = 2.5
    return net, rng.normal(0, 0.1, (OUTPUTS, HIDDEN)).astype(np.float32)


def matches(number, seed, iterations, searching, net, out):
    states, results = np.zeros((number * 12, SIZE), np.int32), np.zeros((number * 12, 4))
    k = play(number, seed, iterations, searching, net, out, WORK, NODES, states, results)
    return states[:k].copy(), results[:k].copy()


def fit(states, targets, net, out, passes, rate):
    """Adam over all tables but each tenth block, for which the distance to the (noisy) targets is printed."""
    rng = np.random.default_rng(len(states))
    moments = (np.zeros_like(net), np.zeros_like(net), np.zeros_like(out), np.zeros_like(out))
    step, kept = 0, np.arange(len(states)) // 40 % 10 == 0
    fitted, values = np.flatnonzero(~kept), np.zeros((len(states), 3))
    for number in range(passes):
        speed = rate * (1 - number / passes) ** 1.5 + 2e-5
        step, losses = epoch(states, rng.permutation(fitted), targets, net, out, moments, step, 128, speed, 1e-3, WORK)
        log(f"  pass {number + 1}: lead {losses[0] ** 0.5:.2f}")
    judged(states, net, out, WORK, values)
    lead = values[:, 1] - values[:, 2] - targets[:, 1] + targets[:, 2]
    off = [(lead[own] ** 2).mean() ** 0.5 for own in (~kept, kept)]
    log(f"  lead {off[0]:.2f}, held out {off[1]:.2f}")


def first():
    net, out = untrained()
    states, results = matches(FIRST, SEED, 0, 0.0, net, out)
    fit(states, results[:, :3].copy(), net, out, 4, 3e-3)
    return net, out


def pool(folder, net, out):
    kept = folder / "pool.npz"
    if not kept.exists():
        played = [
            matches(number, SEED + at, iterations, share, net, out)
            for at, (number, iterations, share) in enumerate(POOL, start=1)
        ]
        states = np.concatenate([states for states, _ in played])
        log("pool:", [len(states) for states, _ in played], "tables")
        np.savez(kept, states=states)
    with np.load(kept) as file:
        return file["states"]


def generation(folder, number, net, out):
    """Value the pool with the last network; fit the next one to the mean of the newest three values of each table."""
    deals, iterations, passes = GENERATIONS[number]
    states = pool(folder, net, out)
    kept = folder / f"values{number}.npy"
    if not kept.exists():
        means, errors = np.zeros((len(states), 3)), np.zeros((len(states), 2))
        deeper(states, deals, iterations, SEED + 100 + number, net, out, WORK, NODES, means, errors)
        np.save(kept, means)
        log(f"generation {number}: values")
    earlier = range(max(min(number, 1), number - 2), number + 1)
    targets = np.mean([np.load(folder / f"values{one}.npy") for one in earlier], axis=0)
    fit(states, targets, net, out, passes, 3e-3 if number < 3 else 2e-3)


def gap(net, out, number=600, deals=24, iterations=60, seed=999):
    """What the network says against the mean of values one round deeper; noise of the deals taken off."""
    states, results = matches(number, seed, 40, 1.0, net, out)
    means, errors, values = np.zeros((len(states), 3)), np.zeros((len(states), 2)), np.zeros((len(states), 3))
    deeper(states, deals, iterations, seed, net, out, WORK, NODES, means, errors)
    judged(states, net, out, WORK, values)
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


def calibration(net, out):
    """Chances against results in matches of the search that were not fitted on."""
    states, results = matches(3000, 4242, 60, 1.0, net, out)
    values = np.zeros((len(states), 3))
    judged(states, net, out, WORK, values)
    for low in np.arange(0, 1, 0.1):
        own = (values[:, 0] >= low) & (values[:, 0] < low + 0.1)
        if own.sum() > 30:
            log(f"  chance {values[own, 0].mean():.3f} won {results[own, 0].mean():.3f} of {own.sum()}")
    error = values[:, 1:] - results[:, 1:3]
    log("  points: bias", error.mean(0).round(2), "spread", error.std(0).round(2))


def write(net, out):
    """Whole numbers, `UNIT` to 1; inputs that no table has are 0."""
    rows = np.rint(net * UNIT).astype(int).tolist()
    used = np.zeros(INPUTS + 1, bool)
    used[INPUTS] = True
    states, _ = matches(20_000, 7, 0, 0.0, net, out)
    at, size = WORK[0], WORK[1]
    for state in states:
        for seat in range(2):
            used[at[: inputs(state, seat, at, size)]] = True
    lines = [json.dumps(row if keep else [], separators=(",", ":")) for row, keep in zip(rows, used, strict=True)]
    hinge = json.dumps(np.rint(out * UNIT).astype(int).tolist(), separators=(",", ":"))
    head = f'"unit":{UNIT},"edges":{json.dumps(EDGES.tolist(), separators=(",", ":"))},"outputs":{hinge}'
    text = "{" + head + ',"rows":[\n' + ",\n".join(lines) + "\n]}\n"
    WEIGHTS.write_text(text, "utf-8")
    log("written", len(text), "bytes")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--generations", type=int, default=len(GENERATIONS))
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    net, out = untrained()
    for number in range(-1, given.generations):
        kept = given.folder / f"generation{number}.npz"
        if kept.exists():
            with np.load(kept) as file:
                net, out = file["net"], file["out"]
            continue
        if number < 0:
            net, out = first()
        else:
            generation(given.folder, number, net, out)
        np.savez(kept, net=net, out=out)
        gap(net, out, 150, 12)
    gap(net, out)
    calibration(net, out)
    if given.write:
        write(net, out)


if __name__ == "__main__":
    main()
