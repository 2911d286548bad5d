"""What the review knows of chocolatier: the round is played out by the simple player; then the points count."""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from math import exp
from random import Random
from typing import Final

from core.game import CHANCE, Value
from core.games.chocolatier.events import Event
from core.games.chocolatier.policy import choose
from core.games.chocolatier.rules import evolve, legal_moves
from core.games.chocolatier.scoring import scores
from core.games.chocolatier.state import CENTER, State
from core.ranking import leads

JUDGED_SEATS: Final = frozenset({2})

_SCALE: Final = 10.0


def priors(state: State) -> Sequence[tuple[Event, float]]:
    moves = list(legal_moves(state))
    return [(event, 1 / len(moves)) for event in moves]


def key(state: State) -> Hashable:
    if state.specials:
        return state
    return replace(state, sources=(state.sources[CENTER], *sorted(state.sources[CENTER + 1 :])))


def is_horizon(state: State) -> bool:
    return state.mover in (None, CHANCE)


def value(state: State, rng: Random) -> Value:
    while not is_horizon(state):
        state = evolve(state, choose(state, rng))
    points = tuple(float(own) for own in scores(state))
    shares = [exp(own / _SCALE) for own in points]
    return Value(tuple(share / sum(shares) for share in shares), leads(points), points)
