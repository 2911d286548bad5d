"""Schokoly tables drawn as text: w white, m milk, d dark, `.` free. Cards follow from the drawing.

The first piece that belongs to no card yet, read by rows, is the upper left piece of the next card.
"""

from collections.abc import Sequence
from dataclasses import replace

from core.games import schokoly
from core.games.schokoly.events import Event
from core.games.schokoly.faces import COLORS, KIND_OF, KINDS
from core.games.schokoly.state import Card, Options, Place, State
from core.multiset import count

WHITE, MILK, DARK = range(3)
OPEN = Options(deck="open")
SWAPS = Options(swaps=True)


def cards(*rows: str, top: Sequence[str] = ()) -> tuple[Card, ...]:
    """First-level cards as drawn, the upper left corner of the drawing at 0,0; `top` lists stacked cards.

    A stacked card is written like `wm/dd 1,0`; its counter is seat 0's.
    """
    pieces = {(x, y): piece for y, row in enumerate(rows) for x, piece in enumerate(row) if piece != "."}
    lying = []
    for x, y in sorted(pieces, key=lambda place: (place[1], place[0])):
        if (x, y) in pieces:
            card = [pieces.pop(place) for place in Card("", x, y).places()]
            lying.append(Card(f"{''.join(card[:2])}/{''.join(card[2:])}", x, y))
    for text in top:
        face, place = text.split()
        x, y = map(int, place.split(","))
        lying.append(Card(face, x, y, stacked=True, counter=0))
    return tuple(lying)


def table(
    *rows: str,
    top: Sequence[str] = (),
    guarded: Sequence[Place] = (),
    seats: int = 2,
    colors: tuple[int | None, ...] | None = None,
    counters: int = 2,
    options: Options = OPEN,
    mover: int = 0,
) -> State:
    """Seat 0 plays white, seat 1 dark (seat 2 of three milk); `mover` is about to lay, in round 3.

    `guarded` are the places of first-level cards with a counter of seat 1. Hands are full and unknown; the deck is open
    unless `options` say otherwise.
    """
    lying = tuple(
        card._replace(counter=1) if (card.x, card.y) in guarded and not card.stacked else card
        for card in cards(*rows, top=top)
    )
    sides = {2: (WHITE, DARK), 3: (WHITE, DARK, MILK), 4: (WHITE, DARK, WHITE, DARK)}
    return replace(
        schokoly.setup(seats, options),
        phase="lay",
        mover=mover,
        round=3,
        colors=colors or sides[seats],
        cards=lying,
        counters=(counters,) * seats,
    )


def holding(state: State, *hands: Sequence[str]) -> State:
    """The same table with these cards known in the hands of seats 0, 1 ..., which hold nothing else."""
    known = tuple(count([KIND_OF[face] for face in faces], len(KINDS)) for faces in hands)
    known += (count((), len(KINDS)),) * (len(state.hands) - len(known))
    return replace(state, hands=tuple(map(sum, known)), known=known)


def refused_by(state: State, event: Event) -> str | None:
    refusal = schokoly.refusal(state, event)
    return refusal.rule if refusal else None


def played(state: State, *events: Event) -> State:
    for event in events:
        assert schokoly.refusal(state, event) is None, event
        state = schokoly.evolve(state, event)
    return state


def read(state: State, *lines: str) -> State:
    """The table after moves in notation."""
    return played(state, *map(schokoly.parse, lines))


def named(colors: tuple[int | None, ...]) -> list[str | None]:
    return [None if color is None else COLORS[color] for color in colors]
