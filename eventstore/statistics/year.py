"""The year in review: the matches of one year, of all people or of one person."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from eventstore.statistics.challenges import Challenges, challenges
from eventstore.statistics.overview import Count, overview
from eventstore.statistics.plays import PlayedMatch
from eventstore.statistics.tally import Results, by_kind


@dataclass(frozen=True, slots=True)
class Year:
    """The matches of one year; with a `person` those that the person played.

    `before` is the number of plays of the year before, `before_by_now` of those until the same day, None if the year is
    over. `by_day` are the plays of each known day. `minutes` is the total of the `timed` matches. `months` are the
    plays of each month, January first; matches without a known month are in none. `new` are the games that were played
    for the first time ever, `people` is without the person. `decided` and `wins` are the contests of the person, 0
    without one; `cooperative` and `solo` plays are counted apart. `longest` is the match of the longest known duration.
    Counts are sorted by plays.
    """

    year: str
    person: str | None
    plays: int
    before: int
    before_by_now: int | None
    minutes: int
    timed: int
    days: int
    months: tuple[int, ...]
    by_day: Mapping[str, int]
    games: tuple[Count, ...]
    new: tuple[Count, ...]
    people: tuple[Count, ...]
    places: tuple[Count, ...]
    busiest: Count | None
    decided: int
    wins: int
    cooperative: Results
    solo: Results
    longest: str | None
    longest_minutes: int | None
    challenges: Challenges
    matches: tuple[str, ...]

    @property
    def liveliest(self) -> int | None:
        """The month with the most plays, 1 to 12, if it is one alone with two or more."""
        most = max(self.months)
        return self.months.index(most) + 1 if most > 1 and self.months.count(most) == 1 else None

    @property
    def favorite(self) -> Count | None:
        """The most played game, if it is one alone with two or more plays."""
        first = self.games[:1]
        is_alone = len(self.games) == 1 or (self.games and self.games[1].plays < self.games[0].plays)
        return next((game for game in first if is_alone and game.plays > 1), None)


def years(played: Sequence[PlayedMatch], person: str | None = None) -> tuple[str, ...]:
    """The years with matches, of the person if one is given, newest first."""
    own = (match for match in played if match.played_on and (person is None or match.at(person)))
    return tuple(sorted({match.played_on[:4] for match in own if match.played_on}, reverse=True))


def year(
    played: Sequence[PlayedMatch],
    names: Mapping[str, str],
    number: str,
    person: str | None = None,
    today: datetime.date | None = None,
) -> Year:
    """`played` are the matches of all years, in the order of play; `number` is the year, over unless it is today's."""
    of_person = [match for match in played if person is None or match.at(person)]
    own, before = _within(of_person, number), _within(of_person, f"{int(number) - 1:04}")
    by_now = [match for match in before if today and (match.played_on or "")[5:] <= today.isoformat()[5:]]
    found = overview(own, names)
    earlier = {match.game for match in of_person if match.played_on and match.played_on[:4] < number}
    contests, cooperative, solo = by_kind(
        (match, seat) for match in own if person and (seat := match.at(person)) is not None
    )
    longest = max((match for match in own if match.minutes), key=lambda match: match.minutes or 0, default=None)
    return Year(
        year=number,
        person=person,
        plays=found.plays,
        before=len(before),
        before_by_now=len(by_now) if today and number == f"{today.year:04}" else None,
        minutes=found.minutes,
        timed=found.timed,
        days=len(found.days),
        months=tuple(sum((match.played_on or "")[5:7] == f"{month:02}" for match in own) for month in range(1, 13)),
        by_day={day.label: day.plays for day in found.days},
        games=found.games,
        new=tuple(game for game in found.games if game.label not in earlier),
        people=tuple(count for count in found.people if count.label != person),
        places=found.places,
        busiest=max(found.days, key=lambda day: day.plays, default=None),
        decided=contests.decided,
        wins=contests.wins,
        cooperative=cooperative,
        solo=solo,
        longest=longest.id if longest else None,
        longest_minutes=longest.minutes if longest else None,
        challenges=challenges(found.games),
        matches=tuple(match.id for match in own),
    )


def _within(played: Sequence[PlayedMatch], number: str) -> list[PlayedMatch]:
    return [match for match in played if (match.played_on or "")[:4] == number]
