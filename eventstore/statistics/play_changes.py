"""What a play changed among all plays of its game: records, first wins, wins in a row and their ends."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from core.game import Seat
from core.sheet_rounds import points_by_round
from eventstore.matches.people import SOMEBODY
from eventstore.statistics import records_broken, sides
from eventstore.statistics.play_facts import MIN_EARLIER, MIN_RUN
from eventstore.statistics.plays import PlayedMatch, SeatDetails

MIN_OWN_EARLIER: Final = 3
"""Minimum number of earlier plays of a person for a best of their own."""

MAX_CHANGES: Final = 4
"""Maximum number of changes that are told of one play."""


@dataclass(frozen=True, slots=True)
class FirstPlay:
    """The first play of this game."""


@dataclass(frozen=True, slots=True)
class PointsRecord:
    """More points (where the fewest win: fewer) than any seat `before`, in `n` plays with this one."""

    seat: Seat
    points: float
    before: float
    n: int


@dataclass(frozen=True, slots=True)
class FirstWin:
    """The first win of these seats, each at the same number of their own plays."""

    seats: tuple[Seat, ...]
    plays: int


@dataclass(frozen=True, slots=True)
class WinningRun:
    """The seats have won `number` plays in a row, this one included."""

    seats: tuple[Seat, ...]
    number: int


@dataclass(frozen=True, slots=True)
class EndedRun:
    """The seats did not win, after `number` wins in a row."""

    seats: tuple[Seat, ...]
    number: int


@dataclass(frozen=True, slots=True)
class PersonalBest:
    """More points (or fewer, as above) than this person ever `before`, without being the record of the game."""

    seat: Seat
    points: float
    before: float


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """More points from one line of the sheet than any seat before."""

    seat: Seat
    source: str
    points: float


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """More points in one round than any seat before."""

    seat: Seat
    round: int
    points: float


Change: TypeAlias = (
    FirstPlay | PointsRecord | FirstWin | WinningRun | EndedRun | PersonalBest | SourceRecord | RoundRecord
)


@dataclass(frozen=True, slots=True)
class OwnPlays:
    """The plays of this game by the person of a seat up to this one, and the wins among them."""

    plays: int
    wins: int


@dataclass(frozen=True, slots=True)
class PlayPast:
    """A play among those of its game: what it changed, the last plays before it, newest first, the number of all plays,
    and each known person's plays so far.
    """

    changes: tuple[Change, ...] = ()
    before: tuple[PlayedMatch, ...] = ()
    plays: int = 0
    own: Mapping[Seat, OwnPlays] = field(default_factory=dict)


def changes(
    match: PlayedMatch,
    before: Sequence[PlayedMatch],
    details: Sequence[SeatDetails] = (),
    details_before: Sequence[Sequence[SeatDetails]] = (),
) -> tuple[Change, ...]:
    """What the match changed among the plays `before` it, oldest first; the most telling change first."""
    if not before:
        return (FirstPlay(),)
    runs = {seat: _results(match, before, seat) for seat in _known(match)}
    record = _record(match, before)
    found = [
        *([record] if record else []),
        *_first_wins(match, runs),
        *_runs(match, runs),
        *_of_lines(match, details, details_before),
        *_personal_best(match, before, record),
    ]
    return tuple(found[:MAX_CHANGES])


def own_plays(match: PlayedMatch, before: Sequence[PlayedMatch]) -> dict[Seat, OwnPlays]:
    """The plays of each known person up to and with this one; none while it is not decided."""
    own: dict[Seat, OwnPlays] = {}
    for seat in _known(match) if match.decided else ():
        results = [*_results(match, before, seat), bool(match.seats[seat].won)]
        own[seat] = OwnPlays(len(results), sum(results))
    return own


def _known(match: PlayedMatch) -> list[Seat]:
    """The seats of known people, one for each person."""
    first: dict[str, Seat] = {}
    for seat, result in enumerate(match.seats):
        if result.person != SOMEBODY:
            first.setdefault(result.person, seat)
    return [*first.values()]


def _results(match: PlayedMatch, before: Sequence[PlayedMatch], seat: Seat) -> list[bool]:
    """Whether the person of the seat won, for each decided play before, oldest first."""
    person = match.seats[seat].person
    own = (other.at(person) for other in before)
    return [result.won for result in own if result is not None and result.won is not None]


def _record(match: PlayedMatch, before: Sequence[PlayedMatch]) -> PointsRecord | None:
    sign = _sign(match)
    best, holder = max(_reached(match), default=(0.0, 0))
    stood = [max(own)[0] for other in before if (own := _reached(other, sign))]
    if not _reached(match) or len(stood) < MIN_EARLIER or best <= max(stood):
        return None
    return PointsRecord(-holder, best * sign, max(stood) * sign, len(stood) + 1)


def _personal_best(
    match: PlayedMatch, before: Sequence[PlayedMatch], record: PointsRecord | None
) -> Iterator[PersonalBest]:
    """The best of these that is not the record of the game."""
    sign = _sign(match)
    for points, place in sorted(_reached(match), reverse=True):
        own = _own_points(match, before, -place)
        if not (record and record.seat == -place) and len(own) >= MIN_OWN_EARLIER and points > max(own):
            yield PersonalBest(-place, points * sign, max(own) * sign)
            return


def _sign(match: PlayedMatch) -> int:
    """The sign by which points are multiplied so that more is better."""
    return -1 if match.lowest_wins else 1


def _reached(match: PlayedMatch, sign: int | None = None) -> list[tuple[float, int]]:
    """The known points so that more is better, with their seats, negated: of the same points the first seat is best."""
    factor = sign or _sign(match)
    return [
        (points * factor, -seat)
        for seat, result in enumerate(match.seats)
        if (points := sides.points(match, result)) is not None
    ]


def _own_points(match: PlayedMatch, before: Sequence[PlayedMatch], seat: Seat) -> list[float]:
    """Points of the person of a known seat in the plays before, so that more is better."""
    person, sign = match.seats[seat].person, _sign(match)
    if person == SOMEBODY:
        return []
    held = ((other, result) for other in before for result in other.held_by(person))
    return [sign * points for other, result in held if (points := sides.points(other, result)) is not None]


def _first_wins(match: PlayedMatch, runs: Mapping[Seat, Sequence[bool]]) -> Iterator[FirstWin]:
    at: dict[int, list[Seat]] = {}
    for seat, results in runs.items():
        if match.seats[seat].won and results and not any(results):
            at.setdefault(len(results) + 1, []).append(seat)
    for plays, seats in at.items():
        yield FirstWin(tuple(seats), plays)


def _runs(match: PlayedMatch, runs: Mapping[Seat, Sequence[bool]]) -> Iterator[Change]:
    going, ended = dict[int, list[Seat]](), dict[int, list[Seat]]()
    for seat, results in runs.items():
        length = next((n for n, won in enumerate(reversed(results)) if not won), len(results))
        if match.seats[seat].won:
            going.setdefault(length + 1, []).append(seat)
        elif match.decided:
            ended.setdefault(length, []).append(seat)
    yield from (WinningRun(tuple(seats), number) for number, seats in going.items() if number >= MIN_RUN)
    yield from (EndedRun(tuple(seats), number) for number, seats in ended.items() if number >= MIN_RUN)


def _of_lines(
    match: PlayedMatch, details: Sequence[SeatDetails], before: Sequence[Sequence[SeatDetails]]
) -> Iterator[Change]:
    """The best round of all plays, or else the line with the biggest record."""
    if match.lowest_wins or not details:
        return
    rounds = [points_by_round(own.sources) for own in details]
    if any(rounds):
        points, place, seat = max((n, -at, -seat) for seat, own in enumerate(rounds) for at, n in own.items())
        earlier = [best for seats in before if (best := _best_round(seats)) is not None]
        if len(earlier) >= MIN_EARLIER and points > max(earlier):
            yield RoundRecord(-seat, -place, points)
        return
    broken = records_broken.of_sources(details, before)
    if broken:
        most = max(broken, key=lambda record: record.value)
        if most.seat is not None and most.source is not None:
            yield SourceRecord(most.seat, most.source, most.value)


def _best_round(seats: Sequence[SeatDetails]) -> float | None:
    return max((points for own in seats for points in points_by_round(own.sources).values()), default=None)
