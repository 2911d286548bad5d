"""The components of pavilion and their numbers, the state of the table, the inventory."""

from collections import Counter
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from core.game import Seat
from core.multiset import Counts, none_of, pieces

COLORS: Final = ("purple", "green", "orange", "yellow", "blue", "red")
"""Color names; a color in the state is an index of this tuple. The wild color of round n is COLORS[n - 1]."""

COLOR_INDEX: Final = {name: color for color, name in enumerate(COLORS)}

STARS: Final = ("orange", "red", "blue", "yellow", "green", "purple", "center")
"""The outer stars clockwise from the upper left, then the center star; a star in the state is an index of it."""

STAR_INDEX: Final = {name: star for star, name in enumerate(STARS)}
CENTER_STAR: Final = 6
"""Index of the center star; the stars before it are the outer ones."""

ROUNDS: Final = 6
TILES_OF_A_COLOR: Final = 22
SPACES: Final = 6
"""Spaces of a star; a space in the state is its position minus 1."""

DISPLAYS: Final = {2: 5, 3: 7, 4: 9}
"""Displays laid out, by number of players."""

DISPLAY_TILES: Final = 4
SUPPLY_TILES: Final = 10
CORNERS: Final = 4
"""Maximum number of tiles a seat can keep for the next round (P-PASS-1)."""

START_SCORE: Final = 5
MIN_SCORE: Final = 1
"""The start space of the score track and the minimum score."""

CENTER: Final = 0
"""The source number of the center; displays count from 1."""

NO_TILES: Final = none_of(len(COLORS))

Phase: TypeAlias = Literal["supply", "refill", "displays", "take", "place", "bonus", "over"]
"""`supply`: the supply is filled at the start or after bonus tiles (P-BONUS-2); `refill`: it was short, and there are
tiles again (P-BONUS-3)."""

Star: TypeAlias = tuple[int | None, ...]
"""The colors on the six spaces of a star, clockwise; None if free."""


@dataclass(frozen=True, slots=True)
class Options:
    """`board` is the side in play; on the variant any star takes any color (P-PLACE-4)."""

    board: Literal["colored", "variant"] = "colored"


@dataclass(frozen=True, slots=True)
class Board:
    """The components of one seat.

    `hand` are the tiles beside the board, `corners` those kept for the next round. `passed` is reset when the next
    round begins.
    """

    score: int
    stars: tuple[Star, ...]
    hand: Counts = NO_TILES
    corners: Counts = NO_TILES
    passed: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """The whole table.

    `seat` has the turn; on a turn of chance and at the end, it is the seat that had the last turn. `round` counts from
    1 and is 0 before the first fill of the displays. `start` is the start player of this round; `token` the seat that
    took the start token this round, None while it lies in the center. `sources[0]` is the center, `sources[1]` to
    `sources[N]` are the displays. `due` is the number of bonus tiles `seat` must take now, else 0. `rules` is the
    number of the rules in play.
    """

    options: Options
    phase: Phase
    seat: Seat
    round: int
    start: Seat
    token: Seat | None
    bag: Counts
    tower: Counts
    supply: Counts
    sources: tuple[Counts, ...]
    due: int
    boards: tuple[Board, ...]
    rules: int = 1


RULES: Final = 2
"""By rules 2 a supply that stayed short must be filled as soon as there are tiles again (P-BONUS-3); by rules 1 that
fill may be left out, and the supply waits for the next fill that is due."""


def setup(seats: int, options: Options, rules: int = 1) -> State:
    """The table before the first draw: seat 0 starts, all tiles lie in the bag.

    `rules` is 1 or 2; a log that names no number is of rules 1.
    """
    board = Board(START_SCORE, ((None,) * SPACES,) * len(STARS))
    return State(
        options=options,
        phase="supply",
        seat=0,
        round=0,
        start=0,
        token=None,
        bag=(TILES_OF_A_COLOR,) * len(COLORS),
        tower=NO_TILES,
        supply=NO_TILES,
        sources=(NO_TILES,) * (DISPLAYS[seats] + 1),
        due=0,
        boards=(board,) * seats,
        rules=rules,
    )


def wild(round_number: int) -> int | None:
    """The wild color of a round; None before the first."""
    return round_number - 1 if round_number else None


def inventory(state: State) -> Counter[str]:
    """The tiles by color name and the `start token`, wherever they are."""
    components = Counter({"start token": 1})
    heaps = [state.bag, state.tower, state.supply, *state.sources]
    for board in state.boards:
        heaps += [board.hand, board.corners]
        components.update(COLORS[color] for star in board.stars for color in star if color is not None)
    for heap in heaps:
        components.update(COLORS[color] for color in pieces(heap))
    return components
