"""The moves of a chevron: distance, obstacles, connections, turns."""

from typing import Final, NamedTuple

from core.game import Refusal, Seat
from core.games.azacru.fields import REGIONS, Fields, Way
from core.games.azacru.state import State

_ON_A_MARKER: Final = Refusal("A-MOVE-4", "A chevron may not end on an opponent's marker.")
_ON_A_CHEVRON: Final = Refusal("A-MOVE-4", "A chevron may not end on a field with a chevron.")
_BLOCKED: Final = Refusal("A-MOVE-5", "Chevrons are jumped only from an own marker to an own marker.")
_SAME_REGION: Final = Refusal("A-TURN-1", "A chevron turns only when it ended in another region.")
_GONE: Final = Refusal("A-TURN-1", "A chevron that leaves the game does not turn.")


class SeatView(NamedTuple):
    """The board from the view of one seat: its own markers, the markers of all others, all chevrons."""

    own: Fields
    rivals: Fields
    chevrons: Fields


def view(state: State, seat: Seat) -> SeatView:
    rivals = chevrons = 0
    for other, markers in enumerate(state.markers):
        if other != seat:
            rivals |= markers
    for standing in state.chevrons:
        for chevron in standing:
            if chevron is not None:
                chevrons |= 1 << chevron.field
    return SeatView(state.markers[seat], rivals, chevrons)


def reach(own: Fields, field: int) -> int:
    """The distance a chevron on `field` moves: the number of own markers in its region, at least 1 (A-MOVE-3)."""
    return (own & REGIONS[field]).bit_count() or 1


def refusal_of_way(way: Way, seen: SeatView) -> Refusal | None:
    """The refusal for an obstacle on the way (A-MOVE-4, A-MOVE-5); direction and distance are not checked."""
    own, rivals, chevrons = seen
    if way.last & rivals:
        return _ON_A_MARKER
    if way.last & chevrons:
        return _ON_A_CHEVRON
    if way.between & chevrons and way.ends & ~own:
        return _BLOCKED
    return None


def connected(way: Way, seen: SeatView) -> Fields:
    """The fields in between that the seat gets by a move over this way (A-CONNECT-1)."""
    if way.ends & ~seen.own or way.between & seen.chevrons:
        return 0
    return way.between


def refusal_of_turn(way: Way, seen: SeatView) -> Refusal | None:
    """The refusal of a turn after this way (A-TURN-1)."""
    if not way.crosses:
        return _SAME_REGION
    if connected(way, seen) & seen.rivals:
        return _GONE
    return None
