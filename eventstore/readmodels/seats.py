"""The seats that figures of a person or a game are about, for queries on the typed rows of plays."""

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from eventstore.readmodels.dimensions import POINTS, SEATS, Label, named
from eventstore.readmodels.filters import placeholders
from eventstore.readmodels.population import Population, titles
from eventstore.statistics.tally import SeatCase, Tally, ranked, tally

GAME: Final = Label("p.game")
"""The present title of the game, or the one under which all plays are counted."""

_IS_OWN: Final = "r.person IN (SELECT id FROM own)"


class Seats(NamedTuple):
    """The seats of the plays of a population: of everybody, or those of one person, with `own` the ids as recorded.

    `called` are the present titles of games, see `population.titles`; with a `title` all plays are of this game.
    """

    population: Population
    own: tuple[str, ...] | None = None
    called: Mapping[int, str] = MappingProxyType({})
    title: str | None = None

    @property
    def is_own(self) -> str:
        """SQL of the condition that a seat `r` is one of these."""
        return "TRUE" if self.own is None else _IS_OWN

    def at(self, moments: Collection[str]) -> "Seats":
        """Those of these seats that are in the plays of some moments, which were found among these plays."""
        there = "plays.moment IN (SELECT value FROM json_each(?))"
        return self._replace(population=self.population._replace(where=there, values=(json.dumps([*moments]),)))

    def query(self, select: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a SELECT on the plays `p`, with the title of their `game`, on `one` (see `named`) and on `mine`.

        `mine` are the seats of a person with the play of each, one a play: of several one that won, else the first.
        `values` are those of the placeholders.
        """
        names, pairs = named(self.population.people, self.called)
        own = self.own or ("",)
        return self.population.database.query(
            f"WITH {names}, own(id) AS ({', '.join(['VALUES (CAST(? AS TEXT))', *['(?)'] * (len(own) - 1)])}),"
            " p AS (SELECT plays.*, coalesce(CAST(? AS TEXT), called.title, plays.title) AS game"
            f" FROM plays LEFT JOIN called ON called.bgg_id = plays.bgg_id WHERE {self.population.where}),"
            f" mine AS (SELECT * FROM ({_MINE}) AS held WHERE nth = 1) {select}",
            (*pairs, *own, self.title, *self.population.values, *values),
        )

    def cases(self, *labels: Label) -> list[dict[str, Counter[SeatCase]]]:
        """The numbers of seats of each case, under each of the labels in turn; all are read at once."""
        texts = ", ".join(f"{label.text} AS label{place}" for place, label in enumerate(labels))
        first = ", ".join(
            f"CASE ROW_NUMBER() OVER (PARTITION BY p.moment, {label.text} ORDER BY r.seat) WHEN 1 THEN 1 ELSE 0 END"
            f" AS first{place}"
            for place, label in enumerate(labels)
        )
        names = [f"{name}{place}" for name in ("label", "first") for place in range(len(labels))]
        columns = ", ".join(("kind", "sides", "won", "points", *names))
        rows = self.query(
            f"SELECT count(*), {columns} FROM (SELECT p.kind AS kind, p.sides AS sides, r.won AS won,"
            f" {POINTS} AS points, {texts}, {first} FROM p {SEATS} {' '.join(label.tables for label in labels)}"
            f" WHERE {' AND '.join((self.is_own, *(label.condition for label in labels)))}) AS labeled"
            f" GROUP BY {columns}"
        )
        found = [defaultdict[str, Counter[SeatCase]](Counter) for _ in labels]
        for seats, kind, sides, won, points, *more in rows:
            known = None if won is None else bool(won)
            for cases, label, is_first in zip(found, more, more[len(labels) :], strict=False):
                cases[label][SeatCase(kind, sides, known, points, bool(is_first))] += seats
        return [*found]

    def tallies(self, label: Label) -> tuple[Tally, ...]:
        """A tally for every label, most plays first."""
        return tallies(*self.cases(label))


def tallies(cases: Mapping[str, Mapping[SeatCase, int]]) -> tuple[Tally, ...]:
    """A tally for every label, most plays first."""
    return ranked(tally(label, seats) for label, seats in cases.items())


_MINE: Final = (
    f"SELECT p.match AS match, p.moment AS moment, p.title AS title, p.game AS game, p.played_on AS played_on,"
    f" p.sides AS sides, r.side AS side, r.won AS won, r.rank AS rank, {POINTS} AS points,"
    " ROW_NUMBER() OVER (PARTITION BY p.moment ORDER BY coalesce(r.won, 0) DESC, r.seat) AS nth"
    f" FROM p {SEATS} WHERE {_IS_OWN}"
)

BEFORE: Final = (
    "CASE WHEN mine.won IS NULL OR o.won IS NULL THEN NULL WHEN mine.won + o.won > 0 THEN mine.won - o.won"
    " WHEN mine.rank < o.rank THEN 1 WHEN mine.rank > o.rank THEN -1 WHEN mine.rank = o.rank THEN 0 END"
)
"""SQL of `sides.before` of the seat of a person and another seat `o`."""

AGAINST: Final = "JOIN results o ON o.title = mine.title AND o.moment = mine.moment AND o.side <> mine.side"
"""SQL of the seats `o` on other sides than `mine`."""


def seats_of(population: Population, person: str) -> Seats:
    """The seats of a person; only the plays of the person are read."""
    ids = population.people.ids(person)
    # Values by themselves: of those in JSON, PostgreSQL does not know how few they are, and would read all plays.
    own = population.among(f"plays.moment IN (SELECT moment FROM results WHERE person IN ({placeholders(ids)}))", *ids)
    bgg_ids = {bgg_id for (bgg_id,) in own.query("SELECT DISTINCT bgg_id FROM plays WHERE {where}") if bgg_id}
    return Seats(own, tuple(ids), titles(population, bgg_ids) if bgg_ids else {})
