"""Two lines of chocolatier to the end of a round: what each line and each floor scored, and what they left."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from core.comparison import LinePoints, Thing, add
from core.game import Seat
from core.games.chocolatier.events import Event, TilesTaken
from core.games.chocolatier.rules import story
from core.games.chocolatier.scoring import FLOOR_LOSS
from core.games.chocolatier.state import FLOOR, SIZE, State
from core.games.chocolatier.tiling import place

START: Final = "start"
"""The source of the thing that is no points: to begin the next round."""

_TELLING: Final = 2
"""Tiles and points by which a line of one color is better than that of another."""

_RARE: Final = 4
"""Tiles in the bag by which a color is better than another."""


def line_points(state: State, events: Sequence[Event]) -> LinePoints:
    """The wall by row, decided by the take that completed the line; the floor, by the take that cost the most.

    A bonus at the end is decided by the take that completed the last of its lines.
    """
    found: LinePoints = {}
    completed: dict[tuple[Seat, str], int] = {}
    fallen: dict[Seat, tuple[int, int]] = {}
    placed: dict[str, int] = {}
    for index, event in enumerate(events):
        steps = story(state, event)
        if isinstance(event, TilesTaken):
            seat, line = event.seat, event.line
            before, after = state.boards[seat], steps[0].state.boards[seat]
            if line != FLOOR and after.lines[line - 1].tiles == line:
                completed[seat, str(line)] = index
            cost = FLOOR_LOSS[len(after.floor)] - FLOOR_LOSS[len(before.floor)]
            if cost > fallen.get(seat, (0, 0))[0]:
                fallen[seat] = cost, index
        for gain in (gain for step in steps for gain in step.gains):
            row, decided = "", None
            if gain.source == "wall":
                row = gain.cells[0].split("/")[2]
                decided = completed.get((gain.seat, row))
                if decided is not None:
                    placed[gain.cells[0]] = decided
            elif gain.source == "floor":
                decided = fallen.get(gain.seat, (0, None))[1]
            else:
                decided = max((placed[cell] for cell in gain.cells if cell in placed), default=None)
            add(found, gain, row, decided)
        state = steps[-1].state
    return found


def different(one: State, other: State) -> dict[Thing, float | None]:
    """Rows of which one is complete, lines that can be described as better, and the seat that begins the next round."""
    found: dict[Thing, float | None] = {}
    for seat, (board, instead) in enumerate(zip(one.boards, other.boards, strict=True)):
        for row in range(SIZE):
            more: float | None = 0
            if board.wall[row] != instead.wall[row]:
                more = board.wall[row].count(None) - instead.wall[row].count(None)
            elif board.lines[row] != instead.lines[row]:
                more = _better(one, other, seat, row)
            if more != 0:
                found[Thing(seat, "wall", str(row + 1))] = more
    if one.start != other.start:
        found[Thing(other.start, START)] = 1
    return found


def _better(one: State, other: State, seat: Seat, row: int) -> int | None:
    """By how much the line of `other` has more tiles, would score more, or is of a color with more tiles in the bag.

    0 where these contradict or are few; None: a few tiles against a free line, which takes any color.
    """
    old, new = (table.boards[seat].lines[row] for table in (one, other))
    tiles = new.tiles - old.tiles
    if old.color is None or new.color is None:
        return None if 2 * abs(tiles) <= row + 1 else tiles
    if old.color == new.color:
        return tiles
    points = line_worth(other, seat, row) - line_worth(one, seat, row)
    if not tiles and not points:
        more = other.bag[new.color] - one.bag[old.color]
        return more if abs(more) >= _RARE else 0
    return tiles + points if tiles * points >= 0 and abs(tiles + points) >= _TELLING else 0


def line_worth(table: State, seat: Seat, row: int) -> int:
    """Points that the tile of an unfinished line would score on the wall as it is; 0 for no tile and on a free wall."""
    board = table.boards[seat]
    color = board.lines[row].color
    if color is None or table.options.wall == "free":
        return 0
    return place(board, row, (color + row) % SIZE).scored.points()


def exchanged(table: State, other: State, thing: Thing) -> State:
    if thing.source == START:
        return replace(table, start=other.start)
    row, seat = int(thing.key) - 1, thing.seat
    board, instead = table.boards[seat], other.boards[seat]
    lines = (*board.lines[:row], instead.lines[row], *board.lines[row + 1 :])
    wall = (*board.wall[:row], instead.wall[row], *board.wall[row + 1 :])
    own = replace(board, lines=lines, wall=wall)
    return replace(table, boards=(*table.boards[:seat], own, *table.boards[seat + 1 :]))
