"""Chocolatier as text: the table as lines of characters, and every event as a sentence."""

from collections.abc import Sequence
from typing import Final

from core.game import CHANCE, Seat
from core.games.chocolatier.events import DisplaysFilled, Event, TilesTaken
from core.games.chocolatier.state import MARKER, PALETTES, Options, Special, State
from core.multiset import pieces
from viewer.boards.chocolatier.tiles import WALL_COLORS, color_name, power
from viewer.locale.language import gettext, ngettext, translate
from viewer.locale.plain_text import beside, fit, listed, plain

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
