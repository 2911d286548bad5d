"""The plays that figures are about, as a condition on the table of plays, and the present titles of their games."""

import json
from collections.abc import Collection, Mapping
from typing import Any, Final, NamedTuple

from eventstore.matches.people import People
from eventstore.readmodels.filters import MatchFilter
from eventstore.store.sqlite_file import SqliteFile

_SET_IF_TRUE: Final = ("person", "only", "withdrawn", "search")


class Population(NamedTuple):
    """The plays that meet the SQL condition `where` on the columns of `plays`, with the values of its placeholders.

    `simulated` is 0 or 1 where these are all plays of this kind, for which some figures are kept; else None.
    """

    database: SqliteFile
    people: People
    where: str
    values: tuple[Any, ...]
    simulated: int | None

    def query(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a SELECT that ends with the condition of the population, but for `sql` after `{where}`.

        `values` are those of the placeholders before the condition.
        """
        return self.database.query(sql.replace("{where}", self.where), (*values, *self.values))


def is_restricted(criteria: MatchFilter) -> bool:
    """Whether the criteria may leave out a match."""
    return any(value if key in _SET_IF_TRUE else value is not None for key, value in criteria.items())


def kinds(database: SqliteFile) -> set[int]:
    """Whether plays are simulated: 0 if there are others, 1 if there are simulated ones."""
    is_kind = "SELECT {0} WHERE EXISTS (SELECT 1 FROM plays WHERE simulated = {0})"
    return {kind for (kind,) in database.query(f"{is_kind.format(0)} UNION ALL {is_kind.format(1)}")}


def game_keys(database: SqliteFile, titles: Collection[str] | None = None) -> list[tuple[str, int | None]]:
    """The titles of plays, of these or of all, each with its BoardGameGeek ids, None for plays without one."""
    if titles is None:
        titles = [title for (title,) in database.query(_TITLES)]
    return [(title, bgg_id) for title, bgg_id in database.query(_KEYS, (json.dumps([*titles]),))]


_TITLES: Final = (
    "WITH RECURSIVE known(title) AS (SELECT min(title) FROM plays UNION ALL"
    " SELECT (SELECT min(title) FROM plays WHERE title > known.title) FROM known WHERE title IS NOT NULL)"
    " SELECT title FROM known WHERE title IS NOT NULL"
)
_KEYS: Final = (
    "WITH RECURSIVE asked(title) AS (SELECT value FROM json_each(?)), known(title, id) AS ("
    "SELECT title, (SELECT min(bgg_id) FROM plays WHERE title = asked.title) FROM asked UNION ALL"
    " SELECT title, (SELECT min(bgg_id) FROM plays WHERE title = known.title AND bgg_id > known.id) FROM known"
    " WHERE id IS NOT NULL) SELECT title, id FROM known WHERE id IS NOT NULL UNION ALL"
    " SELECT title, NULL FROM asked WHERE EXISTS (SELECT 1 FROM plays WHERE title = asked.title AND bgg_id IS NULL)"
)
"""Each takes one seek of an index for each row it finds, however many plays there are."""


def titles(population: Population, bgg_ids: Collection[int] | None = None) -> Mapping[int, str]:
    """The most frequent title of each BoardGameGeek game with several titles; of equal ones the last to appear.

    `bgg_ids` limits the games; None: all.
    """
    if bgg_ids is None:
        bgg_ids = {bgg_id for _, bgg_id in game_keys(population.database) if bgg_id}
    several = (
        "SELECT value FROM json_each(?) WHERE (SELECT min(title) FROM plays WHERE bgg_id = value)"
        " <> (SELECT max(title) FROM plays WHERE bgg_id = value)"
    )
    games = [bgg_id for (bgg_id,) in population.database.query(several, (json.dumps([*bgg_ids]),))]
    if not games:
        return {}
    counts = population.query(
        "SELECT bgg_id, title, count(*), min(moment) FROM plays WHERE bgg_id IN (SELECT value FROM json_each(?))"
        " AND {where} GROUP BY bgg_id, title",
        json.dumps(games),
    )
    ranked = sorted((plays, first, bgg_id, title) for bgg_id, title, plays, first in counts)
    return {bgg_id: title for _, _, bgg_id, title in ranked}
