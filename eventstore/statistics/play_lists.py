"""The lists of all people and of all games: plays, wins, last play and latest results; and who plays together."""

import datetime
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from eventstore.statistics.intervals import FEW, Share
from eventstore.statistics.pair import Duel, pair
from eventstore.statistics.plays import PlayedMatch
from eventstore.statistics.tally import Results

RECENT: Final = 10
"""The number of the latest known results in a row of the list."""

ABSENT_DAYS: Final = 90
"""Days after which a person who played is not seen for long."""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person in the list of people; `plays` counts a match once, `wins` and `share` every seat of a decided contest.

    `cooperative` and `solo` plays are counted apart.

    `last` is the date of the last play, as precise as it is known, None if unknown; `recent` are the latest known
    results, the newest last.
    """

    person: str
    plays: int
    wins: int
    share: Share
    cooperative: Results
    solo: Results
    last: str | None
    recent: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game in the list of games. `usual` is the person with the most wins: `wins` of the `decided` contests of that
    person.

    `cooperative` and `solo` are the matches of the game without opponents.

    Nobody is usual with fewer than two wins, or with as many wins as another person.
    """

    game: str
    plays: int
    people: int
    usual: str | None
    wins: int
    decided: int
    cooperative: Results
    solo: Results
    last: str | None


@dataclass(frozen=True, slots=True)
class PairPlays:
    """Two people and the number of their matches, as opponents or as partners."""

    one: str
    other: str
    plays: int


@dataclass(frozen=True, slots=True)
class Absence:
    """A person whose last play was `days` ago."""

    person: str
    days: int


def usual_winner(wins: Mapping[str, int]) -> tuple[str | None, int]:
    """The only person with the most wins, and these wins; None and 0 below two wins, and for a tie."""
    (person, most), (_, second) = [*Counter(wins).most_common(2), ("", 0), ("", 0)][:2]
    return (person, most) if most > max(second, 1) else (None, 0)


def duel_of(played: Sequence[PlayedMatch], both: PairPlays, names: Mapping[str, str]) -> Duel:
    """The results of the two against each other."""
    (duel,) = pair(played, (both.one, both.other), names, {}).duels
    return duel


def absent(rows: Iterable[PersonRow], today: datetime.date, limit: int = 5) -> tuple[Absence, ...]:
    """People of at least three plays whose last known day is `ABSENT_DAYS` ago or more, most plays first."""
    known = [
        Absence(row.person, (today - datetime.date.fromisoformat(row.last)).days)
        for row in sorted(rows, key=lambda row: -row.plays)
        if row.plays >= FEW and row.last and len(row.last) == len("2026-11-20")
    ]
    return tuple(one for one in known if one.days >= ABSENT_DAYS)[:limit]
