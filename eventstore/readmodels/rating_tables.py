"""The ratings of people after each of their contests, kept in the read tables and brought forward play by play.

They are valid up to a moment; a play that comes in before it moves it back, and the contests from there on are rated
again. What all contests of a game decide, the advantage of its start player, is the `basis` of the ratings: when it
changes, all are rated again.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from operator import itemgetter
from typing import Any, Final, NamedTuple

from eventstore.readmodels.database import ReadDatabase
from eventstore.readmodels.play_counts import start_counts
from eventstore.readmodels.play_tables import PlayRows
from eventstore.readmodels.population import Population, titles
from eventstore.statistics.ratings import (
    NEWCOMER,
    RatedContest,
    RatedSeat,
    Rating,
    RatingStart,
    Skill,
    Skills,
    contests,
    rating,
    rating_start,
)
from eventstore.store.store import UnusableStore

SCHEMA: Final = (
    "CREATE TABLE ratings (simulated INTEGER NOT NULL, person TEXT NOT NULL, moment TEXT NOT NULL, match TEXT NOT NULL,"
    " game TEXT NOT NULL, mean REAL NOT NULL, deviation REAL NOT NULL, game_mean REAL NOT NULL,"
    " game_deviation REAL NOT NULL, PRIMARY KEY (simulated, person, moment)) STRICT, WITHOUT ROWID",
    "CREATE INDEX ratings_by_moment ON ratings (simulated, moment)",
    "CREATE TABLE rating_progress (simulated INTEGER PRIMARY KEY, people TEXT NOT NULL, basis TEXT NOT NULL,"
    " before TEXT NOT NULL) STRICT",
)
"""`person` is the present id, `mean` and `deviation` are those over all games. The contests `before` a moment are
rated, with the merges of people and the advantages of start players of which `people` and `basis` are digests.
"""

RATING_TABLES: Final = ("ratings", "rating_progress")

CONTESTS_PER_WRITE: Final = 2_000
"""Contests per transaction, so that a recorder waits for no more."""

_END: Final = "~"
"""After every moment."""


class _Progress(NamedTuple):
    people: str
    basis: str
    before: str


class _Basis(NamedTuple):
    """The digest of all that ratings depend on, and the digests of the merges of people and of the rest."""

    titles: Mapping[int, str]
    starts: Mapping[str, RatingStart]
    digests: tuple[str, str]


class _ContestPage(NamedTuple):
    """Contests in the order of play; the next ones are those of plays that are not `before` this moment."""

    contests: list[RatedContest]
    before: str


class PersonRatings(NamedTuple):
    """The rating of a person over all games, None without a contest, and those by game."""

    overall: Rating | None
    games: Mapping[str, Rating]


def person_ratings(population: Population, person: str) -> PersonRatings:
    """The ratings from the plays of the population."""
    if population.simulated is None:
        return _ratings(person, _compute(population, person))
    try:
        _bring_forward(population, population.simulated)
    except UnusableStore:  # A file that is only read, or another program writes for long.
        return _ratings(person, _compute(population, person))
    rows = population.database.query(
        "SELECT match, game, mean, deviation, game_mean, game_deviation FROM ratings"
        " WHERE simulated = ? AND person = ? ORDER BY moment",
        (population.simulated, person),
    )
    return _ratings(person, [(match, game, (mu, sigma), (own, width)) for match, game, mu, sigma, own, width in rows])


def forget_ratings(connection: Any, before: Sequence[PlayRows], now: Sequence[PlayRows]) -> None:
    """Let the ratings be made again from the first contest on that is not the same before and now."""
    same = set(map(_what_counts, before)) & set(map(_what_counts, now))
    first = dict[int, str]()
    for each in (*before, *now):
        row = each.play
        if (row.rated or row.bgg_id) and _what_counts(each) not in same:  # A title may become the most frequent one.
            first[row.simulated] = min(row.moment, first.get(row.simulated, row.moment))
    connection.executemany(
        "UPDATE rating_progress SET before = ? WHERE simulated = ? AND before > ?",
        [(moment, simulated, moment) for simulated, moment in first.items()],
    )


def _what_counts(play: PlayRows) -> tuple[object, ...]:
    return play.results, play.play.bgg_id


def _ratings(person: str, steps: Sequence[tuple[str, str, Skill, Skill]]) -> PersonRatings:
    by_game = dict[str, list[tuple[str, Skill]]]()
    for match, game, _, of_game in steps:
        by_game.setdefault(game, []).append((match, of_game))
    games = {game: own for game, line in by_game.items() if (own := rating(person, line))}
    return PersonRatings(rating(person, ((match, overall) for match, _, overall, _ in steps)), games)


def _compute(population: Population, person: str) -> list[tuple[str, str, Skill, Skill]]:
    """The match, the game and the skills of a person after each contest, from plays of which nothing is kept."""
    renamed = titles(population)
    starts, skills = _starts(population, renamed), Skills(_newcomer)
    return [
        (contest.match, contest.game, change.overall, change.of_game)
        for page in _pages(population, renamed, "")
        for contest in page.contests
        for change in skills.rate(contest, _odds(starts, contest))
        if change.person == person
    ]


def _newcomer(person: str, game: str | None) -> Skill:
    return NEWCOMER


def are_ratings_right(population: Population, simulated: int) -> bool:
    """True if the kept ratings, as far as they are valid, are those of the plays; changes nothing."""
    progress, basis = _progress(population.database, simulated), _basis(population)
    if progress is None or progress[:2] != basis.digests:
        return True  # They are made again before they are read.
    skills, start = Skills(_newcomer), ""
    kept = "SELECT * FROM ratings WHERE simulated = ? AND moment >= ? AND moment < ? ORDER BY moment, person"
    for page in _pages(population, basis.titles, start):
        end = min(page.before, progress.before)
        expected = [row for row in _rows(simulated, page, skills, basis) if row[2] < end]
        rows = population.database.query(kept, (simulated, start, end))
        if rows != sorted(expected, key=itemgetter(2, 1)):
            return _progress(population.database, simulated) != progress
        if end == progress.before:
            break
        start = page.before
    return True


def _bring_forward(population: Population, simulated: int) -> None:
    """Rate the contests that are not rated yet. Several programs may do so at once: one finds that another was faster,
    and reads how far it came.
    """
    database, people = population.database, _people(population)
    while (progress := _progress(database, simulated)) is None or progress[::2] != (people, _END):
        basis = _basis(population)
        start = progress.before if progress and progress[:2] == basis.digests else ""
        skills = Skills(_earlier(database, simulated, start) if start else _newcomer)
        for page in _pages(population, basis.titles, start):
            after = _Progress(*basis.digests, page.before)
            if not _write(database, simulated, progress, _rows(simulated, page, skills, basis), after):
                break
            progress = after


def _rows(simulated: int, page: _ContestPage, skills: Skills, basis: _Basis) -> list[tuple[Any, ...]]:
    """The rows of the table of ratings for the contests of a page, in the order of its columns."""
    return [
        (simulated, change.person, contest.moment, contest.match, contest.game, *change.overall, *change.of_game)
        for contest in page.contests
        for change in skills.rate(contest, _odds(basis.starts, contest))
    ]


def _basis(population: Population) -> _Basis:
    renamed = titles(population)
    starts = _starts(population, renamed)
    counted = {game: start.odds for game, start in starts.items() if start.counted}
    return _Basis(renamed, starts, (_people(population), _digest([sorted(renamed.items()), sorted(counted.items())])))


def _people(population: Population) -> str:
    return _digest(sorted(population.people.merged.items()))


def _progress(database: ReadDatabase, simulated: int) -> _Progress | None:
    rows = database.query("SELECT people, basis, before FROM rating_progress WHERE simulated = ?", (simulated,))
    return _Progress(*rows[0]) if rows else None


def _write(
    database: ReadDatabase,
    simulated: int,
    progress: _Progress | None,
    rows: Iterable[Sequence[object]],
    after: _Progress,
) -> bool:
    """Write the ratings of a page and move the progress on; False, and no write, if it is elsewhere by now."""
    with database.transaction() as connection:
        if _progress(database, simulated) != progress:
            return False
        start = progress.before if progress and progress[:2] == after[:2] else ""
        replaced = "DELETE FROM ratings WHERE simulated = ? AND moment >= ? AND moment < ?"
        connection.execute(replaced, (simulated, start, after.before))
        connection.executemany("INSERT INTO ratings VALUES (?,?,?,?,?,?,?,?,?)", rows)
        connection.execute("DELETE FROM rating_progress WHERE simulated = ?", (simulated,))
        connection.execute("INSERT INTO rating_progress VALUES (?,?,?,?)", (simulated, *after))
        return True


def _earlier(database: ReadDatabase, simulated: int, before: str) -> Callable[[str, str | None], Skill]:
    """The skills of people before a moment, from their rows."""
    person_rows = "FROM ratings WHERE simulated = ? AND person = ?"
    last = "AND moment < ? ORDER BY moment DESC LIMIT 1"

    def skill(person: str, game: str | None) -> Skill:
        if game is None:
            sql, values = f"SELECT mean, deviation {person_rows} {last}", (simulated, person, before)
            rows = database.query(sql, values)
        else:
            sql = f"SELECT game_mean, game_deviation {person_rows} AND game = ? {last}"
            rows = database.query(sql, (simulated, person, game, before))
        return rows[0] if rows else NEWCOMER

    return skill


def _pages(population: Population, renamed: Mapping[int, str], start: str) -> Iterator[_ContestPage]:
    """The contests from this moment on."""
    one, before = population.people.one, start
    while before != _END:
        rows = population.query(_SEATS.replace("{limit}", str(CONTESTS_PER_WRITE)), before)
        last = max((moment for _, moment, *_ in rows), default="")
        before = f"{last}!" if len({match for match, *_ in rows}) == CONTESTS_PER_WRITE else _END
        seats = (
            RatedSeat(match, moment, renamed.get(bgg_id, title), one(person), side, won, rank, started)
            for match, moment, title, bgg_id, person, side, won, rank, started in rows
        )
        yield _ContestPage(list(contests(seats)), before)


_SEATS: Final = (
    "SELECT p.match, p.moment, p.title, p.bgg_id, r.person, r.side, r.won, r.rank, r.started FROM"
    " (SELECT * FROM plays WHERE moment >= ? AND rated = 1 AND {where} ORDER BY moment LIMIT {limit}) p"
    " CROSS JOIN results r WHERE r.title = p.title AND r.moment = p.moment AND r.match = p.match"
    " ORDER BY p.moment, p.match, r.seat"
)


def _starts(population: Population, renamed: Mapping[int, str]) -> dict[str, RatingStart]:
    """The advantage of the start player in each game."""
    by_game = dict[str, Counter[tuple[int, bool]]]()
    for title, bgg_id, sides, won, n in [*start_counts(population), *_played_alone(population)]:
        by_game.setdefault(renamed.get(bgg_id, title), Counter())[sides, bool(won)] += n
    return {game: rating_start(+results) for game, results in by_game.items()}


def _played_alone(population: Population) -> list[tuple[str, int, int, int, int]]:
    """The plays, to be taken off, in which a person has become several sides by a merge."""
    everybody = population.people
    merged = {one: everybody.ids(one) for one in map(everybody.one, everybody.merged)}
    sides = "SELECT match FROM results WHERE person IN (SELECT value FROM json_each(?)) AND won IS NOT NULL"
    matches = {
        match
        for ids in merged.values()
        for (match,) in population.database.query(
            f"{sides} GROUP BY match HAVING count(DISTINCT side) > 1", (json.dumps(ids),)
        )
    }
    return population.query(
        "SELECT title, coalesce(bgg_id, 0), sides, start_won, -1 FROM plays"
        " WHERE match IN (SELECT value FROM json_each(?)) AND start_won IS NOT NULL AND {where}",
        json.dumps([*matches]),
    )


def _odds(starts: Mapping[str, RatingStart], contest: RatedContest) -> float | None:
    start = starts.get(contest.game)
    return start.odds if start and start.counted else None


def _digest(value: object) -> str:
    return sha256(json.dumps(value).encode()).hexdigest()[:32]
