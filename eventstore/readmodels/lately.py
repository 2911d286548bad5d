"""The plays of late: the figures of the newest month, days with plays, people seen, and games not played for long."""

import datetime
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from eventstore.matches.people import SOMEBODY
from eventstore.readmodels import play_lists
from eventstore.readmodels.index import MatchIndex
from eventstore.statistics.plays import PlayedMatch
from eventstore.statistics.suggestions import LONG, Rested

MAX_RESULTS: Final = 10
MAX_PEOPLE: Final = 5
MAX_RESTED: Final = 3
_WINDOW: Final = datetime.timedelta(days=30)


@dataclass(frozen=True, slots=True)
class MonthFigures:
    """The plays of a month (`2026-11`); `minutes` are those of the plays of a known length."""

    month: str
    plays: int
    games: int
    people: int
    minutes: int


@dataclass(frozen=True, slots=True)
class SeenPerson:
    """A person by the number of plays in the last 30 days with plays, and the last results, newest last.

    A result is whether the person won, None if unknown.
    """

    person: str
    plays: int
    results: tuple[bool | None, ...]


@dataclass(frozen=True, slots=True)
class Lately:
    """The newest month with plays, the plays by day of the twelve months that end with it, people, and games."""

    month: MonthFigures
    days: Mapping[str, int]
    people: tuple[SeenPerson, ...]
    rested: tuple[Rested, ...]


def lately(index: MatchIndex, today: datetime.date) -> Lately | None:
    """As seen on a day; None as long as no play has a known month. Costs a few reads of single months."""
    newest = next(iter(index.played(last=1, until=today.isoformat())), None)
    month = ((newest and newest.played_on) or "")[:7]
    if newest is None or len(month) < len("2026-11"):
        return None
    last = datetime.date.fromisoformat(f"{newest.played_on}-01"[:10])
    since = min(last - _WINDOW, last.replace(day=1))
    played = index.played(since=since.isoformat(), until=today.isoformat())
    return Lately(
        _figures(month, [match for match in played if (match.played_on or "")[:7] == month]),
        index.plays_by_day(since=_eleven_months_before(last).isoformat(), until=today.isoformat()),
        _seen(index, [match for match in played if (match.played_on or "") > (last - _WINDOW).isoformat()]),
        rested(index, today),
    )


def rested(index: MatchIndex, today: datetime.date) -> tuple[Rested, ...]:
    """The most played of the games that were not played for long, longest first."""
    games = (game for game in play_lists.rested(index, today) if game.days >= LONG)
    favorites = sorted(games, key=lambda game: (-game.plays, game.game))
    return tuple(sorted(favorites[:MAX_RESTED], key=lambda game: (-game.days, game.game)))


def _figures(month: str, played: Sequence[PlayedMatch]) -> MonthFigures:
    people = {seat.person for match in played for seat in match.seats} - {SOMEBODY}
    games = {match.game for match in played}
    return MonthFigures(month, len(played), len(games), len(people), sum(match.minutes or 0 for match in played))


def _seen(index: MatchIndex, played: Sequence[PlayedMatch]) -> tuple[SeenPerson, ...]:
    newest_first = [person for match in reversed(played) for person in _people(match)]
    return tuple(
        SeenPerson(person, plays, tuple(_won(match, person) for match in index.played(last=MAX_RESULTS, person=person)))
        for person, plays in Counter(newest_first).most_common(MAX_PEOPLE)
    )


def _people(match: PlayedMatch) -> list[str]:
    """The known people of a match, each once."""
    return [person for person in dict.fromkeys(seat.person for seat in match.seats) if person != SOMEBODY]


def _won(match: PlayedMatch, person: str) -> bool | None:
    own = match.at(person)
    return own.won if own else None


def _eleven_months_before(day: datetime.date) -> datetime.date:
    """The first day of the twelve months that end with the month of `day`."""
    months = day.year * 12 + day.month - 12
    return datetime.date(months // 12, months % 12 + 1, 1)
