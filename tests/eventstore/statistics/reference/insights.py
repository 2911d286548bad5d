"""Insights computed from all plays at once: what the queries on typed rows must equal."""

import datetime
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from types import MappingProxyType
from typing import Final

from eventstore.matches.people import SOMEBODY
from eventstore.statistics import sides
from eventstore.statistics.insights import COUNTS, Dimension, Insight, InsightRow, Metric, in_order
from eventstore.statistics.intervals import FEW, Mean, Share, mean, mean_amount, share, weighted_mean
from eventstore.statistics.plays import PlayedMatch, SeatResult
from eventstore.statistics.reviews import SeatReview, beyond_others, weight
from tests.eventstore.statistics.reference import tally
from tests.eventstore.statistics.reference.tally import Play


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
    groups = _groups(played, dimension, person)
    named = names if dimension in ("person", "opponent") else {}
    measure = _MEASURES.get(metric) or _of_reviews(metric, reviews)
    answers = (_row(label, named.get(label, label), measure(plays)) for label, plays in groups.items())
    rows = [row for row in answers if row is not None]
    telling = {id for plays in groups.values() for id in measure(plays).matches}
    depths = tally.depths(match for match in played if match.id in telling)
    seats = [*{id(play[1]): play for plays in groups.values() for play in plays}.values()]
    total = (measure(seats).value or 0) if metric in COUNTS else None
    return Insight(metric, dimension, in_order(rows, dimension), depths, len(played) - depths.matches, total)


def plays_behind(
    played: Sequence[PlayedMatch],
    metric: Metric,
    dimension: Dimension,
    person: str | None = None,
    reviews: Mapping[str, Sequence[SeatReview]] = MappingProxyType({}),
) -> dict[str, set[str]]:
    """The ids of the plays behind each value, by label."""
    measure = _MEASURES.get(metric) or _of_reviews(metric, reviews)
    return {label: set(measure(plays).matches) for label, plays in _groups(played, dimension, person).items()}


def _groups(played: Sequence[PlayedMatch], dimension: Dimension, person: str | None) -> dict[str, list[Play]]:
    groups: dict[str, list[Play]] = {}
    for match in played:
        for seat_result in match.seats:
            if person in (None, seat_result.person):
                for label in _LABELS[dimension](match, seat_result):
                    groups.setdefault(label, []).append((match, seat_result))
    return groups


def _row(label: str, name: str, figure: _Figure) -> InsightRow | None:
    """None if no match has the data."""
    if figure.value is None:
        return None
    return InsightRow(
        label,
        name,
        figure.value,
        figure.low,
        figure.high,
        figure.n,
        figure.n < FEW,
        figure.expected,
        len(figure.matches),
    )


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
