"""Counts over all plays of a selection, computed by the database: no play is read one by one."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
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
    renamed, counted = titles(population), dict[str, list[PlayCount]]()
    for count in play_counts(population):
        counted.setdefault(count.kind, []).append(count)
    by_depth = {count.label: count.plays for count in counted.get("depth", ())}
    played_on = [(count.label, count.plays) for count in counted.get("day", ())]
    days = _dates(played_on, DAY)
    games = _counts((renamed.get(count.bgg_id, count.label), count.plays) for count in counted.get("game", ()))
    plays = sum(by_depth.values())
    return Overview(
        plays=plays,
        depths=Depths(plays, *(by_depth.get(depth, 0) for depth in ("moves", "rounds", "final"))),
        h_index=h_index([game.plays for game in games]),
        minutes=sum(count.minutes for count in counted.get("depth", ())),
        timed=sum(count.timed for count in counted.get("depth", ())),
        undated=plays - sum(day.plays for day in days),
        days=days,
        months=_dates(played_on, MONTH),
        years=_dates(played_on, YEAR),
        people=_counts(plays_by_person(population).items(), names),
        places=_counts((count.label, count.plays) for count in counted.get("place", ())),
        games=games,
    )


def plays_by_person(population: Population) -> dict[str, int]:
    """The number of plays of each known person, by present id; a play counts once, however many seats one has in it."""
    one, plays = population.people.one, Counter[str]()
    for row in person_games(population):
        plays[one(row.person)] += row.plays
    for person in {one(merged) for merged in population.people.merged} & plays.keys():
        ((plays[person],),) = population.query(
            "SELECT count(DISTINCT match) FROM results WHERE person IN (SELECT value FROM json_each(?))"
            " AND match IN (SELECT match FROM plays WHERE {where})",
            json.dumps(population.people.ids(person)),
        )
    return {person: number for person, number in plays.items() if person != SOMEBODY}


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
