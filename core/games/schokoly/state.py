"""The components of schokoly and their numbers, the state of the table, the inventory."""

from collections import Counter
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from core.errors import InvalidInput
from core.game import Seat, Turn
from core.games.schokoly.events import SwapOffered
from core.games.schokoly.faces import COPIES, DECK_FACES, KIND_OF, KINDS
from core.messages import message
from core.multiset import Counts, count, none_of, pieces

COUNTERS: Final = {2: 6, 3: 4, 4: 3}
"""Wooden counters each seat has, by number of players: twelve in all."""

HAND: Final = 4
"""Cards in a hand; hands are refilled after each turn while the stack lasts."""

TEAMS_OF_TWO: Final = 4
"""Number of players of a team game: seats 0 and 2 play against seats 1 and 3."""

CHOOSERS: Final = 2
"""The number of seats that name a color; the colors of the others follow from it (S-COLOUR-1)."""

NO_CARDS: Final = none_of(len(KINDS))

Place: TypeAlias = tuple[int, int]
"""x to the right and y downwards, in pieces; the first card has its upper left piece at (0, 0)."""

Phase: TypeAlias = Literal["color", "lay", "answer", "over"]


@dataclass(frozen=True, slots=True)
class Options:
    """`deck` names a number of cards, is `open` (any faces, any number), or lists a face for every card."""

    deck: Literal["36", "48", "open"] | tuple[str, ...] = "36"
    swaps: bool = False


class Card(NamedTuple):
    """A card on the table; `counter` is the seat whose counter lies on it, None without a counter.

    A plain tuple, because the card tuples are cache keys of the table views and tuples hash fast.
    """

    face: str
    x: int
    y: int
    stacked: bool = False
    counter: Seat | None = None

    def places(self) -> tuple[Place, Place, Place, Place]:
        """The places of its pieces: upper left, upper right, lower left, lower right."""
        _, x, y, _, _ = self
        return (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)


@dataclass(frozen=True, slots=True)
class State:
    """The whole table.

    `colors` are the named colors by seat. `cards` are in the order laid. `counters` are the seats' remaining counters.
    `unseen` are the cards not laid yet, by kind; `stack` is the number of them not in a hand; both None for an open
    deck. `hands` are the numbers of cards held, `known` the known ones of them, by kind. `offer` is the open offer;
    `swapped`: the mover has swapped this turn. `passes` is the number of passes in a row.
    """

    options: Options
    phase: Phase
    mover: Turn
    round: int
    colors: tuple[int | None, ...]
    cards: tuple[Card, ...]
    counters: tuple[int, ...]
    unseen: Counts | None
    stack: int | None
    hands: tuple[int, ...]
    known: tuple[Counts, ...]
    offer: SwapOffered | None
    swapped: bool
    passes: int


def deck(options: Options) -> Counts | None:
    """The cards of the deck by kind; None when any card may appear. Raises InvalidInput for an invalid face."""
    if options.deck == "open":
        return None
    if isinstance(options.deck, str):
        return count([KIND_OF[face] for face in DECK_FACES] * COPIES[options.deck], len(KINDS))
    for face in options.deck:
        if face not in KIND_OF:
            raise InvalidInput(
                message("Write a face as wm/dd, with four of the letters w, m and d, not {face!r}.", face=face)
            )
    return count([KIND_OF[face] for face in options.deck], len(KINDS))


def setup(seats: int, options: Options) -> State:
    """The start: full hands, no card known, seat 0 names a color. Raises InvalidInput for a deck too small for them."""
    cards = deck(options)
    if options.swaps and seats != 3:
        raise InvalidInput(message("Only three players swap cards (S-SWAP-1)."))
    stack = None if cards is None else sum(cards) - seats * HAND
    if stack is not None and stack < 0:
        raise InvalidInput(
            message(
                "The deck has fewer than {cards} cards: not enough for {seats} hands.", cards=seats * HAND, seats=seats
            )
        )
    return State(
        options=options,
        phase="color",
        mover=0,
        round=1,
        colors=(None,) * seats,
        cards=(),
        counters=(COUNTERS[seats],) * seats,
        unseen=cards,
        stack=stack,
        hands=(HAND,) * seats,
        known=(NO_CARDS,) * seats,
        offer=None,
        swapped=False,
        passes=0,
    )


def inventory(state: State) -> Counter[str]:
    """The counters and, unless the deck is open, the cards by kind, laid or not."""
    components = Counter(counters=sum(state.counters) + sum(card.counter is not None for card in state.cards))
    if state.unseen is not None:
        components.update(f"card {KINDS[KIND_OF[card.face]]}" for card in state.cards)
        components.update(f"card {KINDS[kind]}" for kind in pieces(state.unseen))
    return components
