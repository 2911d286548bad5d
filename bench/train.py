"""Train the networks of an evaluation: `python -m bench.train GAME FOLDER [--network N] [--generations N] [--write]`.

Fitted value iteration. In each generation the searches with the newest weights play matches, which simple players of
varied strength begin. The networks go on fitting to the results of these matches and, by the share `Plan.trusted`, to
what a search of the next deal expected. As a search takes over the errors of the network that it asks, its
expectations are first moved, by stage of the match, to what the seat that chooses next realised.

Training goes on from the weights of the package, with `--anew` from random ones after matches of simple players. One
match in ten is held out: the printed errors, what the next seat realised, and the chances against results are of these.
At the end the newest weights play against the first ones. Searches are compiled where the kernel of the game is built.

FOLDER keeps the matches and the weights of every generation, so that an interrupted training goes on. Each match has
its own seed: the same program, kernels and first weights make the same weights. `--write` puts them into the package.
"""

import argparse
import json
import shutil
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Final

from bench.training_networks import Inputs, Network, Tables, fit, leads, values  # First: it is loaded before numpy.

import numpy as np  # isort: skip

from bench.training_columns import fitted_rule
from bench.training_matches import PART, Rows, copy_weights, mirrored, played
from bench.training_plans import PLANS, Plan

RATE: Final = 1e-3
RATE_ANEW: Final = 3e-3

MIRRORED: Final = 150
"""Groups of matches with equal deals that show how strong new weights are."""

Data = dict[str, Any]


def train(key: str, names: list[str], folder: Path, generations: int, anew: bool = False) -> Path:
    """The folder of the newest weights."""
    first = folder / "0"
    if not first.exists():
        copy_weights(key, first)
    if anew and not (folder / "1").exists():
        for name in names:
            plan = PLANS[key][name]
            save(plan, first, plan.written(plan.untrained(), data_of(plan, first)))
    for number in range(1, generations + 1):
        if not (folder / str(number)).exists():
            print(f"generation {number}", flush=True)
            _generation(key, names, folder, number, anew)
    return folder / str(generations)


def _generation(key: str, names: list[str], folder: Path, number: int, anew: bool) -> None:
    last, unfinished = folder / str(number - 1), folder / "unfinished"
    shutil.rmtree(unfinished, ignore_errors=True)
    shutil.copytree(last, unfinished)
    for name in names:
        plan = PLANS[key][name]
        print(f"  {name}", flush=True)
        rows, inputs = _examples((key, name), plan, folder, number, anew)
        tables = tables_of(rows, inputs, plan.trusted)
        before = data_of(plan, last)
        network = fit(plan.read(before), tables, plan.epochs, RATE_ANEW if anew and number == 1 else RATE)
        data = plan.written(network, before)
        if "spreads" in before:
            data |= _assured(plan.read(data), rows, tables, plan.moments)
        save(plan, unfinished, data)
        if key == "chocolatier" and name == "free":
            _write(unfinished / "columns.json", fitted_rule(unfinished, f"{number} columns"))
        _report(rows, tables, [_judged(plan, one, rows, tables) for one in (before, data)])
    unfinished.rename(folder / str(number))


def _examples(place: tuple[str, str], plan: Plan, folder: Path, number: int, anew: bool) -> tuple[Rows, list[Inputs]]:
    """The positions of this generation and of the one before it; those of simple players are used once."""
    rows, inputs = [], []
    for own in range(max(1, number - 1), number + 1):
        by_search = not anew or own > 1
        if not by_search and own < number:
            continue
        matches = folder / f"{own} {place[1]}"
        matches.mkdir(exist_ok=True)
        starts = range(0, plan.matches, PART)
        with ProcessPoolExecutor() as pool:  # New processes, which have the newest weights alone.
            weights = folder / str(own - 1)
            parts = [matches / f"{first}.npz" for first in starts]
            for of_rows, of_inputs in pool.map(partial(_played, place, weights, by_search), parts, starts):
                rows.append(of_rows)
                inputs.append(of_inputs)
    whole = Rows(*map(np.concatenate, zip(*rows, strict=True)))
    return whole, [Inputs(*map(np.concatenate, zip(*part, strict=True))) for part in zip(*inputs, strict=True)]


def _played(place: tuple[str, str], weights: Path, by_search: bool, file: Path, first: int) -> Any:
    return played(place, weights, file, first, by_search)


def first_rows(rows: Rows) -> np.ndarray:
    """The first row of each table."""
    return np.flatnonzero(rows.seat == 0)


def tables_of(rows: Rows, inputs: list[Inputs], trusted: float) -> Tables:
    points, win = targets(rows, trusted)
    first = first_rows(rows)
    seats = rows.seats[first].astype(int)
    return Tables(seats, rows.score, inputs, points, win, is_held_out(rows.match[first]))


def is_held_out(match: np.ndarray) -> np.ndarray:
    """One match in ten, of every number of seats: these repeat by 1, 2 or 8 matches."""
    held_out: np.ndarray = match % 10 == match // 10 % 10
    return held_out


def targets(rows: Rows, trusted: float) -> tuple[np.ndarray, np.ndarray]:
    """The points and the chances to win that networks are fitted to."""
    if not trusted:
        return rows.points, rows.won
    expected, likely = realised(rows)
    is_known = ~np.isnan(expected)
    points = np.where(is_known, rows.points + trusted * (expected - rows.points), rows.points)
    return points, np.where(is_known, rows.won + trusted * (likely - rows.won), rows.won)


def realised(rows: Rows) -> tuple[np.ndarray, np.ndarray]:
    """What searches expected, moved so that the seat which chooses next is worth what it realised at its moment."""
    expected, likely = rows.expected.copy(), rows.likely.copy()
    for seats in np.unique(rows.seats):
        for moment in np.unique(rows.moment):
            some = np.flatnonzero((rows.seats == seats) & (rows.moment == moment) & ~np.isnan(expected))
            if len(some) < 100 * seats:
                continue
            is_next, others = rows.is_next[some] > 0, int(seats) - 1
            ahead = (rows.points - expected)[some]
            more = ahead[is_next].mean() - ahead[~is_next].mean()
            expected[some] += np.where(is_next, more / 2, -more / 2 / others)
            chances = np.clip(likely[some[is_next]].astype(float), 1e-4, 1 - 1e-4)
            odds, shift = np.log(chances / (1 - chances)), 0.0
            for _ in range(20):
                moved = 1 / (1 + np.exp(-odds - shift))
                shift += (rows.won[some[is_next]].mean() - moved.mean()) / (moved * (1 - moved)).mean()
            moved = 1 / (1 + np.exp(-odds - shift))
            of_others = likely[some] * np.repeat((1 - moved) / (1 - chances), others + 1)
            likely[some] = np.where(is_next, np.repeat(moved, others + 1), of_others)
            tables = is_next.sum()
            print(f"    moment {moment:.0f}: the next seat realised {more:+.2f} points more at {tables} tables")
    return expected, likely


def _judged(plan: Plan, data: Data, rows: Rows, tables: Tables) -> tuple[np.ndarray, np.ndarray]:
    """The points and the chances to win that weights say."""
    found = values(plan.read(data), tables)
    if "spreads" not in data:
        return found.points, found.win
    spread = np.array(data["spreads"])[rows.seats.astype(int) - 2, rows.moment.astype(int)]
    first = first_rows(rows)
    shares = np.exp((found.points - np.repeat(np.maximum.reduceat(found.points, first), tables.seats)) / spread)
    return found.points, shares / np.repeat(np.add.reduceat(shares, first), tables.seats)


def _assured(network: Network, rows: Rows, tables: Tables, moments: int) -> Data:
    """The spreads of leads by seats and moment, as the scale of a logistic distribution, and the error of points.

    They are of the misses of held-out matches and of the others made as great. Neighboring moments count less with each
    step away, as there are few matches.
    """
    misses = rows.points - values(network, tables).points
    held_out = np.repeat(tables.held_out, tables.seats)
    misses[~held_out] *= max(1.0, float(misses[held_out].std() / misses[~held_out].std()))
    spreads = []
    for seats in (2, 3, 4):
        by_table = misses[rows.seats == seats].reshape(-1, seats)
        moment = rows.moment[rows.seats == seats].reshape(-1, seats)[:, 0]
        squares = ((by_table - np.roll(by_table, 1, axis=1)) ** 2).mean(1)
        own = [np.sqrt(np.average(squares, weights=0.2 ** np.abs(moment - each))) for each in range(moments)]
        spreads.append([max(0.1, round(float(each) * 3**0.5 / np.pi, 2)) for each in own])
    return {"spreads": spreads, "error": round(float(misses[held_out].std()), 3)}


def _report(rows: Rows, tables: Tables, judged: list[tuple[np.ndarray, np.ndarray]]) -> None:
    """Print the errors in held-out matches by the weights before and the new ones, and what the new ones say there."""
    held_out = np.repeat(tables.held_out, tables.seats)
    seats, rows = tables.seats[tables.held_out], rows.chosen(held_out)
    said = [(points[held_out], win[held_out]) for points, win in judged]
    print(f"    {len(seats)} tables of {len(np.unique(rows.match))} matches held out, before and after:", flush=True)
    for name, points, won in (("results", rows.points, rows.won), ("searches", rows.expected, rows.likely)):
        if np.isnan(points).all():
            continue
        for unit, errors in (
            ("points ahead", [leads(own - points, seats) ** 2 * 2 for own, _ in said]),
            ("chance to win", [(own - won) ** 2 for _, own in said]),
        ):
            before, after = (float(np.nanmean(one)) ** 0.5 for one in errors)
            less, error = _mean_by_match(rows.match, errors[0] - errors[1])
            print(f"      to {name}, {unit}: {before:.4f}, {after:.4f}; squares less by {less:.5f} +- {error:.5f}")
    win = said[-1][1]
    bins = [(np.minimum(win * 10, 9).astype(int) == each) for each in range(10)]
    claimed = " ".join(f"{win[own].mean():.2f}:{rows.won[own].mean():.2f}" for own in bins if own.sum() > 20)
    print(f"      claimed:won {claimed}")
    for moment in np.unique(rows.moment):
        own = (rows.moment == moment) & (rows.stops > 0) & (rows.seats == 2)
        signs = np.where(rows.is_next > 0, 1, -1)
        low = [(signs * (rows.points - points))[own].reshape(-1, 2).sum(1) for points, _ in said]
        if len(low[0]) > 20:
            texts = [f"{one.mean():+.2f} +- {one.std() / len(one) ** 0.5:.2f}" for one in low]
            print(f"      moment {moment:.0f}: the next seat realised {', '.join(texts)} points more of {len(low[0])}")


def _mean_by_match(match: np.ndarray, rows: np.ndarray) -> tuple[float, float]:
    """The mean over rows that are numbers, and its standard error with matches as the independent parts."""
    match, rows = match[~np.isnan(rows)], rows[~np.isnan(rows)]
    sums = np.bincount(np.unique(match, return_inverse=True)[1], rows - rows.mean())
    return float(rows.mean()), float((sums**2).sum() ** 0.5 / len(rows))


def compare(key: str, name: str, new: Path, old: Path, groups: int = MIRRORED) -> None:
    """Print how new weights play against old ones, with equal iterations."""
    with ProcessPoolExecutor() as pool:
        found = np.array(list(pool.map(partial(mirrored, (key, name), new, old), range(groups))))
    mean, error = found.mean(0), 1.96 * found.std(0, ddof=1) / groups**0.5
    print(
        f"  {name}, new against old in {groups} groups of mirrored matches (95 %): wins more than its share by "
        f"{mean[0]:+.3f} +- {error[0]:.3f}, points ahead {mean[1]:+.2f} +- {error[1]:.2f}",
        flush=True,
    )


def data_of(plan: Plan, folder: Path) -> Data:
    data: Data = json.loads((folder / plan.file).read_text("utf-8"))
    return data[plan.part] if plan.part else data


def save(plan: Plan, folder: Path, data: Data) -> None:
    whole = json.loads((folder / plan.file).read_text("utf-8")) | {plan.part: data} if plan.part else data
    _write(folder / plan.file, whole)


def _write(path: Path, data: Any) -> None:
    """One line a row, so that a change of the weights can be looked at."""
    text = json.dumps(data, separators=(",", ":"))
    path.write_text(text.replace("],[", "],\n[") + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the networks of an evaluation.")
    parser.add_argument("game", choices=PLANS)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--network", action="append", help="one of the game's networks, all by default")
    parser.add_argument("--generations", type=int, default=2)
    parser.add_argument("--anew", action="store_true", help="begin with random weights")
    parser.add_argument("--write", action="store_true", help="put the weights into the package")
    given = parser.parse_args()
    names = given.network or list(PLANS[given.game])
    newest = train(given.game, names, given.folder, given.generations, given.anew)
    for name in names:
        compare(given.game, name, newest, given.folder / "0")
    if given.write:
        package = Path(f"core/games/{given.game}/evaluation")
        for path in newest.glob("*.json"):
            if path.read_bytes() != (given.folder / "0" / path.name).read_bytes():
                shutil.copy(path, package / path.name)


if __name__ == "__main__":
    main()
