"""The year in review, and the challenges that players count: ten games ten times, and the H-index."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from eventstore.statistics.overview import Count, h_index
from eventstore.statistics.tally import Results

TEN: Final = 10
"""Games and plays of each in the challenge 10 x 10."""


@dataclass(frozen=True, slots=True)
class ChallengeStep:
    """A game of a challenge: `plays` so far, and how many are `missing`."""

    game: str
    plays: int
    missing: int


@dataclass(frozen=True, slots=True)
class Challenges:
    """`ten` are the ten most played games, `done` of the 100 plays of 10 x 10 are played.

    `next_h` are the games that lack plays for the next H-index, which needs `missing_h` plays in all; `untried` of the
    games it needs were not played at all.
    """

    ten: tuple[ChallengeStep, ...]
    done: int
    h_index: int
    next_h: tuple[ChallengeStep, ...]
    untried: int
    missing_h: int

    @property
    def finished(self) -> int:
        """The number of games that were played ten times."""
        return sum(not step.missing for step in self.ten)

    @property
    def nearest(self) -> ChallengeStep | None:
        """The game that lacks the fewest plays of the ten."""
        return next((step for step in self.ten if step.missing), None)


def challenges(games: Sequence[Count]) -> Challenges:
    """`games` are sorted by plays, most first."""
    ten = tuple(ChallengeStep(game.label, game.plays, max(TEN - game.plays, 0)) for game in games[:TEN])
    index = h_index([game.plays for game in games])
    goal = index + 1
    needed = games[:goal]
    lacking = tuple(ChallengeStep(game.label, game.plays, goal - game.plays) for game in needed if game.plays < goal)
    untried = goal - len(needed)
    return Challenges(
        ten=ten,
        done=sum(TEN - step.missing for step in ten),
        h_index=index,
        next_h=lacking,
        untried=untried,
        missing_h=sum(step.missing for step in lacking) + untried * goal,
    )


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
