"""The face of the compiled kernel of chocolatier: its tables, its positions and its moves as numbers."""

from collections.abc import Sequence
from struct import pack as packed
from typing import Final

from core.game import CHANCE, Trust, Value
from core.games.chocolatier import evaluation, policy, specials, tiling
from core.games.chocolatier.evaluation import board_inputs, boards, columns, free_prospects, network, next_round
from core.games.chocolatier.events import Event, TilePlaced, TilesTaken
from core.games.chocolatier.scoring import COLOR_BONUS, COLUMN_BONUS, FLOOR_LOSS, ROW_BONUS
from core.games.chocolatier.state import COLOR_INDEX, COLORS, FLOOR_SPACES, PALETTES, SIZE, Board, State

SPEED: Final = 15

EAGER: Final = ((2.2, 0.14), (2.5, 0.17), (2.0, 0.18), (1.9, 0.17), (1.4, 0.15))
"""As that of the evaluation, for the longer searches: means over 60 matches."""


JUDGED_SEATS: Final = frozenset({2, 3})
"""At three, ten times as many iterations won 62 % of 64 of matches (chance: 33 %)."""

TRUST: Final = Trust(
    choice=(0.9, 0.7), choice_error=(0.165, 6.5), luck=(0.06, 0.5, 0.5, 0.55, 0.65), luck_error=(0.11, 5.0)
)
"""By a referee (`bench/referee.py`). With these shares it realised 1.01 of the chance to win and 1.03 of the points of
312 claims, .88 and .77 of 60 with the free wall, .90 and .66 of 24 at three seats. Of 297 pairs of dealt tables after
the first round it realised .56 +- .08 of the points; a first deal is not known."""

_CHANCE: Final = -1
_OVER: Final = -2
_PHASES: Final = ("fill", "take", "tile", "over")

_SEATS: Final = 4
_SOURCES: Final = 10
_BOARD_BYTES: Final = 26

_MOST_DEALS: Final = 8
"""There is room in the kernel for so many."""

_UNUSED_SHIELD: Final = 1
_USED_SHIELD: Final = 2

_SOURCE: Final = 15
_COLOR_SHIFT: Final = 4
_LINE_SHIFT: Final = 7
_PASS_SHIFT: Final = 10


def tables() -> bytes:
    """What `kernel_load` reads, in its order."""
    net = network._network()
    assert max(next_round.DEALS) <= _MOST_DEALS
    completed = [chance for by_missing in board_inputs.COMPLETED for chances in by_missing for chance in chances]
    return b"".join(
        (
            _doubles([policy.START_WORTH, policy.END_WORTH, policy.EARLY_END_WORTH]),
            _doubles([boards.OPEN_SHARE, boards.OPEN_COST]),
            _doubles(policy.COLUMN_WORTH),
            _doubles(policy.COLOR_WORTH),
            _doubles(completed),
            _doubles(next_round.SHARES),
            *map(_doubles, net.outputs),
            _numbers([*FLOOR_LOSS, ROW_BONUS, COLUMN_BONUS, COLOR_BONUS]),
            _numbers(next_round.DEALS),
            _numbers([net.unit, *net.edges]),
            _lanes(net.boards, len(net.own)),
            *(_lanes(rows, len(net.joint)) for rows in (net.own, net.other, net.table)),
            _lanes(net.joint, len(net.outputs[0]) + len(net.outputs)),
            *map(_doubles, columns._rule()),
            *(_free_network(two) for two in (True, False)),
        )
    )


def _free_network(two: bool) -> bytes:
    net = free_prospects._network(two)
    return _numbers([net.unit, *net.edges]) + b"".join(
        (*map(_numbers, net.outputs), _lanes(net.rows, net.hidden + len(net.outputs)))
    )


def _doubles(numbers: Sequence[float]) -> bytes:
    return packed(f"<{len(numbers)}d", *numbers)


def _numbers(numbers: Sequence[int]) -> bytes:
    return packed(f"<{len(numbers)}i", *numbers)


def _lanes(rows: Sequence[int], number: int) -> bytes:
    """The weights in packed rows, so many a row: 16 bits each."""
    lanes = network._lanes(number)
    return b"".join(packed(f"<{number}h", *lanes.unpack(row)) for row in rows)


def covers(state: State) -> bool:
    return True


def tempered(state: State, value: Value) -> Value:
    return evaluation.tempered(state, value, EAGER)


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
