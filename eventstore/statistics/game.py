"""Statistics of one game: plays, duration, points, winners, start player advantage, filled spaces of the board."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, quantiles

from eventstore.matches.people import SOMEBODY
from eventstore.statistics import sides, tally
from eventstore.statistics.intervals import Mean, Share, mean_amount, share
from eventstore.statistics.plays import PlayedMatch, SeatDetails
from eventstore.statistics.records import Record, records
from eventstore.statistics.tally import Depths, Play, Results, Tally


@dataclass(frozen=True, slots=True)
class Minutes:
    """Duration of matches; `players` is None for all numbers of players together."""

    players: int | None
    minutes: Mean
    matches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Spread:
    """Final points of the matches with one number of players: one value per seat, in the order of play.

    `matches` and `people` are parallel to `points`. `low` and `high` are the quartiles, None below two values. `last`
    are the points of the latest match, by seat.
    """

    players: int
    points: tuple[float, ...]
    matches: tuple[str, ...]
    people: tuple[str, ...]
    mean: Mean
    low: float | None
    median: float | None
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
    matches: tuple[str, ...]


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
    most first. `spaces`, sorted by name, and `pace` are from `detailed` matches.
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
    detailed: Depths
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
    spaces: tuple[Space, ...]
    pace: tuple[Pace, ...]
    matches: tuple[str, ...]


def game(played: Sequence[PlayedMatch], title: str, details: Mapping[str, Sequence[SeatDetails]]) -> GameStatistics:
    """`title` is the display name of the game. `played` are all matches, in the order of play."""
    own = [match for match in played if match.game == title]
    detailed_matches = [match for match in own if details.get(match.id)]
    known = [value for match in own for _, value in sides.known_points(match)]
    seats = [(match, one) for match in own for one in match.seats]
    points = mean_amount(known)
    contests, cooperative, solo = tally.by_kind((match, one) for match in own for one in match.seats[:1])
    return GameStatistics(
        game=title,
        plays=len(own),
        decided=contests.decided,
        wins=sum(sides.kind(match) == "contest" and any(one.won for one in match.seats) for match in own),
        cooperative=cooperative,
        solo=solo,
        scored=sum(bool(sides.known_points(match)) for match in own),
        mean_points=points.value,
        points=points,
        depths=tally.depths(own),
        detailed=tally.depths(detailed_matches),
        players={number: len(matches) for number, matches in _by_players(own).items()},
        minutes=tuple(_minutes(own)),
        spreads=tuple(_spreads(own)),
        start=tuple(_start(own)),
        places=tuple(_places(own)),
        roles=tally.by_role(seats),
        colors=tally.by_color(seats),
        expansions=_expansions(own),
        people=tally.tallies(
            (one.person, (match, one)) for match in own for one in match.seats if one.person != SOMEBODY
        ),
        records=records(own),
        spaces=_spaces(detailed_matches, details),
        pace=_pace(detailed_matches, details),
        matches=tuple(match.id for match in own),
    )


def _expansions(played: Iterable[PlayedMatch]) -> Mapping[str, int]:
    """Number of plays with each expansion, most first."""
    return dict(Counter(name for match in played for name in {*match.expansions}).most_common())


def _by_players(played: Iterable[PlayedMatch]) -> dict[int, list[PlayedMatch]]:
    groups: dict[int, list[PlayedMatch]] = {}
    for match in played:
        groups.setdefault(len(match.seats), []).append(match)
    return dict(sorted(groups.items()))


def _all_and_by_players(played: Sequence[PlayedMatch]) -> list[tuple[int | None, list[PlayedMatch]]]:
    return [(None, [*played]), *_by_players(played).items()]


def _minutes(played: Sequence[PlayedMatch]) -> Iterator[Minutes]:
    timed = [match for match in played if match.minutes is not None and sides.is_scored(match)]
    for players, own in _all_and_by_players(timed):
        values = [match.minutes for match in own if match.minutes is not None]
        yield Minutes(players, mean_amount(values), tuple(match.id for match in own))


def _spreads(played: Sequence[PlayedMatch]) -> Iterator[Spread]:
    for players, own in _by_players(match for match in played if sides.known_points(match)).items():
        known = [(match, one, points) for match in own for one, points in sides.known_points(match)]
        values = tuple(points for _, _, points in known)
        low, median, high = quantiles(values, method="inclusive") if len(values) > 1 else (None, values[0], None)
        yield Spread(
            players,
            values,
            tuple(match.id for match, _, _ in known),
            tuple(one.person for _, one, _ in known),
            mean_amount(values),
            low,
            median,
            high,
            own[-1].id,
            tuple(points for _, points in sides.known_points(own[-1])),
        )


def _start(played: Sequence[PlayedMatch]) -> Iterator[SeatEffect]:
    known = [match for match in played if len([one for one in match.seats if one.started]) == 1]
    for players, own in _all_and_by_players(known):
        yield from _effect(1, players, [(match, one) for match in own for one in match.seats if one.started])


def _places(played: Iterable[PlayedMatch]) -> Iterator[SeatEffect]:
    """Games without a start player are left out: the order of their seats is unknown."""
    for players, own in _by_players(match for match in played if match.has_start_player).items():
        for seat in range(players):
            yield from _effect(seat + 1, players, [(match, match.seats[seat]) for match in own])


def _effect(place: int, players: int | None, plays: Sequence[Play]) -> Iterator[SeatEffect]:
    """Yields nothing without a contest."""
    contests = [(match, one) for match, one in plays if one.won is not None and sides.is_contest(match)]
    if not contests:
        return
    won = share(sum(one.won is True for _, one in contests), len(contests))
    chance = fmean(sides.chance(match) for match, _ in contests)
    inside = won.low is not None and won.high is not None and won.low <= chance <= won.high
    yield SeatEffect(place, players, won, chance, not inside, tuple(match.id for match, _ in contests))


def _spaces(played: Sequence[PlayedMatch], details: Mapping[str, Sequence[SeatDetails]]) -> tuple[Space, ...]:
    boards = [seat.cells for match in played for seat in details[match.id] if match.depth == "moves" and match.decided]
    points: dict[str, list[float]] = {}
    for cells in boards:
        for cell, value in cells.items():
            points.setdefault(cell, []).append(value)
    return tuple(
        Space(cell, share(len(points[cell]), len(boards)), mean_amount(points[cell])) for cell in sorted(points)
    )


def _pace(played: Sequence[PlayedMatch], details: Mapping[str, Sequence[SeatDetails]]) -> tuple[Pace, ...]:
    """From matches with moves, if there are any: a round of a score sheet need not be a round of the game."""
    moves = [match for match in played if match.depth == "moves"]
    everybody, winners = dict[int, list[float]](), dict[int, list[float]]()
    for match in moves or played:
        if not sides.is_scored(match):
            continue
        for one, seat in zip(match.seats, details[match.id], strict=True):
            for number, points in enumerate(seat.rounds, 1):
                if points is not None:
                    everybody.setdefault(number, []).append(points)
                    if one.won:
                        winners.setdefault(number, []).append(points)
    return tuple(
        Pace(number, mean_amount(everybody[number]), mean_amount(winners.get(number, ())))
        for number in sorted(everybody)
    )
