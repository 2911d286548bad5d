"""Hidden hands: possible cards, and known cards after cards were seen, laid or swapped (S-DECK-1, S-HAND-1).

A hand is a number of cards, some of them known by kind. Cards neither laid nor known are at large: in the stack or in
any hand. This module does not guess; it refuses only what is impossible.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from core.game import Refusal, Seat
from core.games.schokoly.events import HandSeen
from core.games.schokoly.faces import KIND_OF, KINDS, in_words
from core.games.schokoly.state import State
from core.messages import message
from core.multiset import Counts, count, minus, within


def at_large(state: State) -> Counts | None:
    """The cards of unknown position; None when the deck is open."""
    left = state.unseen
    if left is not None:
        for known in state.known:
            left = minus(left, known)
    return left


def hidden(state: State, seat: Seat) -> int:
    """The number of unknown cards in a hand."""
    return state.hands[seat] - sum(state.known[seat])


def may_hold(state: State, seat: Seat, kind: int) -> bool:
    if state.known[seat][kind]:
        return True
    if not hidden(state, seat):
        return False
    return state.unseen is None or state.unseen[kind] > sum(known[kind] for known in state.known)


def may_be_held(state: State, seat: Seat) -> Iterator[int]:
    """The kinds of card that a hand may hold."""
    return (kind for kind in range(len(KINDS)) if may_hold(state, seat, kind))


def refusal_of_face(face: str) -> Refusal | None:
    if face in KIND_OF:
        return None
    return Refusal(
        "S-DECK-1", message("Write a face as wm/dd, with four of the letters w, m and d, not {face!r}.", face=face)
    )


def refusal_of_card(state: State, seat: Seat, face: str) -> Refusal | None:
    """The refusal of a card that the seat cannot hold."""
    if refused := refusal_of_face(face):
        return refused
    kind = KIND_OF[face]
    if state.unseen is not None and not state.unseen[kind]:
        return Refusal("S-DECK-1", message("No card {face} is left in the deck.", face=in_words(face)))
    if may_hold(state, seat, kind):
        return None
    return Refusal(
        "S-HAND-1",
        message(
            "The card {face} cannot be in this hand: the cards of this kind are known to lie elsewhere.",
            face=in_words(face),
        ),
    )


def refusal_of_hand(state: State, event: HandSeen) -> Refusal | None:
    """The refusal of cards that cannot be in this hand now."""
    if not 0 <= event.seat < len(state.hands):
        return Refusal("S-HAND-1", "There is no player in that seat.")
    if not event.faces:
        return Refusal("S-HAND-1", "Name at least one card of the hand.")
    for face in event.faces:
        if refused := refusal_of_card(state, event.seat, face):
            return refused
    both = _both(state.known[event.seat], _counts(event.faces))
    if sum(both) > state.hands[event.seat]:
        return Refusal(
            "S-HAND-1",
            message(
                "The hand holds {number} cards and cannot hold these beside its known cards.",
                number=state.hands[event.seat],
            ),
        )
    large = at_large(state)
    if large is not None and not within(minus(both, state.known[event.seat]), large):
        return Refusal("S-DECK-1", "The deck has fewer cards of this kind left.")
    return None


def with_seen(state: State, event: HandSeen) -> State:
    """Add the seen cards to the known ones; equal cards count as the same card."""
    seat = event.seat
    known = _both(state.known[seat], _counts(event.faces))
    return replace(state, known=(*state.known[:seat], known, *state.known[seat + 1 :]))


def _counts(faces: tuple[str, ...]) -> Counts:
    return count([KIND_OF[face] for face in faces], len(KINDS))


def _both(left: Counts, right: Counts) -> Counts:
    """The smallest hand that contains both."""
    return tuple([max(pair) for pair in zip(left, right, strict=True)])


def without(known: Counts, gone: Iterable[int]) -> Counts:
    """The known cards of a hand after a card of one of the kinds `gone` has left it: a lower bound."""
    kinds = set(gone)
    return tuple([number - (number > 0 and kind in kinds) for kind, number in enumerate(known)])
