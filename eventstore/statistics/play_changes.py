"""Changes that a play made among all plays of its game: records, first wins, wins in a row and their ends."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from core.game import Seat
from core.sheet_rounds import points_by_round
from eventstore.matches.people import SOMEBODY
from eventstore.statistics import sides
from eventstore.statistics.play_facts import MIN_EARLIER, MIN_RUN
from eventstore.statistics.plays import PlayedMatch, PlayedSeat

MIN_OWN_EARLIER: Final = 3
"""Minimum number of earlier plays of a person for a best of their own."""

MAX_CHANGES: Final = 4
"""Maximum number of changes that are shown of one play."""


class Stood(NamedTuple):
    """The best value so far, among `n` earlier matches."""

    best: float
    n: int


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


@dataclass(frozen=True, slots=True)
class TitlePlays:
    """The hundredth play of this game, or another round number."""

    number: int


@dataclass(frozen=True, slots=True)
class PersonPlays:
    """The hundredth play of a person, or another round number; the first was the match `first` of the game `title`."""

    seat: Seat
    number: int
    first: str
    title: str
    played_on: str | None


@dataclass(frozen=True, slots=True)
class PersonWins:
    """The tenth win of a person in this game, or another round number."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class AfterAYear:
    """The first play of this game for a year, since the match `before`."""

    before: str
    played_on: str


Milestone: TypeAlias = TitlePlays | PersonPlays | PersonWins | AfterAYear

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
    each known person's plays so far, and the milestones that it reached.
    """

    changes: tuple[Change, ...] = ()
    before: tuple[PlayedMatch, ...] = ()
    plays: int = 0
    own: Mapping[Seat, OwnPlays] = field(default_factory=dict)
    milestones: tuple[Milestone, ...] = ()

    @property
    def headline(self) -> Change | Milestone | None:
        """The rarest: a record, a first win, a milestone, wins in a row."""
        kinds = (PointsRecord, FirstWin, Milestone | FirstPlay, WinningRun)
        reached = (*self.changes, *self.milestones)
        return next((each for kind in kinds for each in reached if isinstance(each, kind)), None)


@dataclass(frozen=True, slots=True)
class Earlier:
    """The plays of a game before one.

    `points` are the best of a seat in all of them, `own_points` the best of each person, `n` of these being seats; more
    is better, so they are negated if the fewest win. `results` say of each known seat of the play whether its person
    won, for each earlier decided play, oldest first. `sources` are the most points of a seat from each source of the
    play, `rounds` those of one round.
    """

    plays: int
    points: Stood | None = None
    own_points: Mapping[str, Stood] = field(default_factory=dict)
    results: Mapping[Seat, Sequence[bool]] = field(default_factory=dict)
    sources: Mapping[str, Stood] = field(default_factory=dict)
    rounds: Stood | None = None


def changes(match: PlayedMatch, details: Sequence[PlayedSeat], earlier: Earlier) -> tuple[Change, ...]:
    """The changes by the match; the most telling change first."""
    if not earlier.plays:
        return (FirstPlay(),)
    record = _record(match, earlier)
    found = [
        *([record] if record else []),
        *_first_wins(match, earlier.results),
        *_runs(match, earlier.results),
        *_of_lines(match, details, earlier),
        *_personal_best(match, earlier, record),
    ]
    return tuple(found[:MAX_CHANGES])


def own_plays(match: PlayedMatch, earlier: Earlier) -> dict[Seat, OwnPlays]:
    """The plays of each known person up to and with this one; none while it is not decided."""
    if not match.decided:
        return {}
    won = {seat: [*results, bool(match.seats[seat].won)] for seat, results in earlier.results.items()}
    return {seat: OwnPlays(len(results), sum(results)) for seat, results in won.items()}


def known_seats(match: PlayedMatch) -> list[Seat]:
    """The seats of known people, one for each person."""
    first: dict[str, Seat] = {}
    for seat, result in enumerate(match.seats):
        if result.person != SOMEBODY:
            first.setdefault(result.person, seat)
    return [*first.values()]


def _record(match: PlayedMatch, earlier: Earlier) -> PointsRecord | None:
    sign, stood = _sign(match), earlier.points
    best, holder = max(_reached(match), default=(0.0, 0))
    if not _reached(match) or stood is None or stood.n < MIN_EARLIER or best <= stood.best:
        return None
    return PointsRecord(-holder, best * sign, stood.best * sign, stood.n + 1)


def _personal_best(match: PlayedMatch, earlier: Earlier, record: PointsRecord | None) -> Iterator[PersonalBest]:
    """The best of these that is not the record of the game."""
    sign = _sign(match)
    for points, place in sorted(_reached(match), reverse=True):
        own = earlier.own_points.get(match.seats[-place].person)
        if not (record and record.seat == -place) and own and own.n >= MIN_OWN_EARLIER and points > own.best:
            yield PersonalBest(-place, points * sign, own.best * sign)
            return


def _sign(match: PlayedMatch) -> int:
    """The sign by which points are multiplied so that more is better."""
    return -1 if match.lowest_wins else 1


def _reached(match: PlayedMatch) -> list[tuple[float, int]]:
    """The known points so that more is better, with their seats, negated: of the same points the first seat is best."""
    sign = _sign(match)
    return [
        (points * sign, -seat)
        for seat, result in enumerate(match.seats)
        if (points := sides.points(match, result)) is not None
    ]


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


def _of_lines(match: PlayedMatch, details: Sequence[PlayedSeat], earlier: Earlier) -> Iterator[Change]:
    """The best round of all plays, or else the line with the biggest record."""
    if match.lowest_wins or not details:
        return
    rounds = [points_by_round(own.sources) for own in details]
    if any(rounds):
        points, place, seat = max((n, -at, -seat) for seat, own in enumerate(rounds) for at, n in own.items())
        stood = earlier.rounds
        if stood and stood.n >= MIN_EARLIER and points > stood.best:
            yield RoundRecord(-seat, -place, points)
        return
    broken = [
        SourceRecord(seat, source, points)
        for source, (points, seat) in most_by_source(details).items()
        if (was := earlier.sources.get(source)) and was.n >= MIN_EARLIER and points > max(0, was.best)
    ]
    yield from sorted(broken, key=lambda record: -record.points)[:1]


def most_by_source(seats: Sequence[PlayedSeat]) -> Mapping[str, tuple[float, Seat]]:
    """The most points of a seat from each source, and the first seat with these points."""
    best: dict[str, tuple[float, Seat]] = {}
    for seat, own in enumerate(seats):
        for source, points in own.sources.items():
            if source not in best or points > best[source][0]:
                best[source] = points, seat
    return best
