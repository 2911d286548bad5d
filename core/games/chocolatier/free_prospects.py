"""What a table with a free wall is worth between two rounds, for two to four: one network, as each seat sees it.

It has the form of `network`: its inputs are those of the own board (`free_inputs`), the mean of those of the others,
the round, the lead, the start player, the tiles to come and the number of players. Sums are kept times the number of
the others, so that they stay whole.
"""

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from math import exp
from operator import mul
from typing import Final, NamedTuple

from core.game import Seat, Value
from core.games.chocolatier.board_inputs import STEP
from core.games.chocolatier.boards import lines_of
from core.games.chocolatier.free_inputs import FREE_INPUTS, free_inputs
from core.games.chocolatier.network import SIGN, Network, network
from core.games.chocolatier.scoring import Wall
from core.multiset import Counts
from core.ranking import leads

_ROUNDS: Final = 2 * FREE_INPUTS
_MOST_ROUNDS: Final = 9
_BUCKETS: Final = _ROUNDS + _MOST_ROUNDS + 1
_DIFFERENCE: Final = _BUCKETS + 13
_START: Final = _DIFFERENCE + 1
_SUPPLY: Final = _START + 1
_SEATS: Final = _SUPPLY + 1
_BIAS: Final = _SEATS + 3


class _Sums(NamedTuple):
    """A board's share of the network's sums as the own and as another one."""

    own: int
    other: int


def expected(
    scores: Sequence[int], boards: Sequence[tuple[Wall, int]], start: Seat, rounds: int, supply: Counts
) -> Value:
    """`boards` as walls and keys of lines; `supply` as of `network.next_deal`."""
    seats = len(boards)
    net = network("free_wall.json" if seats == 2 else "free_walls.json")
    sums = [_sums(seats == 2, wall, lines, supply) for wall, lines in boards]
    others = seats - 1
    common = net.rows[_ROUNDS + min(rounds, _MOST_ROUNDS)] + net.rows[_SEATS + seats - 2] + net.rows[_BIAS]
    lanes = common * STEP + net.rows[_SUPPLY] * (sum(supply) // 4)
    whole = sum([board.other for board in sums])
    found = []
    for seat, own in enumerate(scores):
        lead = own - max([score for other, score in enumerate(scores) if other != seat])
        sides = lanes + net.rows[_BUCKETS + bisect_right(net.edges, lead)] * STEP + net.rows[_DIFFERENCE] * lead
        if seat == start:
            sides += net.rows[_START] * STEP
        found.append(_answer(net, whole - sums[seat].other + (sums[seat].own + sides) * others, others))
    points = [score + 10 * answer[0] for score, answer in zip(scores, found, strict=True)]
    steepness = exp(2 * sum([answer[2] for answer in found]) / seats) / 10
    logits = [own * steepness + answer[1] for own, answer in zip(points, found, strict=True)]
    best = max(logits)
    shares = [exp(own - best) for own in logits]
    total = sum(shares)
    return Value(tuple([share / total for share in shares]), leads(points), tuple(points))


def _answer(net: Network, lanes: int, times: int) -> list[float]:
    found = net.lanes.unpack((lanes + net.offset).to_bytes(net.lanes.size, "little"))
    hidden = [lane - SIGN if lane > SIGN else 0 for lane in found[: net.hidden]]
    unit = net.unit * times
    return [
        (sum(map(mul, hidden, weights)) + lane - SIGN) / unit
        for weights, lane in zip(net.outputs, found[net.hidden :], strict=True)
    ]


@lru_cache(maxsize=8192)
def _sums(two: bool, wall: Wall, lines: int, supply: Counts) -> _Sums:
    rows = network("free_wall.json" if two else "free_walls.json").rows
    own = other = 0
    for index, size in free_inputs(wall, lines_of(lines), supply):
        own += rows[index] * size
        other += rows[index + FREE_INPUTS] * size
    return _Sums(own, other)
