"""The networks of the evaluations in numpy: their answers, and one training for all of them.

A table is as many rows as it has seats, one after the other. A network answers for each row the points still to come
and, where it has three outputs, the chance to win and its steepness; the seats of a table share its win.
"""

import os
from typing import NamedTuple

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # Before numpy is loaded: small matrices, and the same sums everywhere.

import numpy as np

BATCH = 128
"""Tables of a step."""

DECAY = 1e-3
DAMPING = 3e-4
"""Added to the sizes of gradients, in which each weight's steps are measured."""

OVERALL = 0.2
"""Weight of the error of a seat's points beside that of its lead."""

Weights = dict[str, np.ndarray]


def spans(first: np.ndarray, count: np.ndarray) -> np.ndarray:
    """The `count` numbers from each `first` on."""
    ends = np.cumsum(count)
    return np.arange(ends[-1] if len(ends) else 0) + np.repeat(first - (ends - count), count)


class Inputs(NamedTuple):
    """The inputs of rows that are not 0, one row after the other: how many it has, their numbers, their sizes."""

    count: np.ndarray
    at: np.ndarray
    size: np.ndarray

    @classmethod
    def of(cls, rows: list[list[tuple[int, float]]]) -> "Inputs":
        flat = [one for row in rows for one in row]
        return cls(
            np.array([len(row) for row in rows], np.int32),
            np.array([at for at, _ in flat], np.int32),
            np.array([size for _, size in flat], np.float32),
        )

    def chosen(self, rows: np.ndarray) -> "Inputs":
        first = np.cumsum(self.count) - self.count
        places = spans(first[rows], self.count[rows])
        return Inputs(self.count[rows], self.at[places], self.size[places])


class Dense(NamedTuple):
    """The same as a matrix of the inputs that at least one row has; `used` are their numbers."""

    sizes: np.ndarray
    used: np.ndarray


def dense(inputs: Inputs, number: int) -> Dense:
    is_used = np.zeros(number, np.bool_)
    is_used[inputs.at] = True
    used = np.flatnonzero(is_used)
    place = np.zeros(number, np.int64)
    place[used] = np.arange(len(used))
    rows = np.repeat(np.arange(len(inputs.count)), inputs.count)
    shape = len(inputs.count), len(used)
    flat = np.bincount(rows * shape[1] + place[inputs.at], inputs.size, shape[0] * shape[1])
    return Dense(flat.reshape(shape).astype(np.float32), used)


class Network:
    """Weights by name, and the point scale: an answer of 1 is `unit` points. A row has an input of each part."""

    PARTS: tuple[str, ...] = ("rows",)
    """The weights that are rows by input."""

    def __init__(self, weights: Weights, unit: float) -> None:
        self.weights, self.unit = weights, unit

    def copy(self) -> "Network":
        return type(self)({name: part.copy() for name, part in self.weights.items()}, self.unit)

    def answers(self, inputs: list[Dense]) -> tuple[np.ndarray, list[np.ndarray]]:
        """By row and output; and what `gradients` needs."""
        (x, used), weights = inputs[0], self.weights
        hidden = weights["out"].shape[1]
        sums = x @ weights["rows"][used]
        above = np.maximum(sums[:, :hidden], 0)
        return sums[:, hidden:] + above @ weights["out"].T, [above]

    def gradients(self, inputs: list[Dense], kept: list[np.ndarray], back: np.ndarray) -> Weights:
        """Of each weight, from the slopes of the answers; of parts only the rows of used inputs."""
        (above,), out = kept, self.weights["out"]
        hidden = (back @ out) * (above > 0)
        return {"rows": inputs[0].sizes.T @ np.concatenate([hidden, back], 1), "out": back.T @ above}


class PairedNetwork(Network):
    """The network of two boards that see each other: rows come in pairs."""

    PARTS = ("boards", "table")

    def answers(self, inputs: list[Dense]) -> tuple[np.ndarray, list[np.ndarray]]:
        boards, table = (
            part.sizes @ self.weights[name][part.used] for name, part in zip(self.PARTS, inputs, strict=True)
        )
        weights = self.weights
        hidden = np.maximum(boards, 0)
        joint = np.maximum(hidden @ weights["own"] + _swapped(hidden @ weights["other"]) + table, 0)
        sums = joint @ weights["joint"]
        last = weights["outputs"].shape[1]
        top = np.maximum(sums[:, :last], 0)
        return sums[:, last:] + top @ weights["outputs"].T, [hidden, joint, top]

    def gradients(self, inputs: list[Dense], kept: list[np.ndarray], back: np.ndarray) -> Weights:
        (hidden, joint, top), weights = kept, self.weights
        of_sums = np.concatenate([(back @ weights["outputs"]) * (top > 0), back], 1)
        of_joint = (of_sums @ weights["joint"].T) * (joint > 0)
        of_other = _swapped(of_joint)
        of_hidden = (of_joint @ weights["own"].T + of_other @ weights["other"].T) * (hidden > 0)
        return {
            "boards": inputs[0].sizes.T @ of_hidden,
            "own": hidden.T @ of_joint,
            "other": hidden.T @ of_other,
            "table": inputs[1].sizes.T @ of_joint,
            "joint": joint.T @ of_sums,
            "outputs": back.T @ top,
        }


def _swapped(rows: np.ndarray) -> np.ndarray:
    return rows.reshape(-1, 2, rows.shape[1])[:, ::-1].reshape(rows.shape)


class Said(NamedTuple):
    """What a network says: points in its units, chances to win and the steepness that they have; by row."""

    points: np.ndarray
    win: np.ndarray
    steepness: np.ndarray


def said(answers: np.ndarray, scores: np.ndarray, seats: np.ndarray) -> Said:
    """`scores` in units, `seats` of each table; without outputs for them, chances to win are 0."""
    points = scores + answers[:, 0]
    if answers.shape[1] == 1:
        return Said(points, np.zeros_like(points), np.zeros_like(points))
    first = np.cumsum(seats) - seats
    steepness = np.repeat(np.exp(np.add.reduceat(answers[:, 2], first) * 2 / seats), seats)
    odds = points * steepness + answers[:, 1]
    shares = np.exp(odds - np.repeat(np.maximum.reduceat(odds, first), seats))
    return Said(points, shares / np.repeat(np.add.reduceat(shares, first), seats), steepness)


class Tables(NamedTuple):
    """Tables to fit to: seats of each; by row its score, the inputs, and the points and chances to win that it is for.

    Points are points. `held_out` tables are not fitted to.
    """

    seats: np.ndarray
    scores: np.ndarray
    inputs: list[Inputs]
    points: np.ndarray
    win: np.ndarray
    held_out: np.ndarray

    def chosen(self, tables: np.ndarray) -> "Tables":
        seats = self.seats[tables]
        rows = spans((np.cumsum(self.seats) - self.seats)[tables], seats)
        inputs = [part.chosen(rows) for part in self.inputs]
        return Tables(seats, self.scores[rows], inputs, self.points[rows], self.win[rows], self.held_out[tables])


def values(network: Network, tables: Tables) -> Said:
    """In points."""
    parts = []
    for start in range(0, len(tables.seats), BATCH):
        some = tables.chosen(np.arange(start, min(start + BATCH, len(tables.seats))))
        answers, _ = network.answers(_inputs(network, some))
        parts.append(said(answers, some.scores / network.unit, some.seats))
    points, win, steepness = (np.concatenate(part) for part in zip(*parts, strict=True))
    return Said(points * network.unit, win, steepness)


def _inputs(network: Network, tables: Tables) -> list[Dense]:
    numbers = [len(network.weights[name]) for name in network.PARTS]
    return [dense(part, number) for part, number in zip(tables.inputs, numbers, strict=True)]


def leads(points: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """The points of each row over the mean of its table."""
    return points - np.repeat(np.add.reduceat(points, np.cumsum(seats) - seats) / seats, seats)


def slopes(found: Said, points: np.ndarray, win: np.ndarray, seats: np.ndarray, outputs: int) -> np.ndarray:
    """Of the answers: for errors of leads and points, in units (squared), and of chances to win (cross-entropy)."""
    error = (found.points - points).astype(np.float32)
    if outputs == 1:
        return error[:, None] / len(seats)
    wrong = found.win - win
    along = np.repeat(np.add.reduceat(wrong * found.points, np.cumsum(seats) - seats) / seats, seats)
    columns = 2 * leads(error, seats) + OVERALL * error, 2 * wrong, 4 * along * found.steepness
    return np.stack(columns, 1).astype(np.float32) / len(seats)


class Adam:
    """Steps against gradients, each weight by its own measure; weights without a gradient stay as they are."""

    def __init__(self, network: Network) -> None:
        self.network, self.step = network, 0
        self.means, self.squares = (
            {name: np.zeros_like(part) for name, part in network.weights.items()} for _ in range(2)
        )

    def follow(self, gradients: Weights, used: dict[str, np.ndarray], rate: float) -> None:
        self.step += 1
        for name, gradient in gradients.items():
            rows = used.get(name, slice(None))
            mean = self.means[name][rows] * 0.9 + 0.1 * gradient
            square = self.squares[name][rows] * 0.999 + 0.001 * gradient * gradient
            self.means[name][rows], self.squares[name][rows] = mean, square
            size = (mean / (1 - 0.9**self.step)) / (np.sqrt(square / (1 - 0.999**self.step)) + DAMPING)
            weights = self.network.weights[name]
            weights[rows] -= np.float32(rate) * (size + DECAY * weights[rows])


def error(network: Network, tables: Tables) -> float:
    """What training makes small, in the network's units: squares of errors, and the chances' squared ones twice."""
    found = values(network, tables)
    wrong = (found.points - tables.points) / network.unit
    if not found.win.any():
        return float((wrong**2).mean())
    squares = leads(wrong, tables.seats) ** 2 + OVERALL / 2 * wrong**2 + 2 * (found.win - tables.win) ** 2
    return float(squares.mean())


def fit(network: Network, tables: Tables, epochs: int, rate: float) -> Network:
    """The network after the epoch with the smallest error on held-out tables; the same one where none is smaller."""
    rng = np.random.default_rng(len(tables.seats))
    fitted, held_out = np.flatnonzero(~tables.held_out), tables.chosen(np.flatnonzero(tables.held_out))
    best, least = network, error(network, held_out)
    print(f"    before: error {least:.4f}", flush=True)
    network = network.copy()
    adam, outputs = Adam(network), 1 if len(network.weights.get("out", ())) == 1 else 3
    for epoch in range(epochs):
        speed = rate * (1 - epoch / epochs) ** 1.5 + 2e-5
        order = rng.permutation(fitted)
        for start in range(0, len(order), BATCH):
            some = tables.chosen(order[start : start + BATCH])
            inputs = _inputs(network, some)
            answers, kept = network.answers(inputs)
            found = said(answers, some.scores / network.unit, some.seats)
            back = slopes(found, some.points / network.unit, some.win, some.seats, outputs)
            used = {name: part.used for name, part in zip(network.PARTS, inputs, strict=True)}
            adam.follow(network.gradients(inputs, kept, back), used, speed)
        now = error(network, held_out)
        print(f"    epoch {epoch + 1}: error {now:.4f}", flush=True)
        if now < least:
            best, least = network.copy(), now
    return best
