"""Points of pavilion: a placed tile, the bonuses at the end, and the result."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from core.game import Outcome
from core.games.pavilion.layout import PRINTED, Space
from core.games.pavilion.state import COLORS, MIN_SCORE, SPACES, STARS, Board, Star, State
from core.messages import message, term
from core.ranking import competition_ranks

STAR_BONUS: Final = {"red": 14, "blue": 15, "yellow": 16, "orange": 17, "green": 18, "purple": 20}
"""Points at the end for a complete star of one color, by that color (P-END-1)."""

MIXED_STAR_BONUS: Final = 12
"""Points at the end for a complete star of several colors: the center, and any such star of the variant (P-END-1)."""

NUMBER_BONUS: Final = {1: 4, 2: 8, 3: 12, 4: 16}
"""Points at the end for tiles on all spaces of a printed number (P-END-2)."""


def run(star: Star, space: int) -> tuple[int, ...]:
    """The unbroken run of filled spaces through a filled one, clockwise; 6 is next to 1 (P-SCORE-1)."""
    if None not in star:
        return tuple(range(SPACES))
    first = last = space
    while star[(first - 1) % SPACES] is not None:
        first -= 1
    while star[(last + 1) % SPACES] is not None:
        last += 1
    return tuple([place % SPACES for place in range(first, last + 1)])


def placement_points(star: Star, space: int) -> int:
    """Points for the tile already placed on a space (P-SCORE-1)."""
    return len(run(star, space))


def loss(score: int, tiles: int) -> int:
    """Points actually lost for that many tiles, as a positive number: the score never falls below 1 (P-TAKE-5)."""
    return min(tiles, score - MIN_SCORE)


class Bonus(NamedTuple):
    """One bonus of a seat at the end; `source` is `star` or `number`."""

    source: str
    rule: str
    label: str
    points: int
    cells: tuple[Space, ...]


def bonuses(board: Board, side: str) -> Iterator[Bonus]:
    """The bonuses of a final board, stars first; `side` is the side of the board in play."""
    for star, tiles in enumerate(board.stars):
        if None not in tiles:
            points = star_bonus(tiles)
            cells = tuple((star, space) for space in range(SPACES))
            yield Bonus("star", "P-END-1", message("complete {star} star", star=term(STARS[star])), points, cells)
    for number, points in NUMBER_BONUS.items():
        cells = SPACES_OF_NUMBER[side][number]
        if all(board.stars[star][space] is not None for star, space in cells):
            yield Bonus(
                "number", "P-END-2", message("tiles on all spaces with a {number}", number=number), points, cells
            )


def star_bonus(tiles: Star) -> int:
    """The bonus of a complete star (P-END-1)."""
    first = tiles[0]
    if first is None or any(color != first for color in tiles):
        return MIXED_STAR_BONUS
    return STAR_BONUS[COLORS[first]]


def _spaces_of(side: str, number: int) -> tuple[Space, ...]:
    stars = enumerate(PRINTED[side])
    return tuple((star, space) for star, numbers in stars for space in range(SPACES) if numbers[space] == number)


SPACES_OF_NUMBER: Final = {side: {number: _spaces_of(side, number) for number in NUMBER_BONUS} for side in PRINTED}
"""The spaces that must hold tiles for the bonus of a number, by side of the board."""


def scores(state: State) -> tuple[int, ...]:
    """Points by seat; the last event adds the bonuses."""
    return tuple([board.score for board in state.boards])


def outcome(state: State) -> Outcome | None:
    """The most points win; equal points share the victory (P-END-3)."""
    if state.phase != "over":
        return None
    points = scores(state)
    best = max(points)
    ranks = competition_ranks(points)
    winners = tuple([seat for seat, own in enumerate(points) if own == best])
    shared = message("Equal on {best} points: the victory is shared.", best=best)
    return Outcome(winners, ranks, shared if len(winners) > 1 else message("Most points: {best}.", best=best))
