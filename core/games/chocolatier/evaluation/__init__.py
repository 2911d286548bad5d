"""The face of the kernel of chocolatier: its tables, its positions and its moves as numbers.

In the kernel the simple player plays the round out; then networks judge the boards. The worth of a table between two
rounds was fitted without special displays, which change only the next deal. With the colored wall it was fitted on
matches of two, where the next round is also played ahead from the fourth round on; three and four take its points, and
the chances follow from them. The free wall has networks for two and for three and four.
"""

import json
from base64 import b64decode
from collections.abc import Sequence
from importlib.resources import files
from itertools import product
from math import exp
from struct import pack as packed
from typing import Any, Final
from zlib import decompress

from core.game import CHANCE, ClaimError, Trust, Value
from core.games.chocolatier import policy, specials, tiling
from core.games.chocolatier.events import Event, TilePlaced, TilesTaken
from core.games.chocolatier.scoring import COLOR_BONUS, COLUMN_BONUS, FLOOR_LOSS, ROW_BONUS
from core.games.chocolatier.state import COLOR_INDEX, COLORS, FLOOR_SPACES, PALETTES, SIZE, Board, State

SPEED: Final = 15

SHARED_ERROR: Final = 0.25
"""In 696 pairs of ends .22 of points and .22 of the chance to win."""

EAGER: Final = ((2.2, 0.14), (2.5, 0.17), (2.0, 0.18), (1.9, 0.17), (1.4, 0.15))
"""Points and log odds by which a short search puts the seat that begins too high, after so many rounds.

Against the network, which was moved to what matches realised: means over 60 matches of two on the colored wall.
"""

JUDGED_SEATS: Final = frozenset({2, 3})
"""At three, ten times as many iterations won 62 % of 64 of matches (chance: 33 %)."""

TRUST: Final = Trust(
    choice=(0.9, 0.72),
    errors=(ClaimError(0.05, 0.6, 1.0), ClaimError(6.0, 0.5)),
    most=14.0,
    luck=(0.06, 0.5, 0.5, 0.55, 0.65),
    unseen=(0.1, 2.4),
)
"""By a referee (`bench/referee.py`): the errors by 430 claims of quick reviews. Of 297 pairs of dealt tables after the
first round it realised .56 +- .08 of the points; a first deal is not known. `unseen` is between two referees."""

_CHANCE: Final = -1
_OVER: Final = -2
_PHASES: Final = ("fill", "take", "tile", "over")

_SEATS: Final = 4
_SOURCES: Final = 10
_BOARD_BYTES: Final = 26

_DEALS: Final = (0, 0, 0, 0, 8)
"""Deals of the next round that are played ahead, by the round that ended; the last one for all later rounds. The kernel
has room for 8."""

_DEAL_SHARES: Final = (0.0, 0.0, 0.0, 0.0, 0.5)
"""Of the mean of these deals in the value, fitted to means of searches."""

_OPEN_SHARE: Final = 0.6
_OPEN_COST: Final = 0.4
"""Worth of a line of n spaces with k tiles that is not full: `_OPEN_SHARE` * worth * k / n - `_OPEN_COST` * (n - k)."""

_UNUSED_SHIELD: Final = 1
_USED_SHIELD: Final = 2

_SOURCE: Final = 15
_COLOR_SHIFT: Final = 4
_LINE_SHIFT: Final = 7
_PASS_SHIFT: Final = 10


def tables() -> bytes:
    """The numbers that `kernel_load` reads, in its order."""
    net = _weights("network.json")
    unit = net["unit"]
    return b"".join(
        (
            _doubles([policy.START_WORTH, policy.END_WORTH, policy.EARLY_END_WORTH]),
            _doubles([_OPEN_SHARE, _OPEN_COST]),
            _doubles(policy.COLUMN_WORTH),
            _doubles(policy.COLOR_WORTH),
            _doubles([_completed(*each) for each in product((False, True), range(SIZE + 1), range(81))]),
            _doubles(_DEAL_SHARES),
            *(_doubles([weight / unit for weight in output]) for output in net["outputs"]),
            _numbers([*FLOOR_LOSS, ROW_BONUS, COLUMN_BONUS, COLOR_BONUS]),
            _numbers(_DEALS),
            _numbers([unit, *net["edges"]]),
            *(decompress(b64decode(net[part]["weights"])) for part in ("boards", "own", "other", "table", "joint")),
            *map(_doubles, _weights("columns.json")),
            *(_free_network(_weights(name)) for name in ("free_wall.json", "free_walls.json")),
        )
    )


def _weights(name: str) -> Any:
    return json.loads((files(__package__) / name).read_text("utf-8"))


def _completed(empty: bool, missing: int, quarters: int) -> float:
    """The chance to complete a line in a round: rough, as the networks weigh it.

    `missing` are the tiles that the line lacks, `quarters` those of its color in the next deal, in quarters.
    """
    if not missing:
        return 1.0
    if quarters < 2:
        return 0.0
    return 1 / (1 + exp(-(1.7 - 0.6 * empty + 0.45 * (quarters / 4 - 4) - 0.95 * (missing - 1))))


def _free_network(net: dict[str, Any]) -> bytes:
    """A row of an input that no table had is empty in the file."""
    lanes = len(net["outputs"]) + len(net["outputs"][0])
    rows = [packed(f"<{lanes}h", *(row or [0] * lanes)) for row in net["rows"]]
    return _numbers([net["unit"], *net["edges"]]) + b"".join((*map(_numbers, net["outputs"]), *rows))


def _doubles(numbers: Sequence[float]) -> bytes:
    return packed(f"<{len(numbers)}d", *numbers)


def _numbers(numbers: Sequence[int]) -> bytes:
    return packed(f"<{len(numbers)}i", *numbers)


def tempered(state: State, value: Value) -> Value:
    rounds = state.round - 1
    if len(state.boards) > 2 or state.options.wall == "free" or rounds >= len(EAGER):
        return value
    points, odds = EAGER[rounds]
    sign = 1 if state.start == 0 else -1
    win = value.win[0] / (value.win[0] + value.win[1] * exp(sign * odds))
    lead, half = value.lead[0] - sign * points, sign * points / 2
    return Value((win, 1 - win), (lead, -lead), (value.points[0] - half, value.points[1] + half))


def pack(state: State) -> bytes:
    displays, seats = len(state.sources) - 1, len(state.boards)
    mover = state.mover if isinstance(state.mover, int) else _CHANCE if state.mover == CHANCE else _OVER
    marker = 0 if state.marker is None else 1 + state.marker
    kinds = [0] * _SOURCES
    for special in state.specials:
        color = 0 if special.color is None else 1 + special.color
        kinds[special.display] = specials.KINDS.index(special.kind) + 1 | color << 3
    sources = [number for counts in state.sources for number in counts]
    sources += [0] * (COLORS * _SOURCES - len(sources))
    return b"".join(
        (
            packed("<hb", state.round, mover),
            bytes((seats, displays, state.options.wall == "free", _PHASES.index(state.phase), state.start)),
            bytes((marker, state.gone or 0, len(state.specials), 0)),
            bytes((*state.bag, *state.lid, *kinds, *sources)),
            *map(_packed_board, state.boards),
            bytes(_BOARD_BYTES * (_SEATS - seats)),
        )
    )


def _packed_board(board: Board) -> bytes:
    wall = [sum(1 + color << 3 * column for column, color in enumerate(row) if color is not None) for row in board.wall]
    lines = [0 if line.color is None else line.color * SIZE + line.tiles for line in board.lines]
    floor = [1 + piece for piece in board.floor] + [0] * (FLOOR_SPACES - len(board.floor))
    shield = 0 if board.shield is None else _USED_SHIELD + board.shield[0] if board.shield else _UNUSED_SHIELD
    return packed("<6h", board.score, *wall) + bytes((*lines, *floor, len(board.floor), shield))


def code(state: State, event: Event) -> int:
    """The number of a choice: its column from 0; or source, color, line, and which colors go to the next display."""
    if isinstance(event, TilePlaced):
        return event.column - 1
    assert isinstance(event, TilesTaken)
    index = COLOR_INDEX[state.options.edition]
    number = event.source | index[event.color] << _COLOR_SHIFT | event.line << _LINE_SHIFT
    if event.passed:
        after = specials.neighbors(event.source, len(state.sources) - 1, state.gone)[1]
        number |= sum(1 << index[name] for name, display in event.passed if display == after) << _PASS_SHIFT
    return number


def move(state: State, code: int) -> Event:
    seat = state.mover
    assert isinstance(seat, int)
    if state.phase == "tile":
        return TilePlaced(seat, tiling.waiting_row(state.boards[seat]) + 1, code + 1)
    names = PALETTES[state.options.edition]
    source, color, line = code & _SOURCE, code >> _COLOR_SHIFT & 7, code >> _LINE_SHIFT & 7
    passed: tuple[tuple[str, int], ...] = ()
    if specials.kind_on(state.specials, source) == "SF4":
        sides = specials.neighbors(source, len(state.sources) - 1, state.gone)
        rest = specials.remaining(state, source, color)
        passed = tuple([(names[other], sides[code >> _PASS_SHIFT + other & 1]) for other in rest])
    return TilesTaken(seat, source, names[color], line, passed)
