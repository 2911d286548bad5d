"""Games to play now, from the plays by so many people and from what the people at the table have played."""

import datetime
import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping

from eventstore.matches.people import SOMEBODY
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.play_lists import last_plays
from eventstore.readmodels.population import Population, titles
from eventstore.statistics.overview import DAY
from eventstore.statistics.suggestions import FittingGame, GameSuggestion, ranked


def suggestions(
    index: MatchIndex,
    people: Collection[str],
    minutes: int | None,
    today: datetime.date,
    players: int | None = None,
) -> tuple[GameSuggestion, ...]:
    """Suggestions for people (ids), see `ranked`; without people it is their number that counts, `players`, and `days`
    are those since anybody played it.
    """
    population = index.population()
    games = _fitting(population, titles(population), people, len(people) or players or 0)
    return ranked(games, minutes, today)


def _fitting(
    population: Population, renamed: Mapping[int, str], people: Collection[str], players: int
) -> Iterator[FittingGame]:
    known, last = defaultdict[str, set[str]](set), dict[str, str]()
    ids = [id for person in people for id in population.people.ids(person)]
    for title, bgg_id, person in population.query(
        "SELECT label, nullif(k.bgg_id, 0), own.id FROM"
        " (SELECT DISTINCT label, bgg_id FROM play_counts WHERE kind = 'game' AND plays <> 0) AS k"
        " CROSS JOIN (SELECT value AS id FROM json_each(?)) AS own"
        " WHERE EXISTS (SELECT 1 FROM results r CROSS JOIN plays WHERE r.person = own.id AND r.title = k.label"
        " AND plays.match = r.match AND coalesce(plays.bgg_id, 0) = k.bgg_id AND {where})",
        json.dumps(ids),
    ):
        known[renamed.get(bgg_id, title)].add(population.people.one(person))
    for title, bgg_id, moment, _ in last_plays(population, f"length(played_on) = {DAY}", ids if people else None):
        game = renamed.get(bgg_id or 0, title)
        last[game] = max(moment[:DAY], last.get(game, ""))
    times, plays = defaultdict[str, Counter[int]](Counter), Counter[str]()
    for title, bgg_id, took, number in population.query(
        "SELECT title, bgg_id, minutes, count(*) FROM plays WHERE seats = ? AND {where} GROUP BY 1, 2, 3",
        players,
    ):
        game = renamed.get(bgg_id, title)
        plays[game] += number
        if took is not None:
            times[game][took] += number
    return (FittingGame(game, number, times[game], len(known[game]), last.get(game)) for game, number in plays.items())


def last_table(index: MatchIndex) -> tuple[str, ...]:
    """The people (ids) of the last play that names two or more, as they are likely to play again."""
    population = index.population()
    last = population.query(
        "SELECT match FROM plays WHERE (SELECT count(DISTINCT person) FROM results r WHERE r.match = plays.match"
        " AND person <> ?) > 1 AND {where} ORDER BY moment DESC LIMIT 1",
        SOMEBODY,
    )
    seated = (
        population.database.query("SELECT person FROM results WHERE match = ? ORDER BY seat", last[0]) if last else []
    )
    return tuple(dict.fromkeys(population.people.one(person) for (person,) in seated if person != SOMEBODY))
