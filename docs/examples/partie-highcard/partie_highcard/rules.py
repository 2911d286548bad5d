"""The rules of High Card.

- H-DEAL-1 Each seat gets the same number of cards of a deck from 1 to 60.
- H-PLAY-1 Seat 0 leads the first trick; clockwise, each seat plays a card of its hand.
- H-TAKE-1 The highest card takes the trick. Its seat gets a point and leads the next trick.
- H-END-1 After the last card the most points win. Equal leaders share the victory.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from partie.game import CHANCE, Gain, Outcome, Refusal, Seat, Step, Turn, ranks_by_points
from partie.messages import message
from partie_highcard.events import CardPlayed, Event, HandsDealt
from partie_highcard.state import DECK, State


def turn(state: State) -> Turn:
    """Chance deals; then the seats play clockwise until all hands are empty."""
    if not state.is_dealt:
        return CHANCE
    seat = (state.leader + len(state.trick)) % state.seats
    return seat if state.hands[seat] else None


def round_number(state: State) -> int:
    """The number of the trick, from 1; 0 before the deal."""
    if not state.is_dealt:
        return 0
    return min(state.options.cards, 1 + sum(map(len, state.won)) // state.seats)


def refusal(state: State, event: Event) -> Refusal | None:
    """The reason why an event is not accepted."""
    if isinstance(event, HandsDealt):
        return _refusal_of_deal(state, event)
    if turn(state) == CHANCE:
        return Refusal("H-DEAL-1", "Deal the cards first.")
    if turn(state) is None:
        return Refusal("H-END-1", "All cards are played.")
    if event.seat != turn(state):
        return Refusal("H-PLAY-1", "Another seat plays now.")
    if event.card not in state.hands[event.seat]:
        return Refusal("H-PLAY-1", message("{card} is not in this hand.", card=event.card))
    return None


def _refusal_of_deal(state: State, event: HandsDealt) -> Refusal | None:
    if state.is_dealt:
        return Refusal("H-DEAL-1", "The cards are dealt once.")
    dealt = [card for hand in event.hands for card in hand]
    if [len(hand) for hand in event.hands] != [state.options.cards] * state.seats:
        cards = message("Each of {seats} seats gets {cards} cards.", seats=state.seats, cards=state.options.cards)
        return Refusal("H-DEAL-1", cards)
    if not set(dealt) <= set(DECK) or len(set(dealt)) < len(dealt):
        return Refusal("H-DEAL-1", "The deck has each card from 1 to 60 once.")
    return None


def legal_moves(state: State) -> Iterator[Event]:
    """The cards in the hand of the seat to move."""
    seat = turn(state)
    if isinstance(seat, int):
        for card in state.hands[seat]:
            if refusal(state, move := CardPlayed(seat, card)) is None:
                yield move


def deal(state: State, rng: Random) -> HandsDealt:
    """Fair hands."""
    cards, number = rng.sample(DECK, state.seats * state.options.cards), state.options.cards
    return HandsDealt(tuple(tuple(sorted(cards[first : first + number])) for first in range(0, len(cards), number)))


def choose(state: State, rng: Random) -> Event:
    """The lowest card that is higher than all on the table, else the lowest card; now and then any card."""
    moves = [move for move in legal_moves(state) if isinstance(move, CardPlayed)]
    if rng.random() < 0.2:
        return rng.choice(moves)
    higher = [move for move in moves if move.card > max(state.trick, default=0)]
    return min(higher or moves, key=lambda move: move.card)


def evolve(state: State, event: Event) -> State:
    """The table after an event."""
    after: State = story(state, event)[-1].state
    return after


def story(state: State, event: Event) -> tuple[Step, ...]:
    """The stages of an event: the last card of a trick lies on the table before the trick is taken."""
    if isinstance(event, HandsDealt):
        dealt = {card for hand in event.hands for card in hand}
        stock = tuple(card for card in state.stock if card not in dealt)
        return (Step("Cards are dealt", (), replace(state, stock=stock, hands=event.hands)),)
    hands = tuple(
        tuple(card for card in hand if seat != event.seat or card != event.card)
        for seat, hand in enumerate(state.hands)
    )
    laid = replace(state, hands=hands, trick=(*state.trick, event.card))
    step = Step(message("Card {card}", card=event.card), (), laid)
    return (step,) if len(laid.trick) < state.seats else (step, _trick_taken(laid))


def _trick_taken(state: State) -> Step:
    winner = (state.leader + state.trick.index(max(state.trick))) % state.seats
    won = tuple((*cards, *state.trick) if seat == winner else cards for seat, cards in enumerate(state.won))
    gain = Gain(winner, 1, "tricks", "H-TAKE-1", (f"{winner}/score",))
    after = replace(state, won=won, trick=(), leader=winner)
    return Step("The highest card takes the trick", (gain,), after, "stage")


def scores(state: State) -> tuple[int, ...]:
    """A point for each trick (H-TAKE-1)."""
    return tuple(len(cards) // state.seats for cards in state.won)


def outcome(state: State) -> Outcome | None:
    """The result after the last card (H-END-1)."""
    if turn(state) is not None:
        return None
    points = scores(state)
    ranks = ranks_by_points(points)
    winners: tuple[Seat, ...] = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    if len(winners) > 1:
        return Outcome(winners, ranks, message("Equal on {points} tricks: the victory is shared.", points=max(points)))
    return Outcome(winners, ranks, message("Most tricks: {points}.", points=max(points)))
