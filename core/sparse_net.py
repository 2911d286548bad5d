"""Small neural networks with sparse inputs, for the evaluations of games.

An input is given by the numbers of the present features, with repetitions. With h = the sum of their rows the answer is
h_0 + sum of out_i * max(0, h_i) for i >= 1, in parts of the scale. The weights are integers in a JSON file of the
evaluation, made by `bench/train.py`. They are added as integers and divided once at the end, so the answer
is the same on every version of Python.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from core.weight_files import weight_file

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
    data: dict[str, Any] = weight_file(game, "weights.json")
    return data


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
