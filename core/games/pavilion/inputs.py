"""The features of a pavilion table, seen from one seat: what its evaluation adds up.

Features are numbered from 0 in blocks. Those of a seat's own stars and tiles do not depend on the rest of the table,
so that they can be kept while other seats act.
"""

from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from core.game import Seat
from core.games.pavilion.layout import FEATURES, PRINTED, STAR_COLORS
from core.games.pavilion.state import CENTER_STAR, COLORS, ROUNDS, SPACES, Board, Star, State
from core.multiset import Counts

BETWEEN, TAKING, PLACING = range(3)
"""The stages of a round: before its displays are filled, tiles are taken, tiles are placed."""

_BLOCKS: Final = {
    "pattern": 4 * 64,
    "color": 7 * 7,
    "number": 4 * 13,
    "feature": 3 * 5,
    "wild to come": 3 * 7,
    "tiles": 3 * 2 * 8 * 7,
    "all tiles": 3 * 17,
    "wilds": 3 * 9,
    "next wilds": 2 * 6,
    "round": 6 * 3,
    "seats": 6 * 3,
    "distance": 3 * 4,
    "token": 2 * 3,
    "sources": 20,
    "source": 9 * 7,
    "supply": 4 * 7,
    "due": 10,
}
_ENDS: Final = tuple(accumulate(_BLOCKS.values()))
_STARTS: Final = dict(zip(_BLOCKS, (0, *_ENDS), strict=False))
NUMBER: Final = _ENDS[-1]
"""The number of features."""

MOMENTS: Final = ROUNDS * 3

(
    _PATTERN,
    _COLOR,
    _NUMBER,
    _FEATURE,
    _TO_COME,
    _TILES,
    _ALL_TILES,
    _WILDS,
    _NEXT_WILDS,
    _ROUND,
    _SEATS,
    _DISTANCE,
    _TOKEN,
    _SOURCES,
    _SOURCE,
    _SUPPLY,
    _DUE,
) = _STARTS.values()

_NUMBERS: Final = 4
_KINDS: Final = ("window", "pillar", "statue")
_MIXED: Final = len(COLORS)


class Stars(NamedTuple):
    """The features of a seat's stars, and how many spaces are filled in the star that takes a color, by color."""

    features: tuple[int, ...]
    filled: tuple[int, ...]


def stage(state: State) -> int:
    if state.phase == "take":
        return TAKING
    return BETWEEN if state.phase == "displays" or state.round == 0 else PLACING


def round_of(state: State) -> int:
    """The round from 0 that is played, or that is about to begin."""
    return state.round if stage(state) == BETWEEN else state.round - 1


def moment(state: State) -> int:
    """How far the match is: chances to win are calibrated for each moment."""
    return round_of(state) * 3 + stage(state)


@lru_cache(1 << 14)
def of_stars(side: str, stars: tuple[Star, ...], playing: int) -> Stars:
    found, filled = [], [0] * len(COLORS)
    for star, spaces in enumerate(stars):
        laid = [color for color in spaces if color is not None]
        number = len(laid)
        center = star == CENTER_STAR
        mixed = center if side == "colored" else number > 1 and laid[0] != laid[1]
        pattern = sum([1 << space for space in range(SPACES) if spaces[space] is not None])
        found.append(_PATTERN + (2 * center + mixed) * 64 + pattern)
        color = _MIXED
        if not mixed:
            color = STAR_COLORS[star] if side == "colored" else laid[0] if laid else _MIXED
        found.append(_COLOR + color * 7 + number)
        if color != _MIXED:
            filled[color] = max(filled[color], number)
    printed = PRINTED[side]
    numbers = [0] * 7
    for star, spaces in enumerate(stars):
        for space, tile in enumerate(spaces):
            if tile is not None:
                numbers[printed[star][space]] += 1
    found += [_NUMBER + number * 13 + numbers[number + 1] for number in range(_NUMBERS)]
    for feature in FEATURES:
        done = sum([stars[star][space] is not None for star, space in feature.spaces])
        found.append(_FEATURE + _KINDS.index(feature.kind) * 5 + done)
    for color, number in enumerate(filled):
        when = (color > playing) - (color < playing) + 1
        found.append(_TO_COME + when * 7 + number)
    return Stars(tuple(found), tuple(filled))


@lru_cache(1 << 14)
def of_tiles(side: str, stars: tuple[Star, ...], tiles: Counts, kind: int, playing: int) -> tuple[int, ...]:
    """The features of a seat's tiles; `kind` is the stage, or `BETWEEN` for tiles kept until the next round."""
    filled = of_stars(side, stars, playing).filled
    wild = playing if kind != BETWEEN else (playing if playing < ROUNDS else 0)
    found = [
        _TILES + ((kind * 2 + (color == wild)) * 8 + min(number, 7)) * 7 + filled[color]
        for color, number in enumerate(tiles)
    ]
    found.append(_ALL_TILES + kind * 17 + min(sum(tiles), 16))
    found.append(_WILDS + kind * 9 + min(tiles[wild], 8))
    if kind != BETWEEN and playing + 1 < ROUNDS:
        found.append(_NEXT_WILDS + (kind - 1) * 6 + min(tiles[playing + 1], 5))
    return tuple(found)


def tiles_of(board: Board, now: int, playing: int) -> tuple[Counts, int, int]:
    """The tiles a seat has or has kept, their kind, and the round from 0 in which they are spent."""
    if now == BETWEEN:
        return board.corners, BETWEEN, playing
    if board.passed:
        return board.corners, BETWEEN, playing + 1
    return board.hand, now, playing


def of_table(state: State, seat: Seat, filled: tuple[int, ...]) -> list[int]:
    """The features that depend on more than the seat's own board."""
    now, playing, seats = stage(state), round_of(state), len(state.boards)
    found = [_ROUND + playing * 3 + now, _SEATS + playing * 3 + seats - 2]
    found.append(_DISTANCE + now * 4 + (seat - state.seat) % seats)
    if now != BETWEEN:
        found.append(_TOKEN + (now == PLACING) * 3 + (0 if state.token is None else 1 if state.token == seat else 2))
    if now == TAKING:
        lying = [sum(column) for column in zip(*state.sources, strict=True)]
        found.append(_SOURCES + (sum(lying) + 1) // 2)
        found += [_SOURCE + min(number, 8) * 7 + own for number, own in zip(lying, filled, strict=True)]
    found += [_SUPPLY + min(number, 3) * 7 + own for number, own in zip(state.supply, filled, strict=True)]
    if state.due and seat == state.seat:
        found.append(_DUE + min(state.due, 9))
    return found


def features(state: State, seat: Seat) -> list[int]:
    """All features of a table, seen from a seat."""
    board, side, playing = state.boards[seat], state.options.board, round_of(state)
    tiles, kind, spent = tiles_of(board, stage(state), playing)
    own = of_stars(side, board.stars, playing)
    return [*own.features, *of_tiles(side, board.stars, tiles, kind, spent), *of_table(state, seat, own.filled)]
