"""The options, the table, and every card wherever it lies."""

from collections import Counter
from dataclasses import dataclass
from typing import Annotated, Final

from partie.game import InvalidInput, Seat
from partie.messages import message

DECK: Final = tuple(range(1, 61))
"""The cards, by their number (H-DEAL-1)."""

MIN_CARDS: Final = 3
MAX_CARDS: Final = 8


@dataclass(frozen=True, slots=True)
class Options:
    """`cards` is the number of cards in a hand."""

    cards: Annotated[int, range(MIN_CARDS, MAX_CARDS + 1)] = 5


@dataclass(frozen=True, slots=True)
class State:
    """The table between two events.

    `stock` was not dealt, `hands` and `won` are by seat, `trick` is in the order of play from the seat `leader` on.
    """

    options: Options
    stock: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    won: tuple[tuple[int, ...], ...]
    trick: tuple[int, ...] = ()
    leader: Seat = 0

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def is_dealt(self) -> bool:
        return len(self.stock) < len(DECK)


def setup(seats: int, options: Options) -> State:
    """The table before the deal. Raises InvalidInput for a number of cards that is not allowed."""
    if not MIN_CARDS <= options.cards <= MAX_CARDS:
        raise InvalidInput(message("A hand has 3 to 8 cards, not {cards}.", cards=options.cards))
    return State(options, DECK, ((),) * seats, ((),) * seats)


def inventory(state: State) -> Counter[str]:
    """Every card; their number never changes."""
    piles = (state.stock, state.trick, *state.hands, *state.won)
    return Counter(str(card) for pile in piles for card in pile)
