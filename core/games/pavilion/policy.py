"""A simple player for simulated matches: it looks one move ahead and includes the bonuses of stars and numbers."""

from math import fsum
from random import Random
from typing import Final

from core.games.pavilion import placing, taking
from core.games.pavilion.events import Event, Passed, TilePlaced, TilesTaken
from core.games.pavilion.layout import BONUS_TILES, FEATURES_AT, PRINTED, STAR_COLORS
from core.games.pavilion.scoring import MIXED_STAR_BONUS, NUMBER_BONUS, SPACES_OF_NUMBER, STAR_BONUS, placement_points
from core.games.pavilion.state import (
    CENTER,
    CENTER_STAR,
    COLOR_INDEX,
    COLORS,
    ROUNDS,
    STAR_INDEX,
    Board,
    State,
)
from core.multiset import pieces

_TILE_WORTH: Final = 1.1
"""Worth of a tile to spend, in points: it pays a price and may bring a bonus."""

_WILD_WORTH: Final = 0.6
"""Additional worth of a tile of the wild color, in points."""

_TOKEN_WORTH: Final = 1.0
"""Worth of starting this phase 2 and the next round, in points."""

_STAR_SHARE: Final = (0.02, 0.04, 0.08, 0.12, 0.2, 0.54)
"""Share of a star's bonus counted for its first, second ... sixth tile."""

_NUMBER_SHARE: Final = 0.08
"""Share of a number's bonus counted for one tile on a space with that number."""


def choose(state: State, rng: Random) -> Event:
    """The move with the highest estimated worth; the generator decides between nearly equal moves."""
    if state.phase == "take":
        return max(taking.legal_takes(state), key=lambda take: take_worth(state, take) + rng.random())
    if state.phase == "bonus":
        return max(placing.legal_bonuses(state), key=lambda bonus: hand_worth(state, bonus.tiles) + rng.random() / 9)
    board = state.boards[state.seat]
    best, worth = None, float("-inf")
    for placement in placing.legal_placements(state):
        value = placement_worth(state, board, placement) + rng.random() / 9
        if value > worth:
            best, worth = placement, value
    kept = min(placing.corners(state.round), sum(board.hand))
    if best is None or (worth < 0 and kept == sum(board.hand)):
        return Passed(state.seat, _keep(state, board, kept))
    return best


def take_worth(state: State, take: TilesTaken) -> float:
    board, wild = state.boards[take.seat], state.round - 1
    tiles = taking.taken(state.sources[take.source], COLOR_INDEX[take.color], wild)
    number = sum(tiles)
    worth = number * _TILE_WORTH + tiles[wild] * _WILD_WORTH + _color_worth(board, COLOR_INDEX[take.color], state)
    if take.source == CENTER and state.token is None:
        worth += _TOKEN_WORTH - min(number, board.score - 1)
    return worth


def _color_worth(board: Board, color: int, state: State) -> float:
    """The worth of a color for a board, by the tiles in its star and the tiles of this color in hand."""
    if state.options.board == "variant":
        share = max(sum(tile == color for tile in star) for star in board.stars)
    else:
        star = board.stars[STAR_COLORS.index(color)]
        share = sum(tile is not None for tile in star)
        if share == len(star):
            return -1.0
    return 0.3 * min(board.hand[color], 5) + 0.15 * share


def hand_worth(state: State, tiles: tuple[str, ...]) -> float:
    board, wild = state.boards[state.seat], state.round - 1
    return fsum(
        [
            _color_worth(board, COLOR_INDEX[name], state) + (_WILD_WORTH if COLOR_INDEX[name] == wild else 0.0)
            for name in tiles
        ]
    )


def placement_worth(state: State, board: Board, placement: TilePlaced) -> float:
    """Points and prospects of a placement, minus the worth of the tiles it costs."""
    side, star, space = state.options.board, STAR_INDEX[placement.star], placement.position - 1
    color = COLOR_INDEX[placement.color]
    tiles = board.stars[star]
    laid = (*tiles[:space], color, *tiles[space + 1 :])
    stars = (*board.stars[:star], laid, *board.stars[star + 1 :])
    price = PRINTED[side][star][space]
    worth = placement_points(laid, space) - _TILE_WORTH * price / 2 - _WILD_WORTH * placement.wilds
    worth += _star_share(laid, star, color) + _number_share(stars, side, price)
    for feature in FEATURES_AT[star][space]:
        filled = sum([stars[other][place] is not None for other, place in feature.spaces])
        # A half-complete feature is worth less than half: its last space may stay free.
        worth += BONUS_TILES[feature.kind] * _TILE_WORTH * (filled / len(feature.spaces)) ** 2
    return worth


def _star_share(laid: tuple[int | None, ...], star: int, color: int) -> float:
    filled = [tile for tile in laid if tile is not None]
    same = all(tile == color for tile in filled) and star != CENTER_STAR
    return (STAR_BONUS[COLORS[color]] if same else MIXED_STAR_BONUS) * _STAR_SHARE[len(filled) - 1]


def _number_share(stars: tuple[tuple[int | None, ...], ...], side: str, number: int) -> float:
    if number not in NUMBER_BONUS:
        return 0.0
    missing = sum([stars[star][space] is None for star, space in SPACES_OF_NUMBER[side][number]])
    return NUMBER_BONUS[number] * (_NUMBER_SHARE if missing else 0.5)


def _keep(state: State, board: Board, number: int) -> tuple[str, ...]:
    """The tiles to keep: those of the next round's wild color, then those of the most frequent colors."""
    if state.round == ROUNDS:
        return ()
    wanted = sorted(pieces(board.hand), key=lambda color: (color != state.round, -board.hand[color], color))
    return tuple(COLORS[color] for color in sorted(wanted[:number]))
