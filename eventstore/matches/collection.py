"""The prices of the games that the people of a store own, in the stream `collection`."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Final

from core.game import fact
from eventstore import codec
from eventstore.store.store import Store
from eventstore.store.stream_state import StreamState, retry_on_conflict

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
        self._store, self._by, self._now = store, by, now
        nothing: Mapping[str, Price] = MappingProxyType({})
        self._prices = StreamState(store, STREAM, partial(codec.decode_row, EVENTS), _fold, nothing)

    def prices(self) -> Mapping[str, Price]:
        """The noted prices by title of the game."""
        return self._prices.read()[1]

    def note(self, game: str, price: float | None, currency: str = "") -> None:
        """Note the price of a game, or with None that it has none. Nothing is written if nothing changes.

        Raises ValueError for a price that is not a number from 0 to a billion.
        """
        if price is not None and not (math.isfinite(price) and 0 <= price <= MAX_PRICE):
            raise ValueError(f"The price of a game is a number from 0 to {MAX_PRICE:,}.")

        def write() -> None:
            version, before = self._prices.read()
            known = before.get(game)
            wanted = None if price is None else Price(price, currency)
            if known != wanted:
                row = codec.row(GamePriced(game, price, currency if price is not None else ""))
                self._store.append(STREAM, (row,), expected_version=version, by=self._by, at=self._now())

        retry_on_conflict(write)


def _fold(events: Iterable[GamePriced], before: Mapping[str, Price]) -> Mapping[str, Price]:
    prices = dict(before)
    for event in events:
        if event.price is None:
            prices.pop(event.game, None)
        else:
            prices[event.game] = Price(event.price, event.currency)
    return MappingProxyType(prices)
