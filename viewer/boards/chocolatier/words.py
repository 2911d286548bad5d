"""Chocolatier as text: the table as lines of characters, events as sentences, and why a take was better."""

from collections.abc import Sequence
from typing import Final

from core.comparison import Fact, Reason
from core.game import CHANCE, Seat
from core.games.chocolatier.comparing import START, line_worth
from core.games.chocolatier.events import DisplaysFilled, Event, TilesTaken
from core.games.chocolatier.state import MARKER, PALETTES, SIZE, Options, Special, State
from core.multiset import pieces
from viewer.boards.chocolatier.tiles import WALL_COLORS, color_name, power
from viewer.locale.language import gettext, ngettext, translate
from viewer.locale.plain_text import beside, fit, listed, number, plain

_LETTERS: Final = {"blue": "B", "brown": "N", "white": "W", "black": "K", "red": "R", "yellow": "Y"}
_FREE: Final = "·"
_SEAT_COLUMNS: Final = 40
_LOSSES: Final = "-1 -1 -2 -2 -2 -3 -3"


def whose_turn(state: State, names: Sequence[str]) -> str:
    """The next seat and its action, as a short sentence."""
    if state.phase == "over":
        return gettext("the match is over")
    if state.mover == CHANCE or state.mover is None:
        return gettext("the displays are filled next")
    name = fit(names[state.mover], 20)
    return gettext("{name} tiles", name=name) if state.phase == "tile" else gettext("{name} takes", name=name)


def text(state: State, names: Sequence[str]) -> str:
    """The whole table, two seats side by side, at most 84 columns wide.

    A capital letter is a tile, a small letter the color of a free space, 1 the start marker.
    """
    seats = [_seat_lines(state, seat, name) for seat, name in enumerate(names)]
    pairs = [beside(seats[first : first + 2], _SEAT_COLUMNS, gap=4) for first in range(0, len(seats), 2)]
    blocks = [
        [f"Round {max(state.round, 1)}: {whose_turn(state, names)}"],
        _middle(state),
        *pairs,
        [_legend(state.options)],
    ]
    return "\n\n".join("\n".join(block) for block in blocks)


def _legend(options: Options) -> str:
    colors = "  ".join(f"{_LETTERS[color]} {color}" for color in PALETTES[options.edition])
    return f"{colors}  1 start marker"


def _letter(options: Options, color: int) -> str:
    return "1" if color == MARKER else _LETTERS[color_name(options, color)]


def _letters(options: Options, colors: Sequence[int]) -> str:
    return " ".join(_letter(options, color) for color in colors) or _FREE


def _middle(state: State) -> list[str]:
    options = state.options
    lying = [MARKER] * (state.marker is None) + list(pieces(state.sources[0]))
    rows = [f"center      {_letters(options, lying)}"]
    for display, tiles in enumerate(state.sources[1:], start=1):
        tiles_text = "left play" if display == state.gone else _letters(options, tuple(pieces(tiles)))
        power = f"   ({_power(options, special)})" if (special := special_at(state, display)) else ""
        rows.append(f"display {display}   {tiles_text}{power}")
    return [*rows, f"bag {sum(state.bag)}, lid {sum(state.lid)}"]


def special_at(state: State, display: int) -> Special | None:
    """The special display with the gold side up at that place."""
    return next((special for special in state.specials if special.display == display), None)


def _power(options: Options, special: Special) -> str:
    color = "" if special.color is None else f" {color_name(options, special.color)}"
    return f"gold: {power(special.kind).lower()}{color}"


def _seat_lines(state: State, seat: Seat, name: str) -> list[str]:
    options, board = state.options, state.boards[seat]
    turn = ">" if state.mover == seat else " "
    marker = "  (start marker)" if state.marker == seat else ""
    rows = [f"{turn} {fit(name, 20)}: {board.score}{marker}"]
    for row, (line, tiles) in enumerate(zip(board.lines, board.wall, strict=True), start=1):
        color = _FREE if line.color is None else _letter(options, line.color)
        laid = " ".join([_FREE] * (row - line.tiles) + [color] * line.tiles)
        wall = " ".join(_wall_letter(options, tile, WALL_COLORS[row - 1][column]) for column, tile in enumerate(tiles))
        rows.append(f"  {row}  {laid:>9}  >  {wall}")
    floor = [_letter(options, color) for color in board.floor] + [_FREE] * (7 - len(board.floor))
    rows += [f"         {_LOSSES}", f"  floor   {'  '.join(floor)}"]
    if board.shield is not None:
        rows.append(f"  shield  {_letters(options, board.shield)}")
    return rows


def _wall_letter(options: Options, tile: int | None, printed: int) -> str:
    if tile is not None:
        return _letter(options, tile)
    return _FREE if options.wall == "free" else _letter(options, printed).lower()


def sentence(before: State, event: Event, names: Sequence[str]) -> str:
    """The event, without a final period; tiles without a space on the line fall."""
    if isinstance(event, DisplaysFilled):
        return _filled(event)
    if isinstance(event, TilesTaken):
        return _taken(before, event, plain(names[event.seat]))
    color = before.boards[event.seat].lines[event.line - 1].color
    assert color is not None  # The line is complete.
    return gettext(
        "{name} places the {color} tile of line {line} in column {column}",
        name=plain(names[event.seat]),
        color=translate(color_name(before.options, color)),
        line=event.line,
        column=event.column,
    )


def _filled(event: DisplaysFilled) -> str:
    gold = [_gold(display, power(kind), color) for display, kind, color in event.specials]
    parts = [gettext("The displays are filled")]
    if gold:
        parts.append(gettext("gold side up {displays}", displays=listed(gold)))
    if event.extra:
        parts.append(gettext("1 extra {color}", color=translate(event.extra)))
    return ", ".join(parts)


def _gold(display: int, name: str, color: str | None) -> str:
    if color is None:
        return f"{display} ({name})"
    return gettext("{display} ({power} for {color})", display=display, power=name, color=translate(color))


def _taken(before: State, event: TilesTaken, name: str) -> str:
    board = before.boards[event.seat]
    number = before.sources[event.source][PALETTES[before.options.edition].index(event.color)]
    marker = event.source == 0 and before.marker is None
    special = special_at(before, event.source)
    room = event.line - board.lines[event.line - 1].tiles if event.line else 0
    tiles = gettext("{number} {color}", number=number, color=translate(event.color))
    if marker:
        tiles = gettext("{tiles} and the start marker", tiles=tiles)
    source = gettext("from display {source}", source=event.source) if event.source else gettext("from the center")
    target = gettext("to line {line}", line=event.line) if event.line else gettext("to the floor")
    parts = [gettext("{name} takes {tiles} {source} {target}", name=name, tiles=tiles, source=source, target=target)]
    takes_shield = special is not None and special.kind == "SF5"
    is_shielded = takes_shield or board.shield == ()
    if takes_shield:
        parts.append(gettext("keeps the shield"))
    if marker and is_shielded:
        parts.append(gettext("the start marker lies on the shield"))
    parts += _falling(number - room, event.line != 0, caught=is_shielded and not marker)
    parts += [
        gettext("passes {color} to display {display}", color=translate(color), display=display)
        for color, display in event.passed
    ]
    return ", ".join(parts)


def _falling(number: int, from_line: bool, *, caught: bool) -> list[str]:
    """The destinations of tiles that do not fit on the line; a free shield takes the first tile for the floor."""
    if number <= 0:
        return []
    parts = [gettext("1 lies on the shield")] if caught else []
    left = number - len(parts)
    if left and from_line:
        parts.append(ngettext("{number} falls to the floor", "{number} fall to the floor", left))
    return parts


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
            "{name} gets {number} point for line {line} instead of {other}",
            "{name} gets {number} points for line {line} instead of {other}",
            int(more),
            name=name,
            line=row + 1,
            other=number(less),
        )
    line = reason.line_of(fact)
    says = ngettext(
        "{name} completes line {line} for {number} point",
        "{name} completes line {line} for {number} points",
        int(more),
        name=name,
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
