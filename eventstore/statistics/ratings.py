"""Plackett-Luce ratings of people, computed from contests in the order of play.

Undecided, cooperative and solo matches are left out, and those in which one person was on several sides. Anonymous
seats are not rated; the other seats of their match are rated against each other. A side without a known result is left
out as well. If only the winners are known, the others count as equal.

The advantage of the start player is measured for every game. If it is measured from at least `MEASURED` contests and is
significant, the start player is expected to win that much more often, so the start alone does not raise a rating.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import exp, fsum, inf, sqrt
from operator import attrgetter
from typing import Final, NamedTuple, TypeAlias

from eventstore.matches.people import SOMEBODY
from eventstore.statistics.intervals import NORMAL

MEAN: Final = 25.0
"""The rating of a person without contests."""
SPREAD: Final = MEAN / 3
"""The standard deviation of that rating."""
VARIANCE_OF_PLAY: Final = (MEAN / 6) ** 2
"""Variance of the performance of one side in one match (beta squared)."""
GROWTH: Final = (MEAN / 300) ** 2
"""Variance added to a rating before every contest, as people change (tau squared)."""
MIN_SHRINKAGE: Final = 0.0001
"""Lower bound of the factor by which one contest changes a variance (kappa)."""
PROVISIONAL: Final = 5
"""Below this number of contests a rating is provisional."""
MEASURED: Final = 50
"""Minimum number of contests with a known start player for the start advantage to count."""


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A rating after one match, with its interval of two standard deviations."""

    match: str
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of one person: `value` is 25 for a newcomer, more is better.

    `low` and `high` are two standard deviations away; people are ranked by `low`, which rises as the uncertainty falls.
    `line` holds the rating after each of the `contests`, in order.
    """

    person: str
    value: float
    low: float
    high: float
    contests: int
    provisional: bool
    line: tuple[RatingPoint, ...]


@dataclass(frozen=True, slots=True)
class RatingStart:
    """The advantage of the start player in one game, measured over `n` contests.

    `wins` of the start players are compared with the wins `expected` by chance. `odds` is the logarithm of the factor
    by which the start multiplies the odds of winning, to one decimal: the next contest seldom changes it, and with it
    all ratings. `counted`: the ratings consider it.
    """

    n: int
    wins: int
    expected: float
    odds: float
    counted: bool


Skill: TypeAlias = tuple[float, float]
"""Mean and standard deviation of a rating."""
NEWCOMER: Final[Skill] = (MEAN, SPREAD)


class RatedSeat(NamedTuple):
    """A seat of a match that may be rated; `side` is the number of its side."""

    match: str
    moment: str
    game: str
    person: str
    side: int
    won: bool | None
    rank: int | None
    started: bool | None


class RatedContest(NamedTuple):
    """A match that can be rated: its people, each once, the side of each, and the rank of each side.

    Sides without rated people or without a known result are not counted. `start` is the side that began, None if
    unknown, or if an anonymous seat began.
    """

    match: str
    moment: str
    game: str
    people: list[str]
    side_of: Sequence[int]
    ranks: list[int]
    start: int | None


def plackett_luce(
    skills: Sequence[Skill], side_of: Sequence[int], ranks: Sequence[int], start: int | None = None, odds: float = 0.0
) -> list[Skill]:
    """The ratings after a contest, by algorithm 4 of Weng and Lin, A Bayesian Approximation Method for Online Ranking
    (JMLR 12, 2011). The same numbers as those of the library openskill, which checks its arguments and copies them at
    every contest: that takes six times as long.

    `side_of` is the side of each skill. `ranks` of the sides are 1, 2 ... without gaps, equal for ties; the side
    `start` began, with an advantage of `odds`.
    """
    means, variances = [mu for mu, _ in skills], [sigma * sigma + GROWTH for _, sigma in skills]
    if len(ranks) == len(skills):
        changes = _changes(means, variances, ranks, start, odds)
    else:
        of_sides = [_sums(values, side_of, len(ranks)) for values in (means, variances)]
        of_side = _changes(of_sides[0], of_sides[1], ranks, start, odds)
        changes = [of_side[side] for side in side_of]
    after = []
    for mu, variance, (step, shrinkage) in zip(means, variances, changes, strict=True):
        kept = 1 - variance * shrinkage
        after.append((mu + variance * step, sqrt(variance * (kept if kept > MIN_SHRINKAGE else MIN_SHRINKAGE))))
    return after


def _sums(values: Sequence[float], side_of: Sequence[int], number: int) -> list[float]:
    """The sum of the values of each of `number` sides."""
    sums = [0.0] * number
    for value, side in zip(values, side_of, strict=True):
        sums[side] += value
    return sums


def _changes(
    means: Sequence[float], variances: Sequence[float], ranks: Sequence[int], start: int | None, odds: float
) -> list[tuple[float, float]]:
    """For each side the change of its mean and the shrinkage of its variance, both for each unit of variance.

    Loops over plain lists: this is half of the time that ratings take.
    """
    c = sqrt(fsum(variances) + len(ranks) * VARIANCE_OF_PLAY)
    strengths = [exp(mu / c) for mu in means]
    if start is not None:
        strengths[start] *= exp(odds)
    places = max(ranks) + 1
    ties, remaining = [0] * places, [0.0] * places
    for rank, strength in zip(ranks, strengths, strict=True):
        ties[rank] += 1
        remaining[rank] += strength
    for rank in range(places - 2, 0, -1):
        remaining[rank] += remaining[rank + 1]  # Of all sides with this rank or a worse one.
    first = second = 0.0
    firsts, seconds = [first], [second]  # By rank: the sums of 1/remaining and of its square down to this rank.
    for total in remaining[1:]:
        first += 1 / total
        second += 1 / (total * total)
        firsts.append(first)
        seconds.append(second)
    found, c_cubed = [], c**3
    for rank, strength, variance in zip(ranks, strengths, variances, strict=True):
        first = firsts[rank]
        shrinkage = strength * (first - strength * seconds[rank]) * (sqrt(variance) / c_cubed)
        found.append(((1 / ties[rank] - strength * first) / c, shrinkage))
    return found


class SkillChange(NamedTuple):
    """The skill of a person after a contest, over all games and in the game of the contest."""

    person: str
    overall: Skill
    of_game: Skill


class Skills:
    """Current skills, changed contest by contest; `earlier` gives those of a person in a game, or over all games
    (None), before the first of these contests.
    """

    def __init__(self, earlier: Callable[[str, str | None], Skill]) -> None:
        self._earlier = earlier
        self._now: dict[tuple[str, str | None], Skill] = {}

    def rate(self, contest: RatedContest, odds: float | None) -> list[SkillChange]:
        """The skills after the contest; `odds` is the advantage of its start player, None if it does not count."""
        overall, of_game = (self._rate(contest, game, odds) for game in (None, contest.game))
        return list(map(SkillChange, contest.people, overall, of_game))

    def _rate(self, contest: RatedContest, game: str | None, odds: float | None) -> list[Skill]:
        start = None if odds is None else contest.start
        before = [self._skill(person, game) for person in contest.people]
        after = plackett_luce(before, contest.side_of, contest.ranks, start, odds or 0.0)
        self._now.update(((person, game), skill) for person, skill in zip(contest.people, after, strict=True))
        return after

    def _skill(self, person: str, game: str | None) -> Skill:
        skill = self._now.get((person, game))
        return self._earlier(person, game) if skill is None else skill


def rating(person: str, steps: Iterable[tuple[str, Skill]]) -> Rating | None:
    """The rating of one person from the skills after each match; None without a match."""
    line = tuple([RatingPoint(match, mu, mu - 2 * sigma, mu + 2 * sigma) for match, (mu, sigma) in steps])
    if not line:
        return None
    last = line[-1]
    return Rating(person, last.value, last.low, last.high, len(line), len(line) < PROVISIONAL, line)


def contests(seats: Iterable[RatedSeat]) -> Iterator[RatedContest]:
    """The contests among these seats, which are ordered by match, then by seat."""
    for _, of_match in groupby(seats, attrgetter("match")):
        if contest := _contest(list(of_match)):
            yield contest


def _contest(seats: Sequence[RatedSeat]) -> RatedContest | None:
    """None if the match cannot be rated."""
    all_sides = dict[int, list[RatedSeat]]()
    for seat in seats:
        all_sides.setdefault(seat.side, []).append(seat)
    people, places, side_of = list[str](), list[float](), list[int]()
    for side in all_sides.values():
        if side[0].won is not None and (of_side := _people(side)):
            people += of_side
            side_of += [len(places)] * len(of_side)
            places.append(_place(side))
    distinct = sorted(set(places))
    if len(places) < 2 or len(people) != len(set(people)) or distinct == [inf]:
        return None
    order = {place: rank for rank, place in enumerate(distinct, 1)}
    ranks = [order[place] for place in places]
    start = _start(seats, people, side_of)
    return RatedContest(seats[0].match, seats[0].moment, seats[0].game, people, side_of, ranks, start)


def _people(side: Sequence[RatedSeat]) -> list[str]:
    """The rated people of a side, each once."""
    if len(side) == 1:  # Nearly always; the general case takes five times as long.
        return [side[0].person] if side[0].person != SOMEBODY else []
    return list(dict.fromkeys(one.person for one in side if one.person != SOMEBODY))


def _place(side: Sequence[RatedSeat]) -> float:
    """Sort key of the sides in finishing order: winners, whatever their rank, then by rank, unknown ranks last."""
    if side[0].won:
        return -inf
    if len(side) == 1:
        return inf if side[0].rank is None else side[0].rank
    return min((one.rank for one in side if one.rank is not None), default=inf)


def _start(seats: Sequence[RatedSeat], people: Sequence[str], side_of: Sequence[int]) -> int | None:
    began = {seat.person for seat in seats if seat.started}
    places = {side for person, side in zip(people, side_of, strict=True) if person in began}
    return places.pop() if len(places) == 1 else None


def rating_start(results: Mapping[tuple[int, bool], int]) -> RatingStart:
    """The advantage of the start player from numbers of contests: by number of sides, and whether the start player won.

    One Newton step from an advantage of 0, by the wins of the start players minus the expected wins.
    """
    n = wins = 0
    expected = variance = 0.0
    for (sides, won), contests in sorted(results.items()):
        chance = 1 / sides
        n += contests
        wins += contests * won
        expected += contests * chance
        variance += contests * chance * (1 - chance)
    odds = round((wins - expected) / variance, 1) if variance else 0.0
    beyond_chance = abs(wins - expected) > NORMAL * sqrt(variance)
    return RatingStart(n, wins, expected, odds, counted=n >= MEASURED and beyond_chance)
