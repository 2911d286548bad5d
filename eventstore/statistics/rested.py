"""Games that were not played for long."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from eventstore.statistics.intervals import FEW
from eventstore.statistics.plays import PlayedMatch


@dataclass(frozen=True, slots=True)
class Rested:
    """A game and the last day on which it was played, `days` ago; `last` is the match of that day."""

    game: str
    plays: int
    played_on: str
    days: int
    last: str


def rested(played: Sequence[PlayedMatch], today: datetime.date, least: int = FEW) -> tuple[Rested, ...]:
    """Games of at least `least` plays by the time since their last play, longest first.

    `played` is in the order of play. Plays without a known day count, but are never the last one.
    """
    plays, last = dict[str, int](), dict[str, PlayedMatch]()
    for match in played:
        plays[match.game] = plays.get(match.game, 0) + 1
        if len(match.played_on or "") == len("2026-11-20"):
            last[match.game] = match
    rows = [
        Rested(game, plays[game], day, (today - datetime.date.fromisoformat(day)).days, match.id)
        for game, match in last.items()
        if (day := match.played_on) and plays[game] >= least
    ]
    return tuple(sorted(rows, key=lambda row: (-row.days, row.game)))
