"""The table: the trick in the middle, and a card for each seat with its hand."""

from collections.abc import Sequence
from typing import Final

from partie.board import HEADER, Panel, Scene, Shape, fit, frame, gettext, label, plain, shape
from partie_highcard.events import Event, HandsDealt
from partie_highcard.rules import scores, turn
from partie_highcard.state import State

STYLE: Final = """
.partie-light { --highcard-paper: #fdf6e3; }
.partie-dark { --highcard-paper: #3a3428; }
.highcard-card { fill: var(--highcard-paper); stroke: var(--edge); stroke-width: .06; }
"""
_CARD: Final = 1.4
_HEIGHT: Final = HEADER + 2.4


def _width(state: State) -> float:
    """Wide enough for a whole hand, the same in every state of a match."""
    return max(state.options.cards, state.seats, 5) * _CARD + 1.2


def scene(state: State, names: Sequence[str]) -> Scene:
    """The panel of the trick, then one for each seat."""
    laid = tuple(each for place, card in enumerate(state.trick) for each in _card(f"trick/{card}", place, card))
    taken = () if state.trick else (label("trick/none", 0.7, HEADER + 1, gettext("No card on the table"), "small"),)
    wide = _width(state)
    card = shape("trick", "rect", class_="card", x=0.1, y=0.1, width=wide - 0.2, height=_HEIGHT - 0.2, rx=0.6)
    title = label("trick/title", 0.7, 1.22, gettext("Table"), "name")
    table = Panel("table", gettext("Table"), wide, _HEIGHT, (card, title, *laid, *taken))
    return Scene((table, *(_seat(state, seat, name) for seat, name in enumerate(names))))


def _seat(state: State, seat: int, name: str) -> Panel:
    is_next = turn(state) == seat
    wide = _width(state)
    head = frame(seat, name, scores(state)[seat], active=is_next, width=wide, height=_HEIGHT)
    hand = (each for place, card in enumerate(state.hands[seat]) for each in _card(f"{seat}/hand/{card}", place, card))
    return Panel(f"seat/{seat}", plain(name), wide, _HEIGHT, (*head, *hand), seat)


def _card(id: str, place: int, card: int) -> tuple[Shape, ...]:
    x = 0.6 + place * _CARD
    paper = shape(id, "rect", title=str(card), class_="highcard-card", x=x, y=HEADER, width=1.25, height=1.8, rx=0.2)
    return (paper, label(f"{id}/number", x + 0.62, HEADER + 1.15, str(card), "entry middle"))


def text(state: State, names: Sequence[str]) -> str:
    """The same as text."""
    lines = [gettext("Table: {cards}", cards=_listed(state.trick))]
    for seat, name in enumerate(names):
        points, hand = scores(state)[seat], _listed(state.hands[seat])
        lines.append(f"{'>' if turn(state) == seat else ' '} {fit(name, 30)}: {points} ({hand})")
    return "\n".join(lines)


def _listed(cards: Sequence[int]) -> str:
    return " ".join(map(str, cards)) or "-"


def sentence(before: State, event: Event, names: Sequence[str]) -> str:
    """What happened."""
    if isinstance(event, HandsDealt):
        return gettext("Each seat gets {cards} cards", cards=before.options.cards)
    return gettext("{name} plays {card}", name=plain(names[event.seat]), card=event.card)


def symbols() -> str:
    """This board needs no drawings beside its shapes."""
    return ""


def taps(state: State, event: Event) -> tuple[str, ...]:
    """A card is played by tapping it."""
    return () if isinstance(event, HandsDealt) else (f"{event.seat}/hand/{event.card}",)


def task(state: State, taps: tuple[str, ...], names: Sequence[str]) -> str:
    """The instruction for the seat to move."""
    seat = turn(state)
    return gettext("{name} plays: tap a card", name=names[seat]) if isinstance(seat, int) else ""
