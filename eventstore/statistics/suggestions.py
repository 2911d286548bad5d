"""What to play now: the games that fit the people at the table and the time they have."""

import datetime
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from statistics import quantiles
from typing import Final

from eventstore.statistics.plays import PlayedMatch

LONG: Final = 60
"""Days after which a game is fresh again."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A game that was played by this number of people, within the time.

    `plays` are those with this number of players. `minutes` is the median duration of these plays and `longest` the
    duration that three of four of them did not exceed; None if unknown. `known` of the people have played it before.
    `days` since some of them played it; None: none of them did, or the day is unknown. `matches` are the `plays`.
    """

    game: str
    plays: int
    minutes: float | None
    longest: float | None
    known: int
    days: int | None
    matches: tuple[str, ...]


def suggestions(
    played: Sequence[PlayedMatch], people: Collection[str], minutes: int | None, today: datetime.date
) -> tuple[Suggestion, ...]:
    """Games that more of the people know first, then those not played for long, then the most played.

    `people` are ids; a game is left out if its plays with that many players usually took longer than `minutes`.
    """
    games: dict[str, list[PlayedMatch]] = {}
    known, last = dict[str, set[str]](), dict[str, str]()
    for match in played:
        if len(match.seats) == len(people):
            games.setdefault(match.game, []).append(match)
        if there := {seat.person for seat in match.seats} & {*people}:
            known.setdefault(match.game, set()).update(there)
            if len(match.played_on or "") == len("2026-11-20"):
                last[match.game] = max(match.played_on or "", last.get(match.game, ""))
    found = [_suggestion(game, own, len(known.get(game, ())), last.get(game), today) for game, own in games.items()]
    fitting = [one for one in found if minutes is None or one.minutes is None or one.minutes <= minutes]
    return tuple(sorted(fitting, key=_order))


def _suggestion(
    game: str, played: Sequence[PlayedMatch], known: int, last: str | None, today: datetime.date
) -> Suggestion:
    times = [match.minutes for match in played if match.minutes is not None]
    middle, longest = _median_and_quartile(times)
    days = (today - datetime.date.fromisoformat(last)).days if last else None
    return Suggestion(game, len(played), middle, longest, known, days, tuple(match.id for match in played))


def _median_and_quartile(times: Sequence[int]) -> tuple[float | None, float | None]:
    """The median and the upper quartile; of a single duration both are this one."""
    if len(times) < 2:
        known = times[0] if times else None
        return known, known
    _, middle, longest = quantiles(times, method="inclusive")
    return middle, longest


def _order(one: Suggestion) -> tuple[object, ...]:
    return -one.known, one.minutes is None, min(one.days or 0, LONG) * -1, -one.plays, one.game
