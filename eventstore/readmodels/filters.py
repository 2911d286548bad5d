"""The match filter of every list, as an SQL condition on the read tables."""

import json
from collections.abc import Collection, Sequence
from typing import Final, TypedDict

from core.folding import folded
from core.storable_text import unstorable
from eventstore.matches import simulated
from eventstore.matches.people import People
from eventstore.readmodels.search import MatchSearch

_STARTS: Final = f"substr({{}}, 1, {len(simulated.PREFIX)}) = '{simulated.PREFIX}'"

_OF_SIMULATED: Final = f"SELECT id FROM matches WHERE parent IS NOT NULL AND {_STARTS.format('parent')}"
IS_SIMULATED: Final = f"({_STARTS.format('id')} OR id IN ({_OF_SIMULATED}))"
"""The condition on the table of matches that a match is simulated, see `simulated.is_simulated`."""

FACTS: Final = ("role", "expansion", "team", "color", "scenario", "variant", "difficulty", "series")
"""Kinds of details that matches can be found by: the match, or one of its seats, has this value."""

IS_WITHDRAWN: Final = "withdrawn = 1"
"""The condition on the table of matches that a match is withdrawn."""


class MatchFilter(TypedDict, total=False):
    """Criteria that a match must all meet; None is met by every match.

    `game` is a key or a title, `person` one or several people by id or name, all of whom played; a name may be that of
    several people, of whom one played. With `only` no other person did. `seats` is the number of players; `since` and
    `until` are dates, both included; `ids` are the matches to choose from; `simulated` selects the simulated matches or
    the others, `counted` those that statistics count or the others. `search` are words of the match, see
    `eventstore.readmodels.search`. `withdrawn` True selects the withdrawn matches, which no other filter selects.
    Titles, names, places, tags and the values of `FACTS` are compared folded; the rest is as in a `MatchRow`.
    """

    game: str | None
    person: str | Sequence[str] | None
    only: bool
    seats: int | None
    place: str | None
    tag: str | None
    depth: str | None
    state: str | None
    since: str | None
    until: str | None
    ids: Collection[str] | None
    simulated: bool | None
    counted: bool | None
    role: str | None
    expansion: str | None
    team: str | None
    color: str | None
    scenario: str | None
    variant: str | None
    difficulty: str | None
    series: str | None
    withdrawn: bool | None
    search: str | MatchSearch | None


def to_sql(match_filter: MatchFilter, people: People) -> tuple[str, list[object]]:
    """The WHERE condition of a SELECT on the table of matches, and the values of its placeholders.

    No match has a text with NUL, which PostgreSQL does not even compare.
    """
    if unstorable({**match_filter, "ids": None}):
        return "FALSE", []
    clauses, values = [IS_WITHDRAWN if match_filter.get("withdrawn") else f"NOT {IS_WITHDRAWN}"], list[object]()

    def require(clause: str, *more: object) -> None:
        clauses.append(clause)
        values.extend(more)

    if (ids := match_filter.get("ids")) is not None:
        require("id IN (SELECT value FROM json_each(?))", json.dumps(list(ids)))
    if (game := match_filter.get("game")) is not None:
        same = "bgg_id IN (SELECT bgg_id FROM matches WHERE bgg_id IS NOT NULL AND folded_title = ?)"
        require(f"(game = ? OR folded_title = ? OR {same})", *[folded(game)] * 3)
    person_ids = list[str]()
    person = match_filter.get("person") or ()
    for name in [person] if isinstance(person, str) else person:
        ids = [id for one in people.found(name) for id in people.ids(one)]
        require(f"id IN (SELECT match FROM seats WHERE person IN ({placeholders(ids)}))", *ids)
        person_ids += ids
    if match_filter.get("only"):
        other = f"SELECT 1 FROM seats WHERE match = id AND person NOT IN ({placeholders(person_ids)})"
        require(f"NOT EXISTS ({other})", *person_ids)
    for column in ("seats", "depth", "state"):
        if (value := match_filter.get(column)) is not None:
            require(f"{column} = ?", value)
    if (place := match_filter.get("place")) is not None:
        require("folded_place = ?", folded(place))
    if (tag := match_filter.get("tag")) is not None:
        require("id IN (SELECT match FROM tags WHERE folded = ?)", folded(tag))
    for kind in FACTS:
        if (fact := match_filter.get(kind)) is not None:
            require("id IN (SELECT match FROM facts WHERE kind = ? AND folded = ?)", kind, folded(str(fact)))
    if (is_counted := match_filter.get("counted")) is not None:
        require("counted = ?", int(is_counted))
    if (since := match_filter.get("since")) is not None:
        require("played_on >= ?", since)
    if (until := match_filter.get("until")) is not None:
        require("substr(played_on, 1, ?) <= ?", len(until), until)
    if (is_simulated := match_filter.get("simulated")) is not None:
        require(IS_SIMULATED if is_simulated else f"NOT {IS_SIMULATED}")
    return " AND ".join(clauses), values


def limit_of(number: int) -> int:
    """The limit for SQL; -1 is none."""
    return number if number >= 0 else 2**62


def placeholders(values: Collection[object]) -> str:
    """SQL of a list of texts for `IN`; an empty list is a query without rows, as PostgreSQL has no empty list."""
    return ",".join("?" * len(values)) or "SELECT '' WHERE FALSE"
