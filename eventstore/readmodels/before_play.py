"""What is known before a play begins: the last plays of its title by the same people, and the points to beat."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from eventstore.readmodels.index import MatchIndex
from eventstore.statistics.plays import PlayedMatch
from eventstore.statistics.records import Record, records

LAST: Final = 3
"""Number of earlier plays that are shown."""


@dataclass(frozen=True, slots=True)
class BeforePlay:
    """`last` are the newest plays, newest first, of `plays` in all. `best` is the record of the title, by anybody."""

    last: tuple[PlayedMatch, ...] = ()
    plays: int = 0
    best: Record | None = None


def before_play(index: MatchIndex, title: str, people: Sequence[str] = ()) -> BeforePlay:
    """The plays of the title by exactly these people; without `people` those by anybody. An empty id is a new person,
    with whom nothing was played.
    """
    if not title:
        return BeforePlay()
    played = index.played(game=title)
    best = next((record for record in records(played) if record.kind == "points"), None)
    table = sorted(people)
    own = [match for match in played if not people or sorted(seat.person for seat in match.seats) == table]
    return BeforePlay(tuple(own[: -LAST - 1 : -1]), len(own), best)
