"""Facts before a play begins: the people and the place it probably has, the last plays of its title by the same people,
and the points to beat.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Final

from eventstore.matches.match import MATCHES
from eventstore.matches.people import SOMEBODY
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.population import Population
from eventstore.readmodels.projection import DAMAGED
from eventstore.readmodels.records import records
from eventstore.readmodels.seats import Seats, seats_of
from eventstore.statistics.plays import PlayedMatch
from eventstore.statistics.records import Record
from eventstore.store.store import StoreReader

LAST: Final = 3
"""Number of earlier plays that are shown."""

RECENT: Final = 500
"""Newest plays among which the usual place of a day of the week is looked for."""

_EVENING: Final = timedelta(hours=12)
"""Time for which people stay where they are."""


@dataclass(frozen=True, slots=True)
class BeforePlay:
    """`last` are the newest plays, under this title, of `plays` in all; `best` is its record, by anybody."""

    last: tuple[PlayedMatch, ...] = ()
    plays: int = 0
    best: Record | None = None


@dataclass(frozen=True, slots=True)
class LastTable:
    """The known people of the newest match, in the order of their seats, and its date as far as it is known."""

    people: tuple[str, ...]
    played_on: str | None


def last_table(index: MatchIndex) -> LastTable | None:
    """That of real people; of simulated matches, as those of the demo, where there is no other; None without any."""
    for row in (row for simulated in (False, True) for row in index.matches(limit=LAST, simulated=simulated)):
        seated = index.people_of([row.id]).get(row.id, ()) if row.state != DAMAGED else ()
        if people := tuple(dict.fromkeys(person for person in seated if person != SOMEBODY)):
            return LastTable(people, row.played_on)
    return None


def usual_place(index: MatchIndex, store: StoreReader, now: datetime, today: date) -> str:
    """The place of the newest play, if it is of the last twelve hours, else that of most plays on this day of the week;
    empty if there is none.
    """
    newest = next(iter(index.matches(limit=1, simulated=False)), None)
    is_recent = newest and newest.place and (newest.played_on or "") >= str(today - timedelta(days=1))
    if newest and is_recent:
        begun = store.read(MATCHES + newest.id)[0]
        if now - datetime.fromisoformat(begun.happened_at or begun.recorded_at) < _EVENING:
            return newest.place or ""
    rows = index.population(simulated=False).query(
        f"SELECT place, played_on FROM plays WHERE place <> '' AND {{where}} ORDER BY moment DESC LIMIT {RECENT}"
    )
    days = Counter(place for place, day in rows if _weekday(day) == today.weekday())
    return next((str(place) for place, _ in days.most_common(1)), "")


def _weekday(day: str | None) -> int | None:
    """None for a date that is not wholly known."""
    try:
        return date.fromisoformat(day or "").weekday()
    except ValueError:
        return None


def before_play(index: MatchIndex, title: str, people: Sequence[str] = ()) -> BeforePlay:
    """The plays of the title by exactly these people; without `people` those by anybody. An empty id is a new person,
    with whom nothing was played.
    """
    if not title:
        return BeforePlay()
    population = index.population(game=title)
    own = _plays_by(population, people)
    last = {match.id: replace(match, game=title) for match in index.played(ids=own[:LAST])}
    # A play may be withdrawn between two queries.
    return BeforePlay(tuple(last[id] for id in own[:LAST] if id in last), len(own), _best(Seats(population), title))


def _plays_by(population: Population, people: Sequence[str]) -> list[str]:
    """The plays by exactly these people, or by anybody, the newest first."""
    seated = defaultdict[str, Counter[str]](Counter)
    plays = [
        match for (match,) in population.query("SELECT match FROM plays WHERE {where} ORDER BY moment DESC, match DESC")
    ]
    if not people:
        return plays
    for match, person in population.query(
        f"SELECT match, person FROM results WHERE match IN (SELECT match FROM plays WHERE seats = {len(people)}"
        " AND {where})"
    ):
        seated[match][population.people.one(person)] += 1
    table = Counter(people)
    return [match for match in plays if seated[match] == table]


def won_together(index: MatchIndex, title: str) -> tuple[int, int]:
    """The number of plays of the title that all people won together, and of those of which this is known."""
    of_one_side = (
        "SELECT max(won) AS won FROM results WHERE match IN (SELECT match FROM plays WHERE {where})"
        " GROUP BY match HAVING max(won) IS NOT NULL AND max(side) = 0"
    )
    sql = f"SELECT coalesce(sum(won), 0), count(*) FROM ({of_one_side}) p"
    ((won, plays),) = index.population(game=title).query(sql)
    return int(won), int(plays)


def best_of_each(index: MatchIndex, title: str, people: Sequence[str]) -> list[Record]:
    """The best points of each of these people who has any, in their order."""
    population = index.population(game=title)
    return [best for person in people if (best := _best(seats_of(population, person), title))]


def _best(seats: Seats, title: str) -> Record | None:
    """The best points of one of these seats; of equal ones the first."""
    return next((record for record in records(seats._replace(title=title)) if record.kind == "points"), None)
