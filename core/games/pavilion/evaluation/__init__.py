"""The evaluation of pavilion: a small network, trained on simulated matches, estimates the points still to come."""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from random import Random
from typing import Final

from core import estimates
from core.game import Seat, Trust, Value
from core.games.pavilion import placing, policy, taking
from core.games.pavilion.evaluation import inputs
from core.games.pavilion.events import Event, Passed
from core.games.pavilion.state import COLOR_INDEX, Star, State
from core.multiset import Counts
from core.sparse_net import Net, Sums, answer, net, sums, weights

JUDGED_SEATS: Final = frozenset({2})
SHARED_ERROR: Final = 0.65
"""In 171 pairs of ends .61 of points and .67 of the chance to win."""
TRUST: Final = Trust(choice=(0.25, 0.25), choice_error=(0.15, 8.0), luck=(0.6,), luck_error=(0.06, 3.5))
"""Of the points claimed with .8 in 42 flagged moves .29 +- .24 were realised, with this in 46 .46 +- .26."""

_TEMPERATURE: Final = 1.5
"""Points that make a move e times as promising."""

_WILD_WORTH: Final = 0.6
_DISCARDED: Final = 1.6
"""Worth of keeping a tile of the next round's wild color, and of not throwing a tile away."""


def tempered(state: State, value: Value) -> Value:
    return value


def priors(state: State) -> Sequence[tuple[Event, float]]:
    return estimates.priors(_rated(state), _TEMPERATURE)


def _rated(state: State) -> list[tuple[Event, float]]:
    """The different moves, each with a rough worth in points."""
    if state.phase == "take":
        return _takes(state)
    if state.phase == "bonus":
        return [(bonus, policy.hand_worth(state, bonus.tiles)) for bonus in placing.legal_bonuses(state)]
    board = state.boards[state.seat]
    placements: list[tuple[Event, float]] = [
        (move, policy.placement_worth(state, board, move)) for move in placing.legal_placements(state)
    ]
    return placements + _passes(state.seat, board.hand, state.round)


def _takes(state: State) -> list[tuple[Event, float]]:
    """Of equal displays the first one."""
    seen: set[tuple[bool, Counts, str]] = set()
    rated: list[tuple[Event, float]] = []
    for take in taking.legal_takes(state):
        key = (take.source == 0, state.sources[take.source], take.color)
        if key not in seen:
            seen.add(key)
            rated.append((take, policy.take_worth(state, take)))
    return rated


@lru_cache(1 << 12)
def _passes(seat: Seat, hand: Counts, round_number: int) -> list[tuple[Event, float]]:
    number, passes = sum(hand), list[tuple[Event, float]]()
    for many in range(min(placing.corners(round_number), number), -1, -1):
        for kept in placing.handfuls(hand, many):
            wilds = sum([COLOR_INDEX[name] == round_number for name in kept])
            passes.append((Passed(seat, kept), _WILD_WORTH * wilds - _DISCARDED * (number - many)))
    return passes


def key(state: State) -> Hashable:
    center, *displays = state.sources
    return replace(state, sources=(center, *sorted(displays)))


def is_horizon(state: State) -> bool:
    return state.phase in ("displays", "over")  # A fill of the supply changes little: the search goes on after it.


def choices_left(state: State) -> int:
    """The takes of a round are followed by its placements: never few."""
    return 1000


def value(state: State, rng: Random) -> Value:
    points = expected(state)
    return estimates.value(points, _spreads(state.options.board)[len(points) - 2][inputs.moment(state)])


def expected(state: State) -> tuple[float, ...]:
    """The final points to expect, by seat."""
    side, points = state.options.board, []
    whole = _net(side)
    for seat in range(len(state.boards)):
        own = inputs.seen(state, seat)
        filled = inputs.of_stars(side, own.stars, own.playing).filled
        table = sums(whole, inputs.of_table(state, seat, filled))
        points.append(own.points + answer(whole, [table] if own.kind == inputs.OVER else [table, *_own(side, own)]))
    return tuple(points)


def _own(side: str, seen: inputs.Seen) -> tuple[Sums, Sums]:
    """The sums of a seat's board, kept while other seats act."""
    return _stars(side, seen.stars, seen.playing), _tiles(side, seen.stars, seen.tiles, seen.kind, seen.playing)


@lru_cache(1 << 14)
def _stars(side: str, stars: tuple[Star, ...], playing: int) -> Sums:
    return sums(_net(side), inputs.of_stars(side, stars, playing).features)


@lru_cache(1 << 14)
def _tiles(side: str, stars: tuple[Star, ...], tiles: Counts, kind: int, playing: int) -> Sums:
    return sums(_net(side), inputs.of_tiles(side, stars, tiles, kind, playing))


@cache
def _net(side: str) -> Net:
    return net(weights("pavilion")[side])


@cache
def _spreads(side: str) -> list[list[float]]:
    """The spread of a lead in expected points (`estimates.value`), by number of seats from 2, and moment."""
    spreads: list[list[float]] = weights("pavilion")[side]["spreads"]
    return spreads
