"""What the review knows of pavilion: the points still to come, by a small network trained on simulated matches."""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from math import exp
from random import Random
from typing import Final

from core.game import CHANCE, Seat, Value
from core.games.pavilion import inputs, placing, policy, taking
from core.games.pavilion.events import Event, Passed
from core.games.pavilion.rules import turn
from core.games.pavilion.state import COLOR_INDEX, Star, State
from core.multiset import Counts
from core.ranking import leads
from core.sparse_net import Net, Sums, answer, net, sums, weights

JUDGED_SEATS: Final = frozenset({2})

_TEMPERATURE: Final = 1.5
"""Points that make a move e times as promising."""

_LEAST: Final = 0.05
"""What all moves together get beside it, relative to the most promising one, so that none is overlooked for good."""

_WILD_WORTH: Final = 0.6
_DISCARDED: Final = 1.6
"""Worth of keeping a tile of the next round's wild color, and of not throwing a tile away."""


def priors(state: State) -> Sequence[tuple[Event, float]]:
    rated = sorted(_rated(state), key=lambda each: -each[1])
    top, least = rated[0][1], _LEAST / len(rated)
    chances = [exp((worth - top) / _TEMPERATURE) + least for _, worth in rated]
    whole = sum(chances)
    return [(event, chance / whole) for (event, _), chance in zip(rated, chances, strict=True)]


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
    found: list[tuple[Event, float]] = []
    for take in taking.legal_takes(state):
        key = (take.source == 0, state.sources[take.source], take.color)
        if key not in seen:
            seen.add(key)
            found.append((take, policy.take_worth(state, take)))
    return found


@lru_cache(1 << 12)
def _passes(seat: Seat, hand: Counts, round_number: int) -> list[tuple[Event, float]]:
    number, found = sum(hand), list[tuple[Event, float]]()
    for many in range(min(placing.corners(round_number), number), -1, -1):
        for kept in placing.handfuls(hand, many):
            wilds = sum([COLOR_INDEX[name] == round_number for name in kept])
            found.append((Passed(seat, kept), _WILD_WORTH * wilds - _DISCARDED * (number - many)))
    return found


def key(state: State) -> Hashable:
    center, *displays = state.sources
    return replace(state, sources=(center, *sorted(displays)))


def is_horizon(state: State) -> bool:
    return turn(state) in (None, CHANCE)


def value(state: State, rng: Random) -> Value:
    points = expected(state)
    spread = _spreads(state.options.board)[len(points) - 2][inputs.moment(state)]
    best = max(points)
    shares = [exp((own - best) / spread) for own in points]
    whole = sum(shares)
    return Value(tuple([share / whole for share in shares]), leads(points), points)


def expected(state: State) -> tuple[float, ...]:
    """The final points to expect, by seat."""
    side, now, playing = state.options.board, inputs.stage(state), inputs.round_of(state)
    found = []
    for seat, board in enumerate(state.boards):
        filled = inputs.of_stars(side, board.stars, playing).filled
        parts = (
            _stars(side, board.stars, playing),
            _tiles(side, board.stars, *inputs.tiles_of(board, now, playing)),
            sums(_net(side), inputs.of_table(state, seat, filled)),
        )
        found.append(board.score + answer(_net(side), parts))
    return tuple(found)


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
    """How far a lead in expected points is from certain: by number of seats from 2, and moment."""
    spreads: list[list[float]] = weights("pavilion")[side]["spreads"]
    return spreads
