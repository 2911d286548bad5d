"""The plays that figures are about, as a condition on the table of plays, and the present titles of their games."""

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, NamedTuple

from eventstore.matches.people import People
from eventstore.readmodels.database import ReadDatabase
from eventstore.readmodels.filters import MatchFilter

_LAST: Final = "~"
"""After every moment."""

_SET_IF_TRUE: Final = ("person", "only", "withdrawn", "search")


class Population(NamedTuple):
    """The plays that meet the SQL condition `where` on the columns of `plays`, with the values of its placeholders.

    `simulated` is 0 or 1 where these are all plays of this kind, for which some figures are kept; else None.
    """

    database: ReadDatabase
    people: People
    where: str
    values: tuple[Any, ...]
    simulated: int | None

    def query(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a SELECT that ends with the condition of the population, but for `sql` after `{where}`.

        `values` are those of the placeholders before the condition.
        """
        return self.database.query(sql.replace("{where}", self.where), (*values, *self.values))

    def ranges(self, plays: int) -> Iterator[tuple[str, str]]:
        """Ranges of moments in order, each after the first text up to the second, with at most so many plays."""
        after, until = "", ""
        while until != _LAST:
            page = f"SELECT moment FROM plays WHERE moment > ? AND {{where}} ORDER BY moment LIMIT 1 OFFSET {plays - 1}"
            ends = self.query(page, after)
            until = ends[0][0] if ends else _LAST
            yield after, until
            after = until

    def among(self, condition: str, *values: object) -> "Population":
        """Those of the plays that also meet this condition on the columns of `plays`."""
        where = f"{self.where} AND {condition}"
        return self._replace(where=where, values=(*self.values, *values), simulated=None)


def is_restricted(criteria: MatchFilter) -> bool:
    """True if the criteria may leave out a match."""
    return any(value if key in _SET_IF_TRUE else value is not None for key, value in criteria.items())


def kinds(database: ReadDatabase) -> set[int]:
    """True if plays are simulated: 0 if there are others, 1 if there are simulated ones."""
    rows = database.query("SELECT DISTINCT simulated FROM play_counts WHERE kind = 'depth' AND plays <> 0")
    return {kind for (kind,) in rows}


def game_keys(database: ReadDatabase, titles: Collection[str] | None = None) -> list[tuple[str, int | None]]:
    """The titles of plays, of these or of all, each with its BoardGameGeek ids, None for plays without one."""
    is_asked = "" if titles is None else "AND label IN (SELECT value FROM json_each(?))"
    keys = f"SELECT DISTINCT label, nullif(bgg_id, 0) FROM play_counts WHERE kind = 'game' AND plays <> 0 {is_asked}"
    return list(map(tuple, database.query(keys, () if titles is None else (json.dumps([*titles]),))))


def titles(population: Population, bgg_ids: Collection[int] | None = None) -> Mapping[int, str]:
    """The most frequent title of each BoardGameGeek game with several titles; of equal ones the last to appear.

    `bgg_ids` limits the games; None: all.
    """
    titles_of = dict[int, set[str]]()
    for title, bgg_id in game_keys(population.database):
        if bgg_id is not None and (bgg_ids is None or bgg_id in bgg_ids):
            titles_of.setdefault(bgg_id, set()).add(title)
    games = [bgg_id for bgg_id, known in titles_of.items() if len(known) > 1]
    if not games:
        return {}
    counts = population.query(
        "SELECT bgg_id, title, count(*), min(moment) FROM plays"
        " WHERE bgg_id IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) AND {where} GROUP BY bgg_id, title",
        json.dumps(games),
    )
    ranked = sorted((plays, first, bgg_id, title) for bgg_id, title, plays, first in counts)
    return {bgg_id: title for _, _, bgg_id, title in ranked}
