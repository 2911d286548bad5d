"""Small neural networks whose inputs are mostly 0: the evaluations of games are computed with them.

An input is given by the numbers of the features that are present, a feature that is present twice twice. A network is
one hidden layer: the sums of the rows of the present features, of which the first sum counts as it is and the others
only above 0. The weights are integers in a JSON file beside the game, made by `bench/train_evaluation.py`. They are
added as whole numbers and divided once at the end, so the answer is the same on every Python.
"""

import json
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple, TypeAlias

Sums: TypeAlias = tuple[int, ...]
"""The sums of the hidden layer over some features."""


class Net(NamedTuple):
    """The rows by feature, and the weights of the hidden layer's sums in the answer, without the first one.

    Weights are in parts of `scale`.
    """

    rows: tuple[Sums, ...]
    out: tuple[int, ...]
    scale: int


@cache
def weights(game: str) -> dict[str, Any]:
    """The data file of a game's evaluation."""
    found: dict[str, Any] = json.loads((files(f"core.games.{game}") / "weights.json").read_text("utf-8"))
    return found


def net(data: dict[str, Any]) -> Net:
    return Net(tuple(map(tuple, data["rows"])), tuple(data["out"]), data["scale"])


def sums(net: Net, features: Iterable[int]) -> Sums:
    """The sums over at least one feature."""
    rows = net.rows
    return tuple([sum(column) for column in zip(*[rows[feature] for feature in features], strict=True)])


def answer(net: Net, parts: Sequence[Sums]) -> float:
    """The network's answer for the sums of all parts of the input."""
    hidden: list[int] = [sum(column) for column in zip(*parts, strict=True)]
    above = sum([weight * own for weight, own in zip(net.out, hidden[1:], strict=True) if own > 0])
    return (hidden[0] * net.scale + above) / net.scale**2
