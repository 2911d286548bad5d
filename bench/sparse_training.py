"""Training of the networks of `core.sparse_net` with numpy."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

SCALE = 1000


def dense(found: np.ndarray, number: int) -> np.ndarray:
    """The count of each feature, from rows of feature numbers filled up with -1."""
    rows = len(found)
    flat = (np.arange(rows)[:, None] * (number + 1) + np.where(found < 0, number, found)).ravel()
    return np.bincount(flat, minlength=rows * (number + 1)).reshape(rows, number + 1)[:, :number].astype(np.float32)


def fit(
    found: np.ndarray,
    target: np.ndarray,
    held_out: np.ndarray,
    number: int,
    hidden: int,
    epochs: int,
    unit: float,
    start: tuple[np.ndarray, np.ndarray] | None = None,
    renewed: Callable[[np.ndarray], np.ndarray] | None = None,
) -> tuple[np.ndarray, np.ndarray, float]:
    """Rows (a first one that is linear), weights of the hidden sums, and the error on the held-out rows.

    `renewed` makes the targets of the next epoch from the answers so far; held-out rows keep the first target.
    """
    rng = np.random.default_rng(0)
    rows = (rng.normal(0, 0.1, (number, hidden + 1))).astype(np.float32)
    rows[:, 0] = 0
    out = rng.normal(0, 0.2, hidden).astype(np.float32)
    top = 2e-3
    if start is not None:
        rows, out, top = *start, 5e-4
    params = [rows, out]
    means, squares = [np.zeros_like(p) for p in params], [np.zeros_like(p) for p in params]
    train = np.flatnonzero(~held_out)
    step, best = 0, (float("inf"), rows.copy(), out.copy())
    goal = (target / unit).astype(np.float32)

    def forward(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        sums = x @ rows
        return sums, sums[:, 0] + np.maximum(sums[:, 1:], 0) @ out

    for epoch in range(epochs):
        rng.shuffle(train)
        if renewed is not None:
            goal[train] = (renewed(answers(found, rows, out) * unit) / unit)[train]
        rate = top * (1 - epoch / epochs) + 5e-5
        for first in range(0, len(train), 512):
            some = train[first : first + 512]
            x = dense(found[some], number)
            sums, answer = forward(x)
            error = (answer - goal[some]) / len(some)
            back = np.empty_like(sums)
            back[:, 0] = error
            back[:, 1:] = (sums[:, 1:] > 0) * out * error[:, None]
            gradients = [x.T @ back + 2e-5 * rows, np.maximum(sums[:, 1:], 0).T @ error + 2e-5 * out]
            step += 1
            for p, g, m, v in zip(params, gradients, means, squares, strict=True):
                m *= 0.9
                m += 0.1 * g
                v *= 0.999
                v += 0.001 * g * g
                p -= rate * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.999**step)) + 1e-8)
        held = np.flatnonzero(held_out)
        misses = []
        for first in range(0, len(held), 4096):
            some = held[first : first + 4096]
            misses.append(forward(dense(found[some], number))[1] - goal[some])
        missed = float(np.sqrt((np.concatenate(misses) ** 2).mean())) * unit
        print(f"    epoch {epoch}: error {missed:.3f} of {target[held].std():.3f}", flush=True)
        if missed < best[0]:
            best = (missed, rows.copy(), out.copy())
    missed, rows, out = best
    rows[:, 0] *= unit
    return rows, out * unit, missed


def answers(found: np.ndarray, rows: np.ndarray, out: np.ndarray) -> np.ndarray:
    """What the network says, in points."""
    parts = []
    for start in range(0, len(found), 4096):
        sums = dense(found[start : start + 4096], len(rows)) @ rows
        parts.append(sums[:, 0] + np.maximum(sums[:, 1:], 0) @ out)
    return np.concatenate(parts)


def as_data(rows: np.ndarray, out: np.ndarray) -> dict[str, Any]:
    return {
        "scale": SCALE,
        "out": [round(float(each) * SCALE) for each in out],
        "rows": [[round(float(each) * SCALE) for each in row] for row in rows],
    }


def as_arrays(data: dict[str, Any], unit: float) -> tuple[np.ndarray, np.ndarray]:
    """Rows and weights to go on from."""
    rows, out = (np.array(data[part], np.float32) / data["scale"] for part in ("rows", "out"))
    rows[:, 0] /= unit
    return rows, out / unit


def write(path: Path, data: dict[str, Any]) -> None:
    """One line a row, so that a change of the weights can be looked at."""
    text = json.dumps(data, separators=(",", ":"))
    path.write_text(text.replace("],[", "],\n[") + "\n", "utf-8")
