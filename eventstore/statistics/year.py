"""The year in review: the matches of one year, of all people or of one person."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from eventstore.matches.people import SOMEBODY
from eventstore.statistics.challenges import Challenges, challenges
from eventstore.statistics.overview import DAY, CountedMatches, counts, dates
from eventstore.statistics.sides import Kind
from eventstore.statistics.tally import Results, results


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
    games: tuple[CountedMatches, ...]
    new: tuple[CountedMatches, ...]
    people: tuple[CountedMatches, ...]
    places: tuple[CountedMatches, ...]
    busiest: CountedMatches | None
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
    def favorite(self) -> CountedMatches | None:
        """The most played game, if it is one alone with two or more plays."""
        first = self.games[:1]
        is_alone = len(self.games) == 1 or (self.games and self.games[1].plays < self.games[0].plays)
        return next((game for game in first if is_alone and game.plays > 1), None)


class YearPlay(NamedTuple):
    """A match of the year; `won` is whether the person won, None if unknown or without a person."""

    match: str
    game: str
    played_on: str
    place: str | None
    minutes: int | None
    kind: Kind
    people: tuple[str, ...]
    won: bool | None


class YearBefore(NamedTuple):
    """The number of plays of the year before, of those until the same day, and the games played before the year."""

    plays: int
    by_now: int | None
    games: Collection[str]


def year(
    played: Sequence[YearPlay], names: Mapping[str, str], number: str, before: YearBefore, person: str | None = None
) -> Year:
    """`played` are the matches of the year, in the order of play; with a `person` those that the person played."""
    days = dates(((match.played_on, match.match) for match in played), DAY)
    games = counts((match.game, match.match) for match in played)
    people = counts(((one, match.match) for match in played for one in match.people if one != SOMEBODY), names)
    times = [(match.minutes, match.match) for match in played if match.minutes is not None]
    longest = max((time for time in times if time[0]), key=lambda time: time[0], default=(None, None))
    contests, cooperative, solo = (
        results([(match.match, match.won) for match in played if person and match.kind == kind])
        for kind in ("contest", "cooperative", "solo")
    )
    return Year(
        year=number,
        person=person,
        plays=len(played),
        before=before.plays,
        before_by_now=before.by_now,
        minutes=sum(minutes for minutes, _ in times),
        timed=len(times),
        days=len(days),
        months=tuple(sum(match.played_on[5:7] == f"{month:02}" for match in played) for month in range(1, 13)),
        by_day={day.label: day.plays for day in days},
        games=games,
        new=tuple(game for game in games if game.label not in before.games),
        people=tuple(count for count in people if count.label != person),
        places=counts((match.place, match.match) for match in played if match.place),
        busiest=max(days, key=lambda day: day.plays, default=None),
        decided=contests.decided,
        wins=contests.wins,
        cooperative=cooperative,
        solo=solo,
        longest=longest[1],
        longest_minutes=longest[0],
        challenges=challenges(games),
        matches=tuple(match.match for match in played),
    )
