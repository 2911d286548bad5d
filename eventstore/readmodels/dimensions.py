"""The dimensions of figures in SQL: what a play `p` or one of its seats `r` is counted under."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from eventstore.matches.people import SOMEBODY, People
from eventstore.statistics.insights import Dimension


class Label(NamedTuple):
    """A dimension in SQL: the label, its condition, and the tables that it needs beside a play `p` and a seat `r`."""

    text: str
    condition: str = "TRUE"
    tables: str = ""


SEATED: Final = "r.title = p.title AND r.moment = p.moment"
SEATS: Final = f"JOIN results r ON {SEATED}"
POINTS: Final = "CASE p.lowest WHEN 1 THEN 0 - r.merit ELSE r.merit END"
"""The final points of a seat, NULL if unknown."""

_FACT: Final = "JOIN facts f ON f.match = p.match AND f.kind = '{}'"
_TRAIT: Final = "JOIN traits t ON t.match = p.match AND t.seat = r.seat AND t.kind = '{}'"
_OWN: Final = "coalesce(one.person, r.person)"
_OTHER: Final = "coalesce(another.person, o.person)"

OF_MATCHES: Final[Mapping[Dimension, Label]] = {
    "game": Label("coalesce(called.title, p.title)", tables="LEFT JOIN called ON called.bgg_id = p.bgg_id"),
    "players": Label("CAST(p.seats AS TEXT)"),
    "place": Label("p.place", "p.place <> ''"),
    "weekday": Label("p.played_on", "length(p.played_on) = 10"),
    "month": Label("substr(p.played_on, 1, 7)", "length(p.played_on) >= 7"),
    "year": Label("substr(p.played_on, 1, 4)", "length(p.played_on) >= 4"),
    "tag": Label("tags.tag", tables="JOIN tags ON tags.match = p.match"),
    "depth": Label("p.depth"),
    "expansion": Label("coalesce(f.value, '')", tables=f"LEFT {_FACT.format('expansion')}"),
    "scenario": Label("f.value", tables=_FACT.format("scenario")),
    "difficulty": Label("f.value", tables=_FACT.format("difficulty")),
}

OF_SEATS: Final[Mapping[Dimension, Label]] = {
    "person": Label(_OWN, f"{_OWN} <> '{SOMEBODY}'", "LEFT JOIN one ON one.id = r.person"),
    "seat": Label("CAST(r.seat + 1 AS TEXT)", "p.ordered = 1"),
    "start": Label("CASE r.started WHEN 1 THEN 'start' WHEN 0 THEN 'other' ELSE 'unknown' END"),
    "role": Label("t.value", tables=_TRAIT.format("role")),
    "color": Label("t.value", tables=_TRAIT.format("color")),
    "new": Label("CASE r.newcomer WHEN 1 THEN 'new' ELSE 'not' END", "r.newcomer IS NOT NULL"),
    "opponent": Label(
        _OTHER,
        f"{_OTHER} <> '{SOMEBODY}' AND {_OTHER} <> {_OWN}",
        "JOIN results o ON o.title = p.title AND o.moment = p.moment AND o.seat <> r.seat"
        " LEFT JOIN one ON one.id = r.person LEFT JOIN one another ON another.id = o.person",
    ),
}

EXPANSION: Final = Label("f.value", tables=_FACT.format("expansion"))
"""Only plays with an expansion, under each of theirs."""


def named(people: People, called: Mapping[int, str] = MappingProxyType({})) -> tuple[str, tuple[object, ...]]:
    """SQL of the tables `one`, of merged people, and `called`, of the present titles of games, that labels use."""
    merged = {id: people.one(id) for id in people.merged}
    sql = f"one(id, person) AS ({_pairs(merged, 'TEXT')}), called(bgg_id, title) AS ({_pairs(called, 'BIGINT')})"
    return sql, tuple(each for pairs in (merged, called) for pair in pairs.items() for each in pair)


def _pairs(pairs: Mapping[Any, str], kind: str) -> str:
    """A table of pairs, with a number or a text first."""
    rows = ", ".join([f"(CAST(? AS {kind}), CAST(? AS TEXT))"] * len(pairs))
    return f"VALUES {rows}" if rows else f"SELECT CAST(NULL AS {kind}), '' WHERE FALSE"
