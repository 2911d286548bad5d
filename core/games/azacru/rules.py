"""The rules of an azacru match: turns, legal moves, and the effects of moves.

1. A turn is one event: the move of a chevron, or a pass if no chevron can move.
2. Markers are computed from the move: on its last field, and in between if it connects two own markers.
3. The first pass gives every other seat one last turn; then the match is over.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Final, NamedTuple

from core.game import Gain, Refusal, Seat, Step, Turn
from core.games.azacru.events import ChevronMoved, Event, Passed
from core.games.azacru.fields import (
    AHEAD,
    DIRECTIONS,
    FIELD_INDEX,
    FIELDS,
    LEFT,
    RIGHT,
    WAY,
    Fields,
    Way,
    named,
    turn_by,
)
from core.games.azacru.moving import connected, reach, refusal_of_turn, refusal_of_way, view
from core.games.azacru.state import CHEVRONS, Chevron, State, Trace
from core.messages import message, message_of, term

_TURNS: Final = {None: 0, "left": LEFT, "right": RIGHT}

_OVER: Final = Refusal("A-END-1", "The match is over.")
_OUT_OF_TURN: Final = Refusal("A-MOVE-1", "It is another player's turn.")
_CAN_MOVE: Final = Refusal("A-MOVE-1", "A player who can move a chevron may not pass.")
_NOT_AHEAD: Final = Refusal("A-MOVE-2", "A chevron moves straight, the way it faces or 45 degrees to either side.")


def turn(state: State) -> Turn:
    """Seats in turn; None after the last turns (A-END-1)."""
    return None if state.last_turns == 0 else state.turns % len(state.markers)


def round_number(state: State) -> int:
    """Rounds count from 1; in a round each seat, from seat 0 on, has one turn."""
    begun = state.turns - 1 if state.last_turns == 0 else state.turns
    return begun // len(state.markers) + 1


def refusal(state: State, event: Event) -> Refusal | None:
    """The first broken rule, in this order: end of the match, turn, the move from its first field to its last."""
    seat = turn(state)
    if seat is None:
        return _OVER
    if event.seat != seat:
        return _OUT_OF_TURN
    if isinstance(event, ChevronMoved):
        return _refusal_of_move(state, event)
    return None if event in legal_moves(state) else _CAN_MOVE


def _refusal_of_move(state: State, event: ChevronMoved) -> Refusal | None:
    for name in (event.start, event.end):
        if name not in FIELD_INDEX:
            return Refusal("A-MOVE-1", message("There is no field {name!r}.", name=name))
    chevron = _chevron_on(state, event.seat, FIELD_INDEX[event.start])
    if chevron is None:
        return Refusal("A-MOVE-1", message("There is no chevron of this player on {start}.", start=event.start))
    way = WAY.get((event.start, event.end))
    if way is None or all(way not in ways for ways in AHEAD[chevron.field][chevron.facing]):
        return _NOT_AHEAD
    seen = view(state, event.seat)
    if way.distance > reach(seen.own, way.start):
        return Refusal("A-MOVE-3", _too_far(reach(seen.own, way.start)))
    refused = refusal_of_way(way, seen)
    if refused is None and event.turned is not None:
        return refusal_of_turn(way, seen)
    return refused


def _too_far(longest: int) -> str:
    return message_of(
        "From here a chevron moves {number} field at most.",
        "From here a chevron moves {number} fields at most.",
        longest,
    )


def _chevron_on(state: State, seat: Seat, field: int) -> Chevron | None:
    for chevron in state.chevrons[seat]:
        if chevron is not None and chevron.field == field:
            return chevron
    return None


def legal_moves(state: State) -> Iterator[Event]:
    """Moves by chevron, direction and distance, each first without turning the chevron; a pass if there is no move."""
    seat = turn(state)
    if not isinstance(seat, int):
        return
    seen = view(state, seat)
    stuck = True
    for chevron in state.chevrons[seat]:
        if chevron is None:
            continue
        longest = reach(seen.own, chevron.field)
        for ways in AHEAD[chevron.field][chevron.facing]:
            for way in ways[:longest]:
                if refusal_of_way(way, seen) is None:
                    stuck = False
                    moves = moves_over(seat, way)
                    yield from moves if refusal_of_turn(way, seen) is None else moves[:1]
    if stuck:
        yield Passed(seat)


@cache
def moves_over(seat: Seat, way: Way) -> tuple[ChevronMoved, ...]:
    """The moves over a way: without turning, turned left, turned right."""
    start, end = FIELDS[way.start], FIELDS[way.end]
    return (
        ChevronMoved(seat, start, end),
        ChevronMoved(seat, start, end, "left"),
        ChevronMoved(seat, start, end, "right"),
    )


def deal(state: State, rng: Random) -> Event:
    """Always raises ValueError: azacru has no turn of chance."""
    raise ValueError("Azacru leaves nothing to chance.")


class Move(NamedTuple):
    """The effects of a move: the fields it connects; the chevron at the end, None when it leaves (A-CONNECT-2)."""

    way: Way
    connected: Fields
    chevron: Chevron | None


def _move(state: State, event: ChevronMoved) -> Move:
    way = WAY[event.start, event.end]
    seen = view(state, event.seat)
    fields = connected(way, seen)
    leaves = fields & seen.rivals
    chevron = None if leaves else CHEVRONS[way.end][turn_by(way.direction, _TURNS[event.turned])]
    return Move(way, fields, chevron)


def evolve(state: State, event: Event) -> State:
    left = _last_turns(state, event)
    if isinstance(event, Passed):
        return State(state.markers, state.chevrons, state.turns + 1, left)
    move = _move(state, event)
    moved = _moved(state, event.seat, move.way, move.chevron, move.way.last | move.connected)
    return State(moved.markers, moved.chevrons, state.turns + 1, left, moved.trace)


def _last_turns(state: State, event: Event) -> int | None:
    """The turns left after the event; None before the first pass (A-END-1)."""
    if state.last_turns is not None:
        return state.last_turns - 1
    return len(state.markers) - 1 if isinstance(event, Passed) else None


def _moved(state: State, seat: Seat, way: Way, chevron: Chevron | None, marked: Fields) -> State:
    """The table with `chevron` in place of the one at the start of the way, and own markers on `marked`.

    The seat to move stays the same.
    """
    own = state.markers[seat]
    chevrons = tuple(
        [chevron if each is not None and each.field == way.start else each for each in state.chevrons[seat]]
    )
    markers = [others & ~marked for others in state.markers]
    markers[seat] = own | marked
    return State(
        tuple(markers),
        (*state.chevrons[:seat], chevrons, *state.chevrons[seat + 1 :]),
        state.turns,
        state.last_turns,
        Trace(way.start, way.end, marked & ~own),
    )


def story(state: State, event: Event) -> tuple[Step, ...]:
    """The move and the marker of arrival, then the connection, then the chevron's turning or exit."""
    after = evolve(state, event)
    if isinstance(event, Passed):
        first = state.last_turns is None
        return (Step("passes; everybody else has one last turn" if first else "passes", (), after),)
    move, seat = _move(state, event), event.seat
    way = move.way
    forward = CHEVRONS[way.end][way.direction]
    steps = [
        Step(
            message("moves from {start} to {end}", start=event.start, end=event.end),
            _gains(state, seat, way.last, "A-MARK-1"),
            _moved(state, seat, way, forward, way.last),
        )
    ]
    if move.connected & ~state.markers[seat]:
        label = message("connects {start} and {end}", start=event.start, end=event.end)
        gains = _gains(state, seat, move.connected, "A-CONNECT-1")
        steps.append(Step(label, gains, _moved(state, seat, way, forward, way.last | move.connected)))
    if move.chevron is None:
        gone = Gain(seat, 0, "markers", "A-CONNECT-2", (event.end,))
        steps.append(Step("the chevron leaves the game", (gone,), after))
    elif event.turned is not None:
        steps.append(
            Step(
                message(
                    "turns {turned} to face {direction}",
                    turned=term(event.turned),
                    direction=term(DIRECTIONS[move.chevron.facing]),
                ),
                (),
                after,
            )
        )
    # The change of the seat to move is not a separate stage: the last stage includes it.
    steps[-1] = replace(steps[-1], state=after)
    return tuple(steps)


def _gains(state: State, seat: Seat, marked: Fields, rule: str) -> tuple[Gain, ...]:
    """Markers the seat gains on fields without its marker, and the losses of the seats that had a marker there."""
    new = marked & ~state.markers[seat]
    gains = [Gain(seat, new.bit_count(), "markers", rule, named(new))] if new else []
    for other, markers in enumerate(state.markers):
        if other != seat and (lost := markers & marked):
            gains.append(Gain(other, -lost.bit_count(), "markers", "A-MARK-2", named(lost)))
    return tuple(gains)
