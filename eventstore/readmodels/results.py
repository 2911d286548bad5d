"""The table of results: what each seat of a counted match reached, ordered by game and age for questions about before.

A list asks for each of its rows whether it was a record or a first win; neither may read all plays of a game.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from core.game import facts_of
from eventstore.matches import people, simulated
from eventstore.matches.match import Match
from eventstore.matches.people import People
from eventstore.statistics import sides
from eventstore.statistics.play_facts import MIN_EARLIER, Milestones
from eventstore.statistics.plays import PlayedMatch
from eventstore.store.sqlite_file import SqliteFile

SCHEMA: Final = (
    "CREATE TABLE results (title TEXT NOT NULL, moment TEXT NOT NULL, seat INTEGER NOT NULL, match TEXT NOT NULL,"
    " person TEXT NOT NULL, merit REAL, won INTEGER, PRIMARY KEY (title, moment, seat)) STRICT, WITHOUT ROWID",
    "CREATE INDEX results_by_match ON results (match)",
    "CREATE INDEX results_by_merit ON results (title, merit)",
    "CREATE INDEX results_by_person ON results (person, title, won)",
)
"""`moment` sorts as the date played and then the age of the record; `merit` are the points, negated where the fewest
win; `won` is 0 or 1, NULL if unknown.
"""


class Result(NamedTuple):
    """A row of the table, in the order of its columns."""

    title: str
    moment: str
    seat: int
    match: str
    person: str
    merit: float | None
    won: int | None


def results(match: Match, played: PlayedMatch) -> tuple[Result, ...]:
    """The rows of a match; none where statistics do not count it, or where its game has no title."""
    is_untitled = not facts_of(match.game).records_moves and match.game_title == match.game.TITLE
    if match.state == "open" or not played.counted or match.parent or match.withdrawal or is_untitled:
        return ()
    moment = f"{played.played_on or '':<10} {played.order:012d}"
    return tuple(
        Result(match.game_title, moment, seat, match.id, result.person, _merit(played, result.score), _bit(result.won))
        for seat, result in enumerate(played.seats)
    )


def _merit(played: PlayedMatch, score: float | None) -> float | None:
    if score is None or not sides.is_scored(played):
        return None
    return float(-score if played.lowest_wins else score)


def _bit(won: bool | None) -> int | None:
    return None if won is None else int(won)


def milestones(
    database: SqliteFile, everybody: People, ids: Collection[str], visible: Collection[str] | None
) -> tuple[Milestones, ...]:
    """What the matches `ids` were in the order of all plays of their games; only the matches `visible` are compared."""
    rows = [Result(*row) for row in database.query(_OF_MATCHES, (json.dumps([*ids]),))]
    titles = _synonyms(database, {row.title for row in rows})
    by_match: dict[str, list[Result]] = {}
    for row in rows:
        by_match.setdefault(row.match, []).append(row)
    records = _records(database, by_match, titles, visible)
    wins = _wins(database, [row for row in rows if row.won], titles, everybody, visible)
    return tuple(
        Milestones(match, records.get(match), tuple((row.seat, *wins[row]) for row in own if row in wins))
        for match, own in by_match.items()
    )


_OF_MATCHES: Final = (
    "SELECT title, moment, seat, match, person, merit, won FROM results"
    " WHERE match IN (SELECT value FROM json_each(?)) ORDER BY title, moment, seat"
)


def _synonyms(database: SqliteFile, titles: Collection[str]) -> Mapping[str, Sequence[str]]:
    """All titles of the same BoardGameGeek game, for each of these titles."""
    same = (
        "SELECT DISTINCT bgg_id, game_title FROM matches WHERE bgg_id IN"
        " (SELECT DISTINCT bgg_id FROM matches WHERE game_title IN (SELECT value FROM json_each(?)))"
    )
    games: dict[int, set[str]] = {}
    for game, title in database.query(same, (json.dumps([*titles]),)):
        games.setdefault(game, set()).add(title)
    return {title: sorted({title}.union(*(names for names in games.values() if title in names))) for title in titles}


def _earlier(visible: Collection[str] | None) -> tuple[str, list[object]]:
    """The SQL condition that `r` is an earlier result of the kind of the match `w`, and its placeholders' values.

    Simulated matches are compared with simulated ones, the others without them.
    """
    is_alike = f"(r.match GLOB '{simulated.PREFIX}*') = (w.match GLOB '{simulated.PREFIX}*')"
    sql = f"r.title IN (SELECT value FROM json_each(w.titles)) AND r.moment < w.moment AND {is_alike}"
    if visible is None:
        return sql, []
    return f"{sql} AND r.match IN (SELECT value FROM json_each(?))", [json.dumps([*visible])]


def _records(
    database: SqliteFile,
    matches: Mapping[str, Sequence[Result]],
    titles: Mapping[str, Sequence[str]],
    visible: Collection[str] | None,
) -> dict[str, int]:
    """The seat with more points than any seat in enough earlier matches, for the matches that have one."""
    best = [max(known, key=_points) for own in matches.values() if (known := [r for r in own if r.merit is not None])]
    wanted = json.dumps([[r.match, r.moment, titles[r.title], r.merit, r.seat] for r in best])
    is_earlier, values = _earlier(visible)
    sql = (
        "WITH w AS MATERIALIZED (SELECT value ->> 0 AS match, value ->> 1 AS moment, value -> 2 AS titles,"
        " CAST(value ->> 3 AS REAL) AS merit, value ->> 4 AS seat FROM json_each(?))"
        f" SELECT match, seat FROM w WHERE NOT EXISTS (SELECT 1 FROM results r WHERE r.merit >= w.merit"
        f" AND {is_earlier}) AND {MIN_EARLIER} <= (SELECT count(*) FROM (SELECT DISTINCT r.match FROM results r"
        f" WHERE r.merit IS NOT NULL AND {is_earlier} LIMIT {MIN_EARLIER}))"
    )
    return dict(database.query(sql, (wanted, *values, *values)))


def _points(result: Result) -> float:
    return result.merit if result.merit is not None else float("-inf")


def _wins(
    database: SqliteFile,
    won: Sequence[Result],
    titles: Mapping[str, Sequence[str]],
    everybody: People,
    visible: Collection[str] | None,
) -> dict[Result, tuple[bool, int]]:
    """Whether a win is the person's first after a play without one, and the number of wins in a row."""
    known = [result for result in won if result.person != people.SOMEBODY]
    wanted = json.dumps([[r.match, r.moment, titles[r.title], everybody.ids(r.person)] for r in known])
    is_earlier, values = _earlier(visible)
    own = f"FROM results r WHERE r.person IN (SELECT value FROM json_each(w.persons)) AND {is_earlier}"
    sql = (
        "WITH w AS MATERIALIZED (SELECT value ->> 0 AS match, value ->> 1 AS moment, value -> 2 AS titles,"
        " value -> 3 AS persons FROM json_each(?))"
        f" SELECT EXISTS (SELECT 1 {own} AND r.won = 0) AND NOT EXISTS (SELECT 1 {own} AND r.won = 1),"
        f" 1 + (SELECT count(DISTINCT r.match) {own} AND r.won = 1"
        f" AND r.moment > coalesce((SELECT max(r.moment) {own} AND r.won = 0), '')) FROM w"
    )
    rows = database.query(sql, (wanted, *values * 4))
    return {result: (bool(is_first), run) for result, (is_first, run) in zip(known, rows, strict=True)}
