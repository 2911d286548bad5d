"""Statistics of one game: plays, duration, points, winners, start player advantage, filled spaces of the board."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from math import ceil, floor, fsum
from typing import NamedTuple, TypeVar

from eventstore.statistics import tally
from eventstore.statistics.intervals import Mean, Share, mean_of_counts, share
from eventstore.statistics.plays import Depth
from eventstore.statistics.records import Record
from eventstore.statistics.sides import Kind
from eventstore.statistics.tally import Depths, Results, SeatCase, Tally


@dataclass(frozen=True, slots=True)
class Minutes:
    """Duration of matches; `players` is None for all numbers of players together."""

    players: int | None
    minutes: Mean


@dataclass(frozen=True, slots=True)
class Spread:
    """Final points of the seats with one number of players: how many seats got each number of points, ascending.

    `low` and `high` are the quartiles, None below two seats. `last` are the points of the latest match, by seat.
    """

    players: int
    points: Mapping[float, int]
    mean: Mean
    low: float | None
    median: float
    high: float | None
    last_match: str
    last: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class SeatEffect:
    """Share of contests won from one place in the turn order, compared with `chance`, the mean of 1/sides.

    `place` is 1 for the start player, then in turn order; `players` is None for all numbers together. `surprising`:
    `chance` is outside the interval of the share.
    """

    place: int
    players: int | None
    share: Share
    chance: float
    surprising: bool


@dataclass(frozen=True, slots=True)
class Space:
    """One space of the board: the share of boards on which it was filled, and its mean points if filled."""

    cell: str
    filled: Share
    points: Mean


@dataclass(frozen=True, slots=True)
class Pace:
    """Mean points of all seats, and of the winners, after a round (from 1)."""

    round: int
    points: Mean
    winners: Mean


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """Statistics of all matches of one game.

    `decided` are contests with a known result, `wins` those with a winner; `cooperative` and `solo` matches are counted
    apart. `scored` matches have final points of at least one seat; `mean_points` is per seat. `minutes` and `start`
    (the start player) begin with all numbers of players together, then by number; `places` has every place by number of
    players, from matches whose turn order is known. `players` are plays by number of players, ascending; `people`,
    `roles` and `colors` are sorted by plays, `people` without anonymous seats; `expansions` are plays by expansion,
    most first. `since` is the year of the first dated play.
    """

    game: str
    plays: int
    decided: int
    wins: int
    cooperative: Results
    solo: Results
    scored: int
    mean_points: float | None
    points: Mean
    depths: Depths
    since: str | None
    players: Mapping[int, int]
    minutes: tuple[Minutes, ...]
    spreads: tuple[Spread, ...]
    start: tuple[SeatEffect, ...]
    places: tuple[SeatEffect, ...]
    roles: tuple[Tally, ...]
    colors: tuple[Tally, ...]
    expansions: Mapping[str, int]
    people: tuple[Tally, ...]
    records: tuple[Record, ...]


@dataclass(frozen=True, slots=True)
class GameCourse:
    """Statistics of the `detailed` matches of one game, those with final points by source: filled spaces of the board,
    sorted by name, and the points round by round.
    """

    detailed: Depths
    spaces: tuple[Space, ...]
    pace: tuple[Pace, ...]


class PlayCase(NamedTuple):
    """Facts of one match besides its seats: whether its first seat won, None if unknown, whether any
    did, whether there are final points of a seat, and the minutes of a match that ended, None if unknown.
    """

    kind: Kind
    players: int
    depth: Depth
    first_won: bool | None
    has_winner: bool
    is_scored: bool
    minutes: int | None


class PlaceCase(NamedTuple):
    """One seat of a match: `place` counts from 1; `won` and the final `points` are None if unknown.

    `is_turn_order`: places are the turn order. `started`: it is the only start seat.
    """

    players: int
    place: int
    is_turn_order: bool
    started: bool
    sides: int
    won: bool | None
    points: float | None


class Last(NamedTuple):
    """The latest match with points of one number of players, and its points by seat."""

    match: str
    points: tuple[float, ...]


def results(plays: Mapping[PlayCase, int]) -> tuple[Results, Results, Results]:
    """The results of the first seats of contests, of cooperative and of solo matches."""
    seats = Counter[SeatCase]()
    for case, number in plays.items():
        seats[SeatCase(case.kind, 0, case.first_won, None, is_first=True)] += number
    return tally.by_kind(seats)


def minutes(plays: Mapping[PlayCase, int]) -> Iterator[Minutes]:
    timed = Counter({case: number for case, number in plays.items() if case.minutes is not None})
    for players, own in _all_and_by_players(timed):
        yield Minutes(players, mean_of_counts(_sums((case.minutes or 0, number) for case, number in own.items())))


def points(seats: Mapping[PlaceCase, int]) -> Counter[float]:
    """Numbers of seats by points, ascending."""
    counts = _sums((case.points, number) for case, number in seats.items() if case.points is not None)
    return Counter(dict(sorted(counts.items())))


def spreads(seats: Mapping[PlaceCase, int], last: Mapping[int, Last]) -> Iterator[Spread]:
    """`last` by number of players; numbers without one are left out."""
    for players, own in _by_players(seats).items():
        if (counts := points(own)) and players in last:
            low, median, high = _quartiles(counts)
            yield Spread(players, dict(counts), mean_of_counts(counts), low, median, high, *last[players])


def _quartiles(counts: Counter[float]) -> tuple[float | None, float, float | None]:
    """The quartiles of ascending values, with the least and the greatest as ends; only the median of a single one."""
    ends = [*accumulate(counts.values())]
    values, last = [*counts], ends[-1] - 1

    def at(place: float) -> float:
        below = values[bisect_right(ends, floor(place))]
        return below + (values[bisect_right(ends, ceil(place))] - below) * (place - floor(place))

    return (at(last / 4), at(last / 2), at(3 * last / 4)) if last else (None, values[0], None)


def start(seats: Mapping[PlaceCase, int]) -> Iterator[SeatEffect]:
    """The effect of starting, over all numbers of players and then by number."""
    for players, own in _all_and_by_players(Counter({case: n for case, n in seats.items() if case.started})):
        yield from _effect(1, players, own)


def places(seats: Mapping[PlaceCase, int]) -> Iterator[SeatEffect]:
    """Matches without a turn order are left out."""
    for players, own in _by_players({case: n for case, n in seats.items() if case.is_turn_order}).items():
        for place in range(1, players + 1):
            yield from _effect(place, players, {case: n for case, n in own.items() if case.place == place})


_Case = TypeVar("_Case", PlayCase, PlaceCase)


def _by_players(cases: Mapping[_Case, int]) -> Mapping[int, Mapping[_Case, int]]:
    groups: dict[int, dict[_Case, int]] = {}
    for case, number in cases.items():
        groups.setdefault(case.players, {})[case] = number
    return dict(sorted(groups.items()))


def _all_and_by_players(cases: Mapping[_Case, int]) -> Iterator[tuple[int | None, Mapping[_Case, int]]]:
    yield None, cases
    yield from _by_players(cases).items()


def _sums(counts: Iterable[tuple[float, int]]) -> Counter[float]:
    sums = Counter[float]()
    for value, number in counts:
        sums[value] += number
    return sums


def _effect(place: int, players: int | None, seats: Mapping[PlaceCase, int]) -> Iterator[SeatEffect]:
    """Yields nothing without a contest."""
    contests = {case: number for case, number in seats.items() if case.won is not None and case.sides > 1}
    if not contests:
        return
    n = sum(contests.values())
    won = share(sum(number for case, number in contests.items() if case.won), n)
    chance = fsum(number / case.sides for case, number in contests.items()) / n
    inside = won.low is not None and won.high is not None and won.low <= chance <= won.high
    yield SeatEffect(place, players, won, chance, not inside)


@dataclass(frozen=True, slots=True)
class CategoryMeans:
    """Mean points of a seat from one source: of the winners of contests, and of the other seats."""

    source: str
    winners: Mean
    others: Mean

    @property
    def difference(self) -> float | None:
        """Points by which the winners' mean is above that of the others; None if one of them is unknown."""
        if self.winners.value is None or self.others.value is None:
            return None
        return self.winners.value - self.others.value
