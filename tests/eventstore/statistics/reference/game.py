"""Statistics of one game, computed from all its plays at once."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean, quantiles

from eventstore.matches.people import SOMEBODY
from eventstore.statistics import sides
from eventstore.statistics.game import GameCourse, GameStatistics, Minutes, Pace, SeatEffect, Space, Spread
from eventstore.statistics.intervals import mean_amount, share
from eventstore.statistics.plays import PlayedMatch, PlayedSeat
from tests.eventstore.statistics.reference import tally
from tests.eventstore.statistics.reference.records import records
from tests.eventstore.statistics.reference.tally import Play


def game(played: Sequence[PlayedMatch], title: str) -> GameStatistics:
    """`title` is the display name of the game. `played` are all matches, in the order of play."""
    own = [match for match in played if match.game == title]
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
        since=min((match.played_on[:4] for match in own if match.played_on), default=None),
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
    )


def course(played: Sequence[PlayedMatch], details: Mapping[str, Sequence[PlayedSeat]]) -> GameCourse:
    """`played` are the matches of one game."""
    detailed = [match for match in played if details.get(match.id) and sides.is_scored(match)]
    return GameCourse(tally.depths(detailed), _spaces(detailed, details), _pace(detailed, details))


def _expansions(played: Iterable[PlayedMatch]) -> Mapping[str, int]:
    """Number of plays with each expansion, most first."""
    plays = Counter(name for match in played for name in {*match.expansions})
    return dict(sorted(plays.items(), key=lambda row: (-row[1], row[0])))


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
        yield Minutes(players, mean_amount(values))


def _spreads(played: Sequence[PlayedMatch]) -> Iterator[Spread]:
    for players, own in _by_players(match for match in played if sides.known_points(match)).items():
        known = [(match, one, points) for match in own for one, points in sides.known_points(match)]
        values = tuple(points for _, _, points in known)
        low, median, high = quantiles(values, method="inclusive") if len(values) > 1 else (None, values[0], None)
        yield Spread(
            players,
            dict(sorted(Counter(values).items())),
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
    yield SeatEffect(place, players, won, chance, not inside)


def _spaces(played: Sequence[PlayedMatch], details: Mapping[str, Sequence[PlayedSeat]]) -> tuple[Space, ...]:
    boards = [seat.cells for match in played for seat in details[match.id] if match.depth == "moves" and match.decided]
    points: dict[str, list[float]] = {}
    for cells in boards:
        for cell, value in cells.items():
            points.setdefault(cell, []).append(value)
    return tuple(
        Space(cell, share(len(points[cell]), len(boards)), mean_amount(points[cell])) for cell in sorted(points)
    )


def _pace(played: Sequence[PlayedMatch], details: Mapping[str, Sequence[PlayedSeat]]) -> tuple[Pace, ...]:
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
