"""The lists of all people and of all games, from all plays of a store at once."""

import datetime
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from eventstore.matches.people import SOMEBODY
from eventstore.statistics import sides
from eventstore.statistics.intervals import FEW
from eventstore.statistics.play_lists import RECENT, GameRow, PairPlays, PersonRow, usual_winner
from eventstore.statistics.plays import PlayedMatch
from eventstore.statistics.suggestions import Rested
from tests.eventstore.statistics.reference import tally
from tests.eventstore.statistics.reference.tally import Play


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
    decided: Counter[str] = field(default_factory=Counter)
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
            own.decided.update(seat.person for seat in match.seats if seat.won is not None)
    rows = [_game_row(game, own) for game, own in found.items()]
    return tuple(sorted(rows, key=lambda row: (-row.plays, row.game)))


def _game_row(game: str, own: _GamePlays) -> GameRow:
    usual, wins = usual_winner(own.wins)
    _, cooperative, solo = tally.by_kind(own.matches)
    decided = own.decided[usual or ""]
    return GameRow(game, own.plays, len(own.people), usual, wins, decided, cooperative, solo, own.last)


def together(played: Iterable[PlayedMatch], names: Collection[str], limit: int = 5) -> tuple[PairPlays, ...]:
    """The pairs of people (ids in `names`) who played most often in the same match, most plays first."""
    counts = Counter[tuple[str, str]]()
    for match in played:
        known = sorted({seat.person for seat in match.seats if seat.person in names and seat.person != SOMEBODY})
        counts.update(combinations(known, 2))
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:limit]
    return tuple(PairPlays(one, other, plays) for (one, other), plays in ranked)


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
