"""What the review knows of azacru: the markers still to come, by a small network trained on simulated matches."""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import cache
from math import exp
from random import Random
from typing import Final

from core.game import Value
from core.games.azacru import features
from core.games.azacru.events import Event
from core.games.azacru.policy import worth
from core.games.azacru.rules import legal_moves
from core.games.azacru.scoring import scores
from core.games.azacru.state import State
from core.ranking import leads
from core.sparse_net import Net, answer, net, sums, weights

JUDGED_SEATS: Final = frozenset({2})

_TEMPERATURE: Final = 1.0
"""Markers that make a move e times as promising."""

_LEAST: Final = 0.05
"""What all moves together get beside it, relative to the most promising one, so that none is overlooked for good."""


def priors(state: State) -> Sequence[tuple[Event, float]]:
    rated = sorted([(event, worth(state, event)) for event in legal_moves(state)], key=lambda each: -each[1])
    top, least = rated[0][1], _LEAST / len(rated)
    chances = [exp((own - top) / _TEMPERATURE) + least for _, own in rated]
    whole = sum(chances)
    return [(event, chance / whole) for (event, _), chance in zip(rated, chances, strict=True)]


def key(state: State) -> Hashable:
    return replace(state, trace=None)


def is_horizon(state: State) -> bool:
    """Only the end: nothing is left to chance, and there are no rounds to stop at."""
    return state.last_turns == 0


def value(state: State, rng: Random) -> Value:
    points = expected(state)
    spread = weights("azacru")["net"]["spreads"][len(points) - 2][features.moment(state)]
    best = max(points)
    shares = [exp((own - best) / spread) for own in points]
    whole = sum(shares)
    return Value(tuple([share / whole for share in shares]), leads(points), points)


def expected(state: State) -> tuple[float, ...]:
    """The final markers to expect, by seat."""
    return tuple(
        [
            now + answer(_net(), [sums(_net(), seen)])
            for now, seen in zip(scores(state), features.all_features(state), strict=True)
        ]
    )


@cache
def _net() -> Net:
    return net(weights("azacru")["net"])
