"""The prices of the games that the people of a store own, in the stream `collection`."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from core.game import fact
from eventstore.matches.event_stream import EventStream
from eventstore.store.store import Store

STREAM: Final = "collection"

MAX_PRICE: Final = 10**9


@fact
@dataclass(frozen=True, slots=True)
class GamePriced:
    """The price paid for a game, by its title; None: the price is not known any more.

    `currency` is as the owner writes it (`EUR`, `Kč`), empty if all prices are in one currency.
    """

    game: str
    price: int | float | None
    currency: str = ""


EVENTS: Final = (GamePriced,)


@dataclass(frozen=True, slots=True)
class Price:
    """The price of a game as noted."""

    amount: float
    currency: str


class Collection:
    """The prices in `store`; `by` and `now` as for `MatchRepository`."""

    def __init__(self, store: Store, by: str, now: Callable[[], str]) -> None:
        nothing: Mapping[str, Price] = MappingProxyType({})
        self._prices = EventStream(store, STREAM, EVENTS, _fold, nothing, by=by, now=now)

    def prices(self) -> Mapping[str, Price]:
        """The noted prices by title of the game."""
        return self._prices.read()

    def note(self, game: str, price: float | None, currency: str = "") -> None:
        """Note the price of a game, or with None that it has none. Nothing is written if nothing changes.

        Raises ValueError for a price that is not a number from 0 to a billion.
        """
        if price is not None and not (math.isfinite(price) and 0 <= price <= MAX_PRICE):
            raise ValueError(f"The price of a game is a number from 0 to {MAX_PRICE:,}.")

        def noted(before: Mapping[str, Price]) -> tuple[GamePriced, ...]:
            wanted = None if price is None else Price(price, currency)
            if before.get(game) == wanted:
                return ()
            return (GamePriced(game, price, currency if price is not None else ""),)

        self._prices.write(noted)


def _fold(events: Iterable[GamePriced], before: Mapping[str, Price]) -> Mapping[str, Price]:
    prices = dict(before)
    for event in events:
        if event.price is None:
            prices.pop(event.game, None)
        else:
            prices[event.game] = Price(event.price, event.currency)
    return MappingProxyType(prices)
