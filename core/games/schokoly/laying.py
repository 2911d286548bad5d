"""A seat lays a card, with or without a counter, or passes (S-LAY, S-STACK, S-COUNTER, S-PASS-1)."""

from collections.abc import Iterator
from dataclasses import replace

from core.game import Refusal, Seat
from core.games.schokoly.events import CardLaid, Passed
from core.games.schokoly.faces import KIND_OF, KINDS, turns
from core.games.schokoly.hands import at_large, hidden, may_be_held, refusal_of_card, without
from core.games.schokoly.state import Card, Place, State
from core.games.schokoly.table import (
    FACE_BITS,
    KIND_BITS,
    refusal_of_colors,
    refusal_of_guard,
    refusal_of_place,
    spots,
    unguarded,
)
from core.multiset import add


def refusal(state: State, event: CardLaid) -> Refusal | None:
    """The refusal of a lay, checked in this order: card, place, colors, counter."""
    return (
        refusal_of_card(state, event.seat, event.face)
        or refusal_of_place(state.cards, event.x, event.y, event.stacked)
        or refusal_of_colors(state.cards, event.face, event.x, event.y, event.stacked)
        or _refusal_of_counter(state, event)
    )


def _refusal_of_counter(state: State, event: CardLaid) -> Refusal | None:
    if not event.stacked and event.guard is None:
        return None
    if not state.counters[event.seat]:
        return Refusal("S-COUNTER-2", "This player has no counter left.")
    if event.guard is None:
        return None
    if event.stacked:
        return Refusal(
            "S-COUNTER-1", "A player may place only one counter a turn, and it lies on the second-level card."
        )
    if event.guard == (event.x, event.y):
        return None
    return refusal_of_guard(state.cards, event.guard)


def moves(state: State, seat: Seat) -> Iterator[CardLaid]:
    """Every card that may be in the hand: without a counter, then stacked, then with a safety counter."""
    faces = [face for kind in may_be_held(state, seat) for face in turns(KINDS[kind])]
    beside = spots(state.cards, stacked=False)
    for face in faces:
        bits = FACE_BITS[face]
        for x, y, matches in beside:
            if matches & bits:
                yield CardLaid(seat, face, x, y)
    if state.counters[seat]:
        yield from _moves_with_counter(state, seat, faces)


def _moves_with_counter(state: State, seat: Seat, faces: list[str]) -> Iterator[CardLaid]:
    on_top = spots(state.cards, stacked=True)
    beside = spots(state.cards, stacked=False)
    guards = tuple(unguarded(state.cards))
    for face in faces:
        bits = FACE_BITS[face]
        for x, y, matches in on_top:
            if matches & bits:
                yield CardLaid(seat, face, x, y, True)
    for face in faces:
        bits = FACE_BITS[face]
        for x, y, matches in beside:
            if matches & bits:
                yield CardLaid(seat, face, x, y, False, (x, y))
                for guard in guards:
                    yield CardLaid(seat, face, x, y, False, guard)


def laid(state: State, event: CardLaid) -> State:
    """The table with the card and its counter laid and the hand refilled; the turn does not change."""
    seat, kind = event.seat, KIND_OF[event.face]
    draws = state.stack is None or state.stack > 0
    known = state.known[seat]
    counter = seat if event.stacked else None
    after = replace(
        state,
        cards=(*state.cards, Card(event.face, event.x, event.y, event.stacked, counter)),
        unseen=None if state.unseen is None else add(state.unseen, kind, -1),
        stack=state.stack - 1 if state.stack else state.stack,
        hands=state.hands if draws else add(state.hands, seat, -1),
        known=(*state.known[:seat], without(known, {kind}), *state.known[seat + 1 :]) if known[kind] else state.known,
        counters=add(state.counters, seat, -1) if event.stacked else state.counters,
        passes=0,
    )
    return after if event.guard is None else guarded(after, seat, event.guard)


def guarded(state: State, seat: Seat, place: Place) -> State:
    """The table with the seat's counter on the first-level card that has its upper left piece at `place`."""
    cards = tuple(
        card._replace(counter=seat) if not card.stacked and (card.x, card.y) == place else card for card in state.cards
    )
    return replace(state, cards=cards, counters=add(state.counters, seat, -1))


def refusal_of_passing(state: State, event: Passed) -> Refusal | None:
    """The refusal of a pass when the seat must have a legal card; a hand that may have none is not refused."""
    if not state.cards:
        return Refusal("S-PASS-1", "Any card is legal on the empty table.")
    seat = event.seat
    legal = legal_kinds(state, seat)
    if any(state.known[seat][kind] for kind in legal):
        return Refusal("S-PASS-1", "A player with a legal card must lay it; this hand is known to hold one.")
    large = at_large(state)
    if large is None:
        return None
    if sum(number for kind, number in enumerate(large) if kind not in legal) < hidden(state, seat):
        return Refusal("S-PASS-1", "A player with a legal card must lay it; with the cards left, every hand has one.")
    return None


def legal_kinds(state: State, seat: Seat) -> set[int]:
    """The kinds of card with a legal place now, with or without one of the seat's counters."""
    open_spots = spots(state.cards, stacked=False)
    if state.counters[seat]:
        open_spots += spots(state.cards, stacked=True)
    return {kind for kind, bits in enumerate(KIND_BITS) if any(spot.matches & bits for spot in open_spots)}
