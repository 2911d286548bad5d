"""The components of chocolatier and their numbers, the state of the table, the inventory."""

from collections import Counter
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from core.game import CHANCE, Seat, Turn
from core.games.chocolatier.events import SpecialKind
from core.multiset import Counts, none_of, pieces, plus

PALETTES: Final[dict[str, tuple[str, ...]]] = {
    "master-chocolatier": ("blue", "brown", "white", "black", "red"),
    "azul": ("blue", "yellow", "red", "black", "white"),
}
"""Color names of each edition in the order of the first wall row; a color in the state is an index of this tuple."""

TITLES: Final = {"master-chocolatier": "Azul: Master Chocolatier", "azul": "Azul"}
"""The display name of each edition."""

BGG_IDS: Final = {"master-chocolatier": 363247, "azul": 230802}
"""The BoardGameGeek id of each edition."""

COLOR_INDEX: Final = {edition: {name: color for color, name in enumerate(names)} for edition, names in PALETTES.items()}
"""The index of each color name, by edition."""

COLORS: Final = 5
TILES_OF_A_COLOR: Final = 20
SIZE: Final = 5
"""Rows and columns of the wall, and pattern lines."""

DISPLAYS: Final = {2: 5, 3: 7, 4: 9}
"""Displays laid out, by number of players."""

DISPLAY_TILES: Final = 4
CENTER: Final = 0
"""The source number of the center; displays count from 1."""

FLOOR: Final = 0
"""The line number of a take that goes to the floor as a whole."""

FLOOR_SPACES: Final = 7
MARKER: Final = 5
"""The start marker among the tiles of a floor line."""

NO_TILES: Final = none_of(COLORS)

Phase: TypeAlias = Literal["fill", "take", "tile", "over"]


@dataclass(frozen=True, slots=True)
class Options:
    """Variants, free to combine: color names, side of the wall, special displays SF1 to SF5."""

    edition: Literal["master-chocolatier", "azul"] = "master-chocolatier"
    wall: Literal["colored", "free"] = "colored"
    special_displays: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A pattern line: the number of tiles on it and their color; no color when it is empty."""

    color: int | None = None
    tiles: int = 0


EMPTY_LINE: Final = Line()
LINES: Final = tuple(tuple(Line(color, tiles) for tiles in range(SIZE + 1)) for color in range(COLORS))
"""All non-empty lines, created once, by color and number of tiles."""


@dataclass(frozen=True, slots=True)
class Special:
    """A display with its gold side up; `color` only for SF2."""

    display: int
    kind: SpecialKind
    color: int | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """The components of one seat.

    `lines` are the five pattern lines from the top; `wall` five rows of five spaces, None if free. `floor` holds up to
    seven tiles from the left, colors or `MARKER`. `shield` is the SF5 display beside the floor line: None when the seat
    has none, () while it is unused, else the one tile on it.
    """

    score: int
    lines: tuple[Line, ...]
    wall: tuple[tuple[int | None, ...], ...]
    floor: tuple[int, ...] = ()
    shield: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class State:
    """The whole table.

    `sources[0]` is the center, `sources[1]` to `sources[N]` are the displays. `start` is the start player of this
    round; `marker` the seat that took the start marker this round, None while it lies in the center. `round` counts
    from 1 and is 0 before the first fill. `gone` is the display that left play this round (SF5 taken), if any.
    """

    options: Options
    phase: Phase
    mover: Turn
    round: int
    start: Seat
    marker: Seat | None
    bag: Counts
    lid: Counts
    sources: tuple[Counts, ...]
    specials: tuple[Special, ...]
    gone: int | None
    boards: tuple[Board, ...]


def setup(seats: int, options: Options) -> State:
    """The table before the first fill: seat 0 starts, all tiles lie in the bag."""
    board = Board(0, (EMPTY_LINE,) * SIZE, ((None,) * SIZE,) * SIZE)
    return State(
        options=options,
        phase="fill",
        mover=CHANCE,
        round=0,
        start=0,
        marker=None,
        bag=(TILES_OF_A_COLOR,) * COLORS,
        lid=NO_TILES,
        sources=(NO_TILES,) * (DISPLAYS[seats] + 1),
        specials=(),
        gone=None,
        boards=(board,) * seats,
    )


def inventory(state: State) -> Counter[str]:
    """The tiles by color name, and the `start marker`, wherever they are."""
    names = PALETTES[state.options.edition]
    lying = state.bag
    for counts in (state.lid, *state.sources):
        lying = plus(lying, counts)
    components = Counter(names[color] for color in pieces(lying))
    markers = 0
    for board in state.boards:
        for line in board.lines:
            if line.color is not None:
                components[names[line.color]] += line.tiles
        for color in (tile for row in board.wall for tile in row if tile is not None):
            components[names[color]] += 1
        for piece in (*board.floor, *(board.shield or ())):
            if piece == MARKER:
                markers += 1
            else:
                components[names[piece]] += 1
    components["start marker"] = markers or 1
    return components
