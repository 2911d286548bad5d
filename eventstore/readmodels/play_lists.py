"""The lists of all people and of all games, and who plays together, from the kept counts and a few plays of each."""

import datetime
import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from eventstore.matches.people import SOMEBODY
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.play_counts import GameResult, PersonGame, game_results, person_games, play_counts
from eventstore.readmodels.population import Population, titles
from eventstore.statistics.cost import TimedPlays
from eventstore.statistics.intervals import FEW, share
from eventstore.statistics.overview import DAY
from eventstore.statistics.play_lists import RECENT, GameRow, PairPlays, PersonRow, usual_winner
from eventstore.statistics.sides import Kind
from eventstore.statistics.suggestions import Rested
from eventstore.statistics.tally import Results

_KINDS: Final[tuple[Kind, ...]] = ("contest", "cooperative", "solo")


def people_list(index: MatchIndex, people: Collection[str]) -> tuple[PersonRow, ...]:
    """A row for each of `people` (ids), also for those without a play; most plays first."""
    population = index.population()
    counts = defaultdict[str, list[PersonGame]](list)
    for row in person_games(population):
        counts[population.people.one(row.person)].append(row)
    ids = [id for person in people for id in population.people.ids(person)]
    last, recent = _last_moments(population, ids), _recent(population, ids)
    rows = [_person_row(population, person, counts[person], last, recent) for person in people]
    return tuple(sorted(rows, key=lambda row: -row.plays))


def _person_row(
    population: Population,
    person: str,
    counts: Sequence[PersonGame],
    last: dict[str, str],
    recent: dict[str, list[tuple[str, int, int]]],
) -> PersonRow:
    ids = population.people.ids(person)
    plays = {kind: sum(row.plays for row in counts if row.kind == kind) for kind in _KINDS}
    if len(ids) > 1:  # Of several seats of one match, some may be those of merged people.
        rows = population.query(
            "SELECT kind, count(*) FROM plays WHERE match IN (SELECT match FROM results WHERE person IN"
            " (SELECT value FROM json_each(?))) AND {where} GROUP BY kind",
            json.dumps(ids),
        )
        plays = dict.fromkeys(_KINDS, 0) | dict(rows)
    contests, cooperative, solo = (
        _results(plays[kind], [row for row in counts if row.kind == kind]) for kind in _KINDS
    )
    results = sorted(result for id in ids for result in recent[id])[-RECENT:]
    return PersonRow(
        person,
        sum(plays.values()),
        contests.wins,
        contests.share,
        cooperative,
        solo,
        _date(max((last[id] for id in ids), default="")),
        tuple(bool(won) for _, _, won in results),
    )


def _results(plays: int, counts: Sequence[PersonGame] | Sequence[GameResult]) -> Results:
    decided, wins = sum(row.decided for row in counts), sum(row.wins for row in counts)
    return Results(plays, decided, wins, share(wins, decided))


def _last_moments(population: Population, ids: Sequence[str]) -> dict[str, str]:
    """The moment of the last play of each recorded person; empty without a play."""
    rows = population.query(
        f"WITH k(id) AS (SELECT value FROM json_each(?)) SELECT id, (SELECT moment {_RESULTS_OF} LIMIT 1) FROM k",
        json.dumps(ids),
    )
    return {id: moment or "" for id, moment in rows}


def _recent(population: Population, ids: Sequence[str]) -> dict[str, list[tuple[str, int, int]]]:
    """The moment, the seat and the result of the latest known results of each recorded person."""
    results = _RESULTS_OF.replace("person = k.id", "person = ? AND won IS NOT NULL")
    return {
        id: [
            (moment, seat, won)
            for moment, seat, won in population.query(f"SELECT moment, seat, won {results} LIMIT {RECENT}", id)
        ]
        for id in ids
    }


_RESULTS_OF: Final = (
    "FROM results r WHERE person = k.id AND EXISTS (SELECT 1 FROM plays WHERE plays.match = r.match AND {where})"
    " ORDER BY moment DESC, seat DESC"
)
"""SQL of the results of the person `k.id`, the newest first."""


def _date(moment: str) -> str | None:
    return moment[:DAY].strip() or None


def game_list(index: MatchIndex) -> tuple[GameRow, ...]:
    """A row for each game, most plays first."""
    population = index.population()
    renamed = titles(population)
    people = defaultdict[str, set[str]](set)
    wins, decided = defaultdict[str, Counter[str]](Counter), defaultdict[str, Counter[str]](Counter)
    for row in person_games(population):
        person, game = population.people.one(row.person), renamed.get(row.bgg_id, row.title)
        if person != SOMEBODY:
            people[game].add(person)
            if row.kind == "contest":
                wins[game][person] += row.won_plays
                decided[game][person] += row.decided
    for game, person in _merged_teams(population, renamed):
        wins[game][person] -= 1
    results = defaultdict[str, list[GameResult]](list)
    for result in game_results(population):
        results[renamed.get(result.bgg_id, result.title)].append(result)
    last = dict[str, str]()
    for title, bgg_id, moment, _ in last_plays(population):
        game = renamed.get(bgg_id or 0, title)
        last[game] = max(moment, last.get(game, ""))
    rows = [
        _game_row(game, number, len(people[game]), wins[game], decided[game], results[game], _date(last[game]))
        for game, number in plays_by_game(index).items()
    ]
    return tuple(sorted(rows, key=lambda row: (-row.plays, row.game)))


def _game_row(
    game: str,
    plays: int,
    people: int,
    wins: Counter[str],
    decided: Counter[str],
    results: Sequence[GameResult],
    last: str | None,
) -> GameRow:
    usual, usual_wins = usual_winner(wins)
    by_kind = {kind: [result for result in results if result.kind == kind] for kind in _KINDS}
    _, cooperative, solo = (_results(sum(row.plays for row in own), own) for own in by_kind.values())
    return GameRow(game, plays, people, usual, usual_wins, decided[usual or ""], cooperative, solo, last)


def _merged_teams(population: Population, renamed: Mapping[int, str]) -> Iterator[tuple[str, str]]:
    """The game and the person of each win that counts twice: of two people in one contest who are merged now."""
    everybody = population.people
    for person in {everybody.one(merged) for merged in everybody.merged}:
        won = "SELECT match, count(DISTINCT person) - 1 AS more FROM results WHERE won = 1 AND person IN"
        rows = population.query(
            f"WITH w AS ({won} (SELECT value FROM json_each(?)) GROUP BY match HAVING count(DISTINCT person) > 1)"
            " SELECT title, bgg_id, more FROM plays JOIN w USING (match) WHERE kind = 'contest' AND {where}",
            json.dumps(everybody.ids(person)),
        )
        for title, bgg_id, more in rows:
            yield from [(renamed.get(bgg_id, title), person)] * more


def last_plays(
    population: Population, condition: str = "TRUE", people: Collection[str] | None = None
) -> list[tuple[str, int | None, str, str]]:
    """The title, the BoardGameGeek id, the moment and the match of each game's last play that meets a condition.

    With `people` (ids as recorded) the last one that one of them played.
    """
    # The sum has no type that SQLite would convert to: only so the index by title, game and moment serves.
    last = "FROM plays WHERE title = k.label AND coalesce(bgg_id, 0) = k.bgg_id + 0"
    asked = "kind = 'game' AND plays <> 0"
    ids = () if people is None else (json.dumps([*people]),)
    if people is not None:
        own, ids_of = "SELECT 1 FROM results r WHERE r.title =", "IN (SELECT value FROM json_each(?))"
        condition += f" AND EXISTS ({own} plays.title AND r.moment = plays.moment AND r.person {ids_of})"
        asked += f" AND EXISTS ({own} label AND r.person {ids_of})"
    rows = population.database.query(
        "SELECT label, nullif(bgg_id, 0), (SELECT moment || '\n' || match"
        f" {last} AND {condition} AND {population.where} ORDER BY moment DESC LIMIT 1)"
        f" FROM (SELECT DISTINCT label, bgg_id FROM play_counts WHERE {asked}) AS k",
        (*ids, *population.values, *ids),
    )
    return [(title, bgg_id, *last.split("\n", 1)) for title, bgg_id, last in rows if last]


def rested(index: MatchIndex, today: datetime.date, least: int = FEW) -> tuple[Rested, ...]:
    """Games of at least `least` plays by the time since their last play, longest first.

    Plays without a known day count, but are never the last one.
    """
    population = index.population()
    renamed = titles(population)
    last = dict[str, tuple[str, str]]()
    for title, bgg_id, moment, match in last_plays(population, f"length(played_on) = {DAY}"):
        game = renamed.get(bgg_id or 0, title)
        last[game] = max((moment, match), last.get(game, ("", "")))
    plays = plays_by_game(index)
    rows = [
        Rested(game, plays[game], day, (today - datetime.date.fromisoformat(day)).days, match)
        for game, (moment, match) in last.items()
        if (day := moment[:DAY]) and plays[game] >= least
    ]
    return tuple(sorted(rows, key=lambda row: (-row.days, row.game)))


def timed_plays(index: MatchIndex) -> Mapping[str, TimedPlays]:
    """The plays of each game, and what is known of their duration."""
    population = index.population()
    renamed, timed = titles(population), dict[str, TimedPlays]()
    for row in play_counts(population):
        if row.kind == "game":
            game = renamed.get(row.bgg_id, row.label)
            before = timed.get(game, TimedPlays(0, 0, 0))
            own = (row.plays, row.minutes, row.timed)
            timed[game] = TimedPlays._make(map(sum, zip(before, own, strict=True)))
    return timed


def plays_by_game(index: MatchIndex) -> Mapping[str, int]:
    """The number of plays of each game."""
    return {game: own.plays for game, own in timed_plays(index).items()}


def games_of_year(index: MatchIndex, year: str) -> tuple[tuple[str, int], ...]:
    """The games that were played in a year, with their plays in it, most plays first."""
    population, plays = index.population(), Counter[str]()
    renamed = titles(population)
    for title, bgg_id, number in population.query(
        "SELECT title, bgg_id, count(*) FROM plays WHERE moment >= ? AND moment < ? AND {where} GROUP BY title, bgg_id",
        year,
        f"{year}~",
    ):
        plays[renamed.get(bgg_id, title)] += number
    return tuple(sorted(plays.items(), key=lambda game: (-game[1], game[0])))


def together(index: MatchIndex, names: Collection[str], limit: int = 5) -> tuple[PairPlays, ...]:
    """The pairs of people (ids in `names`) who played most often in the same match, most plays first."""
    population = index.population()
    pairs_of_ids = ", ".join(["(?, ?)"] * len(population.people.merged))
    merged = f"VALUES {pairs_of_ids}" if pairs_of_ids else "SELECT person, person FROM results WHERE FALSE"
    pairs = population.query(
        f"WITH one(id, person) AS ({merged}), s AS MATERIALIZED"
        " (SELECT DISTINCT match, coalesce(one.person, r.person) AS person FROM results r"
        " LEFT JOIN one ON one.id = r.person WHERE match IN (SELECT match FROM plays WHERE {where}))"
        " SELECT a.person, b.person, count(*) FROM s a JOIN s b ON a.match = b.match AND a.person < b.person"
        " GROUP BY 1, 2",
        *(text for id in population.people.merged for text in (id, population.people.one(id))),
    )
    known = {*names} - {SOMEBODY}
    found = [PairPlays(one, other, plays) for one, other, plays in pairs if one in known and other in known]
    return tuple(sorted(found, key=lambda both: (-both.plays, both.one, both.other))[:limit])


def companion(index: MatchIndex, person: str, names: Collection[str]) -> str | None:
    """The person (id in `names`) who played most often in the same match as this one."""
    population = index.population()
    seats = population.query(
        "SELECT match, person FROM results WHERE match IN (SELECT match FROM plays WHERE match IN"
        " (SELECT match FROM results WHERE person IN (SELECT value FROM json_each(?))) AND {where})",
        json.dumps(population.people.ids(person)),
    )
    met = {(match, population.people.one(other)) for match, other in seats}
    plays = Counter(other for _, other in met if other in names and other not in (person, SOMEBODY))
    return min(plays, key=lambda other: (-plays[other], other), default=None)
