"""What matches were among the earlier plays of their games, read from the table of results.

A list asks for each of its rows whether it was a record or a first win; neither may read all plays of a game.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from eventstore.matches import people, simulated
from eventstore.matches.people import People
from eventstore.readmodels.play_tables import Result
from eventstore.statistics.play_facts import MIN_EARLIER, Milestones
from eventstore.store.sqlite_file import SqliteFile


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
    "SELECT r.* FROM results r JOIN plays p USING (match)"
    " WHERE match IN (SELECT value FROM json_each(?)) AND p.titled ORDER BY r.title, r.moment, r.seat"
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
