"""Counts over all plays of a selection, computed by the database: no play is read one by one."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Unpack

from eventstore.matches.people import SOMEBODY
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.play_counts import PlayCount, person_games, play_counts
from eventstore.readmodels.population import Population, titles
from eventstore.statistics.overview import DAY, MONTH, YEAR, Count, Overview, h_index
from eventstore.statistics.tally import Depths


def overview(index: MatchIndex, names: Mapping[str, str], **criteria: Unpack[MatchFilter]) -> Overview:
    """Unknown places and anonymous seats are not counted."""
    population = index.population(**criteria)
    renamed, counted = titles(population), by_kind(population)
    by_depth = {count.label: count.plays for count in counted["depth"]}
    played_on = [(count.label, count.plays) for count in counted["day"]]
    days = dates_of(played_on, DAY)
    games = counts_of((renamed.get(count.bgg_id, count.label), count.plays) for count in counted["game"])
    plays = sum(by_depth.values())
    return Overview(
        plays=plays,
        depths=Depths(plays, *(by_depth.get(depth, 0) for depth in ("moves", "rounds", "final"))),
        h_index=h_index([game.plays for game in games]),
        minutes=sum(count.minutes for count in counted["depth"]),
        timed=sum(count.timed for count in counted["depth"]),
        undated=plays - sum(day.plays for day in days),
        days=days,
        months=dates_of(played_on, MONTH),
        years=dates_of(played_on, YEAR),
        people=counts_of(plays_by_person(population).items(), names),
        places=counts_of((count.label, count.plays) for count in counted["place"]),
        games=games,
    )


def by_kind(population: Population) -> Mapping[str, Sequence[PlayCount]]:
    """The counts of the plays of a population, by the kind of label."""
    counted = defaultdict[str, list[PlayCount]](list)
    for count in play_counts(population):
        counted[count.kind].append(count)
    return counted


def plays_by_person(population: Population) -> dict[str, int]:
    """The number of plays of each known person, by present id; a play counts once, however many seats one has in it."""
    one, plays = population.people.one, Counter[str]()
    for person, number in _plays_by_recorded_person(population):
        plays[one(person)] += number
    for person in {one(merged) for merged in population.people.merged} & plays.keys():
        ((plays[person],),) = population.query(
            "SELECT count(DISTINCT match) FROM results WHERE person IN (SELECT value FROM json_each(?))"
            " AND match IN (SELECT match FROM plays WHERE {where})",
            json.dumps(population.people.ids(person)),
        )
    return {person: number for person, number in plays.items() if person != SOMEBODY}


def _plays_by_recorded_person(population: Population) -> list[tuple[str, int]]:
    if population.simulated is not None:
        return [(row.person, row.plays) for row in person_games(population)]
    seated = "p JOIN results r ON r.title = p.title AND r.moment = p.moment GROUP BY r.person"
    return population.query(
        f"SELECT r.person, count(DISTINCT p.moment) FROM (SELECT title, moment FROM plays WHERE {{where}}) {seated}"
    )


def dates_of(played_on: Iterable[tuple[str, int]], length: int) -> tuple[Count, ...]:
    """The plays of each date of this length, from those of dates that may be longer; oldest first."""
    counts = counts_of((on[:length], plays) for on, plays in played_on if len(on) >= length)
    return tuple(sorted(counts, key=lambda count: count.label))


def counts_of(rows: Iterable[tuple[str, int]], names: Mapping[str, str] | None = None) -> tuple[Count, ...]:
    """The plays of each label, most first, from pairs of a label and plays."""
    plays = Counter[str]()
    for label, number in rows:
        plays[label] += number
    counts = [Count(label, (names or {}).get(label, label), number) for label, number in plays.items()]
    return tuple(sorted(counts, key=lambda count: (-count.plays, count.name, count.label)))
