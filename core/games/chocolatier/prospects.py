"""What a table between two rounds is worth: expected final points and the chance to win."""

from collections.abc import Sequence
from math import exp
from typing import Final

from core.game import Seat, Value
from core.games.chocolatier import free_prospects
from core.games.chocolatier.boards import LINES_MASK, Tiled
from core.games.chocolatier.network import KnownBoard, known_board, look, next_deal
from core.games.chocolatier.scoring import Wall, bonuses, complete_rows
from core.games.chocolatier.state import DISPLAY_TILES, DISPLAYS
from core.multiset import Counts
from core.ranking import leads

_SCALE: Final = 16.0
_LEAST_SCALE: Final = 6.0
"""Points that make a chance e times as good, less one for each round: the best of six rules over 40 matches each."""


def judge(scores: Sequence[int], boards: Sequence[Tiled], start: Seat, rounds: int, bag: Counts, free: bool) -> Value:
    """The value after so many rounds; that of the result when a row is complete or no tile is left.

    `free` is the side of the wall.
    """
    own = [(board.wall, board.key & LINES_MASK) for board in boards]
    supply = next_deal(bag, own, DISPLAY_TILES * DISPLAYS[len(boards)])
    if not any(supply) or any(complete_rows(wall) for wall, _ in own):
        return _result(scores, [wall for wall, _ in own])
    if free:
        return free_prospects.expected(scores, own, start, rounds, supply)
    known = [known_board(wall, lines, supply) for wall, lines in own]
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


def _result(scores: Sequence[int], walls: Sequence[Wall]) -> Value:
    points = [
        float(score + sum(bonus.points for bonus in bonuses(wall))) for score, wall in zip(scores, walls, strict=True)
    ]
    results = [(own, complete_rows(wall)) for own, wall in zip(points, walls, strict=True)]
    best = max(results)
    winners = results.count(best)
    return Value(tuple([(own == best) / winners for own in results]), leads(points), tuple(points))


def _by_points(scores: Sequence[int], known: Sequence[KnownBoard], start: Seat, rounds: int, supply: Counts) -> Value:
    """What the network was not fitted to: the mean of what each seat expects against each other; chances by these."""
    seats = range(len(known))
    points = []
    for seat in seats:
        rivals = [
            look(known[seat], known[other], scores[seat] - scores[other], start == seat, rounds, supply).points
            for other in seats
            if other != seat
        ]
        points.append(scores[seat] + 10 * sum(rivals) / len(rivals))
    scale = max(_LEAST_SCALE, _SCALE - rounds)
    best = max(points)
    shares = [exp((own - best) / scale) for own in points]
    return Value(tuple([share / sum(shares) for share in shares]), leads(points), tuple(points))
