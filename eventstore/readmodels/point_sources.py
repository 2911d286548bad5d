"""Sources of the points of a game in all its plays: how often seats got each number of points from each source."""

import json
from collections import Counter
from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

from eventstore.readmodels.population import Population, game_keys
from eventstore.readmodels.population import titles as population_titles
from eventstore.statistics.person import PointsOfAll


class _Value(NamedTuple):
    """Points that `seats` seats got from a source. `first` sorts as the first seat that got any from this source.

    `bgg_id` is 0 for none. The source `''` counts the seats of plays recorded by `moves`.
    """

    title: str
    bgg_id: int
    moves: int
    source: str
    points: float
    seats: int
    first: str


def points_of_all(population: Population, games: Collection[str]) -> PointsOfAll:
    """The points in all plays of these games, by their present titles."""
    if not games:
        return {}
    asked = json.dumps([*games])
    ids = [bgg_id for _, bgg_id in game_keys(population.database, games) if bgg_id]
    read = _computed if population.simulated is None else _kept
    values = read(population, asked, json.dumps(ids))
    renamed = population_titles(population, {value.bgg_id for value in values if value.bgg_id})
    by_game = dict[str, list[_Value]]()
    for value in sorted(values, key=lambda value: value.first):
        game = renamed.get(value.bgg_id, value.title)
        if game in games:
            by_game.setdefault(game, []).append(value)
    return {game: _by_source(own) for game, own in by_game.items()}


def _by_source(values: Iterable[_Value]) -> dict[str, Counter[float]]:
    """The counts by source, from values in the order of appearance."""
    points, by_moves = dict[str, Counter[float]](), Counter[str]()
    seats_by_moves = 0
    for value in values:
        if value.moves and not value.source:
            seats_by_moves += value.seats
            continue
        points.setdefault(value.source, Counter())[value.points] += value.seats
        by_moves[value.source] += value.seats * value.moves
    for source, own in points.items():
        own[0.0] += seats_by_moves - by_moves[source]
    return {source: +own for source, own in points.items()}


_IS_OF_GAMES: Final = (
    "(title IN (SELECT value FROM json_each(?)) OR bgg_id IN (SELECT CAST(value AS BIGINT) FROM json_each(?)))"
)
"""SQL of the condition that a row may be of a game by its present title."""

_LAST: Final = "~"
"""After every text of `FIRST`."""

FIRST: Final = "moment || ' ' || CAST(1000000 + s.seat AS TEXT) || ' ' || CAST(1000000 + s.place AS TEXT)"


def _kept(population: Population, titles: str, bgg_ids: str) -> list[_Value]:
    """From the counted values of all plays."""
    database, simulated = population.database, population.simulated
    rows = database.query(
        "SELECT title, bgg_id, moves, source, points, seats FROM source_values"
        f" WHERE simulated = ? AND seats <> 0 AND {_IS_OF_GAMES}",
        (simulated, titles, bgg_ids),
    )
    keys = {(title, bgg_id, source) for title, bgg_id, _, source, _, _ in rows}
    if not keys:
        return []
    seats = (
        f"SELECT {FIRST} FROM plays p CROSS JOIN sources s WHERE s.match = p.match AND p.simulated = ?"
        " AND p.detailed = 1 AND p.title = k.title AND coalesce(p.bgg_id, 0) = k.bgg_id AND s.source = k.source"
        " ORDER BY moment, s.seat LIMIT 1"
    )
    first = {
        (title, bgg_id, source): text
        for title, bgg_id, source, text in database.query(
            f"WITH k(title, bgg_id, source) AS (VALUES {', '.join(['(?, ?, ?)'] * len(keys))})"
            f" SELECT title, bgg_id, source, ({seats}) FROM k",
            (*(value for key in keys for value in key), simulated),
        )
    }
    return [_Value._make((*row, first[row[0], row[1], row[3]] or _LAST)) for row in rows]


def _computed(population: Population, titles: str, bgg_ids: str) -> list[_Value]:
    """From the plays of a selection."""
    game = "title, coalesce(bgg_id, 0), CASE WHEN depth = 'moves' THEN 1 ELSE 0 END"
    is_of_games = f"detailed = 1 AND {_IS_OF_GAMES} AND {{where}}"
    by_value = population.query(
        f"SELECT {game}, s.source, s.points, count(*) FROM plays JOIN sources s USING (match)"
        f" WHERE {is_of_games} GROUP BY 1, 2, 3, 4, 5",
        titles,
        bgg_ids,
    )
    first = population.query(
        f"SELECT title, coalesce(bgg_id, 0), s.source, min({FIRST}) FROM plays JOIN sources s USING (match)"
        f" WHERE {is_of_games} GROUP BY 1, 2, 3",
        titles,
        bgg_ids,
    )
    seats = population.query(
        "SELECT title, coalesce(bgg_id, 0), 1, '', 0.0, sum(seats) FROM plays"
        f" WHERE depth = 'moves' AND {is_of_games} GROUP BY 1, 2",
        titles,
        bgg_ids,
    )
    order = {(title, bgg_id, source): text for title, bgg_id, source, text in first}
    return [_Value._make((*row, order.get((row[0], row[1], row[3]), _LAST))) for row in (*by_value, *seats)]
