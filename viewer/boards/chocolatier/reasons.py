"""Why a take was better, in words: lines of the wall, the floor line, what is left on a line."""

from collections.abc import Sequence

from core.comparison import Fact, Reason
from core.game import Seat
from core.games.chocolatier.comparing import START, line_worth
from core.games.chocolatier.state import SIZE, State
from viewer.boards.chocolatier.tiles import color_name
from viewer.locale.language import gettext, ngettext, translate
from viewer.locale.plain_text import number, plain

_TELLING: int = 3
"""Tiles of a column from which its number is given."""


def gain(reason: Reason, fact: Fact, names: Sequence[str]) -> str:
    """The gain of a fact in words, without a final period."""
    thing = fact.thing
    name, points, other = plain(names[thing.seat]), fact.best.points, fact.played.points
    if thing.source == "wall":
        return _row(reason, fact, name)
    if thing.source == START:
        begins = plain(names[reason.played.end.start])
        return gettext(
            "After the better move, {name} begins the next round instead of {other}", name=name, other=begins
        )
    if thing.source == "floor":
        more, less = sorted((-points, -other), reverse=True)
        return ngettext(
            "the floor line costs {name} {number} point instead of {other}",
            "the floor line costs {name} {number} points instead of {other}",
            int(more),
            name=name,
            other=number(less),
        )
    return gettext(
        "the bonus of {name} for {source} is {number} instead of {other}",
        name=name,
        source=translate(thing.source),
        number=number(max(points, other)),
        other=number(min(points, other)),
    )


def _row(reason: Reason, fact: Fact, name: str) -> str:
    row, seat = int(fact.thing.key) - 1, fact.thing.seat
    if not fact.played.points and not fact.best.points:
        return _lines(reason, seat, row, name)
    more, less = sorted((fact.played.points, fact.best.points), reverse=True)
    if less:
        return ngettext(
            "{number} point for line {line} instead of {other}",
            "{number} points for line {line} instead of {other}",
            int(more),
            line=row + 1,
            other=number(less),
        )
    line = reason.line_of(fact)
    says = ngettext(
        "line {line} is complete for {number} point",
        "line {line} is complete for {number} points",
        int(more),
        line=row + 1,
    )
    other = reason.played if line is reason.best else reason.best
    if not other.is_over and other.end.boards[seat].lines[row].tiles:
        says = gettext("{line} instead of holding {tiles}", line=says, tiles=_tiles(other.end, seat, row))
    column, tiles = _column(reason.state, line.end, seat, row)
    if tiles < _TELLING:
        return says
    return gettext("{line}, and column {column} then has {tiles} of 5 tiles", line=says, column=column, tiles=tiles)


def _lines(reason: Reason, seat: Seat, row: int, name: str) -> str:
    """The line of a row in both tables, with what makes one color better than another."""
    tables = reason.best.end, reason.played.end
    lines = [table.boards[seat].lines[row] for table in tables]
    held = [_tiles(table, seat, row) for table in tables]
    if not lines[0].tiles:
        return gettext(
            "After the better move, line {line} of {name} is free in the next round instead of holding {played}",
            line=row + 1,
            name=name,
            played=held[1],
        )
    if not lines[1].tiles:
        return gettext(
            "After the better move, line {line} of {name} holds {best} for the next round instead of being free",
            line=row + 1,
            name=name,
            best=held[0],
        )
    worths = [line_worth(table, seat, row) for table in tables]
    if lines[0].color != lines[1].color and worths[0] != worths[1]:
        held = [
            gettext("{tiles} (worth {points} on the wall)", tiles=tiles, points=points)
            for tiles, points in zip(held, worths, strict=True)
        ]
    elif lines[0].color != lines[1].color and lines[0].tiles == lines[1].tiles:
        held = [
            gettext("{tiles} ({number} more in the bag)", tiles=tiles, number=table.bag[line.color or 0])
            for tiles, line, table in zip(held, lines, tables, strict=True)
        ]
    return gettext(
        "After the better move, line {line} of {name} holds {best} for the next round instead of {played}",
        line=row + 1,
        name=name,
        best=held[0],
        played=held[1],
    )


def _tiles(table: State, seat: Seat, row: int) -> str:
    line = table.boards[seat].lines[row]
    color = "" if line.color is None else translate(color_name(table.options, line.color))
    return gettext("{number} of {size} {color}", number=line.tiles, size=row + 1, color=color)


def _column(before: State, table: State, seat: Seat, row: int) -> tuple[int, int]:
    """The column, from 1, in which a row got its tile, and its tiles now; 0 tiles if there are several or none."""
    was, now = before.boards[seat].wall[row], table.boards[seat].wall
    new = [column for column in range(SIZE) if was[column] is None and now[row][column] is not None]
    if len(new) != 1:
        return 0, 0
    return new[0] + 1, sum(tiles[new[0]] is not None for tiles in now)
