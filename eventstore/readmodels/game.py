"""The statistics of a game as queries: no play is decoded, but for the spaces and rounds of those with details."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from eventstore.readmodels.dimensions import EXPANSION, OF_SEATS, POINTS, SEATS
from eventstore.readmodels.plays_of import decode_details
from eventstore.readmodels.point_sources import FIRST
from eventstore.readmodels.population import Population, titles
from eventstore.readmodels.records import records
from eventstore.readmodels.seats import Seats
from eventstore.statistics import game, tally
from eventstore.statistics.cost import TimedPlays
from eventstore.statistics.game import CategoryMeans, GameCourse, GameStatistics, Last, Pace, PlaceCase, PlayCase, Space
from eventstore.statistics.intervals import mean_of_counts, share
from eventstore.statistics.plays import PlayedSeat

_DECODED: Final = 500
"""Matches whose details are in memory at once."""

_PLAYS: Final = (
    "SELECT max(p.kind) AS kind, max(p.seats) AS seats, max(p.depth) AS depth,"
    " max(CASE WHEN r.seat = 0 THEN r.won END) AS first_won, max(coalesce(r.won, 0)) AS won,"
    " CASE WHEN count(r.merit) > 0 THEN 1 ELSE 0 END AS scored, CASE WHEN count(r.won) > 0"
    " OR (max(p.finished) = 0 AND max(p.depth) <> 'moves') THEN max(p.minutes) END AS minutes,"
    f" max(p.played_on) AS played_on FROM p {SEATS} GROUP BY p.moment"
)
"""A moment is of one play, and grouping by it alone is the fastest."""

_PLACES: Final = (
    "SELECT p.seats AS seats, r.seat AS seat, p.ordered AS ordered, CASE WHEN r.started = 1 AND NOT EXISTS (SELECT 1"
    " FROM results s WHERE s.title = r.title AND s.moment = r.moment AND s.started = 1 AND s.seat <> r.seat)"
    f" THEN 1 ELSE 0 END AS started, p.sides AS sides, r.won AS won, {POINTS} AS points, p.moment AS moment"
    f" FROM p {SEATS}"
)


def game_statistics(population: Population, title: str) -> GameStatistics:
    """The plays of the population are all counted as of one game, whose display name is the title."""
    seats = Seats(population, title=title)
    plays, since = _plays(seats)
    places, last_moments = _places(seats)
    contests, cooperative, solo = game.results(plays)
    points = mean_of_counts(game.points(places))
    depths, players = Counter[str](), Counter[int]()
    for case, number in plays.items():
        depths[case.depth] += number
        players[case.players] += number
    return GameStatistics(
        game=title,
        plays=players.total(),
        decided=contests.decided,
        wins=sum(number for case, number in plays.items() if case.kind == "contest" and case.has_winner),
        cooperative=cooperative,
        solo=solo,
        scored=sum(number for case, number in plays.items() if case.is_scored),
        mean_points=points.value,
        points=points,
        depths=tally.depths(depths),
        since=since,
        players=dict(sorted(players.items())),
        minutes=tuple(game.minutes(plays)),
        spreads=tuple(game.spreads(places, _last(seats, last_moments))),
        start=tuple(game.start(places)),
        places=tuple(game.places(places)),
        roles=seats.tallies(OF_SEATS["role"]),
        colors=seats.tallies(OF_SEATS["color"]),
        expansions=_expansions(seats),
        people=seats.tallies(OF_SEATS["person"]),
        records=records(seats),
    )


def _plays(seats: Seats) -> tuple[Counter[PlayCase], str | None]:
    """The plays, and the year of the first dated one."""
    cases, years = Counter[PlayCase](), list[str]()
    columns = "kind, seats, depth, first_won, won, scored, minutes"
    for kind, players, depth, first, won, scored, minutes, year, plays in seats.query(
        f"SELECT {columns}, min(substr(played_on, 1, 4)), count(*) FROM ({_PLAYS}) AS known GROUP BY {columns}"
    ):
        case = PlayCase(kind, players, depth, None if first is None else bool(first), bool(won), bool(scored), minutes)
        cases[case] += plays
        years += [year] if year else []
    return cases, min(years, default=None)


def _places(seats: Seats) -> tuple[Counter[PlaceCase], list[str]]:
    """The seats, and the moment of the latest match with points of each number of players."""
    cases, moments = Counter[PlaceCase](), dict[int, str]()
    columns = "seats, seat, ordered, started, sides, won, points"
    for players, seat, ordered, started, sides, won, points, moment, number in seats.query(
        f"SELECT {columns}, max(moment), count(*) FROM ({_PLACES}) AS known GROUP BY {columns}"
    ):
        known = None if won is None else bool(won)
        cases[PlaceCase(players, seat + 1, bool(ordered), bool(started), sides, known, points)] += number
        if points is not None:
            moments[players] = max(moment, moments.get(players, ""))
    return cases, [*moments.values()]


def _last(seats: Seats, moments: Sequence[str]) -> dict[int, Last]:
    """The matches of these moments, by number of players."""
    last = dict[int, Last]()
    for players, match, points in seats.at(moments).query(
        f"SELECT p.seats, p.match, {POINTS} FROM p {SEATS} WHERE r.merit IS NOT NULL ORDER BY p.moment, r.seat"
    ):
        last[players] = Last(match, (*last.get(players, Last(match, ())).points, points))
    return last


def _expansions(seats: Seats) -> dict[str, int]:
    """The number of plays with each expansion, most first."""
    rows = seats.query(f"SELECT {EXPANSION.text}, count(*) FROM p {EXPANSION.tables} GROUP BY 1")
    return dict(sorted(((str(name), int(plays)) for name, plays in rows), key=lambda row: (-row[1], row[0])))


def timed(population: Population) -> TimedPlays:
    """All plays, and what is known of their duration."""
    ((plays, minutes, known),) = population.query(
        "SELECT count(*), coalesce(sum(minutes), 0), count(minutes) FROM plays WHERE {where}"
    )
    return TimedPlays(plays, int(minutes), known)


def titles_of(population: Population) -> Counter[str]:
    """The present titles of the games of these plays, and how many plays each has."""
    renamed, plays = titles(population), Counter[str]()
    for title, bgg_id, number in population.query(
        "SELECT title, bgg_id, count(*) FROM plays WHERE {where} GROUP BY title, bgg_id"
    ):
        plays[renamed.get(bgg_id, title)] += number
    return plays


def last_by_moves(population: Population) -> str | None:
    """The id of the latest play whose every move is recorded to the end."""
    rows = population.query(
        "SELECT match FROM plays WHERE depth = 'moves' AND detailed = 1 AND {where} ORDER BY moment DESC LIMIT 1"
    )
    return rows[0][0] if rows else None


def game_course(population: Population) -> GameCourse:
    """The figures from details of plays, read a part at a time.

    The points round by round are from matches with moves, if there are any: a round of a score sheet need not be a
    round of the game.
    """
    detailed = population.among("plays.detailed = 1")
    depths = dict(detailed.query("SELECT depth, count(*) FROM plays WHERE {where} GROUP BY depth"))
    has_moves = bool(depths.get("moves"))
    told = detailed.among("plays.depth = 'moves'") if has_moves else detailed
    boards, cells = 0, defaultdict[str, Counter[float]](Counter)
    everybody, winners = defaultdict[int, Counter[float]](Counter), defaultdict[int, Counter[float]](Counter)
    for after, until in told.ranges(_DECODED):
        for seat, has_won in _seats_with_details(told.among("plays.moment > ? AND plays.moment <= ?", after, until)):
            boards += has_moves
            for cell, points in seat.cells.items() if has_moves else ():
                cells[cell][points] += 1
            for number, reached in enumerate(seat.rounds, 1):
                if reached is not None:
                    everybody[number][reached] += 1
                    winners[number][reached] += has_won
    return GameCourse(
        tally.depths(depths),
        tuple(Space(cell, share(own.total(), boards), mean_of_counts(own)) for cell, own in sorted(cells.items())),
        tuple(Pace(number, *map(mean_of_counts, (own, +winners[number]))) for number, own in sorted(everybody.items())),
    )


def _seats_with_details(population: Population) -> Iterator[tuple[PlayedSeat, bool]]:
    """The details of each seat, and whether it won."""
    rows = population.query("SELECT match, details FROM plays JOIN matches ON matches.id = plays.match WHERE {where}")
    won = population.query(
        "SELECT match, seat FROM results WHERE won = 1 AND match IN (SELECT match FROM plays WHERE {where})"
    )
    winners = {(match, seat) for match, seat in won}
    for match, details in rows:
        for place, seat in enumerate(decode_details(details)):
            yield seat, (match, place) in winners


_IS_CONTEST: Final = (
    "p.detailed = 1 AND p.sides > 1 AND EXISTS"
    " (SELECT 1 FROM results k WHERE k.title = p.title AND k.moment = p.moment AND k.won IS NOT NULL)"
)


def categories(population: Population) -> tuple[CategoryMeans, ...]:
    """The categories of matches of one game that are contests, in the order of the sheet.

    A source that a recorded match does not name gave no points there; a sheet without the category does not count.
    """
    seats = Seats(population)
    reached = defaultdict[tuple[str, bool], Counter[float]](Counter)
    named = Counter[tuple[str, bool, bool]]()
    for source, moves, won, points, number in seats.query(
        "SELECT s.source, CASE p.depth WHEN 'moves' THEN 1 ELSE 0 END, coalesce(r.won, 0), s.points, count(*)"
        f" FROM p {SEATS} JOIN sources s ON s.match = p.match AND s.seat = r.seat WHERE {_IS_CONTEST}"
        " GROUP BY 1, 2, 3, 4"
    ):
        reached[source, bool(won)][points] += number
        named[source, bool(moves), bool(won)] += number
    asked = dict(
        seats.query(
            f"SELECT s.source, min({FIRST}) FROM p JOIN sources s ON s.match = p.match WHERE p.detailed = 1"
            " GROUP BY s.source"
        )
    )
    by_moves, by_sheet = _seats_by_moves(seats), _seats_by_sheet(seats)
    result = []
    for source in sorted(asked, key=lambda source: asked[source]):
        for won in (True, False):
            nothing = by_moves[won] - named[source, True, won] + by_sheet[source, won] - named[source, False, won]
            reached[source, won][0.0] += nothing
        winners, others = (mean_of_counts(+reached[source, won]) for won in (True, False))
        if winners.n or others.n:
            result.append(CategoryMeans(source, winners, others))
    return tuple(result)


def _seats_by_moves(seats: Seats) -> Counter[bool]:
    """The winners and the others in contests recorded by moves."""
    rows = seats.query(
        f"SELECT coalesce(r.won, 0), count(*) FROM p {SEATS} WHERE p.depth = 'moves' AND {_IS_CONTEST} GROUP BY 1"
    )
    return Counter({bool(won): number for won, number in rows})


def _seats_by_sheet(seats: Seats) -> Counter[tuple[str, bool]]:
    """The winners and the others in contests on sheets that name a source."""
    rows = seats.query(
        "SELECT s.source, coalesce(r.won, 0), count(*) FROM (SELECT DISTINCT p.match AS match, source FROM p"
        f" JOIN sources ON sources.match = p.match WHERE p.depth <> 'moves' AND {_IS_CONTEST}) AS s"
        " JOIN results r ON r.match = s.match GROUP BY 1, 2"
    )
    return Counter({(source, bool(won)): number for source, won, number in rows})
