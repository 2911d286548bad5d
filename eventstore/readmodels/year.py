"""The year in review, read from the plays of that year."""

import datetime
from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Final

from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.play_counts import play_counts
from eventstore.readmodels.population import Population, game_keys, titles
from eventstore.statistics.year import Year, YearBefore, YearPlay, year

_PAGE: Final = 5_000
"""Plays that are read together."""


def year_in_review(
    index: MatchIndex,
    names: Mapping[str, str],
    number: str,
    person: str | None = None,
    today: datetime.date | None = None,
) -> Year:
    """`number` is the year, four digits, over unless it is today's; with a `person` (id) that of the person."""
    own = _plays_of(index.population(), person)
    renamed = titles(index.population())
    played = _rows(own, number, person, renamed)
    by_now = today.isoformat()[5:] if today and number == f"{today.year:04}" else None
    before = YearBefore(
        _plays(own, f"{int(number) - 1:04}"),
        None if by_now is None else _plays(own, f"{int(number) - 1:04}", by_now),
        _games_before(own, number, renamed, {match.game for match in played}),
    )
    return year(played, names, number, before, person)


def years(index: MatchIndex, person: str | None = None) -> tuple[str, ...]:
    """The years with matches, of the person if one is given, newest first."""
    population = index.population()
    if person is None:
        days = [count.label for count in play_counts(population) if count.kind == "day"]
    else:
        own = _plays_of(population, person)
        days = [day for (day,) in own.query("SELECT DISTINCT substr(played_on, 1, 4) FROM plays WHERE {where}")]
    return tuple(sorted({day[:4] for day in days if day}, reverse=True))


def _plays_of(population: Population, person: str | None) -> Population:
    """Those plays of the population that the person played."""
    if person is None:
        return population
    ids = population.people.ids(person)
    is_theirs = f"match IN (SELECT match FROM results WHERE person IN ({', '.join('?' * len(ids))}))"
    return population.among(is_theirs, *ids)


def _in_year(own: Population, number: str) -> Population:
    return own.among("moment >= ? AND moment < ?", number, f"{number}~")


def _rows(own: Population, number: str, who: str | None, renamed: Mapping[int, str]) -> list[YearPlay]:
    """The plays of the year in order; of several seats of the person one that won counts, else the first."""
    played, in_year = list[YearPlay](), _in_year(own, number)
    people, ids = dict[str, str](), own.people.ids(who) if who else ()  # Each id is kept once, not once a seat.
    for after, until in in_year.ranges(_PAGE):
        page = in_year.among("moment > ? AND moment <= ?", after, until)
        rows = page.query(
            "SELECT match, title, bgg_id, played_on, place, minutes, kind FROM plays WHERE {where} ORDER BY moment"
        )
        seats = defaultdict[str, list[tuple[str, int | None]]](list)
        for match, person, won in page.query(
            "SELECT match, person, won FROM results"
            " WHERE match IN (SELECT match FROM plays WHERE {where}) ORDER BY seat"
        ):
            seats[match].append((person, won))
        for match, title, bgg_id, played_on, place, minutes, kind in rows:
            results = seats[match]
            own_results = [won for id, won in results if id in ids]
            won = None if not own_results else True if 1 in own_results else _known(own_results[0])
            names = tuple([people.setdefault(id, own.people.one(id)) for id, _ in results])
            played.append(YearPlay(match, renamed.get(bgg_id, title), played_on, place, minutes, kind, names, won))
    return played


def _known(won: int | None) -> bool | None:
    return None if won is None else bool(won)


def _plays(own: Population, number: str, until: str = "~") -> int:
    """The number of plays in a year until a day in the form `11-20`, and of those without a known day."""
    in_year = _in_year(own, number)
    ((plays,),) = in_year.query("SELECT count(*) FROM plays WHERE substr(played_on, 6) <= ? AND {where}", until)
    return int(plays)


def _games_before(own: Population, number: str, renamed: Mapping[int, str], games: Collection[str]) -> set[str]:
    """Those of these games that were played before the year."""
    keys = [(title, bgg_id) for title, bgg_id in game_keys(own.database) if renamed.get(bgg_id or 0, title) in games]
    is_before = "title = ? AND coalesce(bgg_id, 0) = ? AND moment >= '!' AND moment < ?"
    return {
        renamed.get(bgg_id or 0, title)
        for title, bgg_id in keys
        if own.query(f"SELECT 1 FROM plays WHERE {is_before} AND {{where}} LIMIT 1", title, bgg_id or 0, number)
    }
