"""The match filter of every list, as an SQL condition on the read tables."""

import json
from collections.abc import Collection, Sequence
from typing import TypedDict

from eventstore.matches.people import People


class MatchFilter(TypedDict, total=False):
    """Criteria that a match must all meet; None is met by every match.

    `game` is a key or a title, `person` one or several names, all of whom played; with `only` no other person did.
    `seats` is the number of players; `since` and `until` are dates, both included; `ids` are the matches to choose
    from; the rest is as in a `MatchRow`.
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


def to_sql(wanted: MatchFilter, everybody: People) -> tuple[str, list[object]]:
    """The WHERE condition of a SELECT on the table of matches, and the values of its placeholders."""
    clauses, values = ["1"], list[object]()

    def fits(clause: str, *given: object) -> None:
        clauses.append(clause)
        values.extend(given)

    if (ids := wanted.get("ids")) is not None:
        fits("id IN (SELECT value FROM json_each(?))", json.dumps(list(ids)))
    if (game := wanted.get("game")) is not None:
        same = "bgg_id IN (SELECT bgg_id FROM matches WHERE game_title = ? COLLATE NOCASE)"
        fits(f"(? IN (game, game_title) OR {same})", game, game)
    meant = list[str]()
    person = wanted.get("person") or ()
    for name in [person] if isinstance(person, str) else person:
        ids = [id for one in everybody.named(name) for id in everybody.ids(one)]
        fits(f"id IN (SELECT match FROM seats WHERE person IN ({placeholders(ids)}))", *ids)
        meant += ids
    if wanted.get("only"):
        other = f"SELECT 1 FROM seats WHERE match = id AND person NOT IN ({placeholders(meant)})"
        fits(f"NOT EXISTS ({other})", *meant)
    for column in ("seats", "place", "depth", "state"):
        if (value := wanted.get(column)) is not None:
            fits(f"{column} = ?", value)
    if (tag := wanted.get("tag")) is not None:
        fits("id IN (SELECT match FROM tags WHERE tag = ?)", tag)
    if (since := wanted.get("since")) is not None:
        fits("played_on >= ?", since)
    if (until := wanted.get("until")) is not None:
        fits("substr(played_on, 1, ?) <= ?", len(until), until)
    return " AND ".join(clauses), values


def placeholders(values: Collection[object]) -> str:
    return ",".join("?" * len(values))
