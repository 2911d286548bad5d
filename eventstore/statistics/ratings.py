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
from itertools import accumulate
from math import exp, inf, sqrt
from typing import Final, TypeAlias

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
LEAST_SHRINKAGE: Final = 0.0001
"""Lower bound of the factor by which one contest changes a variance (kappa)."""
PROVISIONAL: Final = 5
"""Below this number of contests a rating is provisional."""
MEASURED: Final = 50
"""Minimum number of contests with a known start player for the start advantage to count."""


@dataclass(frozen=True, slots=True)
class Point:
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
    line: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Start:
    """The advantage of the start player in one game, measured over `n` contests.

    `wins` of the start players are compared with the wins `expected` by chance. `odds` is the logarithm of the factor
    by which the start multiplies the odds of winning; `counted`: the ratings consider it.
    """

    n: int
    wins: int
    expected: float
    odds: float
    counted: bool


@dataclass(frozen=True, slots=True)
class Ratings:
    """Ratings by person, highest `low` first: over all games, and by game. `starts` is by game."""

    overall: Mapping[str, Rating]
    games: Mapping[str, Mapping[str, Rating]]
    starts: Mapping[str, Start]
    contests: int


_Skill: TypeAlias = tuple[float, float]
"""Mean and standard deviation of a rating."""
_NEWCOMER: Final[_Skill] = (MEAN, SPREAD)


def plackett_luce(
    teams: Sequence[Sequence[_Skill]], ranks: Sequence[int], start: int | None = None, odds: float = 0.0
) -> list[list[_Skill]]:
    """The ratings after a contest, by algorithm 4 of Weng and Lin, A Bayesian Approximation Method for Online Ranking
    (JMLR 12, 2011). The same numbers as those of the library openskill, which checks its arguments and copies them at
    every contest: that takes four times as long.

    `ranks` of the teams start at 1 and are equal for ties; the team `start` began, with an advantage of `odds`.
    """
    grown = [[(mu, sigma * sigma + GROWTH) for mu, sigma in team] for team in teams]
    sides_of = [team[0] if len(team) == 1 else _added(team) for team in grown]
    c = sqrt(sum([variance for _, variance in sides_of]) + len(teams) * VARIANCE_OF_PLAY)
    strengths = [exp(mu / c) for mu, _ in sides_of]
    if start is not None:
        strengths[start] *= exp(odds)
    after, c_cubed = [], c**3
    for team, (_, side_variance), (step, shrinkage) in zip(grown, sides_of, _changes(strengths, ranks), strict=True):
        step /= c
        shrinkage *= sqrt(side_variance) / c_cubed
        after.append(
            [
                (mu + variance * step, sqrt(variance * max(1 - variance * shrinkage, LEAST_SHRINKAGE)))
                for mu, variance in team
            ]
        )
    return after


def _added(team: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The mean and the variance of a team."""
    return sum(mu for mu, _ in team), sum(variance for _, variance in team)


def _changes(strengths: Sequence[float], ranks: Sequence[int]) -> list[tuple[float, float]]:
    """For each side the change of its mean and of its variance, both without their scale (omega and delta)."""
    ties, remaining = [0] * (max(ranks) + 1), [0.0] * (max(ranks) + 1)
    for rank, strength in zip(ranks, strengths, strict=True):
        ties[rank] += 1
        remaining[rank] += strength
    remaining = [*accumulate(reversed(remaining))][::-1]  # Of all sides with this rank or a worse one.
    first = second = 0.0
    sums = []  # By rank: the sums of 1/remaining and of its square over this rank and all better ones.
    for number, total in zip(ties, remaining, strict=True):
        if number:
            first += 1 / total
            second += 1 / (total * total)
        sums.append((number, first, second))
    return [
        (1 / number - strength * first, strength * (first - strength * second))
        for strength, rank in zip(strengths, ranks, strict=True)
        for number, first, second in (sums[rank],)
    ]


class _Ladder:
    """Current ratings, updated match by match."""

    def __init__(self) -> None:
        self._now: dict[str, _Skill] = {}
        self._lines = defaultdict[str, list[Point]](list)

    def rate(
        self, match: str, teams: Sequence[Sequence[str]], ranks: Sequence[int], start: int | None, odds: float
    ) -> None:
        """`ranks` of the teams, equal for ties; `start` is the team that began, with an advantage of `odds`."""
        rated = [[self._now.get(person, _NEWCOMER) for person in team] for team in teams]
        for team, after in zip(teams, plackett_luce(rated, ranks, start, odds), strict=True):
            for person, skill in zip(team, after, strict=True):
                mu, sigma = self._now[person] = skill
                self._lines[person].append(Point(match, mu, mu - 2 * sigma, mu + 2 * sigma))

    def standing(self) -> dict[str, Rating]:
        found = [
            Rating(person, last.value, last.low, last.high, len(line), len(line) < PROVISIONAL, tuple(line))
            for person, line in self._lines.items()
            for last in line[-1:]
        ]
        return {rating.person: rating for rating in sorted(found, key=lambda rating: (-rating.low, rating.person))}


def ratings(played: Sequence[PlayedMatch], *, by_game: bool = True) -> Ratings:
    """All ratings in one pass over the matches, which must be in the order of play; with `by_game` also by game."""
    contests = [(match, teams, ranks) for match in played if (found := _result(match)) for teams, ranks in (found,)]
    starts = {game: _start(own) for game, own in _by_game(match for match, _, _ in contests).items()}
    overall, games = _Ladder(), dict[str, _Ladder]()
    for match, teams, ranks in contests:
        start = starts[match.game]
        first = _first(match, teams)
        odds = start.odds if start.counted else 0.0
        ladders = (overall, games.setdefault(match.game, _Ladder())) if by_game else (overall,)
        for ladder in ladders:
            ladder.rate(match.id, teams, ranks, first, odds)
    of_games = {game: ladder.standing() for game, ladder in games.items()}
    return Ratings(overall.standing(), of_games, starts, len(contests))


def _result(match: PlayedMatch) -> tuple[list[list[str]], list[int]] | None:
    """The people and the rank of each rated side; None if the match cannot be rated."""
    all_sides = sides.sides(match) if match.decided else ()
    if len(all_sides) < 2:
        return None
    teams, places = list[list[str]](), list[float]()
    for side in all_sides:
        if side[0].won is not None and (people := _people(side)):
            teams.append(people)
            places.append(_place(side))
    everybody = [person for people in teams for person in people]
    order = sorted(set(places))
    if len(teams) < 2 or len(everybody) != len(set(everybody)) or order == [inf]:
        return None
    return teams, [order.index(place) + 1 for place in places]


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


def _first(match: PlayedMatch, teams: Sequence[Sequence[str]]) -> int | None:
    """The team that began; None if unknown, or if an anonymous seat began."""
    began = {seat_result.person for seat_result in match.seats if seat_result.started}
    if not began:
        return None
    places = [place for place, team in enumerate(teams) if not began.isdisjoint(team)]
    return places[0] if len(places) == 1 else None


def _by_game(played: Iterable[PlayedMatch]) -> dict[str, list[PlayedMatch]]:
    games: dict[str, list[PlayedMatch]] = {}
    for match in played:
        games.setdefault(match.game, []).append(match)
    return games


def _start(played: Sequence[PlayedMatch]) -> Start:
    """One Newton step from an advantage of 0, by the wins of the start players minus the expected wins."""
    results = list(_starts(played))
    wins, expected = sum(won for won, _ in results), sum(chance for _, chance in results)
    variance = sum(chance * (1 - chance) for _, chance in results)
    odds = (wins - expected) / variance if variance else 0.0
    beyond_chance = abs(wins - expected) > NORMAL * sqrt(variance)
    return Start(len(results), wins, expected, odds, counted=len(results) >= MEASURED and beyond_chance)


def _starts(played: Iterable[PlayedMatch]) -> Iterator[tuple[bool, float]]:
    """For every match with one start player: whether that player won, and the chance of it."""
    for match in played:
        began = [seat_result for seat_result in match.seats if seat_result.started and seat_result.won is not None]
        if len(began) == 1:
            yield began[0].won is True, sides.chance(match)
