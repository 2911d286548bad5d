"""A sensible player, to simulate matches with: it looks at every move, and at what its chevron can do next."""

from random import Random
from typing import Final

from core.game import Seat
from core.games.azacru.events import Event, Passed
from core.games.azacru.fields import AHEAD
from core.games.azacru.moving import View, connected, reach, refusal_of_way, view
from core.games.azacru.rules import evolve, legal_moves
from core.games.azacru.scoring import scores
from core.games.azacru.state import Chevron, State

_CHEVRON_WORTH: Final = 2.0
"""Markers a chevron that stays in the game is worth."""

_PROSPECT: Final = 0.5
"""What a marker of the next move is worth against one of this move: somebody may stand in its way."""


def choose(state: State, rng: Random) -> Event:
    """The move that looks best now; moves nearly as good are told apart by chance."""
    return max(legal_moves(state), key=lambda event: _worth(state, event) + rng.random())


def _worth(state: State, event: Event) -> float:
    """The lead a move gains over the others, and what its chevron can gain next."""
    if isinstance(event, Passed):
        return 0.0
    after, seat = evolve(state, event), event.seat
    gained = _lead(after, seat) - _lead(state, seat)
    chevron = next((new for new in after.chevrons[seat] if new not in state.chevrons[seat]), None)
    return gained - _CHEVRON_WORTH if chevron is None else gained + _PROSPECT * _next(chevron, view(after, seat))


def _lead(state: State, seat: Seat) -> int:
    """Own markers, less those of all others."""
    points = scores(state)
    return 2 * points[seat] - sum(points)


def _next(chevron: Chevron, seen: View) -> int:
    """The most the chevron can add to the lead by its next move, if nobody else moves."""
    best = 0
    for ways in AHEAD[chevron.field][chevron.facing]:
        for way in ways[: reach(seen.own, chevron.field)]:
            if refusal_of_way(way, seen) is None:
                fields = connected(way, seen) | way.last
                best = max(best, (fields & ~seen.own).bit_count() + (fields & seen.rivals).bit_count())
    return best
