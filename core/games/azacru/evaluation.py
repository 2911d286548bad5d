"""What the review knows of azacru: a position is worth its markers now, the less certain the more turns are left."""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from math import exp
from random import Random
from typing import Final

from core.game import Value
from core.games.azacru.events import Event
from core.games.azacru.policy import worth
from core.games.azacru.rules import legal_moves
from core.games.azacru.scoring import scores
from core.games.azacru.state import State
from core.ranking import leads

JUDGED_SEATS: Final = frozenset({2})

_TEMPERATURE: Final = 1.0
_SCALE: Final = 4.0


def priors(state: State) -> Sequence[tuple[Event, float]]:
    worths = sorted(
        ((worth(state, event), place, event) for place, event in enumerate(legal_moves(state))), reverse=True
    )
    weights = [exp((own - worths[0][0]) / _TEMPERATURE) for own, _, _ in worths]
    return [(event, weight / sum(weights)) for (_, _, event), weight in zip(worths, weights, strict=True)]


def key(state: State) -> Hashable:
    return replace(state, trace=None)


def is_horizon(state: State) -> bool:
    return state.last_turns == 0


def value(state: State, rng: Random) -> Value:
    points = tuple(float(own) for own in scores(state))
    shares = [exp(own / _SCALE) for own in points]
    return Value(tuple(share / sum(shares) for share in shares), leads(points), points)
