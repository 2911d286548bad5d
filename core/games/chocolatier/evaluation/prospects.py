"""The value of a table between two rounds: expected final points and the chance to win."""

from collections.abc import Sequence
from functools import lru_cache
from math import exp, fsum
from typing import Final, NamedTuple

from core.game import Seat, Value
from core.games.chocolatier.evaluation import free_prospects, next_round
from core.games.chocolatier.evaluation.boards import LINES_MASK, Tiled
from core.games.chocolatier.evaluation.network import KnownBoard, known_board, lid_of, look, next_deal
from core.games.chocolatier.scoring import Wall, bonuses, complete_rows
from core.games.chocolatier.state import DISPLAY_TILES, DISPLAYS
from core.multiset import Counts
from core.ranking import leads

_SCALE: Final = 16.0
_MIN_SCALE: Final = 6.0
"""Chance to win with three and more, proportional to exp(points / scale), scale = max(6, 16 - rounds): the best of six
rules over 40 matches each."""


def judge(scores: Sequence[int], boards: Sequence[Tiled], start: Seat, rounds: int, bag: Counts, free: bool) -> Value:
    """The value after so many rounds; that of the result when a row is complete or no tile is left.

    `free` is the side of the wall.
    """
    if len(boards) > 2 or free:
        return by_network(scores, boards, start, rounds, bag, free)
    return _of_two(tuple(scores), tuple([board._replace(points=0) for board in boards]), start, rounds, bag)


@lru_cache(maxsize=8192)
def _of_two(scores: tuple[int, ...], boards: tuple[Tiled, ...], start: Seat, rounds: int, bag: Counts) -> Value:
    """v + share * (m - v): v is the value of the network, m the mean of its values after the next round."""
    value = by_network(scores, boards, start, rounds, bag, free=False)
    share = next_round.SHARES[min(rounds, len(next_round.SHARES) - 1)]
    if not share or any(_final(board.wall).rows for board in boards):
        return value
    lid = lid_of(bag, [(board.wall, board.key & LINES_MASK) for board in boards])
    if not any(bag) and not any(lid):
        return value
    ended = next_round.played(scores, boards, start, rounds, bag, lid)
    return _mixed(value, [by_network(*one[:3], rounds + 1, one[3], free=False) for one in ended], share)


def _mixed(value: Value, later: Sequence[Value], share: float) -> Value:
    def mean(of: int, seat: int) -> float:
        return fsum([one[of][seat] for one in later]) / len(later)

    win, first, second = (
        own + share * (mean(of, seat) - own)
        for own, of, seat in ((value.win[0], 0, 0), (value.points[0], 2, 0), (value.points[1], 2, 1))
    )
    return Value((win, 1 - win), (first - second, second - first), (first, second))


def by_network(
    scores: Sequence[int], boards: Sequence[Tiled], start: Seat, rounds: int, bag: Counts, free: bool
) -> Value:
    """`judge` without looking ahead."""
    own = [(board.wall, board.key & LINES_MASK) for board in boards]
    finals = [_final(wall) for wall, _ in own]
    supply = next_deal(bag, own, DISPLAY_TILES * DISPLAYS[len(boards)])
    if any(final.rows for final in finals) or not any(supply):
        return _result(scores, finals)
    if free:
        return free_prospects.expected(scores, own, start, rounds, supply)
    known = [known_board(wall, lines, rounds, supply) for wall, lines in own]
    if len(known) > 2:
        return _by_points(scores, known, start, rounds, supply)
    lead = scores[0] - scores[1]
    one = look(known[0], known[1], lead, start == 0, rounds, supply)
    other = look(known[1], known[0], -lead, start == 1, rounds, supply)
    points = (scores[0] + 10 * one.points, scores[1] + 10 * other.points)
    ahead = points[0] - points[1]
    win = _share(ahead / 10 * exp(one.steepness + other.steepness) + one.chance - other.chance)
    return Value((win, 1 - win), (ahead, -ahead), points)


def _share(logit: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, logit))))


class _Final(NamedTuple):
    """The complete rows and the bonus points of a wall at the end of the match."""

    rows: int
    bonus: int


@lru_cache(maxsize=4096)
def _final(wall: Wall) -> _Final:
    return _Final(complete_rows(wall), sum(bonus.points for bonus in bonuses(wall)))


def result(scores: Sequence[int], walls: Sequence[Wall]) -> Value:
    """The value of final scores, which have the bonuses of the walls."""
    return _result(scores, [_Final(complete_rows(wall), 0) for wall in walls])


def _result(scores: Sequence[int], finals: Sequence[_Final]) -> Value:
    points = [float(score + final.bonus) for score, final in zip(scores, finals, strict=True)]
    results = [(own, final.rows) for own, final in zip(points, finals, strict=True)]
    best = max(results)
    winners = results.count(best)
    return Value(tuple([(own == best) / winners for own in results]), leads(points), tuple(points))


def _by_points(scores: Sequence[int], known: Sequence[KnownBoard], start: Seat, rounds: int, supply: Counts) -> Value:
    """The value with three and more seats, to which the network was not fitted.

    The points of a seat are the mean of the network's answers for it against each other seat; the chances follow from
    the points.
    """
    seats = range(len(known))
    points = []
    for seat in seats:
        rivals = [
            look(known[seat], known[other], scores[seat] - scores[other], start == seat, rounds, supply).points
            for other in seats
            if other != seat
        ]
        points.append(scores[seat] + 10 * fsum(rivals) / len(rivals))
    scale = max(_MIN_SCALE, _SCALE - rounds)
    best = max(points)
    shares = [exp((own - best) / scale) for own in points]
    whole = fsum(shares)
    return Value(tuple([share / whole for share in shares]), leads(points), tuple(points))
