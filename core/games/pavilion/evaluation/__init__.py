"""The face of the kernel of pavilion: its tables, its positions and its moves as numbers.

A small network, trained on simulated matches, estimates the points still to come.
"""

import json
from collections.abc import Sequence
from importlib.resources import files
from struct import pack as packed
from typing import Any, Final

from core.game import ClaimError, Trust, Value
from core.games.pavilion.events import BonusTaken, Event, Passed, TilePlaced, TilesTaken
from core.games.pavilion.layout import BONUS_TILES, FEATURES, PRINTED, STAR_COLORS
from core.games.pavilion.scoring import MIXED_STAR_BONUS, NUMBER_BONUS, STAR_BONUS
from core.games.pavilion.state import COLOR_INDEX, COLORS, DISPLAYS, STAR_INDEX, STARS, Board, State

SPEED: Final = 12

SHARED_ERROR: Final = 0.65
"""In 171 pairs of ends .61 of points and .67 of the chance to win."""

JUDGED_SEATS: Final = frozenset({2})

TRUST: Final = Trust(
    choice=(0.85, 0.85),
    errors=(ClaimError(0.04, 0.6, 1.0), ClaimError(4.0, 0.2, 1.3)),
    luck=(0.8,),
    unseen=(0.075, 3.0),
)
"""By a referee (`bench/referee.py`): the shares by 336 claims of quick reviews, the errors by 1,071. Of the luck of
3,577 deals results realised .80 +- .12; `unseen` by 106 tables."""

_SIDES: Final = tuple(PRINTED)
_KINDS: Final = ("window", "pillar", "statue")
_PHASES: Final = ("supply", "refill", "displays", "take", "place", "bonus", "over")
_SEATS: Final = 4
_SOURCES: Final = 10
_BOARD_BYTES: Final = 58
_NOBODY: Final = -1
_FREE: Final = -1

_TAKE, _PLACE, _BONUS, _PASS = range(4)
_KIND_SHIFT: Final = 24
_COUNT_BITS: Final = 4


def tables() -> bytes:
    """The numbers that `kernel_load` reads, in its order."""
    layout = [price for side in _SIDES for star in PRINTED[side] for price in star]
    layout += [*STAR_COLORS, *[STAR_BONUS[color] for color in COLORS], MIXED_STAR_BONUS, *NUMBER_BONUS.values()]
    layout += DISPLAYS.values()
    for feature in FEATURES:
        layout += [_KINDS.index(feature.kind), BONUS_TILES[feature.kind], len(feature.spaces)]
        layout += [number for space in feature.spaces for number in space]
    nets = json.loads((files(__package__) / "weights.json").read_text("utf-8"))
    return _numbers(layout) + b"".join(_net(nets[side]) for side in _SIDES)


def _net(data: dict[str, Any]) -> bytes:
    rows = [weight for row in data["rows"] for weight in row]
    spreads = [spread for by_moment in data["spreads"] for spread in by_moment]
    return _numbers([data["scale"], *data["out"], *rows]) + packed(f"<{len(spreads)}d", *spreads)


def _numbers(numbers: Sequence[int]) -> bytes:
    return packed(f"<{len(numbers)}i", *numbers)


def tempered(state: State, value: Value) -> Value:
    return value


def pack(state: State) -> bytes:
    token = _NOBODY if state.token is None else state.token
    table = (_SIDES.index(state.options.board), len(state.boards), _PHASES.index(state.phase), state.seat)
    heaps = [*state.bag, *state.tower, *state.supply, *[number for source in state.sources for number in source]]
    heaps += [0] * (len(COLORS) * (3 + _SOURCES) - len(heaps))
    words = (*table, state.round, state.start, token, state.due, *heaps)
    boards = b"".join(map(_packed_board, state.boards))
    return packed(f"<{len(words)}b", *words) + boards + bytes(_BOARD_BYTES * (_SEATS - len(state.boards)))


def _packed_board(board: Board) -> bytes:
    tiles = [_FREE if color is None else color for star in board.stars for color in star]
    return packed("<h56b", board.score, *tiles, *board.hand, *board.corners, board.passed, 0)


def code(state: State, event: Event) -> int:
    """The number of a choice: its kind, and of a take, source and color; of a placement, color, star, space and wilds;
    else the tiles by color."""
    if isinstance(event, TilesTaken):
        return _TAKE << _KIND_SHIFT | event.source << 3 | COLOR_INDEX[event.color]
    if isinstance(event, TilePlaced):
        star, space = STAR_INDEX[event.star], event.position - 1
        return _PLACE << _KIND_SHIFT | event.wilds << 9 | star << 6 | space << 3 | COLOR_INDEX[event.color]
    if isinstance(event, BonusTaken):
        return _BONUS << _KIND_SHIFT | _code_of_tiles(event.tiles)
    assert isinstance(event, Passed)
    return _PASS << _KIND_SHIFT | _code_of_tiles(event.kept)


def _code_of_tiles(tiles: Sequence[str]) -> int:
    return sum(1 << _COUNT_BITS * COLOR_INDEX[name] for name in tiles)


def move(state: State, code: int) -> Event:
    kind, low, middle = code >> _KIND_SHIFT, code & 7, code >> 3
    if kind == _TAKE:
        return TilesTaken(state.seat, middle & 15, COLORS[low])
    if kind == _PLACE:
        return TilePlaced(state.seat, STARS[middle >> 3 & 7], (middle & 7) + 1, COLORS[low], middle >> 6 & 7)
    tiles = tuple(
        [name for color, name in enumerate(COLORS) for _ in range(code >> _COUNT_BITS * color & (1 << _COUNT_BITS) - 1)]
    )
    return BonusTaken(state.seat, tiles) if kind == _BONUS else Passed(state.seat, tiles)
