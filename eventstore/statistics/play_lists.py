"""The lists of all people and of all games: plays, wins, last play and latest results; and who plays together."""

import datetime
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from eventstore.matches.people import SOMEBODY
from eventstore.statistics import sides, tally
from eventstore.statistics.intervals import FEW, Share
from eventstore.statistics.pair import Duel, pair
from eventstore.statistics.plays import PlayedMatch
from eventstore.statistics.tally import Play, Results

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
    """A game in the list of games. `usual` is the person with the most wins, who won `wins` of `decided` contests.

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
class Together:
    """Two people and the number of their matches, as opponents or as partners."""

    one: str
    other: str
    plays: int


@dataclass(frozen=True, slots=True)
class Absence:
    """A person whose last play was `days` ago."""

    person: str
    days: int


@dataclass(slots=True)
class _PersonPlays:
    plays: int = 0
    results: list[bool] = field(default_factory=list)
    seats: list[Play] = field(default_factory=list)
    last: str | None = None


@dataclass(slots=True)
class _GamePlays:
    plays: int = 0
    matches: list[Play] = field(default_factory=list)
    """Each match, with one of its seats: without opponents all seats have one result."""
    wins: Counter[str] = field(default_factory=Counter)
    people: set[str] = field(default_factory=set)
    last: str | None = None


def people_list(played: Iterable[PlayedMatch], people: Collection[str]) -> tuple[PersonRow, ...]:
    """A row for each of `people` (ids), also for those without a play; most plays first. `played` is in order."""
    found: dict[str, _PersonPlays] = {person: _PersonPlays() for person in people}
    for match in played:
        for person in {seat.person for seat in match.seats} & found.keys():
            own = found[person]
            own.plays += 1
            own.last = match.played_on or own.last
        for seat in match.seats:
            if seat.person in found:
                found[seat.person].seats.append((match, seat))
                if seat.won is not None:
                    found[seat.person].results.append(seat.won)
    rows = [_person_row(person, own) for person, own in found.items()]
    return tuple(sorted(rows, key=lambda row: -row.plays))


def _person_row(person: str, own: _PersonPlays) -> PersonRow:
    contests, cooperative, solo = tally.by_kind(own.seats)
    recent = tuple(own.results[-RECENT:])
    return PersonRow(person, own.plays, contests.wins, contests.share, cooperative, solo, own.last, recent)


def game_list(played: Iterable[PlayedMatch]) -> tuple[GameRow, ...]:
    """A row for each game, most plays first. `played` is in the order of play."""
    found: dict[str, _GamePlays] = {}
    for match in played:
        own = found.setdefault(match.game, _GamePlays())
        own.plays += 1
        own.matches += [(match, seat) for seat in match.seats[:1]]
        own.last = match.played_on or own.last
        known = {seat.person for seat in match.seats} - {SOMEBODY}
        own.people |= known
        if sides.kind(match) == "contest":
            own.wins.update(known & {seat.person for seat in match.seats if seat.won})
    rows = [_game_row(game, own) for game, own in found.items()]
    return tuple(sorted(rows, key=lambda row: (-row.plays, row.game)))


def _game_row(game: str, own: _GamePlays) -> GameRow:
    usual, wins = usual_winner(own.wins)
    contests, cooperative, solo = tally.by_kind(own.matches)
    return GameRow(game, own.plays, len(own.people), usual, wins, contests.decided, cooperative, solo, own.last)


def usual_winner(wins: Mapping[str, int]) -> tuple[str | None, int]:
    """The only person with the most wins, and these wins; None and 0 below two wins, and for a tie."""
    (person, most), (_, second) = [*Counter(wins).most_common(2), ("", 0), ("", 0)][:2]
    return (person, most) if most > max(second, 1) else (None, 0)


def together(played: Iterable[PlayedMatch], names: Collection[str], limit: int = 5) -> tuple[Together, ...]:
    """The pairs of people (ids in `names`) who played most often in the same match, most plays first."""
    counts = Counter[tuple[str, str]]()
    for match in played:
        known = sorted({seat.person for seat in match.seats if seat.person in names and seat.person != SOMEBODY})
        counts.update(combinations(known, 2))
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:limit]
    return tuple(Together(one, other, plays) for (one, other), plays in ranked)


def companion(played: Iterable[PlayedMatch], person: str, names: Collection[str]) -> str | None:
    """The person (id in `names`) who played most often in the same match as this one."""
    plays = Counter(
        other
        for match in played
        if match.at(person)
        for other in {seat.person for seat in match.seats}
        if other in names and other not in (person, SOMEBODY)
    )
    return min(plays, key=lambda other: (-plays[other], other), default=None)


def duel_of(played: Sequence[PlayedMatch], both: Together, names: Mapping[str, str]) -> Duel:
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
