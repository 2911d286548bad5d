"""The panel of a seat: its chocolate, its counters, its hand, and its counting groups."""

from collections.abc import Iterator, Sequence
from typing import Final

from core.game import Seat
from core.games.schokoly.faces import COLORS, KINDS
from core.games.schokoly.scoring import tallies
from core.games.schokoly.state import COUNTERS, State
from core.multiset import pieces
from viewer.boards.scene import Panel, Shape, shape
from viewer.boards.schokoly.pieces import card, chocolate, counter, pieces_of_card
from viewer.boards.schokoly.words import partner
from viewer.boards.seat import HEADER, frame, label
from viewer.locale.language import gettext, translate
from viewer.locale.plain_text import fit, plain

WIDTH: Final = 8.75
HEIGHT: Final = 5.5
_HAND: Final = HEADER + 1.9
_CARD: Final = 1.15
"""Width of a card in the hand, smaller than on the table."""


def seat_panel(state: State, seat: Seat, names: Sequence[str]) -> Panel:
    tally = tallies(state.cards, state.colors)[seat]
    counts = gettext("group {points}", points=len(tally.largest))
    if tally.neutral:
        counts = gettext("{group}  ·  neutral {points}", group=counts, points=tally.neutral_points())
    shapes = [
        *frame(seat, names[seat], tally.points(), active=state.mover == seat, width=WIDTH, height=HEIGHT),
        *_color(state, seat, names),
        *_counters(state, seat),
        *_hand(state, seat),
        label(f"{seat}/counts", 0.7, HEADER + 1.4, counts, "small"),
    ]
    return Panel(f"seat/{seat}", plain(names[seat]), WIDTH, HEIGHT, tuple(shapes), seat)


def _color(state: State, seat: Seat, names: Sequence[str]) -> Iterator[Shape]:
    color = state.colors[seat]
    other = partner(state, seat)
    words = gettext("no color yet") if color is None else translate(COLORS[color])
    if other is not None:
        words = gettext("{color} with {partner}", color=words, partner=fit(names[other], 9))
    if color is None:
        yield label(f"{seat}/chocolate", 0.7, HEADER + 0.45, words, "small")
        return
    yield chocolate(f"{seat}/color", COLORS[color], 0.7, HEADER - 0.05, 0.75)
    yield label(f"{seat}/chocolate", 1.65, HEADER + 0.45, words, "small")


def _counters(state: State, seat: Seat) -> Iterator[Shape]:
    """The remaining counters, on one place per initial counter."""
    for number in range(COUNTERS[len(state.hands)]):
        x, y = WIDTH - 1.05 - number % 3 * 0.78, _HAND + 0.2 + number // 3 * 0.78
        title = gettext("counter left") if number < state.counters[seat] else gettext("counter used")
        if number < state.counters[seat]:
            yield counter(f"{seat}/counter/{number + 1}", seat, x, y, title, 0.33)
        else:
            yield shape(f"{seat}/counter/{number + 1}", "circle", title=title, class_="gone", cx=x, cy=y, r=0.3)


def _hand(state: State, seat: Seat) -> Iterator[Shape]:
    """Known cards with their faces up, then the backs of the others."""
    known = [KINDS[kind] for kind in pieces(state.known[seat])]
    for number in range(state.hands[seat]):
        id, x = f"{seat}/hand/{number + 1}", 0.7 + number * (_CARD + 0.1)
        if number >= len(known):
            place = f"translate({round(x, 2):g} {_HAND}) scale({_CARD / 2})"
            yield shape(id, "use", title=gettext("a hidden card"), href="#scho-back", transform=place)
            continue
        face = known[number]
        yield from card(id, x, _HAND, title=gettext("{face} in hand", face=face), size=_CARD)
        first, second, third, last = (f"{id}/{piece}" for piece in range(1, 5))
        yield from pieces_of_card((first, second, third, last), face, x, _HAND, size=_CARD)
