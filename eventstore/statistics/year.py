"""The year in review: the matches of one year, of all people or of one person."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from eventstore.statistics.challenges import Challenges, challenges
from eventstore.statistics.overview import Count, overview
from eventstore.statistics.plays import PlayedMatch


@dataclass(frozen=True, slots=True)
class Year:
    """The matches of one year; with a `person` those that the person played.

    `before` is the number of plays of the year before. `minutes` is the total of the `timed` matches. `months` are the
    plays of each month, January first; matches without a known month are in none. `new` are the games that were played
    for the first time ever, `people` is without the person. `decided` and `wins` are those of the person, 0 without
    one. `longest` is the match of the longest known duration. Counts are sorted by plays.
    """

    year: str
    person: str | None
    plays: int
    before: int
    minutes: int
    timed: int
    days: int
    months: tuple[int, ...]
    games: tuple[Count, ...]
    new: tuple[Count, ...]
    people: tuple[Count, ...]
    places: tuple[Count, ...]
    busiest: Count | None
    decided: int
    wins: int
    longest: str | None
    longest_minutes: int | None
    challenges: Challenges
    matches: tuple[str, ...]


def years(played: Sequence[PlayedMatch]) -> tuple[str, ...]:
    """The years with matches, newest first."""
    return tuple(sorted({match.played_on[:4] for match in played if match.played_on}, reverse=True))


def year(played: Sequence[PlayedMatch], names: Mapping[str, str], number: str, person: str | None = None) -> Year:
    """`played` are the matches of all years, in the order of play; `number` is the year."""
    of_person = [match for match in played if person is None or match.at(person)]
    own = _within(of_person, number)
    found = overview(own, names)
    earlier = {match.game for match in of_person if match.played_on and match.played_on[:4] < number}
    seats = [seat for match in own if person and (seat := match.at(person)) and seat.won is not None]
    longest = max((match for match in own if match.minutes), key=lambda match: match.minutes or 0, default=None)
    return Year(
        year=number,
        person=person,
        plays=found.plays,
        before=len(_within(of_person, str(int(number) - 1))),
        minutes=found.minutes,
        timed=found.timed,
        days=len(found.days),
        months=tuple(sum((match.played_on or "")[5:7] == f"{month:02}" for match in own) for month in range(1, 13)),
        games=found.games,
        new=tuple(game for game in found.games if game.label not in earlier),
        people=tuple(count for count in found.people if count.label != person),
        places=found.places,
        busiest=max(found.days, key=lambda day: day.plays, default=None),
        decided=len(seats),
        wins=sum(seat.won is True for seat in seats),
        longest=longest.id if longest else None,
        longest_minutes=longest.minutes if longest else None,
        challenges=challenges(found.games),
        matches=tuple(match.id for match in own),
    )


def _within(played: Sequence[PlayedMatch], number: str) -> list[PlayedMatch]:
    return [match for match in played if (match.played_on or "")[:4] == number]
