"""Plackett-Luce ratings of people, computed from all contests in the order of play.

Undecided, cooperative and solo matches are left out, and those in which one person was on several sides. Anonymous
seats are not rated; the other seats of their match are rated against each other. A side without a known result is left
out as well. If only the winners are known, the others count as equal.

The advantage of the start player is measured for every game. If it is measured from at least `MEASURED` contests and is
significant, the start player is expected to win that much more often, so the start alone does not raise a rating.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, inf, sqrt
from typing import Final, NamedTuple, TypeAlias

from eventstore.matches.people import SOMEBODY
from eventstore.statistics import sides
from eventstore.statistics.intervals import NORMAL
from eventstore.statistics.plays import PlayedMatch, SeatResult

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
    by which the start multiplies the odds of winning; `counted`: the ratings consider it.
    """

    n: int
    wins: int
    expected: float
    odds: float
    counted: bool


_Skill: TypeAlias = tuple[float, float]
"""Mean and standard deviation of a rating."""
_NEWCOMER: Final[_Skill] = (MEAN, SPREAD)


class _Contest(NamedTuple):
    """A match that can be rated: its people, each once, the side of each, and the rank of each side.

    Sides without rated people or without a known result are not counted in `side_of` and `ranks`, but in `sides`.
    """

    match: PlayedMatch
    people: list[str]
    side_of: Sequence[int]
    ranks: list[int]
    sides: int


def plackett_luce(
    skills: Sequence[_Skill], side_of: Sequence[int], ranks: Sequence[int], start: int | None = None, odds: float = 0.0
) -> list[_Skill]:
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
    c = sqrt(sum(variances) + len(ranks) * VARIANCE_OF_PLAY)
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


class Ladder:
    """Current ratings, updated match by match."""

    def __init__(self) -> None:
        self._now: dict[str, _Skill] = {}
        self._matches = defaultdict[str, list[str]](list)
        self._skills = defaultdict[str, list[_Skill]](list)

    def rate(self, contest: _Contest, start: int | None, odds: float) -> None:
        """`start` is the side that began, with an advantage of `odds`."""
        now, match = self._now, contest.match.id
        skills = [now.get(person, _NEWCOMER) for person in contest.people]
        after = plackett_luce(skills, contest.side_of, contest.ranks, start, odds)
        for person, skill in zip(contest.people, after, strict=True):
            now[person] = skill
            self._matches[person].append(match)
            self._skills[person].append(skill)

    def rating(self, person: str) -> Rating | None:
        """The rating of one person; None without a contest. Only here its line is made, as a page shows one or two."""
        if person not in self._now:
            return None
        steps = zip(self._matches[person], self._skills[person], strict=True)
        line = tuple([RatingPoint(match, mu, mu - 2 * sigma, mu + 2 * sigma) for match, (mu, sigma) in steps])
        last = line[-1]
        return Rating(person, last.value, last.low, last.high, len(line), len(line) < PROVISIONAL, line)

    def standing(self) -> tuple[str, ...]:
        """The rated people, highest `low` first."""
        low = {person: mu - 2 * sigma for person, (mu, sigma) in self._now.items()}
        return tuple(sorted(low, key=lambda person: (-low[person], person)))


@dataclass(frozen=True, slots=True)
class Ratings:
    """Ratings over all games, and by game. `starts` is by game."""

    overall: Ladder
    games: Mapping[str, Ladder]
    starts: Mapping[str, RatingStart]
    contests: int


def ratings(played: Sequence[PlayedMatch], *, by_game: bool = True) -> Ratings:
    """All ratings in one pass over the matches, which must be in the order of play; with `by_game` also by game."""
    contests = [contest for match in played if (contest := _contest(match))]
    starts = {game: _start(own) for game, own in _by_game(contests).items()}
    overall, games = Ladder(), dict[str, Ladder]()
    for contest in contests:
        game = contest.match.game
        start = starts[game]
        first, odds = (_first(contest), start.odds) if start.counted else (None, 0.0)
        overall.rate(contest, first, odds)
        if by_game:
            games.setdefault(game, Ladder()).rate(contest, first, odds)
    return Ratings(overall, games, starts, len(contests))


def _contest(match: PlayedMatch) -> _Contest | None:
    """None if the match cannot be rated."""
    all_sides = sides.sides(match)
    people, places, side_of = list[str](), list[float](), list[int]()
    for side in all_sides:
        if side[0].won is not None and (of_side := _people(side)):
            people += of_side
            side_of += [len(places)] * len(of_side)
            places.append(_place(side))
    distinct = sorted(set(places))
    if len(places) < 2 or len(people) != len(set(people)) or distinct == [inf]:
        return None
    order = {place: rank for rank, place in enumerate(distinct, 1)}
    alone = range(len(places))  # Nearly always: no list is kept.
    ranks = [order[place] for place in places]
    return _Contest(match, people, alone if len(people) == len(places) else side_of, ranks, len(all_sides))


def _people(side: Sequence[SeatResult]) -> list[str]:
    """The rated people of a side, each once."""
    if len(side) == 1:  # Nearly always; the general case takes five times as long.
        return [side[0].person] if side[0].person != SOMEBODY else []
    return list(dict.fromkeys(one.person for one in side if one.person != SOMEBODY))


def _place(side: Sequence[SeatResult]) -> float:
    """Sort key of the sides in finishing order: winners, whatever their rank, then by rank, unknown ranks last."""
    if side[0].won:
        return -inf
    if len(side) == 1:
        return inf if side[0].rank is None else side[0].rank
    return min((one.rank for one in side if one.rank is not None), default=inf)


def _first(contest: _Contest) -> int | None:
    """The side that began; None if unknown, or if an anonymous seat began."""
    began = {seat_result.person for seat_result in contest.match.seats if seat_result.started}
    places = {side for person, side in zip(contest.people, contest.side_of, strict=True) if person in began}
    return places.pop() if len(places) == 1 else None


def _by_game(contests: Iterable[_Contest]) -> dict[str, list[_Contest]]:
    games: dict[str, list[_Contest]] = {}
    for contest in contests:
        games.setdefault(contest.match.game, []).append(contest)
    return games


def _start(contests: Sequence[_Contest]) -> RatingStart:
    """One Newton step from an advantage of 0, by the wins of the start players minus the expected wins."""
    results = list(_starts(contests))
    wins, expected = sum(won for won, _ in results), sum(chance for _, chance in results)
    variance = sum(chance * (1 - chance) for _, chance in results)
    odds = (wins - expected) / variance if variance else 0.0
    beyond_chance = abs(wins - expected) > NORMAL * sqrt(variance)
    return RatingStart(len(results), wins, expected, odds, counted=len(results) >= MEASURED and beyond_chance)


def _starts(contests: Iterable[_Contest]) -> Iterator[tuple[bool, float]]:
    """For every match with one start player: whether that player won, and the chance of it."""
    for contest in contests:
        began = [one for one in contest.match.seats if one.started and one.won is not None]
        if len(began) == 1:
            yield began[0].won is True, 1 / contest.sides
