"""A small network that judges a table between two rounds, as one seat sees it against one other.

One part sees each board by itself (`board_inputs`); the other part puts two of these together with the round, the
difference of the scores, the start player and the tiles that come next. bench/train.py fits it. The weights that an
input has for all sums are packed into one whole number, 32 bits a sum, so that sums are added all at once.
"""

from base64 import b64decode
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from operator import mul
from struct import Struct
from typing import Final, NamedTuple
from zlib import decompress

from core.games.chocolatier.evaluation.board_inputs import STEP, Inputs, board_inputs
from core.games.chocolatier.evaluation.boards import lines_of
from core.games.chocolatier.scoring import Wall
from core.games.chocolatier.state import COLORS, TILES_OF_A_COLOR
from core.multiset import Counts
from core.weight_files import weight_file

_MAX_ROUNDS: Final = 9
_BUCKETS: Final = _MAX_ROUNDS + 1
_DIFFERENCE: Final = _BUCKETS + 13
_START: Final = _DIFFERENCE + 1
_SUPPLY: Final = _START + 1
TABLE_INPUTS: Final = _SUPPLY + COLORS

_SIGN: Final = 1 << 31
_WEIGHT: Final = Struct("<h")

_FINE: Final = 256
"""The sums of one layer are rounded to such parts before they go into the next one."""


class Prospects(NamedTuple):
    """As one seat sees the table: points still to come (tenths), chance to win and its steepness, both to be summed."""

    points: float
    chance: float
    steepness: float


class KnownBoard(NamedTuple):
    """A board after a round: its share of the joint sums as the own and as the other one."""

    own: int
    other: int


class _ColoredWallNetwork(NamedTuple):
    """Weights by input or by sum of the layer before, packed; of the outputs as they are."""

    boards: tuple[int, ...]
    own: tuple[int, ...]
    other: tuple[int, ...]
    table: tuple[int, ...]
    joint: tuple[int, ...]
    outputs: tuple[tuple[float, ...], ...]
    unit: int
    edges: tuple[int, ...]


class _Lanes:
    """The sums in a whole number, each with its sign."""

    def __init__(self, number: int) -> None:
        self._struct = Struct(f"<{number}I")
        self._offset = sum(_SIGN << 32 * lane for lane in range(number))

    def pack(self, weights: bytes) -> int:
        """From two bytes a weight."""
        lanes = [weight + _SIGN for (weight,) in _WEIGHT.iter_unpack(weights)]
        return int.from_bytes(self._struct.pack(*lanes), "little") - self._offset

    def unpack(self, packed: int) -> list[int]:
        unpacked = self._struct.unpack((packed + self._offset).to_bytes(self._struct.size, "little"))
        return [lane - _SIGN for lane in unpacked]


@cache
def _lanes(number: int) -> _Lanes:
    return _Lanes(number)


@cache
def _network() -> _ColoredWallNetwork:
    read = weight_file("chocolatier", "network.json")
    unit = read["unit"]

    def packed(part: str) -> tuple[int, ...]:
        weights, size = decompress(b64decode(read[part]["weights"])), 2 * read[part]["lanes"]
        lanes = _lanes(read[part]["lanes"])
        return tuple([lanes.pack(weights[start : start + size]) for start in range(0, len(weights), size)])

    outputs = tuple(tuple(weight / unit for weight in output) for output in read["outputs"])
    boards, own, other, table, joint = map(packed, ("boards", "own", "other", "table", "joint"))
    return _ColoredWallNetwork(boards, own, other, table, joint, outputs, unit, tuple(read["edges"]))


def _next_layer(sums: Iterable[int], step: int, weights: Sequence[int]) -> int:
    """The packed sums of the next layer: those above 0 count; `step` is the size of a `_FINE` part."""
    return sum([lane // step * row for lane, row in zip(sums, weights, strict=True) if lane > 0])


@lru_cache(maxsize=8192)
def known_board(wall: Wall, lines: int, rounds: int, supply: Counts) -> KnownBoard:
    """`supply` as of `next_deal`."""
    net = _network()
    boards = net.boards
    packed = sum([boards[index] * size for index, size in board_inputs(wall, lines_of(lines), rounds, supply)])
    sums = _lanes(len(net.own)).unpack(packed)
    step = net.unit * STEP // _FINE
    own, other = _next_layer(sums, step, net.own), _next_layer(sums, step, net.other)
    return KnownBoard(own, other)


def next_deal(bag: Counts, boards: Iterable[tuple[Wall, int]], dealt: int) -> Counts:
    """The mean number of tiles of each color in the next deal, in quarters; `boards` as walls and lines."""
    in_bag = sum(bag)
    if in_bag >= dealt:
        return tuple([(8 * dealt * left + in_bag) // (2 * in_bag) for left in bag])
    lid = lid_of(bag, boards)
    in_lid = sum(lid)
    drawn = min(dealt - in_bag, in_lid)
    if not in_lid:
        return tuple([4 * left for left in bag])
    return tuple([4 * left + (8 * drawn * own + in_lid) // (2 * in_lid) for left, own in zip(bag, lid, strict=True)])


def lid_of(bag: Counts, boards: Iterable[tuple[Wall, int]]) -> Counts:
    """The tiles in the lid between two rounds: all that lie nowhere else."""
    lying = map(sum, zip(*(_tiles_of(wall, lines) for wall, lines in boards), strict=True))
    return tuple([max(0, TILES_OF_A_COLOR - left - number) for left, number in zip(bag, lying, strict=True)])


@lru_cache(maxsize=8192)
def _tiles_of(wall: Wall, lines: int) -> Counts:
    """The tiles on a board by color."""
    tiles = [sum(color in row for row in wall) for color in range(COLORS)]
    for line in lines_of(lines):
        if line.color is not None:
            tiles[line.color] += line.tiles
    return tuple(tiles)


def deal_inputs(rounds: int, supply: Counts) -> Inputs:
    """The inputs of the table that both seats share."""
    return [(min(rounds, _MAX_ROUNDS), STEP), *[(_SUPPLY + color, supply[color]) for color in range(COLORS)]]


def side_inputs(difference: int, starts: bool) -> Inputs:
    """The other inputs of the table, as one seat sees it; `difference` is the lead of its score."""
    inputs = [(_BUCKETS + bisect_right(_network().edges, difference), STEP), (_DIFFERENCE, difference)]
    return [*inputs, (_START, STEP)] if starts else inputs


def look(own: KnownBoard, other: KnownBoard, difference: int, starts: bool, rounds: int, supply: Counts) -> Prospects:
    """The prospects of one seat against another; `difference` is the lead of its score."""
    net = _network()
    table = net.table
    packed = _of_deal(rounds, supply) + sum([table[at] * size for at, size in side_inputs(difference, starts)])
    packed = own.own + other.other + packed * (_FINE // STEP)
    joint = _next_layer(_lanes(len(net.joint)).unpack(packed), net.unit, net.joint)
    sums = _lanes(len(net.outputs[0]) + len(net.outputs)).unpack(joint)
    above = [lane if lane > 0 else 0 for lane in sums[: len(net.outputs[0])]]
    unit = net.unit * _FINE
    return Prospects(
        *(
            (sum(map(mul, above, weights)) + lane) / unit
            for weights, lane in zip(net.outputs, sums[len(above) :], strict=True)
        )
    )


@lru_cache(maxsize=1024)
def _of_deal(rounds: int, supply: Counts) -> int:
    """The share of the round and of the next deal in the joint sums."""
    table = _network().table
    return sum([table[at] * size for at, size in deal_inputs(rounds, supply)])
