"""Legal moves as a tree of taps: the moves that continue the taps so far, limited in number."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, TypeAlias

from core.game import AnyGame
from viewer.boards import Tappable
from viewer.components.live.number_moves import NumberMoves, numbered

Taps: TypeAlias = tuple[str, ...]

MAX_MOVES: Final = 160
"""Maximum number of moves sent at once; beyond it, only moves that one more tap completes, and the other next taps."""

MAX_LISTED: Final = 10_000
"""Maximum number of moves of a board without taps that are looked at."""


@dataclass(frozen=True, slots=True)
class Branch:
    """Moves that begin with the taps `within`. `openings` are the next taps that lead to moves not in `moves`.

    `numbers` are moves without taps that are entered as a number.
    """

    within: Taps
    moves: tuple[tuple[Taps, Any], ...]
    openings: Taps = ()
    numbers: tuple[NumberMoves, ...] = ()


def rest(taps: Taps, tapped: Sequence[str]) -> Taps | None:
    """The remaining taps of a move after `tapped`; None if they do not match the move."""
    if not tapped:
        return taps
    left = list(taps)
    for tap in tapped:
        if not left or (tap not in left if left[0].startswith("+") else tap != left[0]):
            return None
        left.remove(tap)
    return tuple(left)


def following(left: Taps) -> Taps:
    """The possible next taps when a move still needs `left`."""
    return tuple(dict.fromkeys(left)) if left and left[0].startswith("+") else left[:1]


def branch(game: AnyGame, board: object, state: Any, within: Taps) -> Branch:
    """The legal moves of the seat to move that begin with these taps.

    A board without taps lists its moves: the first `MAX_MOVES`, each with no taps, and beside them those of numbers.
    """
    moves = game.legal_moves(state)
    if not isinstance(board, Tappable):
        numbers, others = numbered(islice(moves, MAX_LISTED))
        return Branch((), tuple([((), move) for move in others[:MAX_MOVES]]), numbers=numbers)
    taps: Callable[[Any, Any], Taps] = board.taps
    result = [
        (all_taps, move, left) for move in moves if (left := rest(all_taps := taps(state, move), within)) is not None
    ]
    if len(result) <= MAX_MOVES:
        return Branch(within, tuple([(all_taps, move) for all_taps, move, _ in result]))
    complete, deeper = [], dict[str, None]()
    for all_taps, move, left in result:
        if len(left) < 2:
            complete.append((all_taps, move))
        if len(left) > 1:
            deeper.update(dict.fromkeys(following(left)))
    return Branch(within, tuple(complete), tuple(deeper))
