"""Games to play now: those that fit the people at the table and their time, and those not played for long."""

import datetime
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import quantiles
from typing import Final, NamedTuple

LONG: Final = 60
"""Days after which a game is fresh again."""


@dataclass(frozen=True, slots=True)
class GameSuggestion:
    """A game that was played by this number of players, within the time.

    `plays` are those with this number of players. `minutes` is the median duration of these plays and `longest` the
    duration that three of four of them did not exceed; None if unknown. `known` of the people have played it before.
    `days` since some of them played it; None: none of them did, or the day is unknown.
    """

    game: str
    plays: int
    minutes: float | None
    longest: float | None
    known: int
    days: int | None


class FittingGame(NamedTuple):
    """A game with plays by the number of players at the table: how many, and those of each known duration in minutes.

    `last` is the last day on which some of the people played it; None: none of them did, or the day is unknown.
    """

    game: str
    plays: int
    times: Mapping[int, int]
    known: int
    last: str | None


def ranked(games: Iterable[FittingGame], minutes: int | None, today: datetime.date) -> tuple[GameSuggestion, ...]:
    """Games that more of the people know first, then those not played for long, then the most played.

    A game is left out if its plays usually took longer than `minutes`.
    """
    result = [_suggestion(game, today) for game in games]
    fitting = [one for one in result if minutes is None or one.minutes is None or one.minutes <= minutes]
    return tuple(sorted(fitting, key=_order))


def _suggestion(game: FittingGame, today: datetime.date) -> GameSuggestion:
    middle, longest = _median_and_quartile(sorted(Counter(game.times).elements()))
    days = (today - datetime.date.fromisoformat(game.last)).days if game.last else None
    return GameSuggestion(game.game, game.plays, middle, longest, game.known, days)


def _median_and_quartile(times: Sequence[int]) -> tuple[float | None, float | None]:
    """The median and the upper quartile; of a single duration both are this one."""
    if len(times) < 2:
        known = times[0] if times else None
        return known, known
    _, middle, longest = quantiles(times, method="inclusive")
    return middle, longest


def _order(one: GameSuggestion) -> tuple[object, ...]:
    return -one.known, one.minutes is None, min(one.days or 0, LONG) * -1, -one.plays, one.game


@dataclass(frozen=True, slots=True)
class Rested:
    """A game and the last day on which it was played, `days` ago; `last` is the match of that day."""

    game: str
    plays: int
    played_on: str
    days: int
    last: str
