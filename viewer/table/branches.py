"""Moves as branches of taps: which of them go on from the taps so far, and when there are too many to send them all."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from core.game import AnyGame
from viewer.boards import Tappable

Taps: TypeAlias = tuple[str, ...]

MOST: Final = 160
"""Moves sent at once; beyond, only those that are complete after one more tap, and which taps lead to others."""


@dataclass(frozen=True, slots=True)
class Branch:
    """Moves that begin with the taps `within`. `openings` are the next taps behind which more moves lie than these."""

    within: Taps
    moves: tuple[tuple[Taps, Any], ...]
    openings: Taps = ()


def rest(taps: Taps, tapped: Sequence[str]) -> Taps | None:
    """What of a move's taps is left after some of them; None when the move does not go with them."""
    left = list(taps)
    for tap in tapped:
        if not left or (tap not in left if left[0].startswith("+") else tap != left[0]):
            return None
        left.remove(tap)
    return tuple(left)


def following(left: Taps) -> Taps:
    """The taps that may come next, when `left` is what a move still needs."""
    return tuple(dict.fromkeys(left)) if left and left[0].startswith("+") else left[:1]


def branch(game: AnyGame, board: object, state: Any, within: Taps) -> Branch:
    """The legal moves of the seat to move that begin with these taps.

    A board without taps offers its moves as a list: all that are sent at once, each with no taps at all.
    """
    moves = game.legal_moves(state)
    if not isinstance(board, Tappable):
        return Branch((), tuple([((), move) for _, move in zip(range(MOST), moves, strict=False)]))
    taps: Callable[[Any, Any], Taps] = board.taps
    found = [(all_taps, move) for move in moves if rest(all_taps := taps(state, move), within) is not None]
    if len(found) <= MOST:
        return Branch(within, tuple(found))
    complete, deeper = [], dict[str, None]()
    for all_taps, move in found:
        left = rest(all_taps, within) or ()
        if len(left) < 2:
            complete.append((all_taps, move))
        if len(left) > 1:
            deeper.update(dict.fromkeys(following(left)))
    return Branch(within, tuple(complete), tuple(deeper))
