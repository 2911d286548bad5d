"""Part A of a round: a seat takes tiles onto a pattern line or the floor (C-TAKE, C-LINE, C-FLOOR)."""

from core.game import Refusal
from core.games.chocolatier import specials
from core.games.chocolatier.events import SpecialKind, TilesTaken
from core.games.chocolatier.state import (
    CENTER,
    COLOR_INDEX,
    FLOOR,
    FLOOR_SPACES,
    LINES,
    MARKER,
    NO_TILES,
    SIZE,
    Board,
    Line,
    State,
)
from core.messages import message, term
from core.multiset import add, plus

_BARE = {displays: (NO_TILES,) * displays for displays in range(12)}
"""Sources without tiles, by their number."""


def refusal(state: State, event: TilesTaken) -> Refusal | None:
    """The refusal of a take; the turn is not checked."""
    color = COLOR_INDEX[state.options.edition].get(event.color)
    if color is None:
        return Refusal(
            "C-TAKE-1", message("There is no tile of the color {color!r} in this edition.", color=event.color)
        )
    if not 0 <= event.source < len(state.sources):
        return Refusal("C-TAKE-1", message("There is no display {source}.", source=event.source))
    if not state.sources[event.source][color]:
        place = (
            message("in the center") if event.source == CENTER else message("in display {source}", source=event.source)
        )
        return Refusal("C-TAKE-1", message("There is no {color} tile {place}.", color=term(event.color), place=place))
    refused = refusal_of_line(state.boards[event.seat], color, event.line)
    if refused is None and (event.passed or state.specials):
        return specials.refusal_of_passing(state, event, color)
    return refused


def refusal_of_line(board: Board, color: int, line: int) -> Refusal | None:
    """The refusal of tiles of a color for a line (C-LINE-1 to C-LINE-3); the floor takes any color."""
    if line == FLOOR:
        return None
    if not 1 <= line <= SIZE:
        return Refusal("C-LINE-1", message("There is no pattern line {line}.", line=line))
    lying = board.lines[line - 1]
    if lying.tiles == line:
        return Refusal("C-LINE-2", message("Pattern line {line} is full.", line=line))
    if lying.tiles and lying.color != color:
        return Refusal("C-LINE-2", "A pattern line holds one color only.")
    if color in board.wall[line - 1]:
        return Refusal("C-LINE-3", message("Row {line} of the wall already holds this color.", line=line))
    return None


def drop(
    shield: tuple[int, ...] | None, floor: tuple[int, ...], piece: int, number: int
) -> tuple[tuple[int, ...] | None, tuple[int, ...], int]:
    """Put pieces on an unused shield first, then on the floor from the left (C-FLOOR-1, C-SF-5).

    Returns shield, floor, and the number of pieces that do not fit and go to the lid.
    """
    if not number:
        return shield, floor, 0
    if shield == ():
        shield = (piece,)
        number -= 1
    fitting = min(number, FLOOR_SPACES - len(floor))
    return shield, floor + (piece,) * fitting, number - fitting


def take(state: State, event: TilesTaken) -> State:
    """The table after the take; in the phase `tile` when it was the last of the round (C-ROUND-1)."""
    color = COLOR_INDEX[state.options.edition][event.color]
    seat, source = event.seat, event.source
    number = state.sources[source][color]
    kind = specials.kind_on(state.specials, source) if state.specials else None
    takes_marker = source == CENTER and state.marker is None
    board = state.boards[seat]
    shield = () if kind == "SF5" else board.shield
    floor = board.floor
    if takes_marker:
        # Beside a full floor the marker costs nothing, and still makes the start player (C-TAKE-2).
        shield, floor, _ = drop(shield, floor, MARKER, 1)
    lines, spilled = _laid(board.lines, event.line, color, number)
    shield, floor, discarded = drop(shield, floor, color, spilled)
    sources = _sources_after(state, event, color, kind)
    boards = state.boards
    ends = sources == _BARE[len(sources)]
    return State(
        state.options,
        "tile" if ends else "take",
        state.start if ends else (seat + 1) % len(boards),
        state.round,
        state.start,
        seat if takes_marker else state.marker,
        state.bag,
        add(state.lid, color, discarded) if discarded else state.lid,
        sources,
        state.specials,
        source if kind == "SF5" else state.gone,
        (*boards[:seat], Board(board.score, lines, board.wall, floor, shield), *boards[seat + 1 :]),
    )


def _laid(lines: tuple[Line, ...], line: int, color: int, number: int) -> tuple[tuple[Line, ...], int]:
    """The lines after adding tiles to one of them, and the number of tiles left for the floor (C-LINE-1)."""
    if line == FLOOR:
        return lines, number
    lying = lines[line - 1].tiles
    filled = min(lying + number, line)
    return (*lines[: line - 1], LINES[color][filled], *lines[line:]), number - (filled - lying)


def _sources_after(
    state: State, event: TilesTaken, color: int, kind: SpecialKind | None
) -> tuple[tuple[int, ...], ...]:
    """The sources after a take, with the rest moved on."""
    sources = list(state.sources)
    source = event.source
    counts = sources[source]
    rest = (*counts[:color], 0, *counts[color + 1 :])
    if source == CENTER or kind == "SF3":
        sources[source] = rest
        return tuple(sources)
    sources[source] = NO_TILES
    if kind == "SF4":
        index = COLOR_INDEX[state.options.edition]
        for name, display in event.passed:
            sources[display] = add(sources[display], index[name], rest[index[name]])
    elif rest != NO_TILES:
        sources[CENTER] = plus(sources[CENTER], rest)
    return tuple(sources)
