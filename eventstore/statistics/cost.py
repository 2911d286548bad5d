"""The cost of a play of a game so far, where the price of the game is noted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from eventstore.matches.collection import Price
from eventstore.statistics.plays import PlayedMatch


@dataclass(frozen=True, slots=True)
class Cost:
    """`each` is the price by play, `hour` by hour; None without plays, or without a known duration."""

    game: str
    price: float
    currency: str
    plays: int
    each: float | None
    hour: float | None


def costs(played: Sequence[PlayedMatch], prices: Mapping[str, Price]) -> tuple[Cost, ...]:
    """The games with a noted price, cheapest by play first, games without a play last."""
    result = [_cost([match for match in played if match.game == game], game, price) for game, price in prices.items()]
    return tuple(sorted(result, key=lambda cost: (cost.currency, cost.each is None, cost.each or 0, cost.game)))


def _cost(own: Sequence[PlayedMatch], game: str, price: Price) -> Cost:
    minutes = [match.minutes for match in own if match.minutes is not None]
    # Plays of unknown duration count as long as the others, or the hours would be too few.
    hours = sum(minutes) / 60 * len(own) / len(minutes) if minutes else 0
    each, hour = (price.amount / count if count else None for count in (len(own), hours))
    return Cost(game, price.amount, price.currency, len(own), each, hour)
