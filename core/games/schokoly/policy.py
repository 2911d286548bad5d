"""A simple player for simulated matches: it draws a possible hand and looks one card ahead."""

from collections.abc import Iterator
from heapq import nlargest
from math import fsum
from random import Random
from typing import Final, TypeAlias

from core.game import Seat
from core.games.schokoly import laying, swapping
from core.games.schokoly.events import CardLaid, ColorChosen, Event, Passed, SwapAnswered, SwapOffered
from core.games.schokoly.faces import COLORS, DECK_FACES, KIND_OF, KINDS, PIECES, pieces_of, turns
from core.games.schokoly.hands import at_large, hidden
from core.games.schokoly.scoring import groups, neutral_color, tallies
from core.games.schokoly.state import Card, State
from core.games.schokoly.table import EDGES, FACE_BITS, Spot, spots, unguarded, view
from core.multiset import draw, pieces

_LOOKED_AT: Final = 10
"""Number of lays that are scored exactly, the best by estimated worth."""

_COUNTER_WORTH: Final = 1.5
"""Minimum number of additional points of a stacked card over a card on the first level."""

_GUARDING: Final = 0.25
"""Probability of using an available counter to secure a card."""

_SWAPPING: Final = 0.15
"""Probability of offering a swap."""

_OPEN_END: Final = 36
"""Number of cards after which the hands count as empty in a match with an open deck."""

_Worths: TypeAlias = list[list[float]]
"""The worth of each of the four pieces of a card at a spot, by color."""


def choose(state: State, rng: Random) -> Event:
    """The best move by estimated worth for a hand drawn by `rng`; the generator decides between nearly equal moves."""
    seat = state.mover
    assert isinstance(seat, int)
    hand = _hand(state, seat, rng)
    if state.phase == "color":
        free = [color for color in range(len(COLORS)) if color not in state.colors]
        best = max(free, key=lambda color: (sum(pieces_of(kind, color) for kind in hand), rng.random()))
        return ColorChosen(seat, COLORS[best])
    if state.phase == "answer":
        return _answer(state, seat, hand)
    passing = Passed(seat)
    is_open_end = state.unseen is None and len(state.cards) >= _OPEN_END
    if is_open_end and laying.refusal_of_passing(state, passing) is None:
        return passing
    return _offer(state, seat, hand, rng) or _lay(state, seat, hand, rng) or passing


def _hand(state: State, seat: Seat, rng: Random) -> list[int]:
    """The known cards of the hand, filled up with random cards at large."""
    known = list(pieces(state.known[seat]))
    number = hidden(state, seat)
    large = at_large(state)
    if large is None:
        return known + [KIND_OF[face] for face in rng.choices(DECK_FACES, k=number)]
    return known + list(draw(large, number, rng))


def _own_pieces(state: State, seat: Seat, kind: int) -> int:
    color = state.colors[seat]
    return 0 if color is None else pieces_of(kind, color)


def _offer(state: State, seat: Seat, hand: list[int], rng: Random) -> SwapOffered | None:
    """The card with the fewest own pieces, offered to the opponent with the most pieces on it."""
    if not state.options.swaps or state.swapped or rng.random() >= _SWAPPING:
        return None
    kind = min(hand, key=lambda kind: _own_pieces(state, seat, kind))
    others = [other for other in range(len(state.hands)) if other != seat]
    to = max(others, key=lambda other: (_own_pieces(state, other, kind), rng.random()))
    offer = SwapOffered(seat, to, _own_pieces(state, to, kind), rng.choice((KINDS[kind], None)))
    return offer if swapping.refusal_of_offer(state, offer) is None else None


def _answer(state: State, seat: Seat, hand: list[int]) -> SwapAnswered:
    """Accept a card with more own pieces than the poorest card of the hand."""
    kind = min(hand, key=lambda kind: _own_pieces(state, seat, kind))
    answer = SwapAnswered(seat, True, None, KINDS[kind])
    welcome = state.offer is not None and state.offer.count > _own_pieces(state, seat, kind)
    if welcome and swapping.refusal_of_answer(state, answer) is None:
        return answer
    return SwapAnswered(seat, False)


def _lay(state: State, seat: Seat, hand: list[int], rng: Random) -> CardLaid | None:
    """The best of the promising lays; None when no card of the hand can be laid."""
    candidates = [(worth + rng.random(), lay) for worth, lay in _lays(state, seat, hand)]
    if not candidates:
        return None
    promising = nlargest(_LOOKED_AT, candidates, key=lambda candidate: candidate[0])
    best = max(promising, key=lambda candidate: (_lead(state, candidate[1]), candidate[0]))[1]
    if best.stacked or not state.counters[seat] or rng.random() >= _GUARDING:
        return best
    return _guarding(state, best)


def _lead(state: State, lay: CardLaid) -> float:
    """The seat's lead after the lay, minus the worth of a spent counter."""
    cards = (*state.cards, Card(lay.face, lay.x, lay.y, lay.stacked, lay.seat if lay.stacked else None))
    points = [tally.points() for tally in tallies(cards, state.colors)]
    color = state.colors[lay.seat]
    rivals = [number for number, other in zip(points, state.colors, strict=True) if other != color]
    return points[lay.seat] - max(rivals) - (_COUNTER_WORTH if lay.stacked else 0)


def _guarding(state: State, lay: CardLaid) -> CardLaid:
    """The same lay with a counter on the card with the most pieces of the seat's largest group."""
    new = Card(lay.face, lay.x, lay.y)
    own = set(tallies((*state.cards, new), state.colors)[lay.seat].largest)
    places = [(new.x, new.y), *unguarded(state.cards)]
    guard = max(places, key=lambda place: len(own.intersection(Card("", *place).places())))
    return CardLaid(lay.seat, lay.face, lay.x, lay.y, guard=guard)


def _lays(state: State, seat: Seat, hand: list[int]) -> Iterator[tuple[float, CardLaid]]:
    """Every lay of the hand without safety counters, with its estimated worth."""
    faces = [face for kind in dict.fromkeys(hand) for face in turns(KINDS[kind])]
    sizes = {place: len(group) for _, group in groups(view(state.cards).colors) for place in group}
    for stacked in (False, True) if state.counters[seat] else (False,):
        for spot in spots(state.cards, stacked):
            worths = _worths(state, seat, spot, sizes)
            lost = _covered_worth(state, seat, spot) if stacked else 0.0
            for face in faces:
                if spot.matches & FACE_BITS[face]:
                    worth = fsum([worths[piece][color] for piece, color in enumerate(PIECES[face])])
                    yield worth - lost, CardLaid(seat, face, spot.x, spot.y, stacked)


def _worths(state: State, seat: Seat, spot: Spot, sizes: dict[tuple[int, int], int]) -> _Worths:
    """Worth of extending own groups and closing off rivals' groups, by their size; neutral edges count a little."""
    own, neutral = state.colors[seat], neutral_color(state.colors)
    worths = [[1.0 if color == own else 0.0 for color in range(len(COLORS))] for _ in range(len(EDGES) // 2)]
    colors = view(state.cards).colors
    for dx, dy, piece in EDGES:
        place = (spot.x + dx, spot.y + dy)
        if place not in colors:
            continue
        lying = colors[place]
        for color in range(len(COLORS)):
            worths[piece][color] += _edge_worth(lying, color, sizes[place], own, neutral)
    return worths


def _edge_worth(lying: int, color: int, size: int, own: int | None, neutral: int | None) -> float:
    if lying == neutral:
        return 0.0 if color == neutral else 0.5 if color == own else -0.5
    side = 1 if lying == own else -1
    return side * (1 + 0.4 * size) if lying == color else -side * 0.1 * size


def _covered_worth(state: State, seat: Seat, spot: Spot) -> float:
    """The worth, for the seat, of the pieces covered by a second-level card."""
    colors, own, neutral = view(state.cards).colors, state.colors[seat], neutral_color(state.colors)
    covered = [colors[place] for place in Card("", spot.x, spot.y).places()]
    return fsum(0.0 if color == neutral else 1.5 if color == own else -1.5 for color in covered)
