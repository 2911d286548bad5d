"""A small network that judges a table between two rounds, as one seat sees it against one other.

Its inputs are those of both boards (`board_inputs`), the round, the difference of the scores, the start player and the
tiles that come next; bench/train_chocolatier.py fits it. All weights of an input are packed into one whole number, 32
bits a *lane*, so that the sum over the inputs of a board is a sum of whole numbers, remembered by board.
"""

import json
from bisect import bisect_right
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from operator import mul
from struct import Struct
from typing import Any, Final, NamedTuple

from core.games.chocolatier.board_inputs import BOARD_INPUTS, STEP, board_inputs
from core.games.chocolatier.boards import lines_of
from core.games.chocolatier.scoring import Wall, bonuses, complete_rows
from core.games.chocolatier.state import COLORS, TILES_OF_A_COLOR
from core.multiset import Counts

_ROUNDS: Final = 2 * BOARD_INPUTS
_MOST_ROUNDS: Final = 9
_BUCKETS: Final = _ROUNDS + _MOST_ROUNDS + 1
_DIFFERENCE: Final = _BUCKETS + 13
_START: Final = _DIFFERENCE + 1
_SUPPLY: Final = _START + 1
_BIAS: Final = _SUPPLY + COLORS

_SIGN: Final = 1 << 31


class Prospects(NamedTuple):
    """As one seat sees the table: points still to come (tenths), chance to win and its steepness, both to be summed."""

    points: float
    chance: float
    steepness: float


class KnownBoard(NamedTuple):
    """A board after a round: its share of the network's sums as the own and as the other one, and what counts."""

    own: int
    other: int
    rows: int
    bonus: int


class _Network(NamedTuple):
    rows: tuple[int, ...]
    hidden: int
    lanes: Struct
    outputs: tuple[tuple[float, ...], ...]
    unit: float
    offset: int
    edges: tuple[int, ...]


@cache
def _network() -> _Network:
    text = (files("core.games.chocolatier") / "network.json").read_text("utf-8")
    read: dict[str, Any] = json.loads(text)
    unit = read["unit"]
    outputs = tuple(tuple(weight / unit for weight in output) for output in read["outputs"])
    hidden, number = len(outputs[0]), len(outputs[0]) + len(outputs)
    rows = tuple(sum(weight << 32 * lane for lane, weight in enumerate(row)) for row in read["rows"])
    offset = sum(_SIGN << 32 * lane for lane in range(number))
    return _Network(rows, hidden, Struct(f"<{number}I"), outputs, unit * STEP, offset, tuple(read["edges"]))


@lru_cache(maxsize=8192)
def known_board(wall: Wall, lines: int, supply: Counts) -> KnownBoard:
    """`supply` as of `next_deal`."""
    rows = _network().rows
    own = other = 0
    for index, size in board_inputs(wall, lines_of(lines), supply):
        own += rows[index] * size
        other += rows[index + BOARD_INPUTS] * size
    bonus = sum(bonus.points for bonus in bonuses(wall))
    return KnownBoard(own, other, complete_rows(wall), bonus)


def next_deal(bag: Counts, boards: Iterable[tuple[Wall, int]], dealt: int) -> Counts:
    """How many tiles of each color a deal will bring on average, in quarters; `boards` as walls and lines."""
    in_bag = sum(bag)
    if in_bag >= dealt:
        return tuple([(8 * dealt * left + in_bag) // (2 * in_bag) for left in bag])
    lying = map(sum, zip(*(_tiles_of(wall, lines) for wall, lines in boards), strict=True))
    lid = [max(0, TILES_OF_A_COLOR - left - number) for left, number in zip(bag, lying, strict=True)]
    in_lid = sum(lid)
    drawn = min(dealt - in_bag, in_lid)
    if not in_lid:
        return tuple([4 * left for left in bag])
    return tuple([4 * left + (8 * drawn * own + in_lid) // (2 * in_lid) for left, own in zip(bag, lid, strict=True)])


@lru_cache(maxsize=8192)
def _tiles_of(wall: Wall, lines: int) -> Counts:
    """The tiles on a board by color."""
    tiles = [sum(color in row for row in wall) for color in range(COLORS)]
    for line in lines_of(lines):
        if line.color is not None:
            tiles[line.color] += line.tiles
    return tuple(tiles)


def look(own: KnownBoard, other: KnownBoard, difference: int, starts: bool, rounds: int, supply: Counts) -> Prospects:
    """What one seat expects against another; `difference` is the lead of its score."""
    net = _network()
    rows = net.rows
    lanes = (
        rows[_ROUNDS + min(rounds, _MOST_ROUNDS)] + rows[_BUCKETS + bisect_right(net.edges, difference)] + rows[_BIAS]
    )
    if starts:
        lanes += rows[_START]
    lanes = own.own + other.other + lanes * STEP + rows[_DIFFERENCE] * difference + net.offset
    for color in range(COLORS):
        lanes += rows[_SUPPLY + color] * supply[color]
    found = net.lanes.unpack(lanes.to_bytes(net.lanes.size, "little"))
    hidden = [lane - _SIGN if lane > _SIGN else 0 for lane in found[: net.hidden]]
    return Prospects(
        *(
            (sum(map(mul, hidden, weights)) + lane - _SIGN) / net.unit
            for weights, lane in zip(net.outputs, found[net.hidden :], strict=True)
        )
    )
