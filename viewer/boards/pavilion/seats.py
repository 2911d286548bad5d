"""The panel of a seat: the seven stars, the features between them, the corners and the tiles in hand."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from core.game import Seat
from core.games.pavilion.layout import BONUS_TILES, FEATURES, PRINTED
from core.games.pavilion.scoring import NUMBER_BONUS, SPACES_OF_NUMBER
from core.games.pavilion.state import CENTER_STAR, COLORS, SPACES, STARS, Board, State
from core.multiset import pieces
from viewer.boards.pavilion.tiles import (
    HALF_HEIGHT,
    HALF_WIDTH,
    Point,
    feature_middle,
    hand_of,
    placed,
    space_angle,
    space_middle,
    star_middle,
    tile,
    token,
)
from viewer.boards.pavilion.words import bonus_of_star
from viewer.boards.scene import Panel, Shape, shape
from viewer.boards.seat import HEADER, frame, label
from viewer.locale.language import current, gettext, ngettext, translate
from viewer.locale.plain_text import plain

WIDTH: Final = 2 * HALF_WIDTH + 0.7
_MIDDLE: Final = Point(WIDTH / 2, HEADER + HALF_HEIGHT - 0.1)
_NUMBERS: Final = _MIDDLE.y + HALF_HEIGHT + 0.35
_NUMBER_PLACES: Final = (0.8, 3.05, 5.35, 8.05)
_HAND: Final = _NUMBERS + 0.55
_HAND_HEIGHT: Final = 2.2
HEIGHT: Final = _HAND + _HAND_HEIGHT + 0.5
_COLUMN: Final = (WIDTH - 1.1) / len(COLORS)
_CORNERS: Final = tuple(Point(x, y) for y in (-3.75, 3.75) for x in (-4.45, 4.45))


def seat_panel(state: State, seat: Seat, name: str) -> Panel:
    board = state.boards[seat]
    active = state.seat == seat and state.phase in ("take", "place", "bonus")
    shapes = [*frame(seat, name, board.score, active=active, width=WIDTH, height=HEIGHT)]
    if state.token == seat:
        shapes.append(token(f"{seat}/token", WIDTH - 3.9, 0.5))
    shapes += _printed(state.options.board, seat, current())
    shapes += _features(seat, board)
    shapes += _numbers(seat, board, state.options.board)
    shapes += _tiles(seat, board)
    shapes += _star_bonuses(seat, board, state.options.board)
    shapes += _hand(seat, board)
    return Panel(f"seat/{seat}", plain(name), WIDTH, HEIGHT, tuple(shapes), seat)


def _at(point: Point) -> Point:
    return Point(_MIDDLE.x + point.x, _MIDDLE.y + point.y)


@cache
def _printed(side: str, seat: Seat, language: str) -> tuple[Shape, ...]:
    """Everything printed on the board that never changes; cached per language."""
    return (*_spaces(side, seat), *_corners(seat), *_tray(seat))


def _spaces(side: str, seat: Seat) -> Iterator[Shape]:
    for star, name in enumerate(STARS):
        color = name if side == "colored" and star != CENTER_STAR else "any"
        for space in range(SPACES):
            id, number = f"{seat}/{name}/{space + 1}", PRINTED[side][star][space]
            place = placed(_at(space_middle(star, space)), angle=space_angle(star, space))
            title = gettext(
                "{star} star, position {position}, costs {number}",
                star=translate(name),
                position=space + 1,
                number=number,
            )
            yield shape(id, "use", title=title, href=f"#pav-space-{color}", transform=place)
            x, y = _at(space_middle(star, space, outward=0.24 if color != "any" else 0.08))
            yield label(f"{id}/number", x, y + 0.16, str(number), "digit middle")


def _corners(seat: Seat) -> Iterator[Shape]:
    for corner, point in enumerate(_CORNERS, start=1):
        place = placed(_at(point), 0.8)
        title = gettext("corner {corner}: a tile kept for the next round", corner=corner)
        yield shape(f"{seat}/corner/{corner}", "use", title=title, href="#pav-space-any", transform=place)


def _tray(seat: Seat) -> Iterator[Shape]:
    yield shape(
        f"{seat}/hand",
        "rect",
        title=gettext("tiles to place"),
        class_="slot",
        x=0.45,
        y=_HAND,
        width=WIDTH - 0.9,
        height=_HAND_HEIGHT,
        rx=0.35,
    )


def _features(seat: Seat, board: Board) -> Iterator[Shape]:
    for feature in FEATURES:
        complete = all(board.stars[star][space] is not None for star, space in feature.spaces)
        number = BONUS_TILES[feature.kind]
        yield shape(
            f"{seat}/{feature.kind}/{STARS[feature.star]}",
            "use",
            title=_worth(translate(feature.kind), None if complete else number),
            href=f"#pav-{feature.kind}-complete" if complete else f"#pav-{feature.kind}",
            transform=placed(_at(feature_middle(feature))),
        )


def _worth(feature: str, tiles: int | None) -> str:
    if tiles is None:
        return gettext("{feature}, complete", feature=feature)
    return ngettext("{feature}, {number} bonus tile", "{feature}, {number} bonus tiles", tiles, feature=feature)


def _star_bonuses(seat: Seat, board: Board, side: str) -> Iterator[Shape]:
    """The bonus of a star in its middle, once it is known; on a golden medal when the star is complete."""
    for star, name in enumerate(STARS):
        x, y = _at(star_middle(star))
        tiles = board.stars[star]
        points = bonus_of_star(side, star, tiles)
        if points is None:
            continue
        if None in tiles:
            title = gettext("{star} star: {points} points when complete", star=translate(name), points=points)
            yield label(f"{seat}/{name}/bonus", x, y + 0.13, str(points), "tiny middle", title)
        else:
            yield shape(f"{seat}/{name}/complete", "circle", class_="plate gold", cx=x, cy=y, r=0.4)
            title = gettext("{star} star complete: {points} points", star=translate(name), points=points)
            yield label(f"{seat}/{name}/points", x, y + 0.13, str(points), "tiny middle on-gold", title)


def _numbers(seat: Seat, board: Board, side: str) -> Iterator[Shape]:
    """The progress of a seat with the spaces of each number that brings a bonus."""
    for (number, points), x in zip(NUMBER_BONUS.items(), _NUMBER_PLACES, strict=True):
        cells = SPACES_OF_NUMBER[side][number]
        filled = sum(board.stars[star][space] is not None for star, space in cells)
        complete = filled == len(cells)
        look = "plate gold" if complete else "plate"
        yield shape(f"{seat}/number/{number}", "circle", class_=look, cx=x, cy=_NUMBERS, r=0.3)
        look = "tiny middle on-gold" if complete else "tiny middle"
        yield label(f"{seat}/number/{number}/sign", x, _NUMBERS + 0.13, str(number), look)
        title = gettext(
            "{filled} of {spaces} spaces with a {number}: {points} points when complete",
            filled=filled,
            spaces=len(cells),
            number=number,
            points=points,
        )
        progress = f"{filled}/{len(cells)} +{points}"
        yield label(f"{seat}/number/{number}/progress", x + 0.43, _NUMBERS + 0.13, progress, "tiny", title)


def _tiles(seat: Seat, board: Board) -> Iterator[Shape]:
    for star, name in enumerate(STARS):
        for space, color in enumerate(board.stars[star]):
            if color is not None:
                point = _at(space_middle(star, space))
                yield tile(f"{seat}/{name}/{space + 1}/tile", color, point, angle=space_angle(star, space))
    for corner, color in enumerate(pieces(board.corners), start=1):
        yield tile(f"{seat}/corner/{corner}/tile", color, _at(_CORNERS[corner - 1]), 0.8)


def _hand(seat: Seat, board: Board) -> Iterator[Shape]:
    """A column for each color, so added and removed tiles do not move the others."""
    if board.passed:
        yield label(f"{seat}/passed", WIDTH / 2, _HAND + 1.05, gettext("passed"), "small middle")
    for color, number in enumerate(board.hand):
        x = 0.55 + color * _COLUMN
        yield from hand_of(f"{seat}/hand", board.hand, color, Point(x + _COLUMN / 2, _HAND + 0.95), _COLUMN)
        if number > 1:
            yield label(
                f"{seat}/hand/{COLORS[color]}", x + _COLUMN / 2, _HAND + _HAND_HEIGHT - 0.14, str(number), "tiny middle"
            )
