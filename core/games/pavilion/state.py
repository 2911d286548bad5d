"""The components of pavilion and their numbers; the table at the start; where every component lies."""

from collections import Counter
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from core.game import Seat
from core.kit import Counts, none_of, pieces

COLORS: Final = ("purple", "green", "orange", "yellow", "blue", "red")
"""Color names; in the state a color is its index here. Round 1..6 has them as its wild color in this order."""

COLOR_INDEX: Final = {name: color for color, name in enumerate(COLORS)}

STARS: Final = ("orange", "red", "blue", "yellow", "green", "purple", "center")
"""The outer stars clockwise from the upper left, then the star in the middle; in the state a star is its index here."""

STAR_INDEX: Final = {name: star for star, name in enumerate(STARS)}
CENTER_STAR: Final = 6
"""The star in the middle; the stars before it are the outer ones."""

ROUNDS: Final = 6
TILES_OF_A_COLOR: Final = 22
SPACES: Final = 6
"""Spaces of a star; in the state a space is its position less 1."""

DISPLAYS: Final = {2: 5, 3: 7, 4: 9}
"""Displays laid out, by number of players."""

DISPLAY_TILES: Final = 4
SUPPLY_TILES: Final = 10
CORNERS: Final = 4
"""Tiles a seat can keep for the next round (P-PASS-1)."""

START_SCORE: Final = 5
LEAST_SCORE: Final = 1
"""Where the marker starts on the score track, and the space below which it never falls."""

CENTER: Final = 0
"""The source that is not a display."""

NO_TILES: Final = none_of(len(COLORS))

Phase: TypeAlias = Literal["supply", "displays", "take", "place", "bonus", "over"]

Star: TypeAlias = tuple[int | None, ...]
"""The colors on the six spaces of a star, clockwise; None where free."""


@dataclass(frozen=True, slots=True)
class Options:
    """`board` is the side that is played; on the variant any star takes any color (P-PLACE-4)."""

    board: Literal["colored", "variant"] = "colored"

    @property
    def bgg_id(self) -> int:
        return 287954


@dataclass(frozen=True, slots=True)
class Board:
    """What lies in front of one seat.

    `hand` are the tiles beside the board, `corners` those kept for the next round. `passed` holds until the next
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

    `seat` has the turn; while chance has it, and at the end, it had the last one. `round` counts from 1 and is 0
    before the displays are filled first. `start` is the start player of this round; `token` the seat that took the
    start token this round, None while it lies in the center. `sources[0]` is the center, `sources[1]` to
    `sources[N]` are the displays. `due` is the number of bonus tiles `seat` must take now, else 0.
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


def setup(seats: int, options: Options) -> State:
    """The table before the first draw: seat 0 starts, all tiles lie in the bag."""
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
    )


def wild(round_number: int) -> int | None:
    """The wild color of a round; None before the first."""
    return round_number - 1 if round_number else None


def inventory(state: State) -> Counter[str]:
    """The tiles by color name, wherever they lie, and the `start token`."""
    found = Counter({"start token": 1})
    heaps = [state.bag, state.tower, state.supply, *state.sources]
    for board in state.boards:
        heaps += [board.hand, board.corners]
        found.update(COLORS[color] for star in board.stars for color in star if color is not None)
    for heap in heaps:
        found.update(COLORS[color] for color in pieces(heap))
    return found
