"""Suggestions of games to play now, from all plays at once."""

import datetime
from collections.abc import Collection, Sequence
from statistics import quantiles

from eventstore.matches.people import SOMEBODY
from eventstore.statistics.plays import PlayedMatch
from eventstore.statistics.suggestions import LONG, GameSuggestion


def suggestions(
    played: Sequence[PlayedMatch],
    people: Collection[str],
    minutes: int | None,
    today: datetime.date,
    players: int | None = None,
) -> tuple[GameSuggestion, ...]:
    """Games that more of the people know first, then those not played for long, then the most played.

    `people` are ids; a game is left out if its plays with that many players usually took longer than `minutes`. Without
    people it is their number that counts, `players`, and `days` are those since anybody played it.
    """
    games: dict[str, list[PlayedMatch]] = {}
    known, last = dict[str, set[str]](), dict[str, str]()
    for match in played:
        if len(match.seats) == (len(people) or players):
            games.setdefault(match.game, []).append(match)
        there = {seat.person for seat in match.seats}
        if not people or there & {*people}:
            known.setdefault(match.game, set()).update(there & {*people})
            if len(match.played_on or "") == len("2026-11-20"):
                last[match.game] = max(match.played_on or "", last.get(match.game, ""))
    result = [_suggestion(game, own, len(known.get(game, ())), last.get(game), today) for game, own in games.items()]
    fitting = [one for one in result if minutes is None or one.minutes is None or one.minutes <= minutes]
    return tuple(sorted(fitting, key=_order))


def last_table(played: Sequence[PlayedMatch]) -> tuple[str, ...]:
    """The people of the last play that names two or more, as they are likely to play again; `played` is in order."""
    for match in reversed(played):
        people = dict.fromkeys(seat.person for seat in match.seats if seat.person != SOMEBODY)
        if len(people) > 1:
            return tuple(people)
    return ()


def _suggestion(
    game: str, played: Sequence[PlayedMatch], known: int, last: str | None, today: datetime.date
) -> GameSuggestion:
    times = [match.minutes for match in played if match.minutes is not None]
    middle, longest = _median_and_quartile(times)
    days = (today - datetime.date.fromisoformat(last)).days if last else None
    return GameSuggestion(game, len(played), middle, longest, known, days)


def _median_and_quartile(times: Sequence[int]) -> tuple[float | None, float | None]:
    """The median and the upper quartile; of a single duration both are this one."""
    if len(times) < 2:
        known = times[0] if times else None
        return known, known
    _, middle, longest = quantiles(times, method="inclusive")
    return middle, longest


def _order(one: GameSuggestion) -> tuple[object, ...]:
    return -one.known, one.minutes is None, min(one.days or 0, LONG) * -1, -one.plays, one.game
