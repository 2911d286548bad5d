"""The board of a seat after it has placed its tiles by rule of thumb and passed: an estimate without a search."""

from functools import lru_cache
from typing import Final, NamedTuple

from core.games.pavilion.layout import BONUS_TILES, FEATURES_AT, PRINTED
from core.games.pavilion.placing import accepted, completed, corners
from core.games.pavilion.scoring import (
    MIXED_STAR_BONUS,
    NUMBER_BONUS,
    SPACES_OF_NUMBER,
    STAR_BONUS,
    bonuses,
    placement_points,
)
from core.games.pavilion.state import CENTER_STAR, COLORS, SPACES, Board, Star
from core.multiset import Counts, add, pieces

_TILE_WORTH: Final = 0.55
_WILD_WORTH: Final = 0.6
_BONUS_WORTH: Final = 1.1
"""Worth of a tile that is spent, in points, of a wild one in addition, and of a tile from the supply."""

_IN_HAND: Final = 0.3
_WILD_BONUS: Final = 2.0
"""Worth of a bonus tile for each tile of its color in hand, and of one of the wild color."""

_STAR_SHARE: Final = (0.02, 0.04, 0.08, 0.12, 0.2, 1.0)
"""Share of a star's bonus counted for its first, second ... sixth tile."""

_NUMBER_SHARE: Final = 0.08
"""Share of a number's bonus counted for one tile on a space with that number, other than the last one."""


_FIRST: Final = 20.0
"""Additional worth of a space of what comes first."""

_NOTHING: Final = -1
_MISSING: Final = 3
"""No star or number comes first; spaces that one that comes first may miss."""


class Finish(NamedTuple):
    """The points until the seat passes, its stars then, and the tiles that it keeps."""

    points: int
    stars: tuple[Star, ...]
    kept: Counts


class _Placement(NamedTuple):
    worth: float
    star: int
    space: int
    color: int
    wilds: int


class _Star(NamedTuple):
    """A star with free spaces: the colors it takes with the bonus they lead to, its free spaces with their worths.

    `price` is that of all its free spaces if one color pays for them, else more than anyone has.
    """

    star: int
    colors: tuple[tuple[int, int], ...]
    price: int
    laid: int
    spaces: tuple[tuple[int, int, float], ...]


_UNPAYABLE: Final = 99


@lru_cache(1 << 15)
def finish(
    side: str, playing: int, stars: tuple[Star, ...], hand: Counts, supply: Counts, wanted: int = _NOTHING
) -> Finish:
    """The end of the round from 0 `playing` for a seat that acts alone; `supply` is not filled again.

    The spaces of the star `wanted` come first, or those of a number if that is added to the last star.
    """
    move = _best(side, playing, stars, hand, wanted)
    most, number = corners(playing + 1), sum(hand)
    if move is None or (move.worth < 0 and number <= most):
        kept = _kept(playing, hand, min(most, number))
        return Finish(sum(kept) - number, stars, kept)
    _, star, space, color, wilds = move
    price, tiles = PRINTED[side][star][space], stars[star]
    laid = (*tiles[:space], color, *tiles[space + 1 :])
    after = (*stars[:star], laid, *stars[star + 1 :])
    hand = add(hand, color, wilds - price)
    if wilds:
        hand = add(hand, playing, -wilds)
    due = sum([BONUS_TILES[feature.kind] for feature in completed(after, star, space)])
    if due:
        hand, supply = with_bonus(side, playing, after, hand, supply, due, wanted)
    end = finish(side, playing, after, hand, supply, wanted)
    return Finish(end.points + placement_points(laid, space), end.stars, end.kept)


@lru_cache(1 << 14)
def last_finish(side: str, playing: int, stars: tuple[Star, ...], hand: Counts, supply: Counts) -> Finish:
    """The best end of the last round of those that complete one star or number or another first."""
    most, prices, wanted = sum(hand) + _MISSING, PRINTED[side], [_NOTHING]
    for star, tiles in enumerate(stars):
        missing = [price for tile, price in zip(tiles, prices[star], strict=True) if tile is None]
        if 0 < len(missing) <= _MISSING and sum(missing) <= most:
            wanted.append(star)
    for number, spaces in SPACES_OF_NUMBER[side].items():
        free = sum([stars[star][space] is None for star, space in spaces])
        if 0 < free <= _MISSING and free * number <= most:
            wanted.append(CENTER_STAR + number)
    ends = [finish(side, playing, stars, hand, supply, plan) for plan in wanted]
    return max(ends, key=lambda end: end.points + final_points(side, end.stars))


def with_bonus(
    side: str, playing: int, stars: tuple[Star, ...], hand: Counts, supply: Counts, due: int, wanted: int = _NOTHING
) -> tuple[Counts, Counts]:
    """Hand and supply after bonus tiles were taken, each for the best space that it makes payable."""
    for left in range(min(due, sum(supply)), 0, -1):
        worths = [_IN_HAND * own for own in hand]
        worths[playing] += _WILD_BONUS
        for star, colors, _, laid, spaces in _open(side, stars):
            for color, bonus in colors:
                if supply[color]:
                    own, most = hand[color], min(left, supply[color])
                    share = bonus * _STAR_SHARE[laid] + (_FIRST if star == wanted else 0)
                    for _, price, worth in spaces:
                        if own < price <= own + most:
                            whole = worth + share + (_FIRST if price == wanted - CENTER_STAR else 0)
                            worths[color] = max(worths[color], whole / (price - own))
        color = max(range(len(COLORS)), key=lambda own: (supply[own] > 0, worths[own]))
        hand, supply = add(hand, color), add(supply, color, -1)
    return hand, supply


@lru_cache(1 << 13)
def final_points(side: str, stars: tuple[Star, ...]) -> int:
    """The bonuses at the end of the match."""
    return sum([bonus.points for bonus in bonuses(Board(0, stars), side)])


def _kept(playing: int, hand: Counts, number: int) -> Counts:
    """The tiles to keep: those of the next round's wild color, then those of the most frequent colors."""
    wanted = sorted(pieces(hand), key=lambda color: (color != playing + 1, -hand[color], color))
    kept = [0] * len(COLORS)
    for color in wanted[:number]:
        kept[color] += 1
    return tuple(kept)


def _best(side: str, playing: int, stars: tuple[Star, ...], hand: Counts, wanted: int) -> _Placement | None:
    """The most promising placement."""
    chosen, best = (0, 0, 0, 0), float("-inf")
    wild, number = hand[playing], wanted - CENTER_STAR
    for star, colors, price_of_all, laid, spaces in _open(side, stars):
        for color, bonus in colors:
            own = hand[color]
            if not own:
                continue
            most = own if color == playing else own + wild
            share = bonus / (SPACES - laid) if price_of_all <= most else bonus * _STAR_SHARE[laid]
            if star == wanted:
                share += _FIRST
            for space, price, worth in spaces:
                if price <= most:
                    wilds = price - own if price > own else 0
                    whole = worth + share - _WILD_WORTH * wilds
                    if price == number:
                        whole += _FIRST
                    if whole > best:
                        best, chosen = whole, (star, space, color, wilds)
    return None if best == float("-inf") else _Placement(best, *chosen)


@lru_cache(1 << 13)
def _open(side: str, stars: tuple[Star, ...]) -> tuple[_Star, ...]:
    """The stars with free spaces."""
    worths = _number_worths(side, stars)
    open_stars = []
    for star, tiles in enumerate(stars):
        free = [space for space, tile in enumerate(tiles) if tile is None]
        if not free:
            continue
        colors = tuple([(color, _bonus(star, tiles, color)) for color in accepted(side, star, tiles)])
        one = len(colors) == 1 or len(free) == 1
        prices = PRINTED[side][star]
        spaces = tuple(
            [
                (space, prices[space], worths[prices[space]] + _worth_of_space(stars, star, space, prices[space]))
                for space in free
            ]
        )
        price = sum([prices[space] for space in free]) if one else _UNPAYABLE
        open_stars.append(_Star(star, colors, price, len(tiles) - len(free), spaces))
    return tuple(open_stars)


def _bonus(star: int, tiles: Star, color: int) -> int:
    same = star != CENTER_STAR and all(tile is None or tile == color for tile in tiles)
    return STAR_BONUS[COLORS[color]] if same else MIXED_STAR_BONUS


def _number_worths(side: str, stars: tuple[Star, ...]) -> list[float]:
    """The worth of a tile on a space for the bonus of its number, by number."""
    worths = [0.0] * (SPACES + 1)
    for number, points in NUMBER_BONUS.items():
        missing = sum([stars[star][space] is None for star, space in SPACES_OF_NUMBER[side][number]])
        worths[number] = points * (_NUMBER_SHARE if missing > 1 else 1.0)
    return worths


def _worth_of_space(stars: tuple[Star, ...], star: int, space: int, price: int) -> float:
    """The points and the prospects of bonus tiles, minus what the space costs."""
    tiles = stars[star]
    worth = placement_points((*tiles[:space], 0, *tiles[space + 1 :]), space) - _TILE_WORTH * price
    for feature in FEATURES_AT[star][space]:
        filled = sum([stars[other][place] is not None for other, place in feature.spaces]) + 1
        worth += BONUS_TILES[feature.kind] * _BONUS_WORTH * (filled / len(feature.spaces)) ** 2
    return worth
