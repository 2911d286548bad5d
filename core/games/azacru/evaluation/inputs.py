"""The features of an azacru table, seen from one seat: what its evaluation adds up. They are numbered in blocks."""

from itertools import accumulate
from typing import Final

from core.game import Seat
from core.games.azacru.fields import AHEAD, REGION_SIZE, REGIONS, SIZE, Fields
from core.games.azacru.scoring import scores
from core.games.azacru.state import State


def _mirrored(field: int) -> tuple[int, int]:
    """The same for fields that turn into each other when the board is turned or mirrored."""
    rank, file = (min(part, SIZE - 1 - part) for part in divmod(field, SIZE))
    return min(rank, file), max(rank, file)


_KINDS: Final = sorted({_mirrored(field) for field in range(SIZE * SIZE)})
ALIKE: Final[tuple[Fields, ...]] = tuple(
    sum(1 << field for field in range(SIZE * SIZE) if _mirrored(field) == kind) for kind in _KINDS
)
"""The sets of fields that turn into each other."""

_MIDDLES: Final = tuple(
    (REGION_SIZE * rank + 1) * SIZE + REGION_SIZE * file + 1
    for rank in range(REGION_SIZE)
    for file in range(REGION_SIZE)
)
_REGIONS: Final = tuple(REGIONS[middle] for middle in _MIDDLES)
_REGION_KIND: Final = (0, 1, 0, 1, 2, 1, 0, 1, 0)
"""Corner, edge, middle."""

_KIND_AT: Final = tuple(
    next(kind for kind, region in zip(_REGION_KIND, _REGIONS, strict=True) if region >> field & 1)
    for field in range(SIZE * SIZE)
)

_TURNS: Final = 48
_BLOCKS: Final = {
    "region": 3 * 100,
    "markers": len(ALIKE) * 9 * 2,
    "chevron": 2 * 12 * 8,
    "place": 2 * 3 * 10,
    "gone": 2 * 13,
    "ways": 2 * 26,
    "best": 2 * 2 * 10,
    "turns": 3 * _TURNS,
    "distance": 4 * 5,
}
_ENDS: Final = tuple(accumulate(_BLOCKS.values()))
NUMBER: Final = _ENDS[-1]
"""The number of features."""

_REGION, _MARKERS, _CHEVRON, _PLACE, _GONE, _WAYS, _BEST, _TURN, _DISTANCE = (0, *_ENDS[:-1])

MOMENTS: Final = 12
_MOMENT: Final = 4
"""Turns of a seat in a moment."""


def moment(state: State) -> int:
    """The stage of the match for which chances to win are calibrated."""
    return min(state.turns // len(state.markers) // _MOMENT, MOMENTS - 1)


def all_features(state: State) -> list[list[int]]:
    """All features of a table, for each seat."""
    standing = 0
    for chevrons in state.chevrons:
        for chevron in chevrons:
            if chevron is not None:
                standing |= 1 << chevron.field
    every = 0
    for markers in state.markers:
        every |= markers
    seats = range(len(state.markers))
    moving = [_moving(state, seat, every & ~state.markers[seat], standing) for seat in seats]
    return [_seen(state, seat, every, moving) for seat in seats]


def features(state: State, seat: Seat) -> tuple[list[int], int]:
    """All features of a table, seen from a seat, and the markers that they are added to."""
    return all_features(state)[seat], scores(state)[seat]


def _seen(state: State, seat: Seat, every: Fields, moving: list[list[int]]) -> list[int]:
    own, seats = state.markers[seat], len(state.markers)
    rivals = every & ~own
    features = [
        _REGION + kind * 100 + (own & region).bit_count() * 10 + (rivals & region).bit_count()
        for kind, region in zip(_REGION_KIND, _REGIONS, strict=True)
    ]
    place = _MARKERS
    for alike in ALIKE:
        features.append(place + (own & alike).bit_count())
        features.append(place + 9 + (rivals & alike).bit_count())
        place += 18
    features += moving[seat]
    for other, others in enumerate(moving):
        if other != seat:
            features += [_RIVAL[feature] for feature in others]
    features.append(_TURN + (seats - 2) * _TURNS + min(state.turns // seats, _TURNS - 1))
    left = 4 if state.last_turns is None else state.last_turns
    features.append(_DISTANCE + (seat - state.turns) % seats * 5 + left)
    return features


def _moving(state: State, seat: Seat, rivals: Fields, standing: Fields) -> list[int]:
    """The features of a seat's chevrons: where they stand, what they can reach and gain."""
    own, features, gone, free, most = state.markers[seat], list[int](), 0, 0, 0
    for chevron in state.chevrons[seat]:
        if chevron is None:
            gone += 1
            continue
        field = chevron.field
        longest = (own & REGIONS[field]).bit_count()
        at_home = own >> field & 1
        ways, best = 0, 0
        for straight in AHEAD[field][chevron.facing]:
            for way in straight[: longest or 1]:
                last = way.last
                if last & rivals or last & standing:
                    continue
                jumps = way.between & standing
                if at_home and last & own:
                    if not jumps:
                        gain = (way.between & ~own).bit_count() + (way.between & rivals).bit_count()
                        if gain > best:
                            best = gain
                elif jumps:
                    continue
                elif not best:
                    best = 1 if last & ~own else 0
                ways += 1
        features.append(_CHEVRON + min(ways, 11) * 8 + min(best, 7))
        features.append(_PLACE + _KIND_AT[field] * 10 + longest)
        free += ways
        most = max(most, best)
    features.append(_GONE + gone)
    features.append(_WAYS + min(free, 25))
    features.append(_BEST + (state.turns % len(state.markers) == seat) * 10 + min(most, 9))
    return features


_SIZES: Final = {_CHEVRON: 12 * 8, _PLACE: 30, _GONE: 13, _WAYS: 26, _BEST: 20}
_RIVAL: Final = {start + feature: start + feature + size for start, size in _SIZES.items() for feature in range(size)}
"""The feature of a rival's chevrons by that of the own ones."""
