"""Sources of the points of winners, and of the others, as queries on the points of seats by source."""

from collections import Counter, defaultdict
from typing import Final

from eventstore.readmodels.dimensions import SEATS
from eventstore.readmodels.point_sources import FIRST
from eventstore.readmodels.population import Population
from eventstore.readmodels.seats import Seats
from eventstore.statistics.categories import Category
from eventstore.statistics.intervals import mean_of_counts

_IS_CONTEST: Final = (
    "p.detailed = 1 AND p.sides > 1 AND EXISTS"
    " (SELECT 1 FROM results k WHERE k.title = p.title AND k.moment = p.moment AND k.won IS NOT NULL)"
)


def categories(population: Population) -> tuple[Category, ...]:
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
            result.append(Category(source, winners, others))
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
