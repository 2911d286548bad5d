"""Any metric by any dimension of the matches: values with their interval and the matches behind them."""

import datetime
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from core.messages import message
from eventstore.matches.people import SOMEBODY
from eventstore.statistics import sides, tally
from eventstore.statistics.intervals import FEW, Mean, Share, mean, mean_amount, share, weighted_mean
from eventstore.statistics.plays import PlayedMatch, SeatResult
from eventstore.statistics.reviews import SeatReview, beyond_others, weight
from eventstore.statistics.tally import Depths, Play

Metric: TypeAlias = Literal[
    "plays", "wins", "share", "above", "points", "margin", "lead", "minutes", "hours", "start", "luck", "lost"
]
"""`plays` and `wins`, of contests, are counts. `share` is the share of contests won, `above` the wins in contests minus
the wins expected by chance. `points` is the mean of a seat, `margin` its mean lead over the best other side, `lead` the
mean margin of a single winner, `minutes` the mean of a match, `hours` their sum, `start` the share of contests that the
start player won. The others are of reviewed matches: `luck` is the mean of the points that draws brought a seat, `lost`
that of the points that it gave away in ten choices beyond what the other seats did (`reviews.beyond_others`).
"""

REVIEWED: Final[tuple[Metric, ...]] = ("luck", "lost")
"""The metrics of reviewed matches."""

Dimension: TypeAlias = Literal[
    "person",
    "game",
    "players",
    "place",
    "weekday",
    "month",
    "year",
    "tag",
    "depth",
    "seat",
    "start",
    "role",
    "color",
    "expansion",
    "new",
    "scenario",
    "difficulty",
    "opponent",
]
"""Labels: `person` an id, `opponent` that of another person in the match, `weekday` 1 (Monday) to 7, `month` as
2026-11, `seat` from 1 (the start player) in turn order if that is known, `start` as in `tally.role`, `expansion` ""
without one, `new` whether the seat was `new` to the game or `not`; the others unchanged."""

IN_ORDER: Final = ("players", "weekday", "month", "year", "seat")
"""Dimensions with rows sorted by label; other rows are sorted by value, highest first, and `few` ones last."""


@dataclass(frozen=True, slots=True)
class InsightRow:
    """`value` from `n` cases; `low` and `high` bound its interval, None for counts and for the mean of one case.

    `expected` is the value expected by chance, for shares and wins. `matches` are the matches behind the value.
    """

    label: str
    name: str
    value: float
    low: float | None
    high: float | None
    n: int
    few: bool
    expected: float | None
    matches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Insight:
    """The rows; `depths` counts the matches behind them, `untold` the matches without the needed data.

    `total` is the value of the metric over all rows together, where each match or seat counts once.
    """

    metric: Metric
    dimension: Dimension
    rows: tuple[InsightRow, ...]
    depths: Depths
    untold: int
    total: float


@dataclass(frozen=True, slots=True)
class QueryPreset:
    """A common question, with the metric and the dimension that answer it."""

    question: str
    metric: Metric
    dimension: Dimension


PRESETS: Final[Mapping[str, QueryPreset]] = {
    "luck": QueryPreset(message("Who wins more often than chance?"), "above", "person"),
    "start": QueryPreset(message("Does the start player win more often?"), "above", "start"),
    "start-by-game": QueryPreset(message("In which game does the start player win most often?"), "start", "game"),
    "seat": QueryPreset(message("Which seat wins more often than chance?"), "above", "seat"),
    "role": QueryPreset(message("Which role wins more often than chance?"), "above", "role"),
    "color": QueryPreset(message("Which color wins more often than chance?"), "above", "color"),
    "new": QueryPreset(message("How often do newcomers to a game win?"), "share", "new"),
    "expansion": QueryPreset(message("Which expansions do we play with?"), "plays", "expansion"),
    "longest": QueryPreset(message("Which game takes longest?"), "minutes", "game"),
    "minutes-by-players": QueryPreset(message("How much longer do more players take?"), "minutes", "players"),
    "lucky": QueryPreset(message("Who has luck with the draws?"), "luck", "person"),
    "choices": QueryPreset(message("Who chooses better than the opponents?"), "lost", "person"),
    "lead": QueryPreset(message("By how much is each game won?"), "lead", "game"),
    "most": QueryPreset(message("Who plays most?"), "plays", "person"),
    "hours": QueryPreset(message("Who spends most time playing?"), "hours", "person"),
    "hours-by-place": QueryPreset(message("Where do we spend most time playing?"), "hours", "place"),
    "hours-by-weekday": QueryPreset(message("On which days do we play longest?"), "hours", "weekday"),
    "weekday": QueryPreset(message("On which days do we play?"), "plays", "weekday"),
    "month": QueryPreset(message("When did we play most?"), "plays", "month"),
    "place": QueryPreset(message("Where do we play?"), "plays", "place"),
    "depth": QueryPreset(message("How detailed are our records?"), "plays", "depth"),
}


@dataclass(frozen=True, slots=True)
class _Figure:
    value: float | None
    low: float | None
    high: float | None
    n: int
    matches: tuple[str, ...]
    expected: float | None = None


def insight(
    played: Sequence[PlayedMatch],
    names: Mapping[str, str],
    metric: Metric,
    dimension: Dimension,
    person: str | None = None,
    reviews: Mapping[str, Sequence[SeatReview]] = MappingProxyType({}),
) -> Insight:
    """`played` are the matches to evaluate, in any order; `reviews` are the figures of their seats by match.

    With the id of a `person` only the seats of this person count. Anonymous seats count, except in the dimension
    `person`.
    """
    groups: dict[str, list[Play]] = {}
    for match in played:
        for seat_result in match.seats:
            if person in (None, seat_result.person):
                for label in _LABELS[dimension](match, seat_result):
                    groups.setdefault(label, []).append((match, seat_result))
    named = names if dimension in ("person", "opponent") else {}
    measure = _MEASURES.get(metric) or _of_reviews(metric, reviews)
    answers = (_row(label, named.get(label, label), measure(plays)) for label, plays in groups.items())
    rows = [row for row in answers if row is not None]
    telling = {id for row in rows for id in row.matches}
    depths = tally.depths(match for match in played if match.id in telling)
    total = measure([*{id(play[1]): play for plays in groups.values() for play in plays}.values()]).value or 0
    return Insight(metric, dimension, _sorted(rows, dimension), depths, len(played) - depths.matches, total)


def _row(label: str, name: str, figure: _Figure) -> InsightRow | None:
    """None if no match has the data."""
    if figure.value is None:
        return None
    return InsightRow(
        label, name, figure.value, figure.low, figure.high, figure.n, figure.n < FEW, figure.expected, figure.matches
    )


def _sorted(rows: Sequence[InsightRow], dimension: Dimension) -> tuple[InsightRow, ...]:
    if dimension in IN_ORDER:
        return tuple(sorted(rows, key=lambda row: (len(row.label), row.label)))
    return tuple(sorted(rows, key=lambda row: (row.few, -row.value, row.name)))


def _people(match: PlayedMatch, seat_result: SeatResult) -> Iterator[str]:
    if seat_result.person != SOMEBODY:
        yield seat_result.person


def _opponents(match: PlayedMatch, seat_result: SeatResult) -> Iterator[str]:
    for person in dict.fromkeys(other.person for other in match.seats if other is not seat_result):
        if person not in (SOMEBODY, seat_result.person):
            yield person


def _weekdays(match: PlayedMatch, seat_result: SeatResult) -> Iterator[str]:
    if match.played_on and len(match.played_on) == len("2026-11-20"):
        yield str(datetime.date.fromisoformat(match.played_on).isoweekday())


def _dates(length: int) -> Callable[[PlayedMatch, SeatResult], Sequence[str]]:
    """The first `length` characters of the date, if the date is that precise."""

    def dates(match: PlayedMatch, seat_result: SeatResult) -> Sequence[str]:
        played_on = match.played_on or ""
        return (played_on[:length],) if len(played_on) >= length else ()

    return dates


def _seats(match: PlayedMatch, seat_result: SeatResult) -> Iterator[str]:
    if match.has_start_player:
        yield str(next(seat for seat, one in enumerate(match.seats, 1) if one is seat_result))


_LABELS: Final[Mapping[Dimension, Callable[[PlayedMatch, SeatResult], Iterator[str] | Sequence[str]]]] = {
    "person": _people,
    "game": lambda match, _: (match.game,),
    "players": lambda match, _: (str(len(match.seats)),),
    "place": lambda match, _: (match.place,) if match.place else (),
    "weekday": _weekdays,
    "month": _dates(len("2026-11")),
    "year": _dates(len("2026")),
    "tag": lambda match, _: tuple(dict.fromkeys(match.tags)),
    "depth": lambda match, _: (match.depth,),
    "seat": _seats,
    "start": lambda _, seat_result: (tally.role(seat_result),),
    "role": lambda _, seat_result: tuple(dict.fromkeys(role.name for role in seat_result.roles)),
    "color": lambda _, seat_result: (seat_result.color.capitalize(),) if seat_result.color else (),
    "expansion": lambda match, _: tuple(dict.fromkeys(match.expansions)) or ("",),
    "new": lambda _, seat_result: () if seat_result.new is None else ("new" if seat_result.new else "not",),
    "scenario": lambda match, _: (match.scenario,) if match.scenario else (),
    "difficulty": lambda match, _: (match.difficulty,) if match.difficulty else (),
    "opponent": _opponents,
}


def _matches(plays: Sequence[Play]) -> list[PlayedMatch]:
    """Each match once."""
    return list({match.id: match for match, _ in plays}.values())


def _ids(matches: Sequence[PlayedMatch]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(match.id for match in matches))


def _contests(plays: Sequence[Play]) -> list[Play]:
    return [(match, own) for match, own in plays if own.won is not None and sides.is_contest(match)]


def _plays(plays: Sequence[Play]) -> _Figure:
    matches = _matches(plays)
    return _Figure(len(matches), None, None, len(matches), _ids(matches))


def _wins(plays: Sequence[Play]) -> _Figure:
    decided = _contests(plays)
    won = sum(own.won is True for _, own in decided)
    return _Figure(won if decided else None, None, None, len(decided), _ids([match for match, _ in decided]))


def _share(plays: Sequence[Play]) -> _Figure:
    contests = _contests(plays)
    return _of_share(share(sum(own.won is True for _, own in contests), len(contests)), [one for one, _ in contests])


def _start(plays: Sequence[Play]) -> _Figure:
    began = [(match, [own for own in match.seats if own.started]) for match in _matches(plays)]
    contests = _contests([(match, own[0]) for match, own in began if len(own) == 1])
    return _share(contests)


def _above(plays: Sequence[Play]) -> _Figure:
    contests = _contests(plays)
    chance = tally.chance(contests)
    value = chance.above if contests else None
    return _Figure(value, chance.low, chance.high, chance.n, _ids([match for match, _ in contests]), chance.expected)


def _points(plays: Sequence[Play]) -> _Figure:
    return _of_mean([(match, points) for match, own in plays if (points := sides.points(match, own)) is not None])


def _margin(plays: Sequence[Play]) -> _Figure:
    leads = [(match, lead) for match, own in plays if (lead := sides.lead(match, own)) is not None]
    return _of_mean(leads, mean)


def _lead(plays: Sequence[Play]) -> _Figure:
    return _of_mean([(match, lead) for match in _matches(plays) if (lead := sides.winning_margin(match)) is not None])


def _minutes(plays: Sequence[Play]) -> _Figure:
    return _of_mean([(match, match.minutes) for match in _matches(plays) if match.minutes is not None])


def _hours(plays: Sequence[Play]) -> _Figure:
    """The sum of the known durations; a match counts once."""
    timed = [(match, match.minutes) for match in _matches(plays) if match.minutes is not None]
    total = sum(minutes for _, minutes in timed) / 60
    return _Figure(total if timed else None, None, None, len(timed), _ids([match for match, _ in timed]))


def _of_share(wins: Share, matches: Sequence[PlayedMatch]) -> _Figure:
    expected = fmean(map(sides.chance, matches)) if matches else None
    return _Figure(wins.value, wins.low, wins.high, wins.n, _ids(matches), expected)


def _of_mean(
    values: Sequence[tuple[PlayedMatch, float]], average_of: Callable[[Sequence[float]], Mean] = mean_amount
) -> _Figure:
    average = average_of([value for _, value in values])
    return _Figure(average.value, average.low, average.high, average.n, _ids([match for match, _ in values]))


def _of_reviews(metric: Metric, reviews: Mapping[str, Sequence[SeatReview]]) -> Callable[[Sequence[Play]], _Figure]:
    """The measure of a metric in `REVIEWED`; matches without the figure are left out."""

    def measured(plays: Sequence[Play]) -> _Figure:
        known = [(match, reviews[match.id], _place(match, own)) for match, own in plays if match.id in reviews]
        if metric == "luck":
            return _of_mean([(match, seats[at].luck_lead) for match, seats, at in known if seats[at].deals], mean)
        beyond = [(match, beyond_others(seats)[at], weight(seats)) for match, seats, at in known]
        told = [(match, value, counted) for match, value, counted in beyond if value is not None]
        average = weighted_mean([(value, counted) for _, value, counted in told])
        return _Figure(average.value, average.low, average.high, average.n, _ids([match for match, _, _ in told]))

    return measured


def _place(match: PlayedMatch, seat_result: SeatResult) -> int:
    return next(seat for seat, one in enumerate(match.seats) if one is seat_result)


_MEASURES: Final[Mapping[Metric, Callable[[Sequence[Play]], _Figure]]] = {
    "plays": _plays,
    "wins": _wins,
    "share": _share,
    "above": _above,
    "points": _points,
    "margin": _margin,
    "lead": _lead,
    "minutes": _minutes,
    "hours": _hours,
    "start": _start,
}
