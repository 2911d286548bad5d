"""A simple player for simulated matches: it evaluates every move and the best next move of the same chevron."""

from random import Random
from typing import Final

from core.game import Seat
from core.games.azacru.events import Event, Passed
from core.games.azacru.fields import AHEAD
from core.games.azacru.moving import SeatView, connected, reach, refusal_of_way, view
from core.games.azacru.rules import evolve, legal_moves
from core.games.azacru.scoring import scores
from core.games.azacru.state import Chevron, State

_CHEVRON_WORTH: Final = 2.0
"""Worth of keeping a chevron in the game, in markers."""

_PROSPECT: Final = 0.5
"""Worth of a marker of the next move relative to one of this move: the way may be blocked by then."""


def choose(state: State, rng: Random) -> Event:
    """The move with the highest estimated worth; the generator decides between nearly equal moves."""
    return max(legal_moves(state), key=lambda event: worth(state, event) + rng.random())


def worth(state: State, event: Event) -> float:
    """The lead gained by a move, plus the discounted gain of the chevron's next move."""
    if isinstance(event, Passed):
        return 0.0
    after, seat = evolve(state, event), event.seat
    gained = _lead(after, seat) - _lead(state, seat)
    chevron = next((new for new in after.chevrons[seat] if new not in state.chevrons[seat]), None)
    return gained - _CHEVRON_WORTH if chevron is None else gained + _PROSPECT * _next(chevron, view(after, seat))


def _lead(state: State, seat: Seat) -> int:
    """Own markers minus the markers of all others."""
    points = scores(state)
    return 2 * points[seat] - sum(points)


def _next(chevron: Chevron, seen: SeatView) -> int:
    """The largest gain of the lead by the chevron's next move if no other seat moves."""
    best = 0
    for ways in AHEAD[chevron.field][chevron.facing]:
        for way in ways[: reach(seen.own, chevron.field)]:
            if refusal_of_way(way, seen) is None:
                fields = connected(way, seen) | way.last
                best = max(best, (fields & ~seen.own).bit_count() + (fields & seen.rivals).bit_count())
    return best
