"""The rules of a schokoly match: turns, legal events, and their effects.

1. On its turn a seat without a color names one; it may swap cards if swaps are on; it lays a card or passes.
2. Draws are hidden and change only numbers, so they are no events; a seat without cards is skipped without one.
3. Known cards of a hand may be recorded at any time. They change only later refusals.

Rules that are only implied have ids of their own: S-TURN-1 seats play clockwise; S-DECK-1 only cards of the deck are
laid; S-HAND-1 a laid or given card comes from the hand of its seat, as far as hands are known.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from core.game import Gain, Refusal, Seat, Step, Turn
from core.games.schokoly import hands, laying, swapping
from core.games.schokoly.events import CardLaid, ColorChosen, Event, HandSeen, Passed, SwapAnswered, SwapOffered
from core.games.schokoly.faces import COLORS, in_words
from core.games.schokoly.scoring import Group, tallies
from core.games.schokoly.state import CHOOSERS, TEAMS_OF_TWO, Phase, State
from core.games.schokoly.table import cell
from core.messages import message, series, term


def turn(state: State) -> Turn:
    return state.mover


def round_number(state: State) -> int:
    """A round is one turn of every seat, beginning with seat 0."""
    return state.round


_OUT_OF_PHASE: dict[Phase, Refusal] = {
    "color": Refusal("S-COLOUR-1", "Name a color first."),
    "lay": Refusal("S-LAY-1", "Lay a card now."),
    "answer": Refusal("S-SWAP-1", "Answer the offer first."),
    "over": Refusal("S-END-1", "The match is over."),
}


def refusal(state: State, event: Event) -> Refusal | None:
    """The first broken rule, checked in this order: phase of the turn, seat, the event itself."""
    phase = state.phase
    match event:
        case HandSeen() if phase != "over":
            return hands.refusal_of_hand(state, event)
        case CardLaid() if phase == "lay":
            return _out_of_turn(state, event) or laying.refusal(state, event)
        case Passed() if phase == "lay":
            return _out_of_turn(state, event) or laying.refusal_of_passing(state, event)
        case ColorChosen() if phase == "color":
            return _out_of_turn(state, event) or _refusal_of_color(state, event)
        case SwapOffered() if phase == "lay":
            return _out_of_turn(state, event) or swapping.refusal_of_offer(state, event)
        case SwapAnswered() if phase == "answer":
            return _out_of_turn(state, event) or swapping.refusal_of_answer(state, event)
        case ColorChosen() if phase == "lay":
            return Refusal("S-COLOUR-1", "The color is already named.")
        case SwapAnswered() if phase == "lay":
            return Refusal("S-SWAP-1", "No card has been offered.")
    return _OUT_OF_PHASE[phase]


def _out_of_turn(state: State, event: CardLaid | Passed | ColorChosen | SwapOffered | SwapAnswered) -> Refusal | None:
    return None if event.seat == state.mover else Refusal("S-TURN-1", "It is another player's turn.")


def _refusal_of_color(state: State, event: ColorChosen) -> Refusal | None:
    if event.color not in COLORS:
        return Refusal("S-COLOUR-1", message("The colors are {colors}.", colors=series(COLORS)))
    if COLORS.index(event.color) in state.colors:
        return Refusal("S-COLOUR-1", message("The opponent already has {color}.", color=term(event.color)))
    return None


def legal_moves(state: State) -> Iterator[Event]:
    """Colors; then cards by counter, face and place, offers of a swap, and a pass if it is possible.

    A card in a hidden hand may be any card left. That makes many moves (a safety counter multiplies them by the cards
    that can get it), so the iterator is lazy and yields moves without a counter first.
    """
    seat = state.mover
    if not isinstance(seat, int):
        return
    if state.phase == "color":
        choices = (ColorChosen(seat, "white"), ColorChosen(seat, "milk"), ColorChosen(seat, "dark"))
        yield from (choice for choice in choices if _refusal_of_color(state, choice) is None)
    elif state.phase == "answer":
        yield from swapping.answers(state, seat)
    else:
        yield from laying.moves(state, seat)
        yield from swapping.offers(state, seat)
        if laying.refusal_of_passing(state, Passed(seat)) is None:
            yield Passed(seat)


def deal(state: State, rng: Random) -> Event:
    """Always raises ValueError: draws are hidden, so schokoly has no turn of chance."""
    raise ValueError("Nothing is left to chance at this table.")


def evolve(state: State, event: Event) -> State:
    match event:
        case CardLaid():
            return _next_turn(laying.laid(state, event))
        case Passed():
            return _next_turn(replace(state, passes=state.passes + 1))
        case ColorChosen():
            return replace(state, phase="lay", colors=_colors(state, event.seat, COLORS.index(event.color)))
        case HandSeen():
            return hands.with_seen(state, event)
        case SwapOffered():
            return swapping.offered(state, event)
        case SwapAnswered():
            return swapping.answered(state, event)


def _colors(state: State, seat: Seat, color: int) -> tuple[int | None, ...]:
    """The colors after one seat named its color: partners share it, a third player gets the last one (S-COLOUR-1)."""
    named = list(state.colors)
    named[seat] = color
    if len(named) == TEAMS_OF_TWO:
        named[seat + CHOOSERS] = color
    elif len(named) > CHOOSERS and None not in named[:CHOOSERS]:
        named[CHOOSERS] = (set(range(len(COLORS))) - set(named)).pop()
    return tuple(named)


def _next_turn(state: State) -> State:
    """The turn of the next seat with cards; the end, when there is none or all of them have passed in a row."""
    mover = state.mover
    assert isinstance(mover, int)
    seats = len(state.hands)
    players = sum(cards > 0 for cards in state.hands)
    if state.passes >= players:
        return replace(state, phase="over", mover=None, swapped=False)
    seat = next((mover + step) % seats for step in range(1, seats + 1) if state.hands[(mover + step) % seats])
    return replace(
        state,
        phase="color" if state.colors[seat] is None else "lay",
        mover=seat,
        round=state.round + (seat <= mover),
        swapped=False,
    )


def story(state: State, event: Event) -> tuple[Step, ...]:
    """The card (or another event), then its safety counter, then the end; points change with the first stage."""
    after = evolve(state, event)
    steps = []
    if isinstance(event, CardLaid) and event.guard is not None:
        bare = laying.laid(state, replace(event, guard=None))
        steps.append(Step(_label(event), _gains(state, bare), bare))
        steps.append(Step(message("puts a safety counter on a card"), (), after))
    else:
        steps.append(Step(_label(event), _gains(state, after), after))
    if after.phase == "over":
        all_passed = isinstance(event, Passed)
        label = (
            message("the match ends: all have passed")
            if all_passed
            else message("the match ends: the last card is laid")
        )
        steps.append(Step(label, (), after))
    return tuple(steps)


def _gains(before: State, after: State) -> tuple[Gain, ...]:
    """The change of each seat's points from its largest group and from the neutral groups."""
    gains = []
    old, new = tallies(before.cards, before.colors), tallies(after.cards, after.colors)
    for seat, (was, now) in enumerate(zip(old, new, strict=True)):
        if group := len(now.largest) - len(was.largest):
            gains.append(Gain(seat, group, "group", "S-SCORE-2", _cells(after, now.largest)))
        if neutral := now.neutral_points() - was.neutral_points():
            places = tuple(place for part in (now.neutral or was.neutral) for place in part)
            gains.append(Gain(seat, neutral, "neutral", "S-SCORE-3", _cells(after, places)))
    return tuple(gains)


def _cells(state: State, places: Group) -> tuple[str, ...]:
    return tuple(cell(state.cards, place) for place in places)


def _label(event: Event) -> str:
    match event:
        case CardLaid(_, face, stacked=stacked):
            words = in_words(face)
            return message("lays {face} on top", face=words) if stacked else message("lays {face}", face=words)
        case ColorChosen(_, color):
            return message("plays {color}", color=term(color))
        case HandSeen(_, faces):
            return message("has {faces} in hand", faces=series([in_words(face) for face in faces]))
        case SwapOffered(_, _, count):
            return message("offers a card with {count} of the opponent's pieces", count=count)
        case SwapAnswered(_, accepted):
            return message("swaps a card") if accepted else message("turns the offer down")
        case Passed():
            return message("passes")
