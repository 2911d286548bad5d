"""The account of a match adds up, and equal matches have equal reviews."""

from itertools import chain
from random import Random

import pytest

from core.game import CHANCE, AnyGame
from core.games import find
from core.record import Frame
from core.review.account import review


def played(game: AnyGame, seats: int, seed: int, most: int = 1000) -> tuple[Frame, ...]:
    """The frames of a simulated match, or of its first `most` events."""
    rng, state = Random(seed), game.setup(seats, game.Options())
    frames = [Frame(1, None, state, None, game.turn(state), 0, game.scores(state))]
    while (turn := game.turn(state)) is not None and len(frames) <= most:
        event = game.deal(state, rng) if turn == CHANCE else game.choose(state, rng)
        state = game.evolve(state, event)
        seat = None if turn == CHANCE else turn
        frames.append(Frame(len(frames) + 1, event, state, seat, game.turn(state), 1, game.scores(state)))
    return tuple(frames)


@pytest.mark.parametrize(("key", "seats", "most"), [("azacru", 2, 1000), ("chocolatier", 2, 12), ("azacru", 3, 20)])
def test_start_changes_and_the_unexplained_add_up_to_the_result(key: str, seats: int, most: int) -> None:
    found = review(find(key), played(find(key), seats, 1, most), "quick", 7)
    changes = [each.change for each in chain(found.moves, found.chance)]
    for part in ("win", "lead"):
        for seat in range(seats):
            explained = getattr(found.start, part)[seat] + sum(getattr(change, part)[seat] for change in changes)
            assert explained + getattr(found.unexplained, part)[seat] == pytest.approx(
                getattr(found.result, part)[seat], abs=1e-9
            )
    assert all(move.change.win[move.seat] <= 0 for move in found.moves)


def test_a_match_has_one_review() -> None:
    frames = played(find("azacru"), 2, 3, 12)
    assert review(find("azacru"), frames, "quick", 7) == review(find("azacru"), frames, "quick", 7)
