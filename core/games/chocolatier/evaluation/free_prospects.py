"""The value of a table with a free wall between two rounds, for two to four players: one network, asked for each seat.

Its inputs are those of the own board (`free_inputs`), the mean of those of the other boards, the round, the lead, the
start player, the tiles to come and the number of players. All weights of an input are packed into one integer, 32 bits
a *lane*, so that one addition adds all sums; the sums are multiplied by the number of the other boards, so that they
stay integers. bench/train.py fits it.
"""

from bisect import bisect_right
from collections.abc import Sequence
from functools import cache, lru_cache
from math import exp, fsum
from operator import mul
from struct import Struct
from typing import Final, NamedTuple

from core.game import Seat, Value
from core.games.chocolatier.evaluation.board_inputs import STEP, Inputs
from core.games.chocolatier.evaluation.boards import lines_of
from core.games.chocolatier.evaluation.free_inputs import FREE_INPUTS, free_inputs
from core.games.chocolatier.scoring import Wall
from core.multiset import Counts
from core.ranking import leads
from core.weight_files import weight_file

_ROUNDS: Final = 2 * FREE_INPUTS
_MAX_ROUNDS: Final = 9
_BUCKETS: Final = _ROUNDS + _MAX_ROUNDS + 1
_DIFFERENCE: Final = _BUCKETS + 13
_START: Final = _DIFFERENCE + 1
_SUPPLY: Final = _START + 1
_SEATS: Final = _SUPPLY + 1
_CONTESTED: Final = _SEATS + 3
_BIAS: Final = _CONTESTED + 125
TABLE_INPUTS: Final = _BIAS + 1
"""The number of inputs of a seat's view of the table; those of other boards come `FREE_INPUTS` after those of the own
board."""

_SIGN: Final = 1 << 31


class _FreeWallNetwork(NamedTuple):
    rows: tuple[int, ...]
    hidden: int
    lanes: Struct
    outputs: tuple[tuple[int, ...], ...]
    unit: int
    offset: int
    edges: tuple[int, ...]


@cache
def _network(two: bool) -> _FreeWallNetwork:
    """That for two, or that for three and four."""
    read = weight_file("chocolatier", "free_wall.json" if two else "free_walls.json")
    outputs = tuple(map(tuple, read["outputs"]))
    hidden, number = len(outputs[0]), len(outputs[0]) + len(outputs)
    rows = tuple(sum(weight << 32 * lane for lane, weight in enumerate(row)) for row in read["rows"])
    offset = sum(_SIGN << 32 * lane for lane in range(number))
    return _FreeWallNetwork(rows, hidden, Struct(f"<{number}I"), outputs, read["unit"], offset, tuple(read["edges"]))


class _Sums(NamedTuple):
    """A board's share of the network's sums as the own and as another one; the tiles it needs by color."""

    own: int
    other: int
    needs: tuple[int, ...]


def expected(
    scores: Sequence[int], boards: Sequence[tuple[Wall, int]], start: Seat, rounds: int, supply: Counts
) -> Value:
    """`boards` as walls and keys of lines; `supply` as of `network.next_deal`."""
    seats = len(boards)
    net = _network(seats == 2)
    sums = [_sums(seats == 2, wall, lines, supply) for wall, lines in boards]
    others = seats - 1
    whole = sum([board.other for board in sums])
    needs = [board.needs for board in sums]
    answers = []
    for seat, own in enumerate(sums):
        inputs = table_inputs(scores, needs, seat, start, rounds, supply)
        sides = sum([net.rows[at] * size for at, size in inputs])
        answers.append(_answer(net, whole - own.other + (own.own + sides) * others, others))
    points = [score + 10 * answer[0] for score, answer in zip(scores, answers, strict=True)]
    steepness = exp(2 * fsum([answer[2] for answer in answers]) / seats) / 10
    logits = [own * steepness + answer[1] for own, answer in zip(points, answers, strict=True)]
    best = max(logits)
    shares = [exp(own - best) for own in logits]
    total = fsum(shares)
    return Value(tuple([share / total for share in shares]), leads(points), tuple(points))


def table_inputs(
    scores: Sequence[int], needs: Sequence[Sequence[int]], seat: Seat, start: Seat, rounds: int, supply: Counts
) -> Inputs:
    """The inputs besides those of the boards, as one seat sees the table; `needs` of each board as of `free_inputs`."""
    seats = len(scores)
    lead = scores[seat] - max([score for other, score in enumerate(scores) if other != seat])
    present = [_ROUNDS + min(rounds, _MAX_ROUNDS), _SEATS + seats - 2, _BIAS]
    present.append(_BUCKETS + bisect_right(_network(seats == 2).edges, lead))
    if seat == start:
        present.append(_START)
    present += _contested(needs, seat, supply)
    return [(_DIFFERENCE, lead), (_SUPPLY, sum(supply) // 4), *[(at, STEP) for at in present]]


def _contested(needs: Sequence[Sequence[int]], seat: Seat, supply: Counts) -> list[int]:
    """By color: what the own board needs, what the others need, what there will be."""
    whole = [sum(own) for own in zip(*needs, strict=True)]
    return [
        _CONTESTED
        + 25 * min(4, (own + 1) // 2)
        + 5 * min(4, (all_of - own + 1) // 2)
        + max(0, min(4, (there + 2) // 4 - 2))
        for own, all_of, there in zip(needs[seat], whole, supply, strict=True)
    ]


def _answer(net: _FreeWallNetwork, lanes: int, times: int) -> list[float]:
    unpacked = net.lanes.unpack((lanes + net.offset).to_bytes(net.lanes.size, "little"))
    hidden = [lane - _SIGN if lane > _SIGN else 0 for lane in unpacked[: net.hidden]]
    unit, whole = net.unit, net.unit**2 * STEP * times
    return [
        (sum(map(mul, hidden, weights)) + (lane - _SIGN) * unit) / whole
        for weights, lane in zip(net.outputs, unpacked[net.hidden :], strict=True)
    ]


@lru_cache(maxsize=8192)
def _sums(two: bool, wall: Wall, lines: int, supply: Counts) -> _Sums:
    rows = _network(two).rows
    own = other = 0
    inputs, needs = free_inputs(wall, lines_of(lines), supply)
    for index, size in inputs:
        own += rows[index] * size
        other += rows[index + FREE_INPUTS] * size
    return _Sums(own, other, needs)
