"""The cost of a play of a game so far, where the price of the game is noted."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from eventstore.matches.collection import Price


class TimedPlays(NamedTuple):
    """The number of plays of a game, and the minutes of those `timed` ones whose duration is known."""

    plays: int
    minutes: int
    timed: int


@dataclass(frozen=True, slots=True)
class Cost:
    """`each` is the price by play, `hour` by hour; None without plays, or without a known duration."""

    game: str
    price: float
    currency: str
    plays: int
    each: float | None
    hour: float | None


def costs(played: Mapping[str, TimedPlays], prices: Mapping[str, Price]) -> tuple[Cost, ...]:
    """The games with a noted price, cheapest by play first, games without a play last."""
    result = [_cost(played.get(game, TimedPlays(0, 0, 0)), game, price) for game, price in prices.items()]
    return tuple(sorted(result, key=lambda cost: (cost.currency, cost.each is None, cost.each or 0, cost.game)))


def _cost(own: TimedPlays, game: str, price: Price) -> Cost:
    # Plays of unknown duration count as long as the others, or the hours would be too few.
    hours = own.minutes / 60 * own.plays / own.timed if own.timed else 0
    each, hour = (price.amount / count if count else None for count in (own.plays, hours))
    return Cost(game, price.amount, price.currency, own.plays, each, hour)
