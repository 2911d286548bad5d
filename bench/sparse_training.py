"""Training of the networks of `core.sparse_net` with numpy."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

SCALE = 1000
BATCH = 512


class Weights(NamedTuple):
    """The rows by feature, of which the first column is linear, and the weights of the hidden sums."""

    rows: np.ndarray
    out: np.ndarray

    def copy(self) -> "Weights":
        return Weights(self.rows.copy(), self.out.copy())


class Examples(NamedTuple):
    """Feature numbers by row, filled up with -1; what each row counts up to, and the rows that are held out."""

    found: np.ndarray
    target: np.ndarray
    held_out: np.ndarray


class _Adam:
    """Steps against gradients, each weight by its own measure."""

    def __init__(self, weights: Weights) -> None:
        self.weights, self.step = weights, 0
        self.means, self.squares = ([np.zeros_like(part) for part in weights] for _ in range(2))

    def follow(self, gradients: list[np.ndarray], rate: float) -> None:
        self.step += 1
        for part, gradient, mean, square in zip(self.weights, gradients, self.means, self.squares, strict=True):
            mean *= 0.9
            mean += 0.1 * gradient
            square *= 0.999
            square += 0.001 * gradient * gradient
            part -= rate * (mean / (1 - 0.9**self.step)) / (np.sqrt(square / (1 - 0.999**self.step)) + 1e-8)


def dense(found: np.ndarray, number: int) -> np.ndarray:
    """The count of each feature, from rows of feature numbers filled up with -1."""
    rows = len(found)
    flat = (np.arange(rows)[:, None] * (number + 1) + np.where(found < 0, number, found)).ravel()
    return np.bincount(flat, minlength=rows * (number + 1)).reshape(rows, number + 1)[:, :number].astype(np.float32)


def random_weights(number: int, hidden: int) -> Weights:
    rng = np.random.default_rng(0)
    rows = rng.normal(0, 0.1, (number, hidden + 1)).astype(np.float32)
    rows[:, 0] = 0
    return Weights(rows, rng.normal(0, 0.2, hidden).astype(np.float32))


def fit(examples: Examples, start: Weights, epochs: int, top: float, unit: float) -> tuple[Weights, float]:
    """The weights of the epoch with the smallest error on the held-out rows, and that error.

    `top` is the rate of the first steps; targets are counted in `unit`s.
    """
    rng = np.random.default_rng(0)
    weights = Weights(np.concatenate([start.rows[:, :1] / unit, start.rows[:, 1:]], 1), start.out / unit)
    adam, train = _Adam(weights), np.flatnonzero(~examples.held_out)
    goal = (examples.target / unit).astype(np.float32)
    least, best = float("inf"), weights
    for epoch in range(epochs):
        rng.shuffle(train)
        rate = top * (1 - epoch / epochs) + 5e-5
        for first in range(0, len(train), BATCH):
            some = train[first : first + BATCH]
            adam.follow(_gradients(examples.found[some], goal[some], weights), rate)
        missed = float(np.sqrt(((answers(examples.found, weights) - goal)[examples.held_out] ** 2).mean())) * unit
        print(f"    epoch {epoch}: error {missed:.3f}", flush=True)
        if missed < least:
            least, best = missed, weights.copy()
    return Weights(np.concatenate([best.rows[:, :1] * unit, best.rows[:, 1:]], 1), best.out * unit), least


def _gradients(found: np.ndarray, goal: np.ndarray, weights: Weights) -> list[np.ndarray]:
    rows, out = weights
    x = dense(found, len(rows))
    sums = x @ rows
    positive = np.maximum(sums[:, 1:], 0)
    error = (sums[:, 0] + positive @ out - goal) / len(found)
    back = np.empty_like(sums)
    back[:, 0] = error
    back[:, 1:] = (sums[:, 1:] > 0) * out * error[:, None]
    return [x.T @ back + 2e-5 * rows, positive.T @ error + 2e-5 * out]


def answers(found: np.ndarray, weights: Weights) -> np.ndarray:
    """What the network says."""
    parts = []
    for start in range(0, len(found), 4096):
        sums = dense(found[start : start + 4096], len(weights.rows)) @ weights.rows
        parts.append(sums[:, 0] + np.maximum(sums[:, 1:], 0) @ weights.out)
    return np.concatenate(parts)


def as_data(weights: Weights) -> dict[str, Any]:
    return {
        "scale": SCALE,
        "out": [round(float(each) * SCALE) for each in weights.out],
        "rows": [[round(float(each) * SCALE) for each in row] for row in weights.rows],
    }


def as_weights(data: dict[str, Any]) -> Weights:
    """Weights to go on from."""
    rows, out = (np.array(data[part], np.float32) / data["scale"] for part in ("rows", "out"))
    return Weights(rows, out)


def write(path: Path, data: dict[str, Any]) -> None:
    """One line a row, so that a change of the weights can be looked at."""
    text = json.dumps(data, separators=(",", ":"))
    path.write_text(text.replace("],[", "],\n[") + "\n", "utf-8")
