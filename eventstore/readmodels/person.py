"""The statistics of a person as queries on the plays of that person: other plays of the store cost nothing."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Final, NamedTuple

from eventstore.matches.people import SOMEBODY
from eventstore.readmodels.dimensions import EXPANSION, OF_MATCHES, OF_SEATS, SEATS
from eventstore.readmodels.overview import counts_of, plays_by_person
from eventstore.readmodels.point_sources import points_of_all
from eventstore.readmodels.population import Population
from eventstore.readmodels.rating_tables import person_ratings
from eventstore.readmodels.records import records
from eventstore.readmodels.seats import AGAINST, BEFORE, GAME, Seats, seats_of, tallies
from eventstore.statistics import person, tally
from eventstore.statistics.overview import Count
from eventstore.statistics.person import MAX_RECENT, PersonStatistics, PointsOfAll, RecentResult
from eventstore.statistics.progress import Contest
from eventstore.statistics.tally import SeatCase

_ROLE_AT_GAME: Final = OF_SEATS["role"]._replace(text=f"t.value || ' (' || {GAME.text} || ')'")


def person_statistics(population: Population, who: str, names: Mapping[str, str]) -> PersonStatistics:
    """`who` is the id of a person, `names` are those of people by id."""
    seats = seats_of(population, who)
    games, players, started = seats.cases(GAME, OF_MATCHES["players"], OF_SEATS["start"])
    whole = tally.tally(who, sum(games.values(), Counter[SeatCase]()))
    plays = _plays(seats)
    streaks = person.streaks((play.result, play.match) for play in plays if play.result != "unknown")
    opponents = person.opponents(_results(seats, who), names)
    ratings = person_ratings(population, who)
    depths = seats.query("SELECT depth, count(*), min(substr(played_on, 1, 4)) FROM p GROUP BY depth")
    return PersonStatistics(
        person=who,
        name=names.get(who, who),
        plays=whole.plays,
        decided=whole.decided,
        wins=whole.wins,
        scored=whole.points.n,
        mean_points=whole.points.value,
        share=whole.share,
        chance=whole.chance,
        cooperative=whole.cooperative,
        solo=whole.solo,
        points=whole.points,
        depths=tally.depths({depth: plays for depth, plays, _ in depths}),
        since=min((year for _, _, year in depths if year), default=None),
        rating=ratings.overall,
        ratings=ratings.games,
        ribbon=tuple(plays[-MAX_RECENT:]),
        games=tallies(games),
        players=tuple(sorted(tallies(players), key=lambda row: int(row.label))),
        seats=tallies(started),
        roles=seats.tallies(_ROLE_AT_GAME),
        colors=seats.tallies(OF_SEATS["color"]),
        expansions=seats.tallies(EXPANSION),
        opponents=opponents,
        nemesis=person.surest(opponents, beaten=False),
        favorite=person.surest(opponents, beaten=True),
        current=streaks[-1] if streaks else None,
        winning=person.longest(streaks, "won"),
        losing=person.longest(streaks, "lost"),
        records=records(seats),
        sources=tuple(person.point_sources(*_points(population, seats))),
    )


def _plays(seats: Seats) -> list[RecentResult]:
    """All plays of the person, in the order of play."""
    rows = seats.query("SELECT match, game, played_on, won, rank, sides FROM mine ORDER BY moment")
    return [
        RecentResult(match, game, played_on, person.result(won), None if won is None else rank, sides)
        for match, game, played_on, won, rank, sides in rows
    ]


def _results(seats: Seats, who: str) -> Mapping[str, Counter[int | None]]:
    """Times that the person came before (1), after (-1) or with (0) each opponent, None where unknown."""
    results = defaultdict[str, Counter[int | None]](Counter)
    other = OF_SEATS["opponent"].text
    for opponent, before, plays in seats.query(
        "SELECT other, before, count(*) FROM"
        f" (SELECT {other} AS other, {BEFORE} AS before, ROW_NUMBER() OVER (PARTITION BY mine.moment, {other}"
        f" ORDER BY o.seat DESC) AS nth FROM mine {AGAINST} LEFT JOIN one another ON another.id = o.person) AS met"
        " WHERE nth = 1 GROUP BY other, before"
    ):
        if opponent not in (SOMEBODY, who):
            results[opponent][before] += plays
    return results


def _points(population: Population, seats: Seats) -> tuple[PointsOfAll, PointsOfAll]:
    """The points of the person, and those of everybody, in the games of which the person has plays with details."""
    by_moves = dict(
        seats.query(
            "SELECT p.game, sum(CASE p.depth WHEN 'moves' THEN 1 ELSE 0 END)"
            f" FROM p {SEATS} WHERE p.detailed = 1 AND {seats.is_own} GROUP BY p.game"
        )
    )
    everybody = points_of_all(population, by_moves)
    own: dict[str, dict[str, Counter[float]]] = {
        game: {source: Counter({0.0: int(by_moves[game])}) for source in sources} for game, sources in everybody.items()
    }
    # The sum keeps SQLite from reading all seats of a game in the order of their points.
    for game, source, points, number, moves in seats.query(
        "SELECT p.game, s.source, s.points, count(*), sum(CASE p.depth WHEN 'moves' THEN 1 ELSE 0 END)"
        f" FROM p {SEATS} JOIN sources s ON s.match = p.match AND s.seat = r.seat + 0"
        f" WHERE p.detailed = 1 AND {seats.is_own} GROUP BY 1, 2, 3"
    ):
        if source in own.get(game, ()):  # Not of a play that came in since the sources were read.
            own[game][source][points] += number
            own[game][source][0.0] -= int(moves)
    return {game: {source: +points for source, points in sources.items()} for game, sources in own.items()}, everybody


class PlayOf(NamedTuple):
    """The game of a play, and the date on which it was played, None if unknown."""

    game: str
    played_on: str | None


def plays_of_person(population: Population, who: str) -> dict[str, PlayOf]:
    """The plays of a person by id, in the order of play."""
    rows = seats_of(population, who).query("SELECT match, game, played_on FROM mine ORDER BY moment")
    return {match: PlayOf(game, played_on) for match, game, played_on in rows}


def company(population: Population, who: str, names: Mapping[str, str]) -> tuple[Count, ...]:
    """The plays that the person shared with each of the people with names, most plays first."""
    plays = plays_by_person(seats_of(population, who).population)
    return counts_of(((id, number) for id, number in plays.items() if id != who and id in names), names)


def contests(population: Population, who: str, game: str) -> list[Contest]:
    """The contests of a person at a game with opponents in a known order, in the order of play."""
    rows = seats_of(population, who).query(
        "SELECT match, played_on, sum(1 + before), count(*), points FROM (SELECT mine.match AS match, mine.moment AS"
        f" moment, mine.played_on AS played_on, mine.points AS points, {BEFORE} AS before FROM mine {AGAINST}"
        " WHERE mine.game = ?) AS met WHERE before IS NOT NULL GROUP BY match, moment, played_on, points"
        " ORDER BY moment",
        game,
    )
    return [Contest(match, played_on, beaten / 2 / others, points) for match, played_on, beaten, others, points in rows]
