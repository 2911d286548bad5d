"""The year in review, counted by the database in the plays of that year."""

import datetime
import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping

from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.overview import by_kind, counts_of, dates_of, plays_by_person
from eventstore.readmodels.play_counts import PlayCount, play_counts
from eventstore.readmodels.population import Population, game_keys, titles
from eventstore.statistics.intervals import share
from eventstore.statistics.overview import DAY
from eventstore.statistics.tally import Results
from eventstore.statistics.year import Year, challenges


def year_in_review(
    index: MatchIndex,
    names: Mapping[str, str],
    number: str,
    person: str | None = None,
    today: datetime.date | None = None,
) -> Year:
    """`number` is the year, four digits, over unless it is today's; with a `person` (id) that of the person."""
    renamed = titles(index.population())
    own = _plays_of(index.population(), person)
    in_year, counted = _in_year(own, number), by_kind(_in_year(own, number))
    year_before, by_now = f"{int(number) - 1:04}", today and number == f"{today.year:04}" and today.isoformat()[5:]
    days = dates_of(((count.label, count.plays) for count in counted["day"]), DAY)
    games = counts_of((renamed.get(count.bgg_id, count.label), count.plays) for count in counted["game"])
    earlier = _games_before(own, number, renamed, {game.label for game in games})
    contests, cooperative, solo = _results(in_year, person)
    longest, minutes = _longest(in_year)
    return Year(
        year=number,
        person=person,
        plays=sum(count.plays for count in counted["depth"]),
        before=_plays(own, year_before),
        before_by_now=_plays(own, year_before, by_now) if by_now else None,
        minutes=sum(count.minutes for count in counted["depth"]),
        timed=sum(count.timed for count in counted["depth"]),
        days=len(days),
        months=_months(counted["day"]),
        by_day={day.label: day.plays for day in days},
        games=games,
        new=tuple(game for game in games if game.label not in earlier),
        people=counts_of(
            ((one, plays) for one, plays in plays_by_person(in_year).items() if one != person),
            names,
        ),
        places=counts_of((count.label, count.plays) for count in counted["place"]),
        busiest=max(days, key=lambda day: day.plays, default=None),
        decided=contests.decided,
        wins=contests.wins,
        cooperative=cooperative,
        solo=solo,
        longest=longest,
        longest_minutes=minutes,
        challenges=challenges(games),
    )


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


def _months(days: Iterable[PlayCount]) -> tuple[int, ...]:
    """The plays of each month of a year, from those of its days; plays without a known month are in none."""
    plays = Counter[str]()
    for day in days:
        plays[day.label[5:7]] += day.plays
    return tuple(plays[f"{month:02}"] for month in range(1, 13))


def _results(in_year: Population, person: str | None) -> tuple[Results, ...]:
    """The results of the person by kind; of several seats in one play one that won counts. None without a person."""
    won = defaultdict[str, Counter[int | None]](Counter)
    for kind, result, plays in in_year.query(
        "WITH own(id) AS (SELECT value FROM json_each(?)) SELECT kind, won, count(*) FROM (SELECT p.kind AS kind,"
        " max(r.won) AS won FROM (SELECT * FROM plays WHERE {where}) p JOIN results r ON r.match = p.match"
        " WHERE r.person IN (SELECT id FROM own) GROUP BY p.match, p.kind) AS o GROUP BY kind, won",
        json.dumps(in_year.people.ids(person) if person else []),
    ):
        won[kind][result] += plays
    return tuple(_of_kind(won[kind]) for kind in ("contest", "cooperative", "solo"))


def _of_kind(won: Counter[int | None]) -> Results:
    decided = won[0] + won[1]
    return Results(won.total(), decided, won[1], share(won[1], decided))


def _longest(in_year: Population) -> tuple[str | None, int | None]:
    """The match of the longest known duration, the first of several, and its minutes."""
    longest = "SELECT match, minutes FROM plays WHERE minutes > 0 AND {where} ORDER BY minutes DESC, moment LIMIT 1"
    for match, minutes in in_year.query(longest):
        return match, minutes
    return None, None


def _plays(own: Population, number: str, until: str = "~") -> int:
    """The number of plays in a year until a day in the form `11-20`, and of those without a known day."""
    in_year = _in_year(own, number)
    ((plays,),) = in_year.query("SELECT count(*) FROM plays WHERE substr(moment, 6, 5) <= ? AND {where}", until)
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
