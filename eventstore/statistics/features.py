"""How features of a play go together with winning: floor tiles, the first column, rounds."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final, NamedTuple

from core.explorer import SeatFeatures
from eventstore.statistics import sides
from eventstore.statistics.intervals import Mean, Share, mean_amount, share
from eventstore.statistics.plays import PlayedMatch, SeatResult

MOST_VALUES: Final = 6
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


class _Play(NamedTuple):
    match: PlayedMatch
    place: int
    own: SeatResult
    value: int | None


def features(
    played: Iterable[PlayedMatch], known: Mapping[str, Sequence[SeatFeatures]], person: str | None = None
) -> tuple[Feature, ...]:
    """`known` are the features by match and seat; with `person` only the seats of this person count."""
    plays: dict[str, list[_Play]] = {}
    for match in played:
        values = known.get(match.id, ())
        if not values or not sides.is_contest(match):
            continue
        for place, (own, of_seat) in enumerate(zip(match.seats, values, strict=True)):
            if own.won is not None and person in (None, own.person):
                for name, value in of_seat.items():
                    plays.setdefault(name, []).append(_Play(match, place, own, value))
    return tuple(_feature(name, own) for name, own in plays.items())


def _feature(name: str, plays: Sequence[_Play]) -> Feature:
    won, lost = (
        [play.value for play in plays if bool(play.own.won) is each and play.value is not None]
        for each in (True, False)
    )
    return Feature(name, len(plays), mean_amount(won), mean_amount(lost), tuple(_rows(plays)))


def _rows(plays: Sequence[_Play]) -> Iterator[FeatureRow]:
    """By value, ascending; the plays where it did not happen come last."""
    groups: dict[int, list[_Play]] = {}
    for play in plays:
        if play.value is not None:
            groups.setdefault(play.value, []).append(play)
    happened = sum(map(len, groups.values()))
    least = 1 if len(groups) <= MOST_VALUES else happened / (MOST_VALUES - 1)
    gathered, low = list[_Play](), None
    for value in sorted(groups):
        low = value if low is None else low
        gathered += groups[value]
        happened -= len(groups[value])
        if len(gathered) >= least or not happened:
            yield _row(low, value, gathered)
            gathered, low = [], None
    if never := [play for play in plays if play.value is None]:
        yield _row(None, None, never)


def _row(low: int | None, high: int | None, plays: Sequence[_Play]) -> FeatureRow:
    won = share(sum(play.own.won is True for play in plays), len(plays))
    chance = fmean(sides.chance(play.match) for play in plays)
    inside = won.low is not None and won.high is not None and won.low <= chance <= won.high
    by_place: dict[int, list[bool]] = {place: [] for place in range(max(play.place for play in plays) + 1)}
    for play in plays:
        by_place[play.place].append(play.own.won is True)
    places = tuple(share(sum(wins), len(wins)) for wins in by_place.values())
    return FeatureRow(low, high, won, chance, not inside, places, tuple(dict.fromkeys(play.match.id for play in plays)))
