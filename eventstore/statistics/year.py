"""The year in review: the matches of one year, of all people or of one person."""

from collections.abc import Mapping
from dataclasses import dataclass

from eventstore.statistics.challenges import Challenges
from eventstore.statistics.overview import Count
from eventstore.statistics.tally import Results


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
