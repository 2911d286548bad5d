"""Fit the network that judges a table of chocolatier with the free wall: `free_wall.json` of its evaluation.

    pip install numba numpy
    python bench/train_free_wall.py FOLDER 2 [--write]
    python bench/train_free_wall.py FOLDER 3 4 [--write]

As `train_chocolatier.py`: each generation values tables of matches of varied strength by searches of fair deals of the
next round with the last network, and fits to these values. In between, the rule for columns is fitted to what the
network says of walls that differ by one column. FOLDER keeps every generation. Everything follows from SEED.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
from chocolatier_lines import EDGES
from chocolatier_tree import tree
from free_wall_columns import RULE, SIMPLE
from free_wall_fit import epoch
from free_wall_inputs import INPUTS
from free_wall_network import HIDDEN, LANES, OUTPUTS
from free_wall_rules import ROUND, SIZE
from free_wall_samples import columns, deeper, judged, play
from free_wall_search import SUMS, workspace

SEED = 20263
CORE = Path(__file__).parent.parent / "core/games/chocolatier/evaluation"
UNIT = 10_000
WORK, NODES = workspace(), tree(60_000, SUMS)
FIRST = 12_000
"""Matches of the simple player, whose results the first network is fitted to."""

GENERATIONS = (
    (20_000, 0, 1, 3, 3e-3),
    (20_000, 0, 1, 3, 3e-3),
    (12_000, 0, 30, 4, 3e-3),
    (20_000, 3_000, 50, 6, 2e-3),
)
"""Of each generation: matches of the simple player, of the search; iterations of the values; passes and their rate."""

MORE_SEATS = ((8_000, 0, 1, 4, 3e-3), (5_000, 200, 30, 5, 2e-3))
"""The same for three and four."""


def log(*words: object) -> None:
    print(f"{time.process_time():7.0f} s", *words, flush=True)


def untrained():
    rng = np.random.default_rng(SEED)
    net = np.zeros((INPUTS + 1, LANES), np.float32)
    net[:, :HIDDEN] = rng.normal(0, 0.06, (INPUTS + 1, HIDDEN))
    net[INPUTS, HIDDEN] = 2.5
    return net, rng.normal(0, 0.1, (OUTPUTS, HIDDEN)).astype(np.float32)


def matches(number, seats, seed, iterations, searching, net, out, rule):
    states, results = np.zeros((number * 9, SIZE), np.int16), np.zeros((number * 9, 8))
    rules = np.stack([SIMPLE, rule])
    k = play(number, seats, seed, iterations, searching, net, out, rules, WORK, NODES, states, results)
    return states[:k].copy(), results[:k].copy()


def fit(states, targets, net, out, passes, rate):
    """Adam over all tables but each tenth block, for which the distance to the (noisy) targets is printed."""
    rng = np.random.default_rng(len(states))
    moments = (np.zeros_like(net), np.zeros_like(net), np.zeros_like(out), np.zeros_like(out))
    step, kept = 0, np.arange(len(states)) // 40 % 10 == 0
    fitted = np.flatnonzero(~kept)
    for number in range(passes):
        speed = rate * (1 - number / passes) ** 1.5 + 2e-5
        order = rng.permutation(fitted)
        step, loss = epoch(states, order, targets, net, out, moments, step, 128, speed, 1e-3, number, WORK)
        log(f"  pass {number + 1}: lead {loss**0.5:.2f}")
    values = np.zeros((len(states), 8))
    judged(states, net, out, WORK, values)
    lead = values[:, 4] - values[:, 5] - targets[:, 4] + targets[:, 5]
    off = [(lead[own] ** 2).mean() ** 0.5 for own in (~kept, kept)]
    log(f"  lead {off[0]:.2f}, held out {off[1]:.2f}")


def generation(folder, seats, number, net, out, rule):
    """The next network, and the rule for columns it follows from; number -1 is fitted to results."""
    generations = GENERATIONS if seats == (2,) else MORE_SEATS
    if number < 0:
        played = [matches(FIRST // len(seats), own, SEED + own, 0, 0.0, net, out, rule) for own in seats]
        states, results = (np.concatenate(part) for part in zip(*played, strict=True))
        fit(states, results, net, out, 4, 3e-3)
        return net, out, rule
    plain, searched, iterations, passes, rate = generations[number]
    rule = fitted_rule(seats[0], net, out, rule, SEED + 50 + number)
    kept = folder / f"{'-'.join(map(str, seats))}-values{number}.npz"
    if not kept.exists():
        pools = []
        for own in seats:
            at = SEED + 1000 * own + 10 * number
            pools.append(matches(plain // len(seats), own, at, 0, 0.0, net, out, rule)[0])
            if searched:
                pools.append(matches(searched // len(seats), own, at + 1, 20, 1.0, net, out, rule)[0])
        states = np.concatenate(pools)
        means, errors = np.zeros((len(states), 8)), np.zeros((len(states), 2))
        rules = np.stack([rule] * 4)
        deeper(states, 1, iterations, SEED + 100 + number, net, out, rules, WORK, NODES, means, errors)
        np.savez(kept, states=states, means=means)
        log(f"generation {number}: {len(states)} tables valued")
    values = [np.load(kept)]
    if number and generations[number - 1][2] > 1:
        values.append(np.load(kept.with_name(kept.name.replace(f"values{number}", f"values{number - 1}"))))
    states, means = (np.concatenate([file[part] for file in values]) for part in ("states", "means"))
    fit(states, means, net, out, passes, rate)
    return net, out, rule


def gap(seats, net, out, rule, number=200, deals=12, iterations=50, seed=999, searching=0.5):
    states, results = matches(number, seats, seed, 40, searching, net, out, rule)
    means, errors, values = np.zeros((len(states), 8)), np.zeros((len(states), 2)), np.zeros((len(states), 8))
    rules = np.stack([rule] * 4)
    deeper(states, deals, iterations, seed, net, out, rules, WORK, NODES, means, errors)
    judged(states, net, out, WORK, values)
    lead = values[:, 4] - values[:, 5] - means[:, 4] + means[:, 5]
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
    total = (values[:, 4 : 4 + seats] - means[:, 4 : 4 + seats]).mean()
    log(f"  a match: {sums[0] ** 0.5:.2f} points, {sums[1] ** 0.5:.4f} chance; a seat's points {total:+.2f}")
    for low in np.arange(0, 1, 0.2):
        own = (values[:, 0] >= low) & (values[:, 0] < low + 0.2)
        if own.any():
            log(f"  chance {values[own, 0].mean():.3f} won {results[own, 0].mean():.3f} of {own.sum()}")
    error = (values - results)[:, 4 : 4 + seats]
    log("  against results: points", error.mean(0).round(2), "spread", error.std(0).round(1))


def fitted_rule(seats, net, out, rule, seed, number=100_000):
    """The rule that comes nearest to what the network says of the columns of one line."""
    xs, ys = np.zeros((number, RULE)), np.zeros(number)
    groups, rounds = np.zeros(number, np.int64), np.zeros(number, np.int64)
    columns(seats, seed, net, out, np.stack([rule] * 4), WORK, xs, ys, groups, rounds)
    of_group = np.maximum(np.bincount(groups), 1)

    def centered(x):
        return x - (np.bincount(groups, x) / of_group)[groups]

    def lost(weights):
        """Of the network's leads, by choosing with these weights."""
        said = np.einsum("ij,ij->i", xs, weights[np.where(rounds <= 2, 0, np.where(rounds <= 4, 1, 2))])
        best = np.full(len(of_group), -1e9)
        np.maximum.at(best, groups, ys)
        order = np.lexsort((-said, groups))
        first = order[np.unique(groups[order], return_index=True)[1]]
        return (best[groups[first]] - ys[first]).mean()

    x, y = np.stack([centered(one) for one in xs.T], axis=1), centered(ys)
    fitted = np.zeros_like(rule)
    for bucket, own in enumerate((rounds <= 2, (rounds > 2) & (rounds <= 4), rounds > 4)):
        a, b = x[own], y[own]
        fitted[bucket] = np.linalg.solve(a.T @ a + 30 * np.eye(RULE), a.T @ b)
    losses = [round(lost(one), 2) for one in (SIMPLE, rule, fitted)]
    log(f"  {len(of_group)} choices of columns: lost by the simple rule, the one before, the new one", *losses)
    return fitted


def write(seats, net, out, rule):
    """Whole numbers, `UNIT` to 1; inputs that no table had are left out. The rule is that of two."""
    used = (net != untrained()[0]).any(axis=1)
    rows = np.rint(net * UNIT).astype(int).tolist()
    lines = [json.dumps(row if keep else [], separators=(",", ":")) for row, keep in zip(rows, used, strict=True)]
    hinge = json.dumps(np.rint(out * UNIT).astype(int).tolist(), separators=(",", ":"))
    head = f'"unit":{UNIT},"edges":{json.dumps(EDGES.tolist(), separators=(",", ":"))},"outputs":{hinge}'
    text = "{" + head + ',"rows":[\n' + ",\n".join(lines) + "\n]}\n"
    (CORE / ("free_wall.json" if seats == (2,) else "free_walls.json")).write_text(text, "utf-8")
    if seats == (2,):
        text = ",\n".join(json.dumps(weights) for weights in rule.round(3).tolist())
        (CORE / "columns.json").write_text(f"[\n{text}\n]\n", "utf-8")
    log("written")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("seats", type=int, nargs="+")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    seats = tuple(given.seats)
    name = "-".join(map(str, seats))
    net, out = untrained()
    rule = SIMPLE
    for number in range(-1, len(GENERATIONS if seats == (2,) else MORE_SEATS)):
        kept = given.folder / f"{name}-{number}.npz"
        if not kept.exists():
            net, out, rule = generation(given.folder, seats, number, net, out, rule)
            np.savez(kept, net=net, out=out, rule=rule)
        with np.load(kept) as file:
            net, out, rule = file["net"], file["out"], file["rule"]
    for own in seats:
        gap(own, net, out, rule)
    if given.write:
        write(seats, net, out, rule)


if __name__ == "__main__":
    main()
