"""The panel of a seat: pattern lines, wall, floor line and, when taken, the shield."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from core.game import Seat
from core.games.chocolatier.state import MARKER, Board, Options, State
from viewer.boards.chocolatier.tiles import WALL_COLORS, color_name, piece
from viewer.boards.scene import Panel, Shape, shape
from viewer.boards.seat import HEADER, frame, label
from viewer.locale.language import current, gettext, translate
from viewer.locale.plain_text import plain

WIDTH: Final = 13.1
HEIGHT: Final = 9.75
_PITCH: Final = 1.08
_LINES: Final = 0.7
_WALL: Final = WIDTH - 0.7 - 5 * _PITCH + 0.08
_FLOOR: Final = HEADER + 5 * _PITCH + 0.95
_LOSSES: Final = ("−1", "−1", "−2", "−2", "−2", "−3", "−3")
"""The losses printed above the floor line (C-SCORE-2)."""


def seat_panel(state: State, seat: Seat, name: str) -> Panel:
    board = state.boards[seat]
    shapes = [*frame(seat, name, board.score, active=state.mover == seat, width=WIDTH, height=HEIGHT)]
    if state.marker == seat and MARKER not in (*board.floor, *(board.shield or ())):
        # The floor line was full when the marker was taken: it costs nothing and is drawn beside the name.
        shapes.append(piece(state.options, f"{seat}/marker", MARKER, WIDTH - 4.3, 0.5))
    shapes += _places(state.options, seat, current())
    shapes += _pieces(state.options, seat, board)
    return Panel(f"seat/{seat}", plain(name), WIDTH, HEIGHT, tuple(shapes), seat)


def _line_space(row: int, space: int) -> tuple[float, float]:
    """Top left corner of a space of a pattern line; spaces count from the right."""
    return _LINES + (5 - space) * _PITCH, HEADER + (row - 1) * _PITCH


def _wall_space(row: int, column: int) -> tuple[float, float]:
    return _WALL + (column - 1) * _PITCH, HEADER + (row - 1) * _PITCH


@cache
def _places(options: Options, seat: Seat, language: str) -> tuple[Shape, ...]:
    """Everything printed on the board; cached per language, because it never changes."""
    return tuple(_printed(options, seat))


def _printed(options: Options, seat: Seat) -> Iterator[Shape]:
    for row in range(1, 6):
        for space in range(1, row + 1):
            x, y = _line_space(row, space)
            yield _slot(f"{seat}/line/{row}/{space}", x, y, gettext("line {row}, space {space}", row=row, space=space))
        y = HEADER + (row - 0.5) * _PITCH
        arrow = f"M{round(_WALL - 0.62, 2)} {round(y - 0.22, 2)}l.2 .18l-.2 .18"
        yield shape(f"{seat}/arrow/{row}", "path", class_="arrow", d=arrow)
        for column in range(1, 6):
            yield _wall_place(options, seat, row, column)
    for space, loss in enumerate(_LOSSES, start=1):
        x = _LINES + (space - 1) * _PITCH
        yield label(f"{seat}/loss/{space}", x + 0.5, _FLOOR - 0.18, loss, "digit middle")
        yield _slot(f"{seat}/floor/{space}", x, _FLOOR, gettext("floor {space}, {loss}", space=space, loss=loss))


def _slot(id: str, x: float, y: float, title: str) -> Shape:
    return shape(id, "rect", title=title, class_="slot", x=x, y=y, width=1, height=1, rx=0.2)


def _wall_place(options: Options, seat: Seat, row: int, column: int) -> Shape:
    """A space of the wall; on the colored side with the faint pattern of its color."""
    id, (x, y) = f"{seat}/wall/{row}/{column}", _wall_space(row, column)
    where = gettext("row {row}, column {column}", row=row, column=column)
    if options.wall == "free":
        return shape(id, "rect", title=where, class_="place cocoa", x=x, y=y, width=1, height=1, rx=0.2)
    color = color_name(options, WALL_COLORS[row - 1][column - 1])
    return shape(id, "use", title=f"{where}: {translate(color)}", href=f"#choc-place-{color}", x=x, y=y)


def _pieces(options: Options, seat: Seat, board: Board) -> Iterator[Shape]:
    for row, line in enumerate(board.lines, start=1):
        if line.color is not None:
            for space in range(1, line.tiles + 1):
                yield piece(options, f"{seat}/line/{row}/{space}/tile", line.color, *_line_space(row, space))
    for row, tiles in enumerate(board.wall, start=1):
        for column, color in enumerate(tiles, start=1):
            if color is not None:
                yield piece(options, f"{seat}/wall/{row}/{column}/tile", color, *_wall_space(row, column))
    for space, color in enumerate(board.floor, start=1):
        yield piece(options, f"{seat}/floor/{space}/tile", color, _LINES + (space - 1) * _PITCH, _FLOOR)
    if board.shield is not None:
        yield from _shield(options, seat, board.shield)


def _shield(options: Options, seat: Seat, tiles: tuple[int, ...]) -> Iterator[Shape]:
    """The gold display beside the floor line, with its tile, which costs nothing."""
    x, y = WIDTH - 2.35, _FLOOR + 0.28
    title = gettext("shield: the next tile that falls lies here and costs no points")
    yield shape(f"{seat}/shield", "circle", title=title, class_="plate gold", cx=x, cy=y, r=0.92)
    yield shape(
        f"{seat}/shield/power",
        "use",
        href="#choc-SF5",
        transform=f"translate({x + 1.05:.2f} {y - 0.3:.2f}) scale(.6)",
    )
    for color in tiles:
        yield piece(options, f"{seat}/shield/tile", color, x - 0.5, y - 0.5)
