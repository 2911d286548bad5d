"""Comparison of two to six people: finishing order, margins, games, and the biggest comeback."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from eventstore.statistics import sides, tally
from eventstore.statistics.intervals import Mean, Share, mean, share
from eventstore.statistics.plays import PlayedMatch, PlayedSeat, SeatResult
from eventstore.statistics.tally import Chance, Depths, Results, SeatCase


@dataclass(frozen=True, slots=True)
class Contender:
    """One of the compared people; `first` counts the matches in which they finished before all the others.

    `decided`, `wins` and `share` are of contests; `cooperative` plays are counted apart.
    """

    person: str
    name: str
    decided: int
    wins: int
    first: int
    share: Share
    chance: Chance
    cooperative: Results
    points: Mean


@dataclass(frozen=True, slots=True)
class Duel:
    """Results of `one` against `other`, in matches in which they were on different sides.

    `share` is `before` / (`before` + `after`). `margin` is in points, positive if `one` was better, also in games
    where the fewest points win.
    """

    one: str
    other: str
    before: int
    after: int
    together: int
    share: Share
    margin: Mean
    matches: tuple[str, ...]

    @property
    def leader(self) -> str | None:
        """The one who was more often before the other."""
        if self.before == self.after:
            return None
        return self.one if self.before > self.after else self.other

    @property
    def is_clear(self) -> bool:
        """True if the difference is more than luck alone would give: the interval of the share leaves out one half."""
        return (
            self.share.low is not None
            and self.share.high is not None
            and not self.share.low <= 1 / 2 <= self.share.high
        )

    @property
    def untold(self) -> int:
        """Matches on different sides without a known result."""
        return len(self.matches) - self.before - self.after - self.together


@dataclass(frozen=True, slots=True)
class Moment:
    """Running totals after one match, by person.

    `ahead` counts how often a person finished before one of the others, minus how often after; `points` is the sum of
    the person's mean margins over the others, in the matches with known points. For two people both are the plain
    difference, with opposite signs.
    """

    match: str
    played_on: str | None
    ahead: tuple[int, ...]
    points: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Split:
    """A group of the matches: how often each person won a contest and was first (before all the others).

    `shares` are shares of the matches in which one of the people was first.
    """

    label: str
    plays: int
    wins: tuple[int, ...]
    first: tuple[int, ...]
    shares: tuple[Share, ...]
    matches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comeback:
    """The biggest comeback: the winner was `behind` points behind the best opponent after a `round` (from 1)."""

    person: str
    match: str
    played_on: str | None
    round: int
    behind: float


@dataclass(frozen=True, slots=True)
class Pair:
    """Statistics of the matches that all of `people` played, with or without others; people in the given order.

    `decided` are contests with a known result, `cooperative` the matches that all played as one side. `scored` matches
    have known final points of all of them. `games` are sorted by plays; the labels of `seats` are the start players: a
    person's id, `other` for anyone else, `unknown`. `line` is in the order of play.
    """

    people: tuple[Contender, ...]
    plays: int
    decided: int
    cooperative: Results
    scored: int
    depths: Depths
    duels: tuple[Duel, ...]
    line: tuple[Moment, ...]
    games: tuple[Split, ...]
    players: tuple[Split, ...]
    seats: tuple[Split, ...]
    comeback: Comeback | None
    matches: tuple[str, ...]

    @property
    def first(self) -> tuple[Contender, ...]:
        """Those who most often finished before all the others; nobody if none ever did."""
        most = max(one.first for one in self.people)
        return tuple(one for one in self.people if most and one.first == most)


@dataclass(frozen=True, slots=True)
class _Meeting:
    match: PlayedMatch
    seats: tuple[SeatResult, ...]
    """By person, in the given order."""

    def opposed(self, one: int, other: int) -> bool:
        return any(seat is self.seats[other] for seat in sides.opponents(self.match, self.seats[one]))

    def result(self, one: int, other: int) -> int | None:
        return sides.before(self.seats[one], self.seats[other]) if self.opposed(one, other) else None

    def margin(self, one: int, other: int) -> float | None:
        if not self.opposed(one, other):
            return None
        own, theirs = (sides.side_points(self.match, self.seats[place]) for place in (one, other))
        if own is None or theirs is None:
            return None
        return theirs - own if self.match.lowest_wins else own - theirs

    def first(self, one: int) -> bool:
        results = [self.result(one, other) for other in range(len(self.seats)) if other != one]
        return all(result == 1 for result in results)


def pair(
    played: Sequence[PlayedMatch],
    people: Sequence[str],
    names: Mapping[str, str],
    details: Mapping[str, Sequence[PlayedSeat]],
) -> Pair:
    """`people` are two or more different ids. `played` are all matches, in the order of play."""
    meetings = list(_meetings(played, people))
    matches = [meeting.match for meeting in meetings]
    places = range(len(people))
    contests, cooperative, _ = tally.by_kind(_seats(meetings, 0))
    return Pair(
        people=tuple(_contender(meetings, place, person, names) for place, person in enumerate(people)),
        plays=len(meetings),
        decided=contests.decided,
        cooperative=cooperative,
        scored=sum(all(sides.points(one.match, seat) is not None for seat in one.seats) for one in meetings),
        depths=tally.depths(Counter(match.depth for match in matches)),
        duels=tuple(_duel(meetings, people, one, other) for one, other in combinations(places, 2)),
        line=tuple(_line(meetings, len(people))),
        games=_splits((one.match.game, one) for one in meetings),
        players=tuple(
            sorted(_splits((str(len(one.match.seats)), one) for one in meetings), key=lambda split: int(split.label))
        ),
        seats=_splits((_began(one), one) for one in meetings),
        comeback=_comeback(meetings, details),
        matches=tuple(match.id for match in matches),
    )


def _meetings(played: Iterable[PlayedMatch], people: Sequence[str]) -> Iterator[_Meeting]:
    for match in played:
        seats = tuple(seat for person in people if (seat := match.at(person)) is not None)
        if len(seats) == len(people):
            yield _Meeting(match, seats)


def _contender(meetings: Sequence[_Meeting], place: int, person: str, names: Mapping[str, str]) -> Contender:
    own = tally.tally(person, _seats(meetings, place))
    first = sum(meeting.first(place) for meeting in meetings)
    name = names.get(person, person)
    return Contender(person, name, own.decided, own.wins, first, own.share, own.chance, own.cooperative, own.points)


def _seats(meetings: Iterable[_Meeting], place: int) -> Counter[SeatCase]:
    """The seats of one of the people."""
    return Counter(
        SeatCase(sides.kind(match), len(sides.sides(match)), own.won, sides.points(match, own), is_first=True)
        for match, own in ((meeting.match, meeting.seats[place]) for meeting in meetings)
    )


def _duel(meetings: Sequence[_Meeting], people: Sequence[str], one: int, other: int) -> Duel:
    opposed = [meeting for meeting in meetings if meeting.opposed(one, other)]
    results = [meeting.result(one, other) for meeting in opposed]
    margins = [margin for meeting in opposed if (margin := meeting.margin(one, other)) is not None]
    won, lost = results.count(1), results.count(-1)
    matches = tuple(meeting.match.id for meeting in opposed)
    clear = share(won, won + lost)
    return Duel(people[one], people[other], won, lost, results.count(0), clear, mean(margins), matches)


def _line(meetings: Iterable[_Meeting], people: int) -> Iterator[Moment]:
    ahead, points = [0] * people, [0.0] * people
    for meeting in meetings:
        for one, other in combinations(range(people), 2):
            result = meeting.result(one, other) or 0
            ahead[one] += result
            ahead[other] -= result
            margin = (meeting.margin(one, other) or 0) / (people - 1)
            points[one] += margin
            points[other] -= margin
        yield Moment(meeting.match.id, meeting.match.played_on, tuple(ahead), tuple(points))


def _splits(meetings: Iterable[tuple[str, _Meeting]]) -> tuple[Split, ...]:
    groups: dict[str, list[_Meeting]] = {}
    for label, meeting in meetings:
        groups.setdefault(label, []).append(meeting)
    rows = [_split(label, own) for label, own in groups.items()]
    return tuple(sorted(rows, key=lambda row: (-row.plays, row.label)))


def _split(label: str, meetings: Sequence[_Meeting]) -> Split:
    places = range(len(meetings[0].seats))
    contests = [meeting for meeting in meetings if sides.kind(meeting.match) == "contest"]
    wins = tuple(sum(meeting.seats[place].won is True for meeting in contests) for place in places)
    first = tuple(sum(meeting.first(place) for meeting in meetings) for place in places)
    shares = tuple(share(count, sum(first)) for count in first)
    return Split(label, len(meetings), wins, first, shares, tuple(meeting.match.id for meeting in meetings))


def _began(meeting: _Meeting) -> str:
    began = [seat for seat in meeting.match.seats if seat.started]
    if len(began) != 1:
        return "unknown"
    return began[0].person if any(began[0] is seat for seat in meeting.seats) else "other"


def _comeback(meetings: Iterable[_Meeting], details: Mapping[str, Sequence[PlayedSeat]]) -> Comeback | None:
    """Of equal comebacks the first one."""
    best: Comeback | None = None
    for meeting in meetings:
        match = meeting.match
        seat_details = details.get(match.id)
        if not seat_details or not sides.is_contest(match):
            continue
        for seat in meeting.seats:
            if seat.won:
                round, behind = _furthest_behind(match, seat, seat_details)
                if behind > (best.behind if best else 0):
                    best = Comeback(seat.person, match.id, match.played_on, round, behind)
    return best


def _furthest_behind(match: PlayedMatch, seat: SeatResult, details: Sequence[PlayedSeat]) -> tuple[int, float]:
    """The round and the points behind; 0 if never behind. Unknown points are skipped."""
    against = sides.opponents(match, seat)
    own = next(one for one, seat_result in zip(details, match.seats, strict=True) if seat_result is seat)
    others = [
        one
        for one, seat_result in zip(details, match.seats, strict=True)
        if any(seat_result is theirs for theirs in against)
    ]
    sign = -1 if match.lowest_wins else 1
    furthest = (0, 0.0)
    for round, points in enumerate(own.rounds, 1):
        other_points = [sign * theirs for one in others if (theirs := one.rounds[round - 1]) is not None]
        if points is not None and other_points and max(other_points) - sign * points > furthest[1]:
            furthest = round, max(other_points) - sign * points
    return furthest


MAX_STEPS: Final = 24
"""Most steps of the chart."""


@dataclass(frozen=True, slots=True)
class Period:
    """The running totals after a period; `label` is a year, a month (`2026-11`), or the number of a match from 1."""

    label: str
    plays: int
    ahead: tuple[int, ...]
    points: tuple[float, ...]


def periods(line: Sequence[Moment]) -> tuple[Period, ...]:
    """A step for each match if there are few, else for each month or year; undated ones belong to the step before."""
    if len(line) <= MAX_STEPS:
        return tuple(Period(str(n), 1, moment.ahead, moment.points) for n, moment in enumerate(line, 1))
    days = [moment.played_on or "" for moment in line]
    months = {day[:7] for day in days if len(day) >= len("2026-11")}
    length = len("2026-11") if len(months) <= MAX_STEPS else len("2026")
    steps, label = dict[str, Period](), ""
    for day, moment in zip(days, line, strict=True):
        label = day[:length] if len(day) >= length else label
        plays = steps[label].plays + 1 if label in steps else 1
        steps[label] = Period(label, plays, moment.ahead, moment.points)
    return tuple(steps.values())
