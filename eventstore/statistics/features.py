"""Features of a play and their relation to winning: floor tiles, the first column, rounds."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from core.explorer import SeatFeatures
from eventstore.statistics import sides
from eventstore.statistics.intervals import Mean, Share, mean_amount, share
from eventstore.statistics.plays import PlayedMatch

MAX_VALUES: Final = 6
"""Up to so many different values each has a row; more values share rows of about equal numbers of plays."""


@dataclass(frozen=True, slots=True)
class FeatureRow:
    """The plays with a value from `low` to `high`; both are None for those where it did not happen.

    `share` are their wins, `chance` is the mean of 1/sides. `surprising`: `chance` is outside the interval of the
    share. `places` are the shares by place in the turn order, the start player's first.
    """

    low: int | None
    high: int | None
    share: Share
    chance: float
    surprising: bool
    places: tuple[Share, ...]
    matches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Feature:
    """One feature over all contests with a known result; the means are of the plays in which it happened."""

    name: str
    plays: int
    winners: Mean
    others: Mean
    rows: tuple[FeatureRow, ...]


class _Result(NamedTuple):
    """A property of a play: one of few values, so that plays are sorted by it before anything is counted. `chance` is
    1/sides.
    """

    place: int
    won: bool
    chance: float


_Plays: TypeAlias = Mapping[_Result, Sequence[int]]
"""For each result the matches of its plays, as indices."""


def features(
    played: Sequence[PlayedMatch], known: Mapping[str, Sequence[SeatFeatures]], person: str | None = None
) -> tuple[Feature, ...]:
    """`known` are the features by match and seat, of one game; with `person` only the seats of this person count."""
    by_result: dict[_Result, tuple[list[int], list[SeatFeatures]]] = {}
    for index, match in enumerate(played):
        values = known.get(match.id)
        if not values or not sides.is_contest(match):
            continue
        chance = sides.chance(match)
        for place, (own, of_seat) in enumerate(zip(match.seats, values, strict=True)):
            if own.won is not None and person in (None, own.person):
                matches, seats = by_result.setdefault(_Result(place, own.won, chance), ([], []))
                matches.append(index)
                seats.append(of_seat)
    names = dict.fromkeys(name for _, seats in by_result.values() for name in seats[0])
    ids = [match.id for match in played]
    return tuple(_feature(name, _by_value(name, by_result), ids) for name in names)


def _by_value(
    name: str, by_result: Mapping[_Result, tuple[Sequence[int], Sequence[SeatFeatures]]]
) -> dict[int | None, _Plays]:
    """The plays of one feature; every game has features of its own."""
    found: dict[int | None, dict[_Result, list[int]]] = {}
    for result, (matches, seats) in by_result.items():
        own: defaultdict[int | None, list[int]] = defaultdict(list)
        for index, seat in zip(matches, seats, strict=True):
            own[seat[name]].append(index)
        for value, indices in own.items():
            found.setdefault(value, {})[result] = indices
    return {**found}


def _feature(name: str, by_value: Mapping[int | None, _Plays], ids: Sequence[str]) -> Feature:
    values: dict[bool, list[int]] = {True: [], False: []}
    for value, plays in by_value.items():
        if value is not None:
            for result, matches in plays.items():
                values[result.won] += [value] * len(matches)
    won, lost = mean_amount(values[True]), mean_amount(values[False])
    return Feature(name, sum(map(_number, by_value.values())), won, lost, tuple(_rows(by_value, ids)))


def _number(plays: _Plays) -> int:
    return sum(map(len, plays.values()))


def _rows(by_value: Mapping[int | None, _Plays], ids: Sequence[str]) -> Iterator[FeatureRow]:
    """By value, ascending; the plays where it did not happen come last."""
    values = sorted(value for value in by_value if value is not None)
    left = sum(_number(by_value[value]) for value in values)
    least = 1 if len(values) <= MAX_VALUES else left / (MAX_VALUES - 1)
    gathered = list[int]()
    for value in values:
        gathered.append(value)
        number = sum(_number(by_value[each]) for each in gathered)
        if number >= least or number == left:
            yield _row((gathered[0], value), [by_value[each] for each in gathered], ids)
            gathered, left = [], left - number
    if never := by_value.get(None):
        yield _row((None, None), [never], ids)


def _row(values: tuple[int | None, int | None], gathered: Iterable[_Plays], ids: Sequence[str]) -> FeatureRow:
    results = Counter[_Result]()
    for plays in gathered:
        results.update({result: len(matches) for result, matches in plays.items()})
    won = _share(results)
    chance = sum(number * result.chance for result, number in results.items()) / won.n
    inside = won.low is not None and won.high is not None and won.low <= chance <= won.high
    by_place = [
        {result: number for result, number in results.items() if result.place == place}
        for place in range(1 + max(result.place for result in results))
    ]
    indices = {index for plays in gathered for matches in plays.values() for index in matches}
    matches = tuple(ids[index] for index in sorted(indices))
    return FeatureRow(*values, won, chance, not inside, tuple(map(_share, by_place)), matches)


def _share(results: Mapping[_Result, int]) -> Share:
    return share(sum(number for result, number in results.items() if result.won), sum(results.values()))
