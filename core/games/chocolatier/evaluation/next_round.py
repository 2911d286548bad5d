"""The next round of two players, played by the simple player over a few deals; the network does not see its outcome.

In the last rounds the lines that can still be filled from the deal decide nearly everything, and both seats compete for
its tiles. All tables after one round use equal random numbers, so that the deals add nothing to their differences.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Final

from core.game import Seat
from core.games.chocolatier.evaluation.boards import Tiled, walled
from core.games.chocolatier.evaluation.playout import Playout
from core.games.chocolatier.policy import CLEAR_LEAD, EARLY_END_WORTH, END_WORTH
from core.games.chocolatier.state import COLORS
from core.multiset import Counts

DEALS: Final = (0, 0, 0, 0, 8)
"""By the round that ended; the last one for all later rounds."""

SHARES: Final = (0.0, 0.0, 0.0, 0.0, 0.5)
"""Of the mean of these deals in the value, fitted to means of searches."""

_TILES: Final = 4
_DEALT: Final = 20
"""Tiles of one display, and of all that two players have."""

Ended = tuple[list[int], list[Tiled], Seat, Counts]
"""Scores, boards, the next start player, the bag."""


def played(
    scores: Sequence[int], boards: Sequence[Tiled], start: Seat, rounds: int, bag: Counts, lid: Counts
) -> Iterator[Ended]:
    """The table at the end of the next round, for each deal."""
    walls = []
    for seat, board in enumerate(boards):
        leads = scores[seat] >= scores[1 - seat] + CLEAR_LEAD
        walls.append(walled(board.wall, False, END_WORTH if leads else EARLY_END_WORTH, 0))
    for displays, left in _deals(DEALS[min(rounds, len(DEALS) - 1)], bag, lid):
        playout = Playout.dealt(walls, [board.key for board in boards], displays, start)
        ended = playout.play()
        after = [max(0, score + tiled.points) for score, tiled in zip(scores, ended, strict=True)]
        yield after, ended, start if playout.marker is None else playout.marker, left


@lru_cache(maxsize=256)
def _deals(number: int, bag: Counts, lid: Counts) -> list[tuple[list[Counts], Counts]]:
    """Displays, and what is left in the bag."""
    rng = Random(number)
    return [_deal(bag, lid, rng) for _ in range(number)]


def _deal(bag: Counts, lid: Counts, rng: Random) -> tuple[list[Counts], Counts]:
    tiles = _shuffled(bag, rng)
    if len(tiles) < _DEALT:
        tiles += _shuffled(lid, rng)
    drawn, rest = tiles[:_DEALT], tiles[_DEALT:]
    displays = [_counts(drawn[first : first + _TILES]) for first in range(0, len(drawn), _TILES)]
    return displays, _counts(rest)


def _shuffled(counts: Counts, rng: Random) -> list[int]:
    tiles = [color for color, number in enumerate(counts) for _ in range(number)]
    rng.shuffle(tiles)
    return tiles


def _counts(tiles: list[int]) -> Counts:
    return tuple([tiles.count(color) for color in range(COLORS)])
