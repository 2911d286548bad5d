"""Swaps of cards before laying, with three players (S-SWAP-1)."""

from collections.abc import Iterator
from dataclasses import replace

from core.game import Refusal, Seat
from core.games.schokoly.events import HandSeen, SwapAnswered, SwapOffered
from core.games.schokoly.faces import KIND_OF, KINDS, PIECES_OF_A_CARD, pieces_of
from core.games.schokoly.hands import may_be_held, refusal_of_card, with_seen, without
from core.games.schokoly.state import State
from core.messages import message
from core.multiset import Counts, add

RULE = "S-SWAP-1"


def refusal_of_offer(state: State, event: SwapOffered) -> Refusal | None:
    """The refusal of an offer by the seat to move, which has a color; the turn is not checked."""
    if not state.options.swaps:
        return Refusal(RULE, "No cards are swapped in this match.")
    if state.swapped:
        return Refusal(RULE, "Only one swap is allowed per turn.")
    if event.to == event.seat or not 0 <= event.to < len(state.hands):
        return Refusal(RULE, "Offer a card to an opponent.")
    color = state.colors[event.to]
    if color is None:
        return Refusal(RULE, "The opponent has no color yet.")
    if not state.hands[event.to]:
        return Refusal(RULE, "The opponent has no card to give in return.")
    if event.face is not None:
        return refusal_of_card(state, event.seat, event.face) or _refusal_of_count(event.face, event.count, color)
    if not any(pieces_of(kind, color) == event.count for kind in may_be_held(state, event.seat)):
        return Refusal(RULE, "No card in this hand has that many pieces of the opponent's color.")
    return None


def _refusal_of_count(face: str, count: int, color: int | None) -> Refusal | None:
    true = _pieces(KIND_OF[face], color)
    return (
        None if count == true else Refusal(RULE, message("The announced number must be true: it is {true}.", true=true))
    )


def refusal_of_answer(state: State, event: SwapAnswered) -> Refusal | None:
    """The refusal of an answer by the seat that got the offer."""
    offer = state.offer
    if offer is None:
        return Refusal(RULE, "No card has been offered.")
    if not event.accepted:
        shown = event.face is not None or event.given is not None
        return Refusal(RULE, "Cards are swapped only when both players agree.") if shown else None
    face = offer.face if event.face is None else event.face
    if face is None:
        if not _offered(state, offer):
            return Refusal(RULE, "No card in the hand of the offering player has the announced number.")
    elif refused := _refusal_of_offered(state, offer, face):
        return refused
    if event.given is None:
        return None
    # A known offered card can no longer be the one handed back.
    known = state if face is None else with_seen(state, HandSeen(offer.seat, (face,)))
    return refusal_of_card(known, event.seat, event.given)


def _refusal_of_offered(state: State, offer: SwapOffered, face: str) -> Refusal | None:
    """The refusal of a face for the offered card."""
    if refused := refusal_of_card(state, offer.seat, face):
        return refused
    if offer.face is not None and KIND_OF[offer.face] != KIND_OF[face]:
        return Refusal(RULE, "A different card was offered.")
    return _refusal_of_count(face, offer.count, state.colors[offer.to])


def offers(state: State, seat: Seat) -> Iterator[SwapOffered]:
    """Every offer, by opponent: announced numbers for a hidden card first, then known cards."""
    if not state.options.swaps or state.swapped:
        return
    for to in range(len(state.hands)):
        candidates = [
            *(SwapOffered(seat, to, count) for count in range(PIECES_OF_A_CARD + 1)),
            *(SwapOffered(seat, to, _pieces(kind, state.colors[to]), KINDS[kind]) for kind in may_be_held(state, seat)),
        ]
        yield from (offer for offer in candidates if refusal_of_offer(state, offer) is None)


def _pieces(kind: int, color: int | None) -> int:
    return 0 if color is None else pieces_of(kind, color)


def answers(state: State, seat: Seat) -> Iterator[SwapAnswered]:
    """Declining first, then every pair of cards to swap, None for a hidden card."""
    yield SwapAnswered(seat, False)
    if state.offer is None:
        return
    offered = [None, *(KINDS[kind] for kind in _offered(state, state.offer))]
    returned = [None, *(KINDS[kind] for kind in may_be_held(state, seat))]
    for face in offered:
        for given in returned:
            answer = SwapAnswered(seat, True, face, given)
            if refusal_of_answer(state, answer) is None:
                yield answer


def _offered(state: State, offer: SwapOffered) -> list[int]:
    """The possible kinds of the offered card."""
    if offer.face is not None:
        return [KIND_OF[offer.face]]
    return [kind for kind in may_be_held(state, offer.seat) if _pieces(kind, state.colors[offer.to]) == offer.count]


def offered(state: State, event: SwapOffered) -> State:
    """The table with an open offer. A named card is known from now on."""
    seen = with_seen(state, HandSeen(event.seat, (event.face,))) if event.face else state
    return replace(seen, phase="answer", mover=event.to, offer=event)


def answered(state: State, event: SwapAnswered) -> State:
    """The table with the turn back at the offering seat; the cards are swapped if the offer was accepted."""
    offer = state.offer
    assert offer is not None
    after = replace(state, phase="lay", mover=offer.seat, offer=None)
    if not event.accepted:
        return after
    face = event.face or offer.face
    taken = {KIND_OF[face]} if face else set(_offered(state, offer))
    returned = {KIND_OF[event.given]} if event.given else set(range(len(KINDS)))
    known = list(state.known)
    known[offer.seat] = _with(without(known[offer.seat], taken), event.given)
    known[event.seat] = _with(without(known[event.seat], returned), face)
    return replace(after, known=tuple(known), swapped=True)


def _with(known: Counts, face: str | None) -> Counts:
    return known if face is None else add(known, KIND_OF[face])
