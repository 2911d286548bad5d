"""Part B of a round: complete lines go to the wall, the floor is scored, the round ends (C-TILE)."""

from functools import cache
from typing import NamedTuple, TypeAlias

from core.game import CHANCE, Gain, Refusal, Scoring, Seat, Step
from core.games.chocolatier.events import TilePlaced
from core.games.chocolatier.scoring import Runs, bonuses, complete_rows, floor_loss, runs
from core.games.chocolatier.state import (
    EMPTY_LINE,
    MARKER,
    NO_TILES,
    PALETTES,
    SIZE,
    Board,
    State,
)
from core.games.chocolatier.taking import drop
from core.messages import message, message_of, term


class Placed(NamedTuple):
    """A tile went to the wall; `row` and `column` from 0, `scored` are the runs through it."""

    board: Board
    discarded: tuple[int, ...]
    scored: Runs
    row: int
    column: int

    def label_and_gain(self, seat: Seat, names: tuple[str, ...]) -> tuple[str, Gain]:
        row, column = self.row, self.column
        color = self.board.wall[row][column]
        name = "" if color is None else names[color]
        gain = Gain(seat, self.scored.points(), "wall", "C-SCORE-1", _wall_cells(seat, row, column, self.scored))
        return _placing(name, row + 1, column + 1), gain


class Spoiled(NamedTuple):
    """A complete line without a place on the free wall went to the floor; `row` from 0."""

    board: Board
    discarded: tuple[int, ...]
    row: int

    def label_and_gain(self, seat: Seat, names: tuple[str, ...]) -> tuple[str, Gain]:
        line = self.row + 1
        cells = tuple(f"{seat}/line/{line}/{space}" for space in range(1, line + 1))
        label = message("line {line} finds no place on the wall and goes to the floor", line=line)
        return label, Gain(seat, 0, "wall", "C-TILE-3", cells)


class Swept(NamedTuple):
    """A seat is done: its floor line was scored and cleared."""

    board: Board
    discarded: tuple[int, ...]
    lost: int
    pieces: int

    def label_and_gain(self, seat: Seat, names: tuple[str, ...]) -> tuple[str, Gain]:
        gain = Gain(seat, -self.lost, "floor", "C-SCORE-2", _floor_cells(seat, self.pieces))
        return _sweeping(self.pieces), gain


@cache  # Every match builds these cells and labels many times.
def _wall_cells(seat: Seat, row: int, column: int, scored: Runs) -> tuple[str, ...]:
    return tuple([f"{seat}/wall/{r + 1}/{c + 1}" for r, c in scored.cells(row, column)])


@cache
def _floor_cells(seat: Seat, pieces: int) -> tuple[str, ...]:
    return tuple([f"{seat}/floor/{space}" for space in range(1, pieces + 1)])


@cache
def _placing(name: str, row: int, column: int) -> str:
    return message("{name} to row {row}, column {column} of the wall", name=term(name), row=row, column=column)


@cache
def _sweeping(pieces: int) -> str:
    return message_of("floor line with {number} piece", "floor line with {number} pieces", pieces)


Stage: TypeAlias = Placed | Spoiled | Swept
"""A step of the rules on one board; `discarded` are the colors of the tiles that go to the lid."""


def free_columns(board: Board, row: int) -> list[int]:
    """Columns, from 0, open to the tile of the complete line in `row` on a free wall (C-TILE-3)."""
    color = board.lines[row].color
    taken = [tiles.index(color) for tiles in board.wall if color in tiles]
    return [column for column, tile in enumerate(board.wall[row]) if tile is None and column not in taken]


def refusal(state: State, event: TilePlaced) -> Refusal | None:
    """The refusal of the column chosen by the seat to move; the turn and the need for a choice are not checked."""
    row = waiting_row(state.boards[event.seat])
    if event.line != row + 1:
        return Refusal(
            "C-TILE-1", message("Complete lines go to the wall from the top: line {row} is next.", row=row + 1)
        )
    if event.column - 1 not in free_columns(state.boards[event.seat], row):
        return Refusal(
            "C-TILE-3",
            message(
                "Column {column} of row {row} is occupied or already holds this color.",
                column=event.column,
                row=row + 1,
            ),
        )
    return None


def waiting_row(board: Board) -> int:
    """The row, from 0, of the topmost complete line. Raises StopIteration when there is none."""
    return next(row for row, line in enumerate(board.lines) if line.tiles > row)


def tile_walls(state: State, steps: list[Step] | None, chosen: int | None = None) -> State:
    """All effects of the rules from a state in the phase `tile` up to the next choice, fill or end.

    `chosen` is the column, from 0, for the topmost complete line with a choice. Stages are appended to `steps`, unless
    None; all but that of the choice are the scoring of the round.
    """
    names = PALETTES[state.options.edition]
    boards = list(state.boards)
    lid = list(state.lid)
    seat = state.mover
    assert isinstance(seat, int)
    while True:
        stages = tile_board(boards[seat], state.options.wall == "free", chosen)
        for stage in stages:
            boards[seat] = stage.board
            for color in stage.discarded:
                lid[color] += 1
            if steps is not None and not (isinstance(stage, Swept) and not stage.pieces):
                label, gain = stage.label_and_gain(seat, names)
                scoring: Scoring | None = "round" if chosen is None else None
                steps.append(Step(label, (gain,), _tiling(state, seat, lid, boards), scoring))
            chosen = None
        if not stages or not isinstance(stages[-1], Swept):
            return _tiling(state, seat, lid, boards)
        seat = (seat + 1) % len(boards)
        if seat == state.start:
            return _end_round(state, lid, boards, steps)


def tile_board(board: Board, free: bool, chosen: int | None) -> list[Stage]:
    """The stages on one board; the last one is `Swept` unless the seat has to choose a column first."""
    stages: list[Stage] = []
    for row, line in enumerate(board.lines):
        if line.color is None or line.tiles <= row:
            continue
        columns = free_columns(board, row) if free else [(line.color + row) % SIZE]
        if len(columns) > 1:
            if chosen is None:
                return stages
            columns, chosen = [chosen], None
        stage = place(board, row, columns[0]) if columns else spoil(board, row)
        stages.append(stage)
        board = stage.board
    stages.append(sweep(board))
    return stages


def place(board: Board, row: int, column: int) -> Placed:
    """The rightmost tile of the line goes to the wall, the others to the lid (C-TILE-1)."""
    color = board.lines[row].color
    assert color is not None
    lines = (*board.lines[:row], EMPTY_LINE, *board.lines[row + 1 :])
    tiles = board.wall[row]
    wall = (*board.wall[:row], (*tiles[:column], color, *tiles[column + 1 :]), *board.wall[row + 1 :])
    scored = runs(wall, row, column)
    after = Board(board.score + scored.points(), lines, wall, board.floor, board.shield)
    return Placed(after, (color,) * row, scored, row, column)


def spoil(board: Board, row: int) -> Spoiled:
    """All tiles of a line without a free column go to the floor, the shield first (C-TILE-3)."""
    color = board.lines[row].color
    assert color is not None
    lines = (*board.lines[:row], EMPTY_LINE, *board.lines[row + 1 :])
    shield, floor, discarded = drop(board.shield, board.floor, color, row + 1)
    return Spoiled(Board(board.score, lines, board.wall, floor, shield), (color,) * discarded, row)


def sweep(board: Board) -> Swept:
    """The floor is scored; its tiles and the shield's go to the lid, the marker does not (C-SCORE-2)."""
    if not board.floor and board.shield is None:
        return Swept(board, (), 0, 0)
    lost = floor_loss(board)
    discarded = tuple([piece for piece in board.floor + (board.shield or ()) if piece != MARKER])
    return Swept(Board(board.score - lost, board.lines, board.wall), discarded, lost, len(board.floor))


def _tiling(state: State, seat: Seat, lid: list[int], boards: list[Board]) -> State:
    return State(
        state.options,
        "tile",
        seat,
        state.round,
        state.start,
        state.marker,
        state.bag,
        tuple(lid),
        state.sources,
        state.specials,
        state.gone,
        tuple(boards),
    )


def _end_round(state: State, lid: list[int], boards: list[Board], steps: list[Step] | None) -> State:
    """The next round begins with a fill; after a complete row the match is over (C-ROUND-1, C-END-1).

    The match is also over when no tile is left for the displays: no further round could change the table.
    """
    no_tiles = not any(lid) and state.bag == NO_TILES
    if not no_tiles and not any(complete_rows(board.wall) for board in boards):
        return _between_rounds(state, lid, boards, over=False)
    for seat, board in enumerate(boards):
        for bonus in bonuses(board.wall):
            scored = boards[seat]
            boards[seat] = Board(scored.score + bonus.points, scored.lines, scored.wall)
            if steps is not None:
                cells = tuple(f"{seat}/wall/{row + 1}/{column + 1}" for row, column in bonus.cells)
                gain = Gain(seat, bonus.points, bonus.source, "C-END-2", cells)
                after = _between_rounds(state, lid, boards, over=True)
                label = message("bonus for complete {source}", source=term(bonus.source))
                steps.append(Step(label, (gain,), after, scoring="final"))
    return _between_rounds(state, lid, boards, over=True)


def _between_rounds(state: State, lid: list[int], boards: list[Board], *, over: bool) -> State:
    """The special displays are turned back and the start marker returns to the center."""
    return State(
        state.options,
        "over" if over else "fill",
        None if over else CHANCE,
        state.round,
        state.start if state.marker is None else state.marker,
        None,
        state.bag,
        tuple(lid),
        state.sources,
        (),
        None,
        tuple(boards),
    )
