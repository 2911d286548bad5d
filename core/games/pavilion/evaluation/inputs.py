"""The features of a pavilion table, seen from one seat: what its evaluation adds up.

Features are numbered from 0 in blocks. Those of a seat's own stars and tiles do not depend on the rest of the table,
so that they can be kept while other seats act.
"""

from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from core.game import Seat
from core.games.pavilion.evaluation.finishing import Finish, final_points, finish, last_finish, with_bonus
from core.games.pavilion.layout import FEATURES, PRINTED, STAR_COLORS
from core.games.pavilion.state import CENTER_STAR, COLORS, ROUNDS, SPACES, Star, State
from core.multiset import Counts

BETWEEN, TAKING, PLACING = range(3)
"""The stages of a round: before its displays are filled, tiles are taken, tiles are placed."""

OVER: Final = 3
"""Instead of a stage: nothing on the seat's board counts any more but its points."""

_BLOCKS: Final = {
    "pattern": 3 * 4 * 64,
    "color": 6 * 7 * 7,
    "number": 4 * 13,
    "feature": 3 * 5,
    "wild to come": 3 * 7,
    "tiles": 2 * 2 * 8 * 7,
    "all tiles": 2 * 17,
    "wilds": 2 * 9,
    "next wilds": 6,
    "round": 6 * 3,
    "seats": 6 * 3,
    "distance": 3 * 4,
    "token": 3,
    "sources": 20,
    "source": 9 * 7,
    "supply": 4 * 7,
    "due": 10,
    "hand": 6 * 17,
    "hand wilds": 9,
    "short": 11,
}
_ENDS: Final = tuple(accumulate(_BLOCKS.values()))
_STARTS: Final = dict(zip(_BLOCKS, (0, *_ENDS), strict=False))
NUMBER: Final = _ENDS[-1]
"""The number of features."""

_LEFT: Final = (13, 8, 4)
"""Tiles in all hands that tell the last moments from each other."""

MOMENTS: Final = ROUNDS * 3 + len(_LEFT)

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
    _HAND,
    _HAND_WILDS,
    _SHORT,
) = _STARTS.values()

_NUMBERS: Final = 4
KINDS: Final = ("window", "pillar", "statue")
_MIXED: Final = len(COLORS)
_AGES: Final = (0, 0, 0, 1, 1, 2)
"""Rounds in which a pattern of tiles is worth much the same."""


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
    """The stage of the match for which chances to win are calibrated."""
    index = round_of(state) * 3 + stage(state)
    if index < ROUNDS * 3 - 1:
        return index
    left = sum([sum(board.hand) for board in state.boards])
    return index + sum([left < limit for limit in _LEFT])


@lru_cache(1 << 14)
def of_stars(side: str, stars: tuple[Star, ...], playing: int) -> Stars:
    features, filled = [], [0] * len(COLORS)
    pattern_of_age, color_of_round = _PATTERN + _AGES[playing] * 4 * 64, _COLOR + playing * 7 * 7
    for star, spaces in enumerate(stars):
        laid = [color for color in spaces if color is not None]
        number = len(laid)
        center = star == CENTER_STAR
        mixed = center if side == "colored" else number > 1 and laid[0] != laid[1]
        pattern = sum([1 << space for space in range(SPACES) if spaces[space] is not None])
        features.append(pattern_of_age + (2 * center + mixed) * 64 + pattern)
        color = _MIXED
        if not mixed:
            color = STAR_COLORS[star] if side == "colored" else laid[0] if laid else _MIXED
        features.append(color_of_round + color * 7 + number)
        if color != _MIXED:
            filled[color] = max(filled[color], number)
    printed = PRINTED[side]
    numbers = [0] * 7
    for star, spaces in enumerate(stars):
        for space, tile in enumerate(spaces):
            if tile is not None:
                numbers[printed[star][space]] += 1
    features += [_NUMBER + number * 13 + numbers[number + 1] for number in range(_NUMBERS)]
    for feature in FEATURES:
        done = sum([stars[star][space] is not None for star, space in feature.spaces])
        features.append(_FEATURE + KINDS.index(feature.kind) * 5 + done)
    for color, number in enumerate(filled):
        when = (color > playing) - (color < playing) + 1
        features.append(_TO_COME + when * 7 + number)
    return Stars(tuple(features), tuple(filled))


@lru_cache(1 << 14)
def of_tiles(side: str, stars: tuple[Star, ...], tiles: Counts, kind: int, playing: int) -> tuple[int, ...]:
    """The features of a seat's tiles: `kind` is `TAKING`, or `BETWEEN` for tiles kept until the next round."""
    filled, wild = of_stars(side, stars, playing).filled, playing
    features = [
        _TILES + ((kind * 2 + (color == wild)) * 8 + min(number, 7)) * 7 + filled[color]
        for color, number in enumerate(tiles)
    ]
    features.append(_ALL_TILES + kind * 17 + min(sum(tiles), 16))
    features.append(_WILDS + kind * 9 + min(tiles[wild], 8))
    if kind == TAKING and playing + 1 < ROUNDS:
        features.append(_NEXT_WILDS + min(tiles[playing + 1], 5))
    return tuple(features)


def of_table(state: State, seat: Seat, filled: tuple[int, ...]) -> list[int]:
    """The features that depend on more than the seat's own board; `filled` as in `Stars`."""
    now, playing, seats = stage(state), round_of(state), len(state.boards)
    features = [_ROUND + playing * 3 + now, _SEATS + playing * 3 + seats - 2]
    features.append(_DISTANCE + now * 4 + (seat - state.seat) % seats)
    if now == PLACING:
        hand = state.boards[seat].hand
        features += [_HAND + playing * 17 + min(sum(hand), 16), _HAND_WILDS + min(hand[playing], 8)]
        features.append(_DUE + (min(state.due, 9) if seat == state.seat else 0))
        features.append(_SHORT + min(sum(state.supply), 10))
        if playing + 1 == ROUNDS:
            return features
        starter = state.start if state.token is None else state.token
        features += [_ROUND + (playing + 1) * 3, _SEATS + (playing + 1) * 3 + seats - 2]
        features.append(_DISTANCE + (seat - starter) % seats)
    if now == TAKING:
        features.append(_TOKEN + (0 if state.token is None else 1 if state.token == seat else 2))
        lying = [sum(column) for column in zip(*state.sources, strict=True)]
        features.append(_SOURCES + (sum(lying) + 1) // 2)
        features += [_SOURCE + min(number, 8) * 7 + own for number, own in zip(lying, filled, strict=True)]
    features += [_SUPPLY + min(number, 3) * 7 + own for number, own in zip(state.supply, filled, strict=True)]
    return features


class Seen(NamedTuple):
    """A table seen from a seat: points that count as they are, and what makes the features of its own board.

    While tiles are placed, the board is the one that the seat may end the round with.
    """

    points: int
    stars: tuple[Star, ...]
    tiles: Counts
    kind: int
    playing: int


def seen(state: State, seat: Seat) -> Seen:
    board, now, playing = state.boards[seat], stage(state), round_of(state)
    if now == BETWEEN:
        return Seen(board.score, board.stars, board.corners, BETWEEN, playing)
    if now == TAKING:
        return Seen(board.score, board.stars, board.hand, TAKING, playing)
    end = Finish(0, board.stars, board.corners)
    side = state.options.board
    if not board.passed:
        hand, supply = board.hand, state.supply
        if state.due and seat == state.seat:
            hand, supply = with_bonus(side, playing, board.stars, hand, supply, state.due)
        ending = last_finish if playing + 1 == ROUNDS else finish
        end = ending(side, playing, board.stars, hand, supply)
    points = board.score + end.points
    if playing + 1 == ROUNDS:
        return Seen(points + final_points(side, end.stars), end.stars, end.kept, OVER, playing)
    return Seen(points, end.stars, end.kept, BETWEEN, playing + 1)


def features(state: State, seat: Seat) -> tuple[list[int], int]:
    """All features of a table, seen from a seat, and the points that they are added to."""
    side, own = state.options.board, seen(state, seat)
    stars = of_stars(side, own.stars, own.playing)
    table = of_table(state, seat, stars.filled)
    if own.kind == OVER:
        return table, own.points
    return [*stars.features, *of_tiles(side, own.stars, own.tiles, own.kind, own.playing), *table], own.points
