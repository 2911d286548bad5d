"""Counts over all plays of a selection, computed by the database: no play is read one by one."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Unpack

from eventstore.matches.people import SOMEBODY
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.population import Population, titles
from eventstore.statistics.overview import DAY, MONTH, YEAR, Count, Overview, h_index
from eventstore.statistics.tally import Depths


def overview(index: MatchIndex, names: Mapping[str, str], **criteria: Unpack[MatchFilter]) -> Overview:
    """Unknown places and anonymous seats are not counted."""
    population = index.population(**criteria)
    depths = Counter(dict(population.query("SELECT depth, count(*) FROM plays WHERE {where} GROUP BY depth")))
    ((minutes, timed),) = population.query("SELECT coalesce(sum(minutes), 0), count(minutes) FROM plays WHERE {where}")
    played_on = population.query("SELECT played_on, count(*) FROM plays WHERE {where} AND played_on > '' GROUP BY 1")
    places = population.query("SELECT place, count(*) FROM plays WHERE {where} AND place > '' GROUP BY 1")
    days, games = _dates(played_on, DAY), _games(population)
    plays = depths.total()
    return Overview(
        plays=plays,
        depths=Depths(plays, depths["moves"], depths["rounds"], depths["final"]),
        h_index=h_index([game.plays for game in games]),
        minutes=minutes,
        timed=timed,
        undated=plays - sum(day.plays for day in days),
        days=days,
        months=_dates(played_on, MONTH),
        years=_dates(played_on, YEAR),
        people=_counts(plays_by_person(population).items(), names),
        places=_counts(places),
        games=games,
    )


def plays_by_person(population: Population) -> dict[str, int]:
    """The number of plays of each known person, by present id; a play counts once, however many seats one has in it."""
    one, plays = population.people.one, Counter[str]()
    for person, number in population.query(
        "SELECT person, count(DISTINCT match) FROM results WHERE match IN (SELECT match FROM plays WHERE {where})"
        " GROUP BY person"
    ):
        plays[one(person)] += number
    for person in {one(merged) for merged in population.people.merged} & plays.keys():
        ((plays[person],),) = population.query(
            "SELECT count(DISTINCT match) FROM results WHERE person IN (SELECT value FROM json_each(?))"
            " AND match IN (SELECT match FROM plays WHERE {where})",
            json.dumps(population.people.ids(person)),
        )
    return {person: number for person, number in plays.items() if person != SOMEBODY}


def _games(population: Population) -> tuple[Count, ...]:
    renamed = titles(population)
    rows = population.query("SELECT title, bgg_id, count(*) FROM plays WHERE {where} GROUP BY title, bgg_id")
    return _counts((renamed.get(bgg_id, title), plays) for title, bgg_id, plays in rows)


def _dates(played_on: Iterable[tuple[str, int]], length: int) -> tuple[Count, ...]:
    counts = _counts((on[:length], plays) for on, plays in played_on if len(on) >= length)
    return tuple(sorted(counts, key=lambda count: count.label))


def _counts(rows: Iterable[tuple[str, int]], names: Mapping[str, str] | None = None) -> tuple[Count, ...]:
    """Most plays first."""
    plays = Counter[str]()
    for label, number in rows:
        plays[label] += number
    counts = [Count(label, (names or {}).get(label, label), number) for label, number in plays.items()]
    return tuple(sorted(counts, key=lambda count: (-count.plays, count.name, count.label)))
