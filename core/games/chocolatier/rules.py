"""The rules of a chocolatier match: turns, legal events, and their effects.

1. In a round the displays are filled (`filling`), tiles are taken (`taking`), walls are tiled (`tiling`).
2. On the colored wall, and wherever only one column is left, tiles are placed without an event.
3. After the last take or the last choice of a round, everything up to the next draw is computed.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from core.game import Refusal, Step, Turn
from core.games.chocolatier import filling, specials, taking, tiling
from core.games.chocolatier.events import DisplaysFilled, Event, TilePlaced, TilesTaken
from core.games.chocolatier.state import CENTER, COLOR_INDEX, FLOOR, PALETTES, SIZE, State
from core.messages import message, term


def turn(state: State) -> Turn:
    return state.mover


def round_number(state: State) -> int:
    """Rounds count from 1; the fill opens the next one."""
    return state.round


def refusal(state: State, event: Event) -> Refusal | None:
    """The first broken rule, checked in this order: phase of the round, seat, the event itself."""
    if isinstance(event, TilesTaken):
        if state.phase == "take":
            return _out_of_turn(state, event) or taking.refusal(state, event)
    elif isinstance(event, DisplaysFilled):
        if state.phase == "fill":
            return filling.refusal(state, event)
    elif state.phase == "tile":
        return _out_of_turn(state, event) or tiling.refusal(state, event)
    return _out_of_phase(state, event)


def _out_of_turn(state: State, event: TilesTaken | TilePlaced) -> Refusal | None:
    if event.seat == state.mover:
        return None
    if isinstance(event, TilePlaced):
        return Refusal("C-TILE-1", "Another player tiles the wall now.")
    return Refusal("C-TAKE-1", "It is another player's turn.")


def _out_of_phase(state: State, event: Event) -> Refusal:
    if state.phase == "over":
        return Refusal("C-END-1", "The match is over.")
    if state.phase == "fill":
        return Refusal("C-FILL-1", "Fill the displays first.")
    if isinstance(event, DisplaysFilled):
        return Refusal("C-ROUND-1", "Fill the displays only after the round is over.")
    if state.phase == "tile":
        return Refusal("C-TILE-3", "Place a tile of a complete line first.")
    if state.options.wall == "colored":
        return Refusal("C-TILE-2", "On the colored wall every tile has its own space.")
    return Refusal("C-ROUND-1", "Tile the walls only after all tiles are taken.")


def legal_moves(state: State) -> Iterator[Event]:
    """Takes by source, color and line, the floor first; on a free wall the columns from the left."""
    seat = state.mover
    if not isinstance(seat, int):
        return
    board = state.boards[seat]
    if state.phase == "tile":
        row = tiling.waiting_row(board)
        for column in tiling.free_columns(board, row):
            yield TilePlaced(seat, row + 1, column + 1)
        return
    names = PALETTES[state.options.edition]
    lines = [
        [line for line in range(SIZE + 1) if taking.refusal_of_line(board, color, line) is None]
        for color in range(len(names))
    ]
    for source, counts in enumerate(state.sources):
        for color, number in enumerate(counts):
            if number:
                for passed in specials.passings(state, source, color):
                    for line in lines[color]:
                        yield TilesTaken(seat, source, names[color], line, passed)


def evolve(state: State, event: Event) -> State:
    return _follow(state, event, None)


def story(state: State, event: Event) -> tuple[Step, ...]:
    """The event itself, then every tile, floor line and bonus that follows from it."""
    steps: list[Step] = []
    after = _follow(state, event, steps)
    last = steps[-1]
    if last.state is not after:  # The next seat to move is not a separate stage.
        steps[-1] = replace(last, state=after)
    return tuple(steps)


def _follow(state: State, event: Event, steps: list[Step] | None) -> State:
    """The table after an event, for `evolve`; `story` collects the stages in `steps`."""
    if isinstance(event, TilePlaced):
        return tiling.tile_walls(state, steps, event.column - 1)
    if isinstance(event, TilesTaken):
        after = taking.take(state, event)
        if steps is not None:
            steps.append(Step(_take_label(state, event, after), (), after))
        return after if after.phase == "take" else tiling.tile_walls(after, steps)
    after = filling.fill(state, event)
    if steps is not None:
        steps.append(Step(message("round {round}: the displays are filled", round=after.round), (), after))
    return after


def _take_label(state: State, event: TilesTaken, after: State) -> str:
    number = state.sources[event.source][COLOR_INDEX[state.options.edition][event.color]]
    spilled = 0
    if event.line != FLOOR:
        row = event.line - 1
        spilled = number - after.boards[event.seat].lines[row].tiles + state.boards[event.seat].lines[row].tiles
    marker = state.marker is None and after.marker is not None
    return _label(number, event.color, event.source, event.line, spilled, marker)


@cache  # The takes of all matches share a few labels.
def _label(number: int, color: str, source: int, line: int, spilled: int, marker: bool) -> str:
    """The label of a take; `spilled` is the number of tiles that do not fit on the line."""
    label = message(
        "takes {number} {color} {source} {goal}",
        number=number,
        color=term(color),
        source=message("from the center") if source == CENTER else message("from display {source}", source=source),
        goal=message("to the floor") if line == FLOOR else message("to line {line}", line=line),
    )
    if spilled:
        label = message("{label}, {spilled} too many", label=label, spilled=spilled)
    return message("{label}, with the start marker", label=label) if marker else label
