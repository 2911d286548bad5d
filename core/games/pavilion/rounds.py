"""Effects without an event: the next turn to place, passes of seats without tiles, ends of round and match."""

from dataclasses import replace

from core.game import Gain, Seat, Step
from core.games.pavilion.filling import unpacked
from core.games.pavilion.placing import cells
from core.games.pavilion.scoring import bonuses
from core.games.pavilion.state import NO_TILES, ROUNDS, Board, Phase, State


def begin_placing(state: State, steps: list[Step] | None) -> State:
    """Phase 2 begins with the seat that has the start token, or with the start player if no seat has it (P-PLACE-1)."""
    return next_turn(state, _starter(state), steps)


def next_turn(state: State, seat: Seat, steps: list[Step] | None) -> State:
    """The turn passes to `seat`, or clockwise to the first seat after it that can act.

    Seats without tiles pass at their turn (P-PASS-2). The round ends when all seats have passed.
    """
    boards = list(state.boards)
    for step in range(len(boards)):
        near = (seat + step) % len(boards)
        board = boards[near]
        if board.passed:
            continue
        if board.hand != NO_TILES:
            return _with(state, "place", near, boards)
        boards[near] = Board(board.score, board.stars, passed=True)
        if steps is not None:
            gain = Gain(near, 0, "discard", "P-PASS-2")
            steps.append(Step("has no tiles and passes", (gain,), _with(state, "place", near, boards)))
    return _end_round(_with(state, "place", state.seat, boards), steps)


def _end_round(state: State, steps: list[Step] | None) -> State:
    if state.round == ROUNDS:
        return _end_match(state, steps)
    start = _starter(state)
    after = State(
        state.options,
        "displays",
        start,
        state.round,
        start,
        None,
        state.bag,
        state.tower,
        state.supply,
        state.sources,
        0,
        state.boards,
        state.rules,
    )
    if state.bag == NO_TILES == state.tower:
        # No tiles for the displays: the next round consists of placing alone (P-ROUND-3).
        boards = tuple([unpacked(board) for board in state.boards])
        return begin_placing(replace(after, round=state.round + 1, boards=boards), steps)
    return after


def _starter(state: State) -> Seat:
    """The seat that begins phase 2 of this round, and the next round (P-TAKE-6, P-ROUND-2)."""
    return state.start if state.token is None else state.token


def _end_match(state: State, steps: list[Step] | None) -> State:
    boards = list(state.boards)
    for seat, board in enumerate(state.boards):
        for bonus in bonuses(board, state.options.board):
            scored = boards[seat]
            boards[seat] = Board(scored.score + bonus.points, scored.stars, passed=True)
            if steps is not None:
                gain = Gain(seat, bonus.points, bonus.source, bonus.rule, cells(seat, bonus.cells))
                steps.append(Step(bonus.label, (gain,), _with(state, "over", state.seat, boards), scoring="final"))
    return _with(state, "over", state.seat, boards)


def _with(state: State, phase: Phase, seat: Seat, boards: list[Board]) -> State:
    return State(
        state.options,
        phase,
        seat,
        state.round,
        state.start,
        state.token,
        state.bag,
        state.tower,
        state.supply,
        state.sources,
        0,
        tuple(boards),
        state.rules,
    )
