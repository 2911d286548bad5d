"""The evaluation of azacru: a small network, trained on simulated matches, estimates the markers still to come."""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Final

from core import estimates
from core.game import Seat, Trust, Value
from core.games.azacru.evaluation import inputs
from core.games.azacru.events import Event, Passed
from core.games.azacru.fields import AHEAD, WAYS, Fields, Way, turn_by
from core.games.azacru.moving import View, connected, reach, refusal_of_way, view
from core.games.azacru.rules import moves_over
from core.games.azacru.scoring import scores
from core.games.azacru.state import State
from core.sparse_net import Net, answer, net, sums, weights

JUDGED_SEATS: Final = frozenset({2})
SHARED_ERROR: Final = 0.0
"""No round ends."""
TRUST: Final = Trust(choice=(0.1, 0.1), choice_error=(0.2, 2.4), luck=(1.0,), luck_error=(0.0, 0.0))
"""Of the chance to win that eleven marks of short searches claimed, a tenth was realised."""

_TEMPERATURE: Final = 1.0
"""Markers that make a move e times as promising."""

_MANY: Final = 1000

_CHEVRON_WORTH: Final = 2.0
_PROSPECT: Final = 0.5
"""Worth of keeping a chevron in the game, and of a marker of its next move."""


def tempered(state: State, value: Value) -> Value:
    return value


def priors(state: State) -> Sequence[tuple[Event, float]]:
    return estimates.priors(_rated(state), _TEMPERATURE)


def _rated(state: State) -> list[tuple[Event, float]]:
    """The legal moves, each with a rough worth in markers: the lead it gains, and a part of what its next one may.

    Of moves by which a chevron leaves the game, only one is given where they leave the same markers (A-CONNECT-2).
    """
    seat = state.turns % len(state.markers)
    seen = view(state, seat)
    rated: list[tuple[Event, float]] = []
    left = set[tuple[int, Fields]]()
    for chevron in state.chevrons[seat]:
        if chevron is not None:
            longest = reach(seen.own, chevron.field)
            for ways in AHEAD[chevron.field][chevron.facing]:
                for way in ways[:longest]:
                    if refusal_of_way(way, seen) is not None:
                        continue
                    over = connected(way, seen)
                    table = (way.start, seen.own | over | way.last)
                    if not over & seen.rivals:
                        rated += _rated_over(seat, way, over, seen)
                    elif table not in left:
                        left.add(table)
                        rated += _rated_over(seat, way, over, seen)
    return rated or [(Passed(seat), 0.0)]


def _rated_over(seat: Seat, way: Way, over: Fields, seen: View) -> list[tuple[Event, float]]:
    """The moves over a way that connects the fields `over`: straight on, and turned where the chevron may turn."""
    own, rivals, chevrons = seen
    moves = moves_over(seat, way)
    fields = over | way.last
    gained = (fields & ~own).bit_count() + (fields & rivals).bit_count()
    if over & rivals:
        return [(moves[0], gained - _CHEVRON_WORTH)]
    after = View(own | fields, rivals & ~fields, (chevrons & ~way.ends) | way.last)
    turns = (0, -1, 1) if way.crosses else (0,)
    gains = {
        turn: _gain(way.end, turn_by(way.direction, turn), after) for turn in range(-1 - way.crosses, 2 + way.crosses)
    }
    return [
        (move, gained + _PROSPECT * max(gains[turn - 1], gains[turn], gains[turn + 1]))
        for move, turn in zip(moves, turns, strict=False)
    ]


def _gain(field: int, direction: int, seen: View) -> int:
    """The largest gain of the lead by a move of a chevron in one direction if no other seat moves."""
    own, rivals, chevrons = seen
    best = 0
    for way in WAYS[field][direction][: reach(own, field)]:
        if way.last & (rivals | chevrons):
            continue
        if way.ends & ~own:
            if way.between & chevrons:
                continue
            gain = 1
        elif way.between & chevrons:
            continue
        else:
            gain = (way.between & ~own).bit_count() + (way.between & rivals).bit_count()
        best = max(best, gain)
    return best


def key(state: State) -> Hashable:
    return replace(state, trace=None)


def is_horizon(state: State) -> bool:
    """Only the end: nothing is left to chance, and there are no rounds to stop at."""
    return state.last_turns == 0


def choices_left(state: State) -> int:
    """Few after the first pass alone."""
    return _MANY if state.last_turns is None else state.last_turns


def value(state: State, rng: Random) -> Value:
    points = expected(state)
    return estimates.value(points, weights("azacru")["net"]["spreads"][len(points) - 2][inputs.moment(state)])


def expected(state: State) -> tuple[float, ...]:
    """The final markers to expect, by seat."""
    return tuple(
        [
            now + answer(_net(), [sums(_net(), seen)])
            for now, seen in zip(scores(state), inputs.all_features(state), strict=True)
        ]
    )


@cache
def _net() -> Net:
    return net(weights("azacru")["net"])
