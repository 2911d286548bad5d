"""The evaluation of chocolatier: the simple player plays the round out; then the boards are judged.

All variants are covered: `boards` and `playout` follow their rules. The worth of a table between two rounds
(`prospects`) was fitted without special displays, which change only the next deal. With the colored wall it was fitted
on matches of two, where the next round is also played ahead from the fourth round on (`next_round`); three and four
take its points, and the chances follow from them. The free wall has networks for two and for three and four. Moves are
judged at two seats.
"""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import cache
from math import exp, fsum
from random import Random
from typing import Final

from core.game import CHANCE, Trust, Value
from core.games.chocolatier import specials
from core.games.chocolatier.evaluation import prospects
from core.games.chocolatier.evaluation.boards import NUMBER_SHIFT, WITH_MARKER, WITH_SHIELD, Tiled, key_of
from core.games.chocolatier.evaluation.columns import best_column, columns_worths
from core.games.chocolatier.evaluation.playout import Playout, walls_of
from core.games.chocolatier.events import Event, TilePlaced, TilesTaken
from core.games.chocolatier.rules import evolve
from core.games.chocolatier.state import CENTER, PALETTES, State
from core.games.chocolatier.tiling import waiting_row

JUDGED_SEATS: Final = frozenset({2})
SHARED_ERROR: Final = 0.25
"""In 696 pairs of ends .22 of points and .22 of the chance to win."""
TRUST: Final = Trust(
    choice=(0.8, 0.8), choice_error=(0.16, 8.5), luck=(0.06, 0.7, 0.67, 0.62, 0.6), luck_error=(0.06, 3.5)
)
"""Choices by 83 marked moves, each played on 60 to 80 times by another engine; luck by searches of 600 iterations, and
first deals by playing on."""

_MANY: Final = 1000

EAGER: Final = ((4.0, 0.25), (3.0, 0.2), (1.1, 0.07), (1.2, 0.1))
"""Points and log odds by which a short search puts the seat that begins too high, after so many rounds.

Against the network, which was moved to what matches realised: means over 160 matches of two on the colored wall.
"""

_TEMPERATURE: Final = 2.0
"""Points by which the worth of a move must be less for its weight to be the e-th part."""


def key(state: State) -> Hashable:
    if state.specials:
        return state
    return replace(state, sources=(state.sources[CENTER], *sorted(state.sources[CENTER + 1 :])))


def is_horizon(state: State) -> bool:
    return state.mover in (None, CHANCE)


def choices_left(state: State) -> int:
    """The groups of tiles that are left: each take empties one at least.

    With the free wall also the columns that will be chosen, at most one after each take and for each complete line.
    """
    free = state.options.wall == "free"
    if state.phase != "take" and not (free and state.phase == "tile"):
        return _MANY
    groups = sum([number > 0 for counts in state.sources for number in counts])
    if not free:
        return groups
    return 2 * groups + sum([line.tiles > row for board in state.boards for row, line in enumerate(board.lines)])


def value(state: State, rng: Random) -> Value:
    while state.phase == "tile":
        assert isinstance(state.mover, int)
        board = state.boards[state.mover]
        column = best_column(board, state.round)
        state = evolve(state, TilePlaced(state.mover, waiting_row(board) + 1, column + 1))
    if state.phase == "over":  # The last choice of a column ended the match, and its score has the bonuses.
        return prospects.result([board.score for board in state.boards], [board.wall for board in state.boards])
    free = state.options.wall == "free"
    if state.phase == "take":
        playout = Playout(state)
        boards = playout.play()
        scores = [max(0, board.score + tiled.points) for board, tiled in zip(state.boards, boards, strict=True)]
        start = state.start if playout.marker is None else playout.marker
        return prospects.judge(scores, boards, start, state.round, state.bag, free)
    boards = [Tiled(0, board.wall, key_of(board)) for board in state.boards]
    scores = [board.score for board in state.boards]
    return prospects.judge(scores, boards, state.start, state.round, state.bag, free)


def tempered(state: State, value: Value, eager: Sequence[tuple[float, float]] = EAGER) -> Value:
    rounds = state.round - 1
    if len(state.boards) > 2 or state.options.wall == "free" or rounds >= len(eager):
        return value
    points, odds = eager[rounds]
    sign = 1 if state.start == 0 else -1
    win = value.win[0] / (value.win[0] + value.win[1] * exp(sign * odds))
    lead, half = value.lead[0] - sign * points, sign * points / 2
    return Value((win, 1 - win), (lead, -lead), (value.points[0] - half, value.points[1] + half))


def priors(state: State) -> Sequence[tuple[Event, float]]:
    moves = _columns(state) if state.phase == "tile" else _takes(state)
    moves.sort(key=_worth, reverse=True)
    best = moves[0][1] if moves else 0.0
    weights = [exp((worth - best) / _TEMPERATURE) + 0.002 for _, worth in moves]
    whole = fsum(weights)
    return [(move[0], weight / whole) for move, weight in zip(moves, weights, strict=True)]


def _worth(move: tuple[Event, float]) -> float:
    return move[1]


def _columns(state: State) -> list[tuple[Event, float]]:
    seat = state.mover
    assert isinstance(seat, int)
    board = state.boards[seat]
    row = waiting_row(board)
    return [
        (TilePlaced(seat, row + 1, column + 1), worth) for column, worth in columns_worths(board, state.round).items()
    ]


def _takes(state: State) -> list[tuple[Event, float]]:
    """Every take with its worth to the simple player, in points."""
    seat = state.mover
    if not isinstance(seat, int):
        return []
    walled, key = walls_of(state)[seat], key_of(state.boards[seat])
    edition, turned = state.options.edition, bool(state.specials)
    moves: list[tuple[Event, float]] = []
    laid: dict[int, list[tuple[int, float]]] = {}
    seen = set()
    for source, counts in enumerate(state.sources):
        if source != CENTER and not turned:
            if counts in seen:
                continue
            seen.add(counts)
        flag = WITH_MARKER if source == CENTER and state.marker is None else 0
        if turned and specials.kind_on(state.specials, source) == "SF5":
            flag = WITH_SHIELD
        for color, number in enumerate(counts):
            if not number:
                continue
            code = color | number << NUMBER_SHIFT | flag
            lines = laid.get(code)
            if lines is None:
                lines = laid[code] = [(one.line, one.worth) for one in walled.laid(key, code)]
            passings = specials.passings(state, source, color) if turned else ((),)
            for passed in passings:
                moves += [(_taken(edition, seat, source, color, line, passed), worth) for line, worth in lines]
    return moves


@cache
def _taken(
    edition: str, seat: int, source: int, color: int, line: int, passed: tuple[tuple[str, int], ...]
) -> TilesTaken:
    return TilesTaken(seat, source, PALETTES[edition][color], line, passed)
