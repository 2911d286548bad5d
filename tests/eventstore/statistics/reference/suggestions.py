"""Suggestions of games to play now, from all plays at once."""

import datetime
from collections import Counter
from collections.abc import Collection, Sequence

from eventstore.matches.people import SOMEBODY
from eventstore.statistics.plays import PlayedMatch
from eventstore.statistics.suggestions import FittingGame, GameSuggestion, ranked


def suggestions(
    played: Sequence[PlayedMatch],
    people: Collection[str],
    minutes: int | None,
    today: datetime.date,
    players: int | None = None,
) -> tuple[GameSuggestion, ...]:
    """As of the read tables; `played` are all plays."""
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
    fitting = (
        FittingGame(game, len(own), _times(own), len(known.get(game, ())), last.get(game))
        for game, own in games.items()
    )
    return ranked(fitting, minutes, today)


def _times(played: Sequence[PlayedMatch]) -> Counter[int]:
    return Counter(match.minutes for match in played if match.minutes is not None)


def last_table(played: Sequence[PlayedMatch]) -> tuple[str, ...]:
    """The people of the last play that names two or more, as they are likely to play again; `played` is in order."""
    for match in reversed(played):
        people = dict.fromkeys(seat.person for seat in match.seats if seat.person != SOMEBODY)
        if len(people) > 1:
            return tuple(people)
    return ()
