"""How each network of the evaluations is trained: its tables and inputs, its file, and how much is played for it."""

from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, NamedTuple
from zlib import compress, decompress

import numpy as np

from bench.training_networks import Network, PairedNetwork
from core.game import CHANCE
from core.games import find
from core.games.chocolatier.evaluation import free_prospects, network
from core.games.chocolatier.evaluation.board_inputs import BOARD_INPUTS, STEP, board_inputs
from core.games.chocolatier.evaluation.boards import LINES_MASK, key_of, lines_of
from core.games.chocolatier.evaluation.free_inputs import FREE_INPUTS, free_inputs
from core.games.chocolatier.scoring import complete_rows
from core.games.chocolatier.state import DISPLAY_TILES, DISPLAYS, State
from core.multiset import Counts


class Seen(NamedTuple):
    """What a network sees of a table from one seat: its score, and for each part the inputs that are not 0."""

    score: float
    parts: list[list[tuple[int, float]]]


@dataclass(frozen=True)
class Plan:
    """How to train a network, and where its weights are: in a file, under the key `part` if that is not empty.

    `seats` are the numbers of seats of matches in turn, `matches` those of a generation. A match begins with simple
    players, who choose at most `longest` times each; searches of `iterations` go on (as those in Python, times
    `Search.speed`). A share of all positions is looked at besides those where a search stops. A target is what the
    search of the next choice said by so much as `trusted`; the rest is the result.
    """

    file: str
    part: str
    options: dict[str, Any]
    seats: tuple[int, ...]
    matches: int
    longest: int
    trusted: float
    share: float
    see: Callable[[Any], list[Seen] | None]
    """From each seat; None where the network is not asked."""
    moment: Callable[[Any], int]
    """The stage of the match, of so many `moments`."""
    moments: int
    read: Callable[[dict[str, Any]], Network]
    written: Callable[[Network, dict[str, Any]], dict[str, Any]]
    """The data of the weights, with what else the last ones have."""
    untrained: Callable[[], Network]
    iterations: int = 20
    epochs: int = 6


# --- the networks of `core.sparse_net` ---

_SPARSE_UNIT: Final = 1000
_SPARSE_HIDDEN: Final = 16


def _sparse(key: str, part: str, options: dict[str, Any], matches: int, unit: float, longest: int) -> Plan:
    """`unit` are the points that the network counts as 1 while it is trained."""
    game = find(key)
    inputs = import_module(f"core.games.{key}.evaluation.inputs")

    def see(state: Any) -> list[Seen]:
        seen = [inputs.features(state, seat) for seat in range(len(game.scores(state)))]
        return [Seen(points, [[(feature, 1.0) for feature in features]]) for features, points in seen]

    def read(data: dict[str, Any]) -> Network:
        rows, out = (np.array(data[name], np.float32) / data["scale"] for name in ("rows", "out"))
        rows = np.concatenate([rows[:, 1:], rows[:, :1] / unit], 1)
        return Network({"rows": rows, "out": out[None, :] / unit}, unit)

    def written(net: Network, before: dict[str, Any]) -> dict[str, Any]:
        rows, out = net.weights["rows"], net.weights["out"]
        ordered = np.concatenate([rows[:, -1:] * unit, rows[:, :-1]], 1)
        return before | {
            "scale": _SPARSE_UNIT,
            "out": _whole(out[0] * unit, _SPARSE_UNIT),
            "rows": _whole(ordered, _SPARSE_UNIT),
        }

    def untrained() -> Network:
        rng = np.random.default_rng(0)
        rows = _drawn(rng, 0.1, inputs.NUMBER, _SPARSE_HIDDEN + 1)
        rows[:, -1] = 0
        return Network({"rows": rows, "out": _drawn(rng, 0.2, 1, _SPARSE_HIDDEN) / unit}, unit)

    return Plan(
        file="weights.json",
        part=part,
        options=options,
        seats=(2, 2, 3, 2, 2, 2, 4, 2),
        matches=matches,
        longest=longest,
        trusted=0.0,
        share=0.3,
        see=see,
        moment=inputs.moment,
        moments=inputs.MOMENTS,
        read=read,
        written=written,
        untrained=untrained,
    )


# --- chocolatier ---

_TENS: Final = 10.0
_COLORED_UNIT: Final = 2048
_FREE_UNIT: Final = 10_000
_FREE_HIDDEN: Final = 48
_MOMENTS: Final = 6


def _moment(state: State) -> int:
    return min(state.round, _MOMENTS - 1)


def _between_rounds(state: State) -> Counts | None:
    """The next deal as the networks see it; None within a round, and where the match is over."""
    if state.mover != CHANCE or any(complete_rows(board.wall) for board in state.boards):
        return None
    boards = [(board.wall, key_of(board) & LINES_MASK) for board in state.boards]
    supply = network.next_deal(state.bag, boards, DISPLAY_TILES * DISPLAYS[len(boards)])
    return supply if any(supply) else None


def _sized(inputs: list[tuple[int, int]], share: float = 1.0, after: int = 0) -> list[tuple[int, float]]:
    return [(at + after, size * share / STEP) for at, size in inputs]


def _see_colored(state: State) -> list[Seen] | None:
    supply = _between_rounds(state)
    if supply is None:
        return None
    views, lead = [], state.boards[0].score - state.boards[1].score
    for seat, board in enumerate(state.boards):
        seen = board_inputs(board.wall, lines_of(key_of(board) & LINES_MASK), state.round, supply)
        table = network.side_inputs(-lead if seat else lead, state.start == seat)
        table += network.deal_inputs(state.round, supply)
        views.append(Seen(board.score, [_sized(seen), _sized(table)]))
    return views


def _see_free(state: State) -> list[Seen] | None:
    supply = _between_rounds(state)
    if supply is None:
        return None
    boards = [free_inputs(board.wall, lines_of(key_of(board) & LINES_MASK), supply) for board in state.boards]
    needs, scores = [needs for _, needs in boards], [board.score for board in state.boards]
    views = []
    for seat, (own, _) in enumerate(boards):
        row = _sized(own) + _sized(free_prospects.table_inputs(scores, needs, seat, state.start, state.round, supply))
        for other, (inputs, _) in enumerate(boards):
            if other != seat:
                row += _sized(inputs, 1 / (len(boards) - 1), FREE_INPUTS)
        views.append(Seen(scores[seat], [row]))
    return views


_COLORED_LAYERS: Final = {
    "boards": (0.06, BOARD_INPUTS, 64), "own": (0.12, 64, 32), "other": (0.12, 64, 32),
    "table": (0.05, network.TABLE_INPUTS, 32), "joint": (0.18, 32, 35),
}  # fmt: skip
"""The size of the first random weights, and of each layer its rows and sums."""


def _read_colored(data: dict[str, Any]) -> Network:
    weights = {"outputs": np.array(data["outputs"], np.float32) / data["unit"]}
    for name in _COLORED_LAYERS:
        whole = np.frombuffer(decompress(b64decode(data[name]["weights"])), "<i2")
        weights[name] = whole.reshape(-1, data[name]["lanes"]).astype(np.float32) / data["unit"]
    return PairedNetwork(weights, _TENS)


def _colored_written(net: Network, before: dict[str, Any]) -> dict[str, Any]:
    layers = {}
    for name in _COLORED_LAYERS:
        weights = np.array(_whole(net.weights[name], _COLORED_UNIT), "<i2")
        text = b64encode(compress(weights.tobytes(), 9)).decode("ascii")
        layers[name] = {"lanes": weights.shape[1], "weights": text}
    return before | {"unit": _COLORED_UNIT, "outputs": _whole(net.weights["outputs"], _COLORED_UNIT), **layers}


def _untrained_colored() -> Network:
    rng = np.random.default_rng(0)
    layers = {name: _drawn(rng, *layer) for name, layer in _COLORED_LAYERS.items()}
    return PairedNetwork({**layers, "outputs": _drawn(rng, 0.1, 3, 32)}, _TENS)


def _read_free(data: dict[str, Any]) -> Network:
    """Rows of inputs that no table had are empty."""
    outputs = np.array(data["outputs"], np.float32) / data["unit"]
    lanes = sum(outputs.shape)
    rows = np.array([row or [0] * lanes for row in data["rows"]], np.float32) / data["unit"]
    return Network({"rows": rows, "out": outputs}, _TENS)


def _free_written(net: Network, before: dict[str, Any]) -> dict[str, Any]:
    rows, outputs = (_whole(net.weights[name], _FREE_UNIT) for name in ("rows", "out"))
    return before | {"unit": _FREE_UNIT, "outputs": outputs, "rows": [row if any(row) else [] for row in rows]}


def _untrained_free() -> Network:
    rng = np.random.default_rng(0)
    rows = _drawn(rng, 0.06, free_prospects.TABLE_INPUTS, _FREE_HIDDEN + 3)
    rows[:, _FREE_HIDDEN:] = 0
    return Network({"rows": rows, "out": _drawn(rng, 0.1, 3, _FREE_HIDDEN)}, _TENS)


def _chocolatier(
    file: str, wall: str, seats: tuple[int, ...], matches: int, see: Callable[[State], list[Seen] | None],
    read: Callable[[dict[str, Any]], Network], written: Callable[[Network, dict[str, Any]], dict[str, Any]],
    untrained: Callable[[], Network],
) -> Plan:  # fmt: skip
    return Plan(
        file=file,
        part="",
        options={"wall": wall},
        seats=seats,
        matches=matches,
        longest=20,
        trusted=0.8,
        share=0.0,
        see=see,
        moment=_moment,
        moments=_MOMENTS,
        read=read,
        written=written,
        untrained=untrained,
    )


def _drawn(rng: np.random.Generator, size: float, *shape: int) -> np.ndarray:
    return rng.normal(0, size, shape).astype(np.float32)


def _whole(weights: np.ndarray, unit: int) -> list[Any]:
    whole: list[Any] = np.rint(weights * unit).astype(int).tolist()
    return whole


_OF_FREE: Final = (_see_free, _read_free, _free_written, _untrained_free)

PLANS: Final[dict[str, dict[str, Plan]]] = {
    "azacru": {"net": _sparse("azacru", "net", {}, 1200, 5.0, 30)},
    "chocolatier": {
        "colored": _chocolatier(
            "network.json", "colored", (2,), 3000, _see_colored, _read_colored, _colored_written, _untrained_colored
        ),
        "free": _chocolatier("free_wall.json", "free", (2,), 3000, *_OF_FREE),
        "free of more": _chocolatier("free_walls.json", "free", (3, 4), 2000, *_OF_FREE),
    },
    "pavilion": {side: _sparse("pavilion", side, {"board": side}, 1200, 20.0, 60) for side in ("colored", "variant")},
}
"""By game and network."""
